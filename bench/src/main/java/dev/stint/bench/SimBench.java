package dev.stint.bench;

import dev.stint.nursery.Nursery;
import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimResult;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does one simulated schedule of a small program cost? Everything is in it: a scheduler that
 * is opened, used, looked through and closed. One thread; the figure says nothing about programs
 * with more steps.
 */
public class SimBench {
    /** Each reads and writes so often: with the starts some twenty steps in all. */
    private static final int TIMES = 5;

    private static final int LEAST_STEPS = 20;

    @Benchmark
    public void schedules(FloorState state) throws Exception {
        Strategy strategy = strategyOf(Impl.of(state.impl));
        long schedules = 0;
        while (schedules < state.size) { // whoever tries all begins again when there are no more
            int left = (int) (state.size - schedules);
            SimResult result =
                    Sim.explore(
                            c -> c.withStrategy(strategy).withSchedules(left), SimBench::program);
            result.throwIfFailed();
            Check.atLeast(
                    "a schedule has at least %d steps, not %d",
                    LEAST_STEPS, result.steps() / result.schedules());
            schedules += result.schedules();
        }
    }

    private static Strategy strategyOf(Impl impl) {
        return switch (impl) {
            case SIM_RANDOM -> Strategy.random();
            case SIM_PCT -> Strategy.pct(3);
            case SIM_POS -> Strategy.pos();
            case SIM_ROUND_ROBIN -> Strategy.roundRobin();
            case SIM_EXHAUSTIVE -> Strategy.exhaustive(2);
            default -> throw new IllegalArgumentException(impl.label() + " is no strategy");
        };
    }

    private static void program(Sim sim) throws Exception {
        var shared = new SharedInt();
        sim.run(
                nursery -> {
                    count(nursery, shared);
                    count(nursery, shared);
                });
    }

    private static void count(Nursery nursery, SharedInt shared) {
        nursery.spawn(
                () -> {
                    for (int i = 0; i < TIMES; i++) {
                        shared.set(shared.get() + 1);
                    }
                });
    }
}
