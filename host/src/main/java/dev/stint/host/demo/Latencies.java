package dev.stint.host.demo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How long requests have taken. Threads may add while others look. */
final class Latencies {
    /** Upper ends of the bars, in microseconds; the last has none. */
    private static final int[] BARS = {100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000};

    private static final int WIDTH = 40;

    private long[] nanos = new long[1024];
    private int count;

    synchronized void add(long took) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = took;
    }

    synchronized int count() {
        return count;
    }

    /** What that share of them took at most, in nanoseconds; 0 if there are none. */
    synchronized long percentile(double share) {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[Math.min(count - 1, (int) Math.ceil(share * count) - 1)];
    }

    /** A bar for each range that anything was in. */
    synchronized List<String> histogram() {
        var counts = new int[BARS.length + 1];
        for (int i = 0; i < count; i++) {
            int bar = 0;
            while (bar < BARS.length && nanos[i] > BARS[bar] * 1000L) {
                bar++;
            }
            counts[bar]++;
        }
        int most = Arrays.stream(counts).max().orElse(0);
        List<String> rows = new ArrayList<>();
        for (int bar = 0; bar < counts.length; bar++) {
            if (counts[bar] > 0) {
                int length = Math.max(1, counts[bar] * WIDTH / most);
                rows.add(
                        String.format(
                                Locale.ROOT,
                                "%-10s %-" + WIDTH + "s %,d",
                                bar < BARS.length ? "<= " + millis(BARS[bar] * 1000L) : "more",
                                "#".repeat(length),
                                counts[bar]));
            }
        }
        return rows;
    }

    static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }
}
