package dev.stint.testkit.gallery;

import dev.stint.testkit.Sim;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimResult;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How many schedules each strategy needs for each exhibit, over several seeds.
 *
 * <p>What the numbers do not mean: that a bug of yours is found as soon. These programs are small.
 */
final class GalleryTable {
    private static final int NEVER = Integer.MAX_VALUE;

    /** One run of an exhibit in which it went wrong in another way than it should. */
    private static final class Surprise extends AssertionError {
        private static final long serialVersionUID = 1L;

        Surprise(Exhibit exhibit, Finder finder, SimFailure failure) {
            super(exhibit + " under " + finder + ": " + failure.kind() + " " + failure.summary());
        }
    }

    /**
     * One exhibit under one strategy.
     *
     * @param needed how many schedules, under each seed, fewest first; NEVER if more than tried
     * @param perSecond schedules in a second, of the fixed twin
     */
    private record Row(Exhibit exhibit, Finder finder, List<Integer> needed, double perSecond) {
        int median() {
            return needed.get(needed.size() / 2);
        }

        int worst() {
            return needed.getLast();
        }
    }

    private final int seeds;
    private final int most;
    private final List<Row> rows = new ArrayList<>();

    /**
     * @param seeds under how many seeds each exhibit is looked at
     * @param most after how many schedules a seed is given up
     */
    GalleryTable(int seeds, int most) {
        this.seeds = seeds;
        this.most = most;
    }

    void measure(Exhibit exhibit) throws InterruptedException {
        for (Finder finder : Finder.values()) {
            rows.add(measure(exhibit, finder));
        }
    }

    private Row measure(Exhibit exhibit, Finder finder) throws InterruptedException {
        // A search that no seed decides needs to be looked at once.
        int[] needed = new int[finder == Finder.EXHAUSTIVE ? 1 : seeds];
        for (int i = 0; i < needed.length; i++) {
            needed[i] = find(exhibit, finder, 1 + i);
        }
        Arrays.sort(needed);
        var pace = new Pace(exhibit.fixed());
        SimResult fixed = Sim.explore(exhibit.config(finder, 1).withSchedules(most), pace);
        if (!fixed.isGreen()) {
            throw new Surprise(exhibit, finder, fixed.failure().orElseThrow());
        }
        return new Row(exhibit, finder, Arrays.stream(needed).boxed().toList(), pace.perSecond());
    }

    /**
     * A program that takes the time of its schedules: that of its thread, so that others on the
     * machine do not count, and not that of the first ones, which are not compiled yet.
     */
    private static final class Pace implements Sim.Body {
        private static final int WARM_UP = 1_000;

        private final Sim.Body body;
        private int schedules;
        private int timed;
        private long start;
        private long end;

        Pace(Sim.Body body) {
            this.body = body;
        }

        @Override
        public void run(Sim sim) throws Exception {
            long now = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            if (schedules == 0 || schedules == WARM_UP) {
                start = now;
                timed = 0;
            }
            body.run(sim);
            schedules++;
            timed++;
            end = now;
        }

        double perSecond() {
            return Math.max(1, timed - 1) / Math.max(1e-9, (end - start) / 1e9);
        }
    }

    private int find(Exhibit exhibit, Finder finder, long seed) throws InterruptedException {
        SimFailure failure =
                Sim.explore(
                                exhibit.config(finder, seed).withSchedules(most).withShrinks(false),
                                exhibit.buggy())
                        .failure()
                        .orElse(null);
        if (failure == null) {
            return NEVER;
        }
        if (failure.kind() != exhibit.kind()) {
            throw new Surprise(exhibit, finder, failure);
        }
        return (int) failure.schedule();
    }

    String toMarkdown() {
        int columns = Finder.values().length;
        var text = new StringBuilder("| bug | shows as |");
        for (Finder finder : Finder.values()) {
            text.append(" `").append(finder).append("` |");
        }
        text.append(" schedules/s |\n|---|---|").append("---:|".repeat(columns + 1)).append('\n');
        for (int i = 0; i < rows.size(); i += columns) {
            List<Row> line = rows.subList(i, i + columns);
            Exhibit exhibit = line.getFirst().exhibit();
            String medians =
                    line.stream()
                            .map(row -> row.median() == NEVER ? "> " + most : "" + row.median())
                            .collect(Collectors.joining(" | "));
            double perSecond = line.stream().mapToDouble(Row::perSecond).average().orElse(0);
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| **%s**: %s | %s | %s | %,d |\n",
                            exhibit.name(),
                            exhibit.wrong(),
                            exhibit.kind(),
                            medians,
                            100 * Math.round(perSecond / 100)));
        }
        return text.toString();
    }

    String toJson() {
        return rows.stream()
                .map(
                        row ->
                                String.format(
                                        Locale.ROOT,
                                        "  {\"bug\": \"%s\", \"kind\": \"%s\", \"strategy\":"
                                            + " \"%s\", \"median\": %s, \"worst\": %s, \"tried\":"
                                            + " %d, \"schedulesPerSecond\": %d}",
                                        row.exhibit().name(),
                                        row.exhibit().kind(),
                                        row.finder(),
                                        orNull(row.median()),
                                        orNull(row.worst()),
                                        most,
                                        Math.round(row.perSecond())))
                .collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    private static String orNull(int count) {
        return count == NEVER ? "null" : Integer.toString(count);
    }
}
