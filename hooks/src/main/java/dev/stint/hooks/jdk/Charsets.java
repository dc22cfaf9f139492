package dev.stint.hooks.jdk;

import java.io.ByteArrayOutputStream;
import java.nio.Buffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Charsets by their names. One that nobody knows is looked for each time, by all who could provide
 * it, and that takes as long as some thousand that are known.
 */
public final class Charsets {
    private static final long SEARCH = 256; // operations
    private static final long FOUND_NOTHING = 48 << 10; // bytes
    private static final int LONGEST = 64;
    private static final Set<String> KNOWN = new HashSet<>();

    static {
        for (Charset each : Charset.availableCharsets().values()) {
            KNOWN.add(lower(each.name()));
            each.aliases().forEach(alias -> KNOWN.add(lower(alias)));
        }
    }

    private Charsets() {}

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    public static void named(@Nullable String name) {
        if (name == null) {
            return;
        }
        Charges.read(name.length());
        if (name.length() > LONGEST || !(KNOWN.contains(name) || KNOWN.contains(lower(name)))) {
            Charges.pay(SEARCH, FOUND_NOTHING);
        }
    }

    public static void encoded(String self, String charset) {
        named(charset);
        Charges.array(3L * self.length(), 1);
    }

    /** By an encoder of its own, unless the JDK has a short way. */
    public static void encoded(String self, Charset charset) {
        long room = Charges.times(3, self.length());
        boolean isShort =
                charset == StandardCharsets.UTF_8
                        || charset == StandardCharsets.ISO_8859_1
                        || charset == StandardCharsets.US_ASCII;
        Charges.array(isShort ? room : Charges.plus(512, Charges.times(2, room)), 1);
    }

    public static void decoded(byte[] bytes, String charset) {
        named(charset);
        Charges.text(bytes.length);
    }

    public static void decoded(byte[] bytes, int from, int count, String charset) {
        named(charset);
        Charges.text(count);
    }

    public static void decoded(ByteArrayOutputStream self, String charset) {
        named(charset);
        Charges.text(self.size());
    }

    // ---- coders

    /** All of it, into something new, of which a character or a byte may take this many. */
    private static final int WIDEST = 16;

    public static void coded(Buffer all) {
        Charges.pay(8L * all.remaining(), 64 + (long) WIDEST * all.remaining());
    }

    public static void coded(String all) {
        Charges.pay(8L * all.length(), 64 + (long) WIDEST * all.length());
    }

    public static void coded(byte[] all) {
        Charges.pay(8L * all.length, 64 + (long) WIDEST * all.length);
    }

    public static CharSequence encodable(CharSequence text) {
        CharSequence plain = Strings.plainly(text);
        coded(plain.toString());
        return plain;
    }

    /** A reader or a writer, with a buffer of its own. */
    public static void coding(Object of, String charset) {
        named(charset);
        Charges.array(2 * 4096, 1);
    }
}
