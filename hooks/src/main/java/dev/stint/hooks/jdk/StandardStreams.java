package dev.stint.hooks.jdk;

import dev.stint.hooks.Delegate;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is written for whoever runs the code, in place of the process's own streams. */
public final class StandardStreams {
    private static final int LINE = 128; // characters, of what is noted beside what is written
    private static final long STREAM = 8_704; // bytes, with its buffers

    private StandardStreams() {}

    /** Each call makes one: it has a monitor, and must not be anybody else's. */
    public static PrintStream out() {
        Charges.pay(8, STREAM);
        return new PrintStream(new Log(false), false, StandardCharsets.UTF_8);
    }

    public static PrintStream err() {
        Charges.pay(8, STREAM);
        return new PrintStream(new Log(true), false, StandardCharsets.UTF_8);
    }

    /** There is nothing to read. */
    public static InputStream in() {
        return InputStream.nullInputStream();
    }

    public static void println(@Nullable Object o) {
        print(NestedObjects.text(o) + "\n");
    }

    public static void println() {
        print("\n");
    }

    public static void print(@Nullable Object o) {
        String text = NestedObjects.text(o);
        Charges.text(LINE + 2L * text.length());
        Delegate.current().log(false, text);
    }

    public static void printStackTrace(Throwable e) {
        Throwables.shown(e, "");
        var shown = new Shown();
        e.printStackTrace(shown);
        shown.endBlock();
    }

    /** Leaves out of a trace what has called the program, and what was woven into it. */
    private static final class Shown extends PrintStream {
        private final List<String> held = new ArrayList<>(); // frames that may be the host's
        private boolean isHosts;

        Shown() {
            super(new Log(true), false, StandardCharsets.UTF_8);
        }

        @Override
        public void println(@Nullable Object line) {
            String text = String.valueOf(line);
            String frame = text.strip();
            if (!frame.startsWith("at ")) {
                endBlock();
                super.println(text);
            } else if (frame.startsWith("at dev.stint.")) {
                isHosts = true;
            } else if (frame.startsWith("at java.base/")) {
                held.add(text);
            } else {
                isHosts = false; // it was called back from there
                endBlock();
                super.println(text);
            }
        }

        /** The JDK's frames behind the program's last are the host's if it has one among them. */
        void endBlock() {
            if (!isHosts) {
                held.forEach(super::println);
            }
            held.clear();
            isHosts = false;
        }
    }

    private static final class Log extends OutputStream {
        private final boolean isError;

        Log(boolean isError) {
            this.isError = isError;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int at, int count) {
            Charges.text(count);
            Delegate.current().log(isError, new String(bytes, at, count, StandardCharsets.UTF_8));
        }
    }
}
