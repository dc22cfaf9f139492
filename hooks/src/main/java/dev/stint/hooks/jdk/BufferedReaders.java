package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Text line by line. How long a line is shows only when it has been read; so it is paid then. */
public final class BufferedReaders {
    private BufferedReaders() {}

    public static @Nullable String readLine(BufferedReader of) throws IOException {
        String line = of.readLine();
        if (line != null) {
            Charges.text(2L * line.length());
        }
        return line;
    }

    public static int read(BufferedReader of) throws IOException {
        Hook.ops2();
        return of.read();
    }

    public static Stream<String> lines(BufferedReader of) {
        Charges.pay(0, 128);
        return Streams.metered(of.lines()).peek(line -> Charges.text(line.length()));
    }

    public static boolean ready(BufferedReader of) throws IOException {
        return of.ready();
    }

    public static void close(BufferedReader of) throws IOException {
        of.close();
    }

    /** The JDK makes room for so many characters when it comes to it. */
    public static void mark(BufferedReader of, int limit) throws IOException {
        Charges.array(limit, 2);
        of.mark(limit);
    }

    public static void reset(BufferedReader of) throws IOException {
        of.reset();
    }
}
