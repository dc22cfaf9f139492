package dev.stint.seeded;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.context.ContextConfig;
import dev.stint.context.SchedulingContext;
import java.time.Duration;
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
}
