package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.SideBySide;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [FIBER:sleep-queue] Timers and the virtual clock. */
class TimeTest {
    private static final int MANY = 200_000;

    @SideBySide
    @ParameterizedTest
    @EnumSource(Cores.class)
    void sleep_manyTasks_wakeInOrderOfDeadline(Cores cores) {
        Replay.with(cores, 3)
                .seeds(
                        0,
                        500,
                        scheduler -> {
                            List<Long> woken = new ArrayList<>();
                            scheduler.run(() -> sleepers(scheduler, woken));
                            List<Long> sorted = new ArrayList<>(woken);
                            Collections.sort(sorted);
                            assertThat(woken).hasSize(20).isEqualTo(sorted);
                        });
    }

    private static void sleepers(Scheduler scheduler, List<Long> woken) throws Exception {
        var random = new Random(7);
        List<Task<?>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            long millis = random.nextInt(50);
            all.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        Stint.sleep(Duration.ofMillis(millis));
                                        assertThat(Stint.nanoTime()).isEqualTo(millis * 1_000_000);
                                        woken.add(millis);
                                    }));
        }
        for (Task<?> task : all) {
            task.await();
        }
    }

    @SideBySide
    @Test
    void clock_whileAnythingRuns_standsStill() {
        Replay.with(Cores.VIRTUAL, 2)
                .seeds(
                        0,
                        50,
                        scheduler ->
                                scheduler.run(
                                        () -> {
                                            long before = Stint.nanoTime();
                                            for (int i = 0; i < 100; i++) {
                                                Stint.yield();
                                            }
                                            assertThat(Stint.nanoTime()).isEqualTo(before);
                                        }));
    }

    @SideBySide
    @ParameterizedTest
    @EnumSource(Cores.class)
    void sleep_tenHours_takesNoRealTime(Cores cores) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withCores(cores))) {
            long slept =
                    scheduler.run(
                            () -> {
                                Stint.sleep(Duration.ofHours(10));
                                return Stint.nanoTime();
                            });
            assertThat(Duration.ofNanos(slept)).isEqualTo(Duration.ofHours(10));
        }
    }

    @SideBySide
    @Test
    void sleep_forEver_saturates() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1))) {
            scheduler.run(() -> Stint.sleep(Duration.ofSeconds(Long.MAX_VALUE)));
        }
    }

    @SideBySide
    @Test
    void sleep_manyEqualDeadlines_allWake() throws Exception {
        assertThat(wokenOf(i -> 1_000)).isEqualTo(MANY);
    }

    @SideBySide
    @Test
    void sleep_manySpreadDeadlines_allWake() throws Exception {
        assertThat(wokenOf(i -> (i * 7919L) % 1_000_003)).isEqualTo(MANY);
    }

    private static int wokenOf(java.util.function.IntToLongFunction millis) throws Exception {
        var woken = new AtomicInteger();
        var patience = Duration.ofDays(1);
        try (var scheduler =
                        Scheduler.open(
                                c ->
                                        c.withSeed(1)
                                                .withWorkers(2)
                                                .withCores(Cores.BARE)
                                                .withCloseTimeout(patience));
                var nursery = scheduler.nursery()) {
            for (int i = 0; i < MANY; i++) {
                var duration = Duration.ofMillis(millis.applyAsLong(i));
                nursery.spawn(
                        () -> {
                            Stint.sleep(duration);
                            woken.incrementAndGet();
                        });
            }
        }
        return woken.get();
    }

    @SideBySide
    @ParameterizedTest
    @EnumSource(Cores.class)
    void await_withTimeout_timesOutOnTheVirtualClock(Cores cores) {
        Replay.with(cores, 2)
                .seeds(
                        0,
                        200,
                        scheduler ->
                                scheduler.run(
                                        () -> {
                                            Task<?> slow =
                                                    scheduler
                                                            .root()
                                                            .spawn(
                                                                    "slow",
                                                                    () ->
                                                                            Stint.sleep(
                                                                                    Duration
                                                                                            .ofHours(
                                                                                                    2)));
                                            assertThatThrownBy(
                                                            () -> slow.await(Duration.ofHours(1)))
                                                    .isInstanceOf(TimeoutException.class)
                                                    .hasMessageContaining("'slow'");
                                            assertThat(Stint.nanoTime())
                                                    .isEqualTo(Duration.ofHours(1).toNanos());
                                            slow.await();
                                        }));
    }

    @SideBySide
    @Test
    void await_outsideWithTimeout_timesOutOnTheVirtualClock() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1))) {
            Task<?> slow = scheduler.root().spawn(() -> Stint.sleep(Duration.ofDays(2)));
            assertThatThrownBy(() -> slow.await(Duration.ofDays(1)))
                    .isInstanceOf(TimeoutException.class);
            slow.await();
        }
    }
}
