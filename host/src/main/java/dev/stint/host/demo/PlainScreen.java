package dev.stint.host.demo;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/** Lines only; a changing state becomes a line per second. */
final class PlainScreen implements Screen {
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PrintWriter out;
    private long lastShown = System.nanoTime();

    PlainScreen(PrintWriter out) {
        this.out = out;
    }

    @Override
    public synchronized void say(String line) {
        out.println(line);
        out.flush();
    }

    @Override
    public synchronized void show(Picture picture) {
        long now = System.nanoTime();
        if (now - lastShown >= PAUSE_NANOS) {
            lastShown = now;
            say("  " + picture.line());
        }
    }

    @Override
    public synchronized void keep(Picture picture) {
        picture.rows(Ink.PLAIN).forEach(row -> say("  " + row));
    }

    @Override
    public Ink ink() {
        return Ink.PLAIN;
    }
}
