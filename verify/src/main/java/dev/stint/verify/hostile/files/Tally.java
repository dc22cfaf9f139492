package dev.stint.verify.hostile.files;

import dev.stint.verify.hostile.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** How many files there were, what became of them, and what they took at most. */
final class Tally {
    /** Small files tell nothing of what a byte takes. */
    private static final int LARGE = 2_000;

    final AtomicLong calls = new AtomicLong();
    long files;
    long refused;
    long rejected;
    long loaded;
    long run;

    private String longest = "";
    private long mostNanos;
    private String largest = "";
    private long mostBytes;
    private double nanosAByte;
    private double bytesAByte;

    void took(int length, Usage used, long seed) {
        if (used.nanos() > mostNanos) {
            mostNanos = used.nanos();
            longest = told(length, used, seed);
        }
        if (used.bytes() > mostBytes) {
            mostBytes = used.bytes();
            largest = told(length, used, seed);
        }
        if (length > LARGE) {
            nanosAByte = Math.max(nanosAByte, (double) used.nanos() / length);
            bytesAByte = Math.max(bytesAByte, (double) used.bytes() / length);
        }
    }

    private static String told(int length, Usage used, long seed) {
        return String.format(
                Locale.ROOT,
                "%,d ms and %,d KB for a file of %,d bytes, seed %d",
                used.nanos() / 1_000_000,
                used.bytes() >> 10,
                length,
                seed);
    }

    Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("files", files);
        counts.put("refused", refused);
        counts.put("rejected by the JVM", rejected);
        counts.put("loaded", loaded);
        counts.put("run", run);
        counts.put("calls", calls.get());
        return counts;
    }

    List<String> worst() {
        return List.of(
                "longest: " + longest,
                "largest: " + largest,
                String.format(
                        Locale.ROOT,
                        "most for a byte of a file of %,d and more: %,.0f ns, %,.0f bytes",
                        LARGE,
                        nanosAByte,
                        bytesAByte));
    }
}
