package dev.stint.verify.inside;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Profile;
import dev.stint.supervisor.ChildSpec;
import dev.stint.supervisor.Restart;
import dev.stint.task.Outcome;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.SimConfig.Picks;
import dev.stint.testkit.config.Strategy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A supervisor whose child fails, is started again and ends, while somebody may shut it down. Only
 * profile CLUSTER has supervisors, and a simulation has another one: so this is a scheduler of its
 * own for each seed, which the strategies decide for.
 */
final class Supervisors {
    static final String NAME = "Supervisor";

    private static final List<Strategy> STRATEGIES =
            List.of(Strategy.pct(2), Strategy.pct(3), Strategy.random());

    private Supervisors() {}

    /** What is wrong; empty if nothing is. */
    static String explore(int schedules, long[] tried) {
        for (int seed = 0; seed < schedules; seed++) {
            Strategy strategy = STRATEGIES.get(seed % STRATEGIES.size());
            Sections.forget();
            tried[0]++;
            try {
                run(strategy, seed);
            } catch (Exception | AssertionError e) {
                return "FAILED under " + strategy + ", seed " + seed + ": " + e;
            }
        }
        return "";
    }

    private static void run(Strategy strategy, long seed) throws Exception {
        try (Scheduler scheduler =
                Scheduler.open(
                        c ->
                                c.withSeed(seed)
                                        .withWorkers(1)
                                        .withProfile(Profile.CLUSTER)
                                        .withDecisions(
                                                Sim.decisions(strategy, Picks.TASKS, seed)))) {
            var starts = new AtomicInteger();
            var child =
                    ChildSpec.of("child", () -> failAtFirst(starts)).withRestart(Restart.TRANSIENT);
            boolean isShutDown = seed % 2 == 0;
            var supervisor = scheduler.supervise(s -> s.withChild(child));
            if (isShutDown) {
                scheduler.root().spawn(supervisor::shutdown);
            }
            boolean isWell = supervisor.task().awaitOutcome() instanceof Outcome.Success<?>;
            if (!isWell || starts.get() > 2 || (!isShutDown && starts.get() < 2)) {
                throw new AssertionError(
                        supervisor.task().tryOutcome() + " after " + starts + " starts");
            }
        }
    }

    private static void failAtFirst(AtomicInteger starts) throws InterruptedException {
        Stint.yield(); // so that it ends when its supervisor is about to wait
        if (starts.incrementAndGet() == 1) {
            throw new IllegalStateException("the first start");
        }
    }
}
