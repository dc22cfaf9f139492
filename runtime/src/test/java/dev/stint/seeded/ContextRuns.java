package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.context.ContextConfig;
import dev.stint.context.SchedulingContext;
import dev.stint.env.Faults;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * What tests of scheduling contexts share. The virtual clock stands still while anything can run,
 * so a budget in time is used by nobody, and the next period comes when all wait.
 */
abstract class ContextRuns {
    static final long PERIOD = Duration.ofMillis(10).toNanos();

    /** What taking one task counts as. */
    static final long STEP = 1_000;

    static final int LOOK = 500;

    /** How late a task may see that nothing is left. */
    static final long INTERVAL = 1_024;

    static Scheduler open(long seed, int workers) {
        return Scheduler.open(
                c ->
                        c.withSeed(seed)
                                .withWorkers(workers)
                                .withCloseTimeout(Duration.ofSeconds(10)));
    }

    static SchedulingContext context(
            Scheduler scheduler, long operations, UnaryOperator<ContextConfig> more) {
        return scheduler.openContext(
                c ->
                        more.apply(
                                c.withOperations(operations)
                                        .withTime(Duration.ofMillis(1))
                                        .withPeriod(Duration.ofNanos(PERIOD))));
    }

    static SchedulingContext context(Scheduler scheduler, long operations) {
        return context(scheduler, operations, UnaryOperator.identity());
    }

    static void work(long operations) throws InterruptedException {
        for (long done = 0; done < operations; done += LOOK) {
            Stint.checkpoint(LOOK);
        }
    }

    /** Works until it is cancelled. */
    static void spin(AtomicLong counter) throws InterruptedException {
        while (true) {
            counter.addAndGet(LOOK);
            Stint.checkpoint(LOOK);
        }
    }

    // ---- seeds, and the deaths of workers

    /** A run by chance, and what came of it. */
    interface Mixture {
        List<Object> run(long seed, Cores cores) throws Exception;
    }

    static void ensureSameTwice(int seeds, Cores cores, Mixture mixture) throws Exception {
        for (long seed = 0; seed < seeds; seed++) {
            List<Object> once = mixture.run(seed, cores);
            List<Object> again = mixture.run(seed, cores);

            assertThat(again).as("seed " + seed).isEqualTo(once);
        }
    }

    /** What is done in a scheduler of which a worker dies, and what must hold then. */
    interface Ordeal {
        void run(Scheduler scheduler, String about) throws Exception;
    }

    /** The same once for each point at which a worker may die. */
    static void killedAtEachPoint(Cores cores, Ordeal ordeal) throws Exception {
        int points = killedAt(-1, cores, ordeal);
        assertThat(points).isPositive();
        for (int nth = 0; nth < points; nth++) {
            killedAt(nth, cores, ordeal);
        }
    }

    /** With a death at the n-th point; returns how many there were. */
    private static int killedAt(int nth, Cores cores, Ordeal ordeal) throws Exception {
        var reached = new AtomicLong();
        Faults faults =
                new Faults() {
                    @Override
                    public void at(Point point, int worker) {
                        if (reached.getAndIncrement() == nth) {
                            throw new Error("killed at " + point);
                        }
                    }
                };
        try (var scheduler =
                Scheduler.open(
                        c -> c.withSeed(1).withWorkers(2).withCores(cores).withFaults(faults))) {
            ordeal.run(scheduler, "killed at " + nth);
        }
        return (int) reached.get();
    }

    static void ensureNothingIsLeft(SchedulingContext context, Object about) {
        var seen = context.snapshot();
        assertThat(seen.lent()).as("lent, %s", about).isZero();
        assertThat(seen.tasks()).as("tasks, %s", about).isZero();
        assertThat(seen.waiting()).as("waiting, %s", about).isZero();
    }
}
