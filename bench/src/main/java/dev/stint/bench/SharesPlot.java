package dev.stint.bench;

import dev.stint.bench.LinePlot.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * Shares over time, from a run that a seed decides: a tenant alone; one of twice its weight comes;
 * then one of ten times its weight; then the second leaves.
 */
final class SharesPlot {
    private static final int[] WEIGHTS = {1, 2, 10};
    private static final int ROUND = 5; // milliseconds
    private static final int ROUNDS = 80;
    private static final int COMES = 20; // the next of them
    private static final int LEAVES = 60; // the second

    private SharesPlot() {}

    static String svg() throws InterruptedException {
        var lines = new ArrayList<List<Point>>();
        for (int i = 0; i < WEIGHTS.length; i++) {
            lines.add(new ArrayList<>());
        }
        try (var run = new SharesRun(1)) {
            int there = 0;
            for (int round = 0; round < ROUNDS; round++) {
                if (there < WEIGHTS.length && round == there * COMES) {
                    run.join(WEIGHTS[there++]);
                }
                if (round == LEAVES) {
                    run.leave(1);
                }
                long[] before = had(run, there);
                run.run(ROUND);
                add(lines, before, had(run, there), (round + 0.5) * ROUND);
            }
        }
        var plot =
                new LinePlot(
                        "shares over time",
                        "per cent of one worker in each 5 ms of virtual work; one run under a seed",
                        "milliseconds of virtual work");
        for (int at = 0; at <= ROUNDS; at += COMES) {
            plot.mark(at * ROUND, Integer.toString(at * ROUND));
        }
        for (int i = 0; i < WEIGHTS.length; i++) {
            plot.line("weight " + WEIGHTS[i], lines.get(i));
        }
        return plot.svg();
    }

    private static long[] had(SharesRun run, int tenants) {
        long[] had = new long[tenants];
        for (int i = 0; i < tenants; i++) {
            had[i] = run.had(i);
        }
        return had;
    }

    private static void add(List<List<Point>> lines, long[] before, long[] after, double at) {
        long all = 0;
        for (int i = 0; i < after.length; i++) {
            all += after[i] - before[i];
        }
        for (int i = 0; i < after.length; i++) {
            lines.get(i).add(new Point(at, 100.0 * (after[i] - before[i]) / all));
        }
    }
}
