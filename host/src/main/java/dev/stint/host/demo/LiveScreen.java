package dev.stint.host.demo;

import java.io.PrintWriter;

/**
 * A terminal: the picture is drawn over the last one. Each frame is written at once and leaves the
 * terminal as it was, so that a demo that is interrupted does no harm to it.
 */
final class LiveScreen implements Screen {
    private static final String ESC = "\u001b[";
    private static final String CLEAR_LINE = ESC + "2K";
    private static final String CLEAR_BELOW = ESC + "J";

    /** Without it a row wider than the terminal would take two lines, and be counted as one. */
    private static final String WRAP_OFF = ESC + "?7l";

    private static final String WRAP_ON = ESC + "?7h";

    private final PrintWriter out;
    private final Ink ink;
    private int drawn; // lines of the picture above the cursor that the next one replaces

    LiveScreen(PrintWriter out, Ink ink) {
        this.out = out;
        this.ink = ink;
    }

    @Override
    public synchronized void say(String line) {
        write(home() + CLEAR_BELOW + line + "\n");
        drawn = 0;
    }

    @Override
    public synchronized void show(Picture picture) {
        var frame = new StringBuilder(home()).append(WRAP_OFF);
        int rows = 0;
        for (String row : picture.rows(ink)) {
            frame.append(CLEAR_LINE).append("  ").append(row).append('\n');
            rows++;
        }
        write(frame.append(CLEAR_BELOW).append(WRAP_ON).toString());
        drawn = rows;
    }

    @Override
    public synchronized void keep(Picture picture) {
        show(picture);
        drawn = 0;
    }

    private String home() {
        return drawn == 0 ? "\r" : ESC + drawn + "A\r";
    }

    private void write(String text) {
        out.print(text);
        out.flush();
    }

    @Override
    public Ink ink() {
        return ink;
    }
}
