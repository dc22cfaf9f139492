package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import dev.stint.hooks.Rights;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is read and written in memory, or through code of one's own. */
public final class IoStreams {
    private static final int PIECE = 4096;
    private static final int READ = 24; // bytes, of the array that most make for one character

    private IoStreams() {}

    public static @Nullable CharSequence text(@Nullable CharSequence text) {
        CharSequence plain = text == null ? null : Strings.plainly(text);
        Charges.text(plain == null ? 4 : plain.length());
        return plain;
    }

    public static void grown(int from, int count) {
        Charges.pay(Math.max(0, count) >> 4, 4L * Math.max(0, count));
    }

    public static void textRoom(int size) {
        Charges.array(size, 2);
    }

    public static void made(ByteArrayOutputStream self) {
        Charges.text(self.size());
    }

    public static void made(StringWriter self) {
        Charges.text(self.getBuffer().length());
    }

    /** What is locked while it reads or writes must be nobody else's. */
    public static Object lock(Object given) {
        return Rights.mayLock(given);
    }

    public static void writeTo(ByteArrayOutputStream self, OutputStream to) throws IOException {
        Charges.array(self.size(), 1);
        to.write(self.toByteArray());
    }

    // ---- loops over what may be code of one's own, or wrap it

    public static byte[] readAllBytes(InputStream from) throws IOException {
        return readNBytes(from, Integer.MAX_VALUE);
    }

    public static byte[] readNBytes(InputStream from, int most) throws IOException {
        if (most < 0) {
            throw new IllegalArgumentException("a length of " + most);
        }
        var read = new ByteArrayOutputStream();
        Charges.array(PIECE, 1);
        byte[] piece = new byte[PIECE];
        while (read.size() < most) {
            int count = from.read(piece, 0, Math.min(PIECE, most - read.size()));
            if (count < 0) {
                break;
            }
            Charges.pay(1 + (count >> 4), 4L * count);
            read.write(piece, 0, count);
        }
        return read.toByteArray();
    }

    public static int readNBytes(InputStream from, byte[] into, int at, int count)
            throws IOException {
        int done = 0;
        while (done < count) {
            int read = from.read(into, at + done, count - done);
            if (read < 0) {
                break;
            }
            Charges.ops(1 + (read >> 4));
            done += read;
        }
        return done;
    }

    public static long transferTo(InputStream from, OutputStream to) throws IOException {
        long sum = 0;
        Charges.array(PIECE, 1);
        byte[] piece = new byte[PIECE];
        for (int count = from.read(piece); count >= 0; count = from.read(piece)) {
            Charges.ops(1 + (count >> 3));
            Charges.grow(count); // it may be one that keeps all
            to.write(piece, 0, count);
            sum += count;
        }
        return sum;
    }

    public static long transferTo(Reader from, Writer to) throws IOException {
        long sum = 0;
        Charges.array(PIECE, 2);
        char[] piece = new char[PIECE];
        for (int count = from.read(piece); count >= 0; count = from.read(piece)) {
            Charges.ops(1 + (count >> 3));
            Charges.grow(2L * count);
            to.write(piece, 0, count);
            sum += count;
        }
        return sum;
    }

    public static String readAllAsString(Reader from) throws IOException {
        var read = new StringBuilder();
        Charges.array(PIECE, 2);
        char[] piece = new char[PIECE];
        for (int count = from.read(piece); count >= 0; count = from.read(piece)) {
            Charges.pay(1 + (count >> 4), 6L * count);
            read.append(piece, 0, count);
        }
        return read.toString();
    }

    public static List<String> readAllLines(Reader from) throws IOException {
        var lines = new ArrayList<String>();
        readAllAsString(from)
                .lines()
                .forEach(
                        line -> {
                            Charges.text(line.length());
                            lines.add(line);
                        });
        return lines;
    }

    public static long skip(InputStream from, long count) throws IOException {
        long done = 0;
        while (done < count && from.read() >= 0) {
            Hook.ops1();
            done++;
        }
        return done;
    }

    public static long skip(Reader from, long count) throws IOException {
        long done = 0;
        while (done < count && from.read() >= 0) {
            Hook.opsAndBytes(1, READ);
            done++;
        }
        return done;
    }

    public static void skipNBytes(InputStream from, long count) throws IOException {
        if (skip(from, count) < count) {
            throw new EOFException("there are fewer than " + count + " bytes");
        }
    }

    public static int read(Reader from, java.nio.CharBuffer into) throws IOException {
        Charges.array(into.remaining(), 2);
        return from.read(into);
    }
}
