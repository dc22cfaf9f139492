package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.sync.Latch;
import dev.stint.sync.Mutex;
import dev.stint.sync.RateLimiter;
import dev.stint.sync.Semaphore;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Timeouts, cancels and services at the same moments of the virtual clock: whatever the seed lets
 * win, nothing is lost.
 */
class SynchronisersTest {
    private static final int SEEDS = 100;
    private static final int TASKS = 8;

    /** What one of several tasks does. */
    @FunctionalInterface
    private interface Part {
        void run(Random random) throws Exception;
    }

    private static Duration upToThreeMillis(Random random) {
        return Duration.ofMillis(random.nextInt(4));
    }

    /** Runs the part in several tasks, of which some are cancelled in the middle. */
    private static void inSeveral(Part part) throws Exception {
        try (Nursery nursery = Stint.nursery()) {
            List<Task<?>> all = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
                var random = new Random(i);
                all.add(nursery.spawn(() -> part.run(random)));
            }
            for (int i = 0; i < TASKS; i += 3) {
                Stint.sleep(Duration.ofMillis(2));
                all.get(i).cancel();
            }
            nursery.awaitAll();
        }
    }

    private static void assertManySchedules(Cores cores, Replay.Program program) {
        assertThat(Replay.with(cores, 3).seeds(0, SEEDS, program)).hasSizeGreaterThan(SEEDS / 2);
    }

    @ParameterizedTest
    @EnumSource
    void semaphore_keepsItsPermits(Cores cores) {
        assertManySchedules(
                cores,
                scheduler -> {
                    var semaphore = Semaphore.bounded(3);
                    int[] inside = {0};
                    scheduler.run(
                            () -> inSeveral(random -> acquireOften(semaphore, inside, random)));
                    assertThat(semaphore.snapshot()).isEqualTo(new Semaphore.Snapshot("", 3, 3, 0));
                });
    }

    private static void acquireOften(Semaphore semaphore, int[] inside, Random random)
            throws InterruptedException {
        for (int i = 0; i < 6; i++) {
            int wanted = 1 + random.nextInt(3);
            if (random.nextBoolean()) {
                semaphore.acquire(wanted);
            } else if (!semaphore.acquire(wanted, upToThreeMillis(random))) {
                continue;
            }
            try {
                inside[0] += wanted;
                assertThat(inside[0]).isLessThanOrEqualTo(3);
                Stint.sleep(upToThreeMillis(random));
            } finally {
                inside[0] -= wanted;
                semaphore.release(wanted);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void mutex_hasOneOwnerAtATime(Cores cores) {
        assertManySchedules(
                cores,
                scheduler -> {
                    var mutex = Mutex.unlocked();
                    int[] inside = {0};
                    scheduler.run(() -> inSeveral(random -> lockOften(mutex, inside, random)));
                    assertThat(mutex.snapshot()).isEqualTo(new Mutex.Snapshot("", "", 0));
                });
    }

    private static void lockOften(Mutex mutex, int[] inside, Random random)
            throws InterruptedException {
        for (int i = 0; i < 6; i++) {
            var guard = mutex.lock(upToThreeMillis(random).plusMillis(1));
            if (guard.isPresent()) {
                try (var _ = guard.get()) {
                    inside[0]++;
                    assertThat(inside[0]).isOne();
                    Stint.sleep(upToThreeMillis(random));
                } finally {
                    inside[0]--;
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void latch_opensForAllOrTheyGiveUp(Cores cores) {
        assertManySchedules(
                cores,
                scheduler -> {
                    var latch = Latch.of(TASKS / 2);
                    scheduler.run(
                            () ->
                                    inSeveral(
                                            random -> {
                                                Stint.sleep(upToThreeMillis(random));
                                                latch.countDown();
                                                if (!latch.await(upToThreeMillis(random))) {
                                                    latch.await();
                                                }
                                                assertThat(latch.isOpen()).isTrue();
                                            }));
                    assertThat(latch.snapshot().waiting()).isZero();
                });
    }

    @ParameterizedTest
    @EnumSource
    void rateLimiter_isNeverFasterThanItsPaceNorSlower(Cores cores) {
        assertManySchedules(
                cores,
                scheduler -> {
                    var limiter = RateLimiter.of(1, Duration.ofMillis(1), 2);
                    int[] taken = {0};
                    scheduler.run(
                            () -> {
                                inSeveral(random -> takeOften(limiter, taken, random));
                                assertThat(limiter.snapshot().waiting()).isZero();
                                Stint.sleep(Duration.ofMillis(2)); // it has gathered all it keeps
                                assertThat(limiter.tryAcquire(2)).isTrue();
                                assertThat(limiter.tryAcquire()).isFalse();
                            });
                });
    }

    private static void takeOften(RateLimiter limiter, int[] taken, Random random)
            throws InterruptedException {
        for (int i = 0; i < 6; i++) {
            int wanted = 1 + random.nextInt(2);
            if (random.nextBoolean()) {
                limiter.acquire(wanted);
            } else if (!limiter.acquire(wanted, upToThreeMillis(random))) {
                continue;
            }
            taken[0] += wanted;
            assertThat(taken[0]).isLessThanOrEqualTo((int) (2 + Stint.nanoTime() / 1_000_000));
        }
    }
}
