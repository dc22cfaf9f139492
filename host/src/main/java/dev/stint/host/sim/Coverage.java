package dev.stint.host.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How many different schedules there were, and whether there still come new ones. */
final class Coverage {
    /** After so few it is too early to say. */
    private static final long EARLY = 100;

    private record Sample(long schedules, long distinct) {}

    private final List<Sample> samples = new ArrayList<>();

    Coverage() {
        samples.add(new Sample(0, 0));
    }

    void add(long schedules, long distinct) {
        samples.add(new Sample(schedules, distinct));
    }

    /** New ones in about the last half of all schedules; -1 if that cannot be said. */
    long lately() {
        Sample last = samples.getLast();
        Sample half = half();
        return last.schedules() < EARLY || half.schedules() == 0
                ? -1
                : last.distinct() - half.distinct();
    }

    private Sample half() {
        Sample last = samples.getLast();
        Sample half = samples.getFirst();
        for (Sample each : samples) {
            if (each.schedules() <= last.schedules() / 2) {
                half = each;
            }
        }
        return half;
    }

    boolean isSaturated() {
        return lately() == 0;
    }

    String inWords() {
        Sample last = samples.getLast();
        String distinct = String.format(Locale.ROOT, "%,d distinct", last.distinct());
        long lately = lately();
        if (lately < 0) {
            return distinct;
        }
        return distinct
                + String.format(
                        Locale.ROOT,
                        ", %s new in the last %,d",
                        lately == 0 ? "none" : String.format(Locale.ROOT, "%,d", lately),
                        last.schedules() - half().schedules());
    }
}
