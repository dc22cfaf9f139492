package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Lists of properties, each with another behind it that has its defaults. */
public final class PropertyLists {
    private static final int MOST = 16; // behind each other
    private static final int READER = 24 << 10; // bytes of the JDK's, with its buffers

    private static final MethodHandle DEFAULTS =
            JdkFields.getter(Properties.class, "defaults", Object.class);

    private PropertyLists() {}

    /** Sees that a list is not asked through too many others. */
    public static void layer(@Nullable Properties defaults) {
        int depth = 0;
        for (Object at = defaults; at != null; at = JdkFields.read(DEFAULTS, at)) {
            if (++depth >= MOST) {
                throw new AccessRefusedException(
                        "properties with defaults that have defaults, and so on through "
                                + MOST
                                + " lists, cannot be made: all are asked for the price of one. Put"
                                + " the defaults into one list.");
            }
        }
    }

    /** One is looked for in all of them. */
    public static void asked(Properties self, String key) {
        for (Object at = self; at != null; at = JdkFields.read(DEFAULTS, at)) {
            CollectionPrices.key(at, key);
        }
    }

    public static void asked(Properties self, String key, @Nullable String otherwise) {
        asked(self, key);
    }

    /** The names of all of them are put into a table. */
    public static void named(Properties self) {
        for (Object at = self; at != null; at = JdkFields.read(DEFAULTS, at)) {
            long size = ((Properties) at).size();
            Charges.pay(16 * (1 + size), 64 * (1 + size));
        }
    }

    public static void load(Properties self, InputStream from) throws IOException {
        load(self, new InputStreamReader(from, StandardCharsets.ISO_8859_1));
    }

    /** Reads all of it first: a line may be as long as that. */
    public static void load(Properties self, Reader from) throws IOException {
        String text = IoStreams.readAllAsString(from);
        Charges.pay(8L * text.length(), READER + 16L * text.length());
        self.load(new StringReader(text));
    }
}
