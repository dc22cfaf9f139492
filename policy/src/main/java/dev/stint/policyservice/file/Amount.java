package dev.stint.policyservice.file;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads amounts as people write them: {@code 5_000}, {@code 10M}, {@code 64MiB}, {@code 5ms}. */
final class Amount {
    static final String COUNT = "a number such as 5000, 5_000, 10k, 10M or 10G, or unlimited";
    static final String BYTES = "a size such as 4096, 64KiB, 64MiB or 1GiB, or unlimited";
    static final String TIME = "a time such as 500us, 5ms, 2s or 10min";

    private static final Pattern FORM = Pattern.compile("(\\d[\\d_]{0,25})\\s?([A-Za-z]*)");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,6})(?:\\s*-\\s*(\\d{1,6}))?");
    private static final Map<String, Long> COUNTS =
            Map.of("", 1L, "k", 1_000L, "M", 1_000_000L, "G", 1_000_000_000L);
    private static final Map<String, Long> SIZES =
            Map.of("", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);
    private static final Map<String, Long> TIMES =
            Map.of(
                    "ns", 1L,
                    "us", 1_000L,
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "min", 60_000_000_000L,
                    "h", 3_600_000_000_000L);

    private Amount() {}

    static OptionalLong count(String written) {
        return "unlimited".equals(written)
                ? OptionalLong.of(Long.MAX_VALUE)
                : read(written, COUNTS);
    }

    static OptionalLong bytes(String written) {
        return "unlimited".equals(written) ? OptionalLong.of(Long.MAX_VALUE) : read(written, SIZES);
    }

    /** In nanoseconds. */
    static OptionalLong time(String written) {
        return read(written, TIMES);
    }

    private static OptionalLong read(String written, Map<String, Long> units) {
        Matcher form = FORM.matcher(written);
        Long unit = form.matches() ? units.get(form.group(2)) : null;
        if (unit == null) {
            return OptionalLong.empty();
        }
        try {
            long number = Long.parseLong(form.group(1).replace("_", ""));
            return OptionalLong.of(Math.multiplyExact(number, unit));
        } catch (ArithmeticException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** Numbers and ranges of numbers, as {@code 2-3,6}; empty if they are none, or one is twice. */
    static Optional<List<Integer>> numbers(String written, int most) {
        var all = new LinkedHashSet<Integer>();
        for (String part : written.split(",", -1)) {
            Matcher range = RANGE.matcher(part.strip());
            if (!range.matches()) {
                return Optional.empty();
            }
            int from = Integer.parseInt(range.group(1));
            int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
            if (from > to || to > most) {
                return Optional.empty();
            }
            for (int number = from; number <= to; number++) {
                if (!all.add(number)) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(List.copyOf(all));
    }

    /** A number of anything, in a text for people. */
    static String inWords(long count) {
        return count == Long.MAX_VALUE ? "unlimited" : String.format(Locale.ROOT, "%,d", count);
    }

    static String inWords(Duration time) {
        long nanos = time.toNanos();
        return nanos % 1_000_000 == 0 ? nanos / 1_000_000 + "ms" : nanos + "ns";
    }
}
