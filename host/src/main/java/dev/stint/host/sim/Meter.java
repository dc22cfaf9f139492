package dev.stint.host.sim;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Says how far an exploration has come: a line that changes on a terminal, and elsewhere a line
 * every few seconds.
 */
final class Meter {
    private static final int WIDTH = 24;
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(2);
    private static final String CLEAR_LINE = "\r\u001b[2K";

    /** A line wider than the terminal would take two, and only one be cleared. */
    private static final String WRAP_OFF = "\u001b[?7l";

    private static final String WRAP_ON = "\u001b[?7h";

    private final PrintWriter out;
    private final boolean live;
    private Duration lastLine = Duration.ZERO;
    private boolean drawn;

    Meter(PrintWriter out, boolean live) {
        this.out = out;
        this.live = live;
    }

    static boolean isLive(boolean isTerminal, Map<String, String> environment) {
        String kind = environment.getOrDefault("TERM", "");
        return isTerminal && !kind.isEmpty() && !kind.equals("dumb");
    }

    /**
     * @param part how much is done, from 0 to 1
     */
    void show(double part, long schedules, Duration elapsed, Coverage coverage) {
        double seconds = Math.max(1e-3, elapsed.toNanos() / 1e9);
        String figures =
                String.format(
                        Locale.ROOT,
                        "%3.0f %%  %,d schedules, %,.0f/s, %s",
                        100 * part,
                        schedules,
                        schedules / seconds,
                        coverage.inWords());
        if (live) {
            out.print(CLEAR_LINE + WRAP_OFF + "  [" + bar(part) + "] " + figures + WRAP_ON);
            out.flush();
            drawn = true;
        } else if (elapsed.minus(lastLine).compareTo(BETWEEN_LINES) >= 0) {
            lastLine = elapsed;
            out.println("  " + figures);
            out.flush();
        }
    }

    private static String bar(double part) {
        int full = (int) Math.round(WIDTH * Math.clamp(part, 0.0, 1.0));
        return "#".repeat(full) + ".".repeat(WIDTH - full);
    }

    /** Makes room for what stays. */
    void end() {
        if (drawn) {
            out.print(CLEAR_LINE);
            out.flush();
            drawn = false;
        }
        lastLine = Duration.ZERO;
    }
}
