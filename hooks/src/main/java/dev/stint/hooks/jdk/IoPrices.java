package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.CharBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What is called by the name of a supertype, and costs what the object's class costs. Classes of
 * one's own pay for themselves.
 */
public final class IoPrices {
    private static final long UTF = 3 * 0xffff; // bytes and characters

    private IoPrices() {}

    // ---- text

    /**
     * True for what the JDK appends to; a class that is derived from such may not say otherwise.
     */
    private static boolean isOfJdk(Appendable to) {
        return to instanceof StringBuilder
                || to instanceof StringBuffer
                || to instanceof Writer
                || to instanceof PrintStream
                || to instanceof CharBuffer;
    }

    public static @Nullable CharSequence append(Appendable self, @Nullable CharSequence text) {
        return isOfJdk(self) ? StringBuilders.add(text) : text;
    }

    public static Appendable append(Appendable to, @Nullable CharSequence text, int from, int end)
            throws IOException {
        return switch (to) {
            case StringBuilder builder -> StringBuilders.add(builder, text, from, end);
            case StringBuffer buffer -> StringBuilders.add(buffer, text, from, end);
            default -> {
                if (!isOfJdk(to)) {
                    yield to.append(text, from, end);
                }
                String part = (text == null ? "null" : Strings.plain(text)).substring(from, end);
                StringBuilders.add(part);
                yield to.append(part);
            }
        };
    }

    public static void append(Appendable self, char c) {
        if (self instanceof StringBuilder || self instanceof StringBuffer) {
            StringBuilders.character();
        } else if (self instanceof Writer writer) {
            write(writer, c);
        } else if (self instanceof PrintStream) {
            Printing.number();
        }
    }

    public static int read(Readable from, CharBuffer into) throws IOException {
        if (from instanceof Reader || ObjectKind.isJdk(from.getClass())) {
            Charges.array(into.remaining(), 2);
        }
        return from.read(into);
    }

    public static void write(Writer self, int c) {
        if (self instanceof StringWriter) {
            StringBuilders.character();
        } else if (ObjectKind.isJdk(self.getClass())) {
            Printing.number();
        }
    }

    public static void write(Writer self, char c) {
        write(self, (int) c);
    }

    public static void read(Reader self) {
        if (self instanceof BufferedReader) {
            Hook.ops2();
        } else if (self instanceof InputStreamReader) {
            Printing.number();
        }
    }

    /** Of a filter, because it may pass it on to one that reads ahead. */
    public static void read(InputStream self) {
        if (self instanceof FilterInputStream) {
            Printing.number();
        }
    }

    /** As of readers, and a buffer that grows is copied. */
    public static void mark(InputStream self, int limit) {
        if (self instanceof FilterInputStream) {
            Charges.array(limit, 2);
        }
    }

    /** Whoever reads ahead makes room for so many characters when it comes to it. */
    public static void mark(Reader self, int limit) {
        if (self instanceof BufferedReader || self instanceof FilterReader) {
            Charges.array(limit, 2);
        }
    }

    // ---- bytes

    /** True for what keeps what is written to it, or may pass it on to such. */
    private static boolean mayKeep(OutputStream self) {
        return self instanceof ByteArrayOutputStream
                || (self instanceof FilterOutputStream
                        && !(self instanceof PrintStream)
                        && self.getClass().getNestHost() != FileAccess.class);
    }

    public static void write(OutputStream self, int b) {
        if (self instanceof PrintStream) {
            Printing.number();
        } else if (mayKeep(self)) {
            Iterations.kept();
        }
    }

    public static void write(OutputStream self, byte[] bytes) {
        write(self, bytes, 0, bytes.length);
    }

    public static void write(OutputStream self, byte[] bytes, int from, int count) {
        if (mayKeep(self)) {
            IoStreams.grown(from, count);
        } else {
            Charges.bulk(count);
        }
    }

    /** How long it is shows only when it has been read; at most as long as two bytes can say. */
    public static String readUTF(DataInput from) throws IOException {
        Charges.pay(0, UTF); // it makes room for all before it looks how much there is
        String text = from.readUTF();
        Charges.pay(text.length() >> 1, 4L * text.length());
        Charges.text(text.length());
        return text;
    }
}
