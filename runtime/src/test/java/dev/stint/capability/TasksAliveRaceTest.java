package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.config.Profile;
import dev.stint.config.SchedulerConfig;
import dev.stint.error.CapabilityExceededException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [SCHED:15.1.2] Several holders start tasks by rights to so many at once, while some are cancelled
 * and some fail: never are more alive, and in the end every place is free again.
 *
 * <p>{@code -Dstint.stress.seconds=N} sets how long, for each kind of core.
 */
@Timeout(3600)
class TasksAliveRaceTest {
    private static final long NANOS = Long.getLong("stint.stress.seconds", 2) * 1_000_000_000L;
    private static final int SEEDS = 100;
    private static final int HOLDERS = 4;
    private static final int TRIES = 30;
    private static final int SHARED = 5;
    private static final int EACH = 3;

    /** What is seen of the tasks by themselves. */
    private static final class Census {
        final AtomicInteger alive = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicInteger started = new AtomicInteger();
        final AtomicInteger refused = new AtomicInteger();
    }

    /** What a run came to; equal for equal runs. */
    private record Run(long hash, int most, int started, int refused) {}

    @ParameterizedTest
    @EnumSource
    void spawn_anySchedule_keepsTheLimit(Cores cores) throws Exception {
        int refused = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            long s = seed;
            Run run = run(c -> Setting.seeded(c, s).withWorkers(2).withCores(cores), true);
            Run again = run(c -> Setting.seeded(c, s).withWorkers(2).withCores(cores), true);
            assertThat(again).as("seed %d", seed).isEqualTo(run);
            refused += run.refused;
        }
        assertThat(refused).as("starts that were refused").isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void spawn_realThreads_keepsTheLimit(Cores cores) throws Exception {
        long until = System.nanoTime() + NANOS;
        do {
            run(c -> c.withWorkers(4).withCores(cores), false);
        } while (System.nanoTime() < until);
    }

    private static Run run(UnaryOperator<SchedulerConfig> config, boolean seeded) throws Exception {
        var seen = new Census();
        try (var scheduler = Scheduler.open(c -> config.apply(c).withProfile(Profile.SOVEREIGN))) {
            CapSpawn all = scheduler.tenant().issuer().spawn();
            CapSpawn shared = all.atMostAlive(SHARED);
            try (Nursery nursery = scheduler.nursery(n -> n.withCapabilities(all))) {
                for (int i = 0; i < HOLDERS; i++) {
                    CapSpawn mine = shared.atMostAlive(EACH);
                    nursery.spawn(
                            TaskOptions.defaults().withCapabilities(mine),
                            () -> {
                                startMany(seen);
                                assertThat(mine.aliveLeft()).isBetween(0L, (long) EACH);
                            });
                }
                nursery.join();
            }
            assertThat(shared.aliveLeft()).as("free in the end").isEqualTo(SHARED);
            assertThat(all.spawnsLeft()).isEqualTo(Budget.MOST - HOLDERS - seen.started.get());
            assertThat(seen.most.get()).isBetween(1, SHARED);
            return new Run(
                    seeded ? scheduler.traceHash() : 0,
                    seen.most.get(),
                    seen.started.get(),
                    seen.refused.get());
        }
    }

    private static void startMany(Census seen) throws InterruptedException {
        Nursery own = Stint.nursery(n -> n.withCancelOnError(false));
        for (int i = 0; i < TRIES; i++) {
            int kind = i % 5;
            try {
                Task<?> task = own.spawn(() -> live(seen, kind));
                seen.started.incrementAndGet();
                if (kind == 3) {
                    task.cancel();
                } else if (kind == 4) {
                    task.awaitOutcome();
                }
            } catch (CapabilityExceededException e) {
                seen.refused.incrementAndGet();
                Stint.yield();
            }
        }
        own.awaitAll();
    }

    private static void live(Census seen, int kind) throws InterruptedException {
        int now = seen.alive.incrementAndGet();
        seen.most.accumulateAndGet(now, Math::max);
        try {
            for (int i = 0; i < kind; i++) {
                Stint.yield();
            }
            if (kind == 2) {
                throw new IllegalStateException("on purpose");
            }
        } finally {
            seen.alive.decrementAndGet();
        }
    }
}
