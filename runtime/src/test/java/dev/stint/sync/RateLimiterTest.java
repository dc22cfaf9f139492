package dev.stint.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class RateLimiterTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    // ---- on a clock that only moves as it must

    private static void underSeed(Cores cores, dev.stint.task.Action body) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(5).withCores(cores).withWorkers(2))) {
            scheduler.run(body);
        }
    }

    private static long millis() {
        return Stint.nanoTime() / 1_000_000;
    }

    @ParameterizedTest
    @EnumSource
    void acquire_underASeed_comesAtTheExactMoments(Cores cores) throws Exception {
        underSeed(
                cores,
                () -> {
                    var limiter = RateLimiter.of(10, SECOND, 3);
                    List<Long> at = new ArrayList<>();
                    for (int i = 0; i < 6; i++) {
                        limiter.acquire();
                        at.add(millis());
                    }
                    Stint.sleep(Duration.ofSeconds(60)); // gathers no more than the burst
                    for (int i = 0; i < 4; i++) {
                        limiter.acquire();
                        at.add(millis());
                    }
                    assertThat(at)
                            .containsExactly(
                                    0L, 0L, 0L, 100L, 200L, 300L, 60_300L, 60_300L, 60_300L,
                                    60_400L);
                });
    }

    @Test
    void acquire_rateThatDoesNotDivide_losesNothing() throws Exception {
        underSeed(
                Cores.VIRTUAL,
                () -> {
                    var limiter = RateLimiter.of(3, SECOND);
                    for (int i = 0; i < 3001; i++) {
                        limiter.acquire();
                    }
                    assertThat(Stint.nanoTime()).isEqualTo(Duration.ofSeconds(1000).toNanos());
                });
    }

    @ParameterizedTest
    @EnumSource
    void acquire_severalWait_servedInOrderAndMoveUpWhenOneIsCancelled(Cores cores)
            throws Exception {
        underSeed(
                cores,
                () -> {
                    var limiter = RateLimiter.of(1, SECOND, 5);
                    limiter.acquire(5);
                    List<String> served = Collections.synchronizedList(new ArrayList<>());
                    try (Nursery nursery = Stint.nursery()) {
                        List<Task<?>> all = new ArrayList<>();
                        for (int i = 0; i < 5; i++) {
                            int number = i;
                            all.add(
                                    nursery.spawn(
                                            () -> {
                                                limiter.acquire(number == 2 ? 5 : 1);
                                                served.add(number + " at " + millis());
                                            }));
                            while (limiter.snapshot().waiting() < number + 1) {
                                Stint.yield();
                            }
                        }
                        Stint.sleep(Duration.ofMillis(2500)); // the third waits for time now
                        all.get(2).cancel();
                        nursery.awaitAll();
                    }
                    assertThat(served)
                            .containsExactly("0 at 1000", "1 at 2000", "3 at 3000", "4 at 4000");
                    assertThat(limiter.snapshot().waiting()).isZero();
                });
    }

    @ParameterizedTest
    @EnumSource
    void acquire_oneInTheLineIsCancelled_thoseBehindComeSooner(Cores cores) throws Exception {
        underSeed(
                cores,
                () -> {
                    var limiter = RateLimiter.of(1, SECOND);
                    limiter.acquire();
                    try (Nursery nursery = Stint.nursery()) {
                        List<Task<Long>> all = new ArrayList<>();
                        for (int i = 0; i < 4; i++) {
                            int number = i;
                            all.add(
                                    nursery.spawn(
                                            () -> {
                                                limiter.acquire();
                                                return millis();
                                            }));
                            while (limiter.snapshot().waiting() < number + 1) {
                                Stint.yield();
                            }
                        }
                        all.get(1).cancel();
                        assertThat(all.get(0).await()).isEqualTo(1000);
                        assertThat(all.get(2).await()).isEqualTo(2000);
                        assertThat(all.get(3).await()).isEqualTo(3000);
                        assertThatThrownBy(() -> all.get(1).await())
                                .isInstanceOf(CancellationException.class);
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void acquire_timeout_isFalseAsSoonAsItIsCertain(Cores cores) throws Exception {
        underSeed(
                cores,
                () -> {
                    var limiter = RateLimiter.of(1, SECOND, 2);
                    limiter.acquire(2);
                    assertThat(limiter.tryAcquire()).isFalse();
                    assertThat(limiter.acquire(Duration.ofMillis(999))).isFalse();
                    assertThat(millis()).isZero();
                    assertThat(limiter.acquire(SECOND)).isTrue();
                    assertThat(millis()).isEqualTo(1000);
                    try (Nursery nursery = Stint.nursery()) {
                        Task<?> first = nursery.spawn(() -> limiter.acquire(2));
                        while (limiter.snapshot().waiting() == 0) {
                            Stint.yield();
                        }
                        assertThat(limiter.tryAcquire()).isFalse(); // it is not its turn
                        assertThat(limiter.acquire(Duration.ofMillis(500))).isFalse();
                        assertThat(millis()).isEqualTo(1500); // it could have been cancelled
                        Stint.sleep(Duration.ofMillis(600));
                        assertThat(limiter.tryAcquire()).isFalse(); // there is one, for the first
                        first.await();
                        assertThat(millis()).isEqualTo(3000);
                    }
                    assertThat(limiter.snapshot().waiting()).isZero();
                });
    }

    @Test
    void acquire_byTheThreadThatDrivesASeed_takesVirtualTime() throws Exception {
        var limiter = RateLimiter.of(1, Duration.ofHours(1));
        try (var scheduler = Scheduler.open(c -> c.withSeed(1))) {
            limiter.acquire();
            limiter.acquire();
            limiter.acquire();
            long passed = scheduler.run(() -> Stint.nanoTime());
            assertThat(Duration.ofNanos(passed)).isEqualTo(Duration.ofHours(2));
        }
    }

    @Test
    void acquire_underOneClockAfterTheOther_keepsWhatIsOwed() throws Exception {
        var limiter = RateLimiter.of(1, SECOND);
        for (int run = 0; run < 3; run++) {
            boolean first = run == 0;
            try (var scheduler = Scheduler.open(c -> c.withSeed(1))) {
                long waited =
                        scheduler.run(
                                () -> {
                                    limiter.acquire();
                                    long then = millis();
                                    Stint.sleep(Duration.ofMillis(600));
                                    return then;
                                });
                assertThat(waited).isEqualTo(first ? 0 : 400);
            }
        }
    }

    // ---- everywhere

    @ParameterizedTest
    @EnumSource
    void acquire_everywhere_keepsThePace(Setting on) throws Exception {
        on.everywhere(
                place -> {
                    var limiter = RateLimiter.of(1000, SECOND, 10).named("calls");
                    try (Nursery nursery = place.open()) {
                        Task<Long> took =
                                nursery.spawn(
                                        () -> {
                                            long from = Stint.nanoTime();
                                            for (int i = 0; i < 10; i++) {
                                                limiter.acquire(2);
                                            }
                                            return Stint.nanoTime() - from;
                                        });
                        // 10 are there; the other 10 take a millisecond each
                        assertThat(took.await())
                                .isGreaterThanOrEqualTo(Duration.ofMillis(10).toNanos());
                    }
                    limiter.acquire(10); // and whoever calls here waits, too
                    assertThat(limiter.acquire(10, Duration.ofNanos(1))).isFalse();
                    assertThat(limiter.snapshot())
                            .isEqualTo(new RateLimiter.Snapshot("calls", 10, 0));
                });
    }

    @Test
    void acquire_interruptedOutside_givesItsPlaceBack() throws Exception {
        var limiter = RateLimiter.of(1, Duration.ofDays(1));
        assertThat(limiter.tryAcquire()).isTrue();
        Thread.currentThread().interrupt();
        assertThatThrownBy(limiter::acquire).isInstanceOf(InterruptedException.class);
        assertThat(limiter.snapshot().waiting()).isZero();
    }

    @Test
    void acquire_costsOneOperation() throws Exception {
        underSeed(
                Cores.VIRTUAL,
                () -> {
                    var limiter = RateLimiter.of(1, SECOND);
                    long before = Stint.budgetLeft().ops();
                    limiter.acquire();
                    limiter.acquire();
                    limiter.tryAcquire();
                    assertThat(before - Stint.budgetLeft().ops()).isEqualTo(3);
                });
    }

    @Test
    void badInput_isRefused() {
        assertThatThrownBy(() -> RateLimiter.of(0, SECOND))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than 0");
        assertThatThrownBy(() -> RateLimiter.of(1, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RateLimiter.of(1, SECOND, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RateLimiter.of(1, Duration.ofDays(1000), Long.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("smaller burst");
        var limiter = RateLimiter.of(1, SECOND, 2);
        assertThatThrownBy(() -> limiter.acquire(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 2");
        assertThatThrownBy(() -> limiter.tryAcquire(0))
                .isInstanceOf(IllegalArgumentException.class);
        RateLimiter.of(Long.MAX_VALUE, Duration.ofDays(50_000), 1); // as large as they come
    }
}
