package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the JDK promises of scheduled executors and of threads, held by the views of a nursery. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TimetableContractTest {
    /** By the virtual clock, so that every time is exact. */
    @Nested
    class Virtual {
        private final Scheduler scheduler =
                Setting.SEEDED_VIRTUAL.open(c -> c.withUncaught(failure -> {}));
        private final List<Long> times = new ArrayList<>();

        @AfterEach
        void close() {
            scheduler.close(); // or this thread would go on waiting by its clock
        }

        private long millis() {
            return TimeUnit.NANOSECONDS.toMillis(dev.stint.internal.task.Outside.clock().nanos());
        }

        private void pass(long millis) throws InterruptedException {
            scheduler.run(() -> Stint.sleep(Duration.ofMillis(millis)));
        }

        @Test
        void schedule_runsOnceWhenItIsDue() throws Exception {
            try (var executor = scheduler.scheduledExecutor("later")) {
                ScheduledFuture<String> later =
                        executor.schedule(() -> "done", 100, TimeUnit.MILLISECONDS);

                assertThat(later.getDelay(TimeUnit.MILLISECONDS)).isEqualTo(100);
                assertThat(later.isDone()).isFalse();
                assertThat(later.get()).isEqualTo("done");
                assertThat(later.getDelay(TimeUnit.MILLISECONDS)).isLessThanOrEqualTo(0);
            }
        }

        @Test
        void fixedRate_isNotMovedByHowLongARunTakes() throws Exception {
            var executor = scheduler.scheduledExecutor("rate");
            var _ = executor.scheduleAtFixedRate(() -> work(30), 10, 100, TimeUnit.MILLISECONDS);
            pass(350);
            executor.shutdownNow();
            assertThat(steps()).containsExactly(100L, 100L, 100L);
        }

        @Test
        void fixedRate_behind_catchesUpAndNeverOverlaps() throws Exception {
            var executor = scheduler.scheduledExecutor("rate");
            var first = new AtomicInteger();
            var _ =
                    executor.scheduleAtFixedRate(
                            () -> work(first.getAndIncrement() == 0 ? 250 : 0),
                            0,
                            100,
                            TimeUnit.MILLISECONDS);
            pass(420);
            executor.shutdownNow();
            assertThat(steps()).containsExactly(250L, 0L, 50L, 100L);
        }

        @Test
        void fixedDelay_countsFromTheEndOfARun() throws Exception {
            var executor = scheduler.scheduledExecutor("delay");
            var _ = executor.scheduleWithFixedDelay(() -> work(30), 10, 100, TimeUnit.MILLISECONDS);
            pass(350);
            executor.shutdownNow();
            assertThat(steps()).containsExactly(130L, 130L);
        }

        private void work(long takes) {
            times.add(millis());
            try {
                Stint.sleep(Duration.ofMillis(takes));
            } catch (InterruptedException e) {
                throw new CancellationException("ended");
            }
        }

        private List<Long> steps() {
            var steps = new ArrayList<Long>();
            for (int i = 1; i < times.size(); i++) {
                steps.add(times.get(i) - times.get(i - 1));
            }
            return steps;
        }

        @Test
        void periodic_fails_isNotRunAgain() throws Exception {
            var runs = new AtomicInteger();
            try (var executor = scheduler.scheduledExecutor("fails")) {
                ScheduledFuture<?> future =
                        executor.scheduleAtFixedRate(
                                () -> {
                                    if (runs.incrementAndGet() == 3) {
                                        throw new IllegalStateException("third");
                                    }
                                },
                                0,
                                10,
                                TimeUnit.MILLISECONDS);
                assertThatThrownBy(future::get)
                        .isInstanceOf(ExecutionException.class)
                        .hasRootCauseMessage("third");
                pass(100);
            }
            assertThat(runs).hasValue(3);
        }

        @Test
        void shutdown_runsDelayedOnesAndEndsPeriodicOnes() throws Exception {
            ScheduledExecutorService executor = scheduler.scheduledExecutor("both");
            ScheduledFuture<String> delayed = executor.schedule(() -> "ran", 1, TimeUnit.HOURS);
            ScheduledFuture<?> periodic =
                    executor.scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.HOURS);
            pass(10);

            executor.shutdown();

            assertThat(periodic.isCancelled()).isTrue();
            assertThatThrownBy(periodic::get).isInstanceOf(CancellationException.class);
            assertThat(executor.isShutdown()).isTrue();
            assertThat(executor.isTerminated()).isFalse();
            assertThatThrownBy(() -> executor.schedule(() -> {}, 1, TimeUnit.SECONDS))
                    .isInstanceOf(RejectedExecutionException.class);
            assertThat(executor.awaitTermination(2, TimeUnit.HOURS)).isTrue();
            assertThat(delayed.get()).isEqualTo("ran");
        }

        @Test
        void shutdownNow_endsAll() throws Exception {
            ScheduledExecutorService executor = scheduler.scheduledExecutor("all");
            ScheduledFuture<?> delayed = executor.schedule(() -> {}, 1, TimeUnit.HOURS);

            executor.shutdownNow();

            assertThat(executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
            assertThat(delayed.isCancelled()).isTrue();
        }

        @Test
        void cancel_ofOneThatWaits_endsItAtOnce() throws Exception {
            try (var executor = scheduler.scheduledExecutor("cancel")) {
                var ran = new AtomicInteger();
                ScheduledFuture<?> future =
                        executor.schedule(ran::incrementAndGet, 1, TimeUnit.HOURS);
                pass(1);
                assertThat(future.cancel(false)).isTrue();
                assertThat(future.cancel(true)).isFalse();
                executor.shutdown();
                assertThat(executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
                assertThat(ran).hasValue(0);
            }
        }

        @Test
        void arguments_thatAreWrong_areRefused() {
            try (var executor = scheduler.scheduledExecutor("wrong")) {
                assertThatThrownBy(
                                () ->
                                        executor.scheduleAtFixedRate(
                                                () -> {}, 0, 0, TimeUnit.SECONDS))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("a period must be positive, not 0 SECONDS");
                assertThatThrownBy(
                                () ->
                                        executor.scheduleWithFixedDelay(
                                                () -> {}, 0, -1, TimeUnit.SECONDS))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }

        @Test
        void futures_areInTheOrderInWhichTheyAreDue() {
            var executor = scheduler.scheduledExecutor("order");
            var soon = executor.schedule(() -> {}, 1, TimeUnit.SECONDS);
            var late = executor.schedule(() -> {}, 2, TimeUnit.SECONDS);
            assertThat(soon.compareTo(late)).isNegative();
            executor.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"THREADS_VIRTUAL", "THREADS_BARE"})
    void fixedRate_onThreads_runsUntilItIsCancelled(Setting setting) throws Exception {
        try (var scheduler = setting.open();
                var executor = scheduler.scheduledExecutor("real")) {
            var three = new java.util.concurrent.CountDownLatch(3);
            ScheduledFuture<?> future =
                    executor.scheduleAtFixedRate(three::countDown, 0, 1, TimeUnit.MILLISECONDS);
            three.await();
            assertThat(future.cancel(false)).isTrue();
            assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
        }
    }

    // ---- threads

    @ParameterizedTest
    @EnumSource(names = {"THREADS_VIRTUAL", "THREADS_BARE"})
    void thread_ofANursery_isATaskOfIt(Setting setting) throws Exception {
        try (var scheduler = setting.open()) {
            var nurseryOf = new AtomicReference<Long>(-1L);
            scheduler.runInNursery(
                    nursery -> {
                        Thread thread =
                                thread(
                                        nursery.asThreadFactory()
                                                .newThread(
                                                        () ->
                                                                nurseryOf.set(
                                                                        Stint.currentTask()
                                                                                .orElseThrow()
                                                                                .nurseryId())));
                        assertThat(thread.isAlive()).isFalse();
                        thread.start();
                        thread.join();
                        assertThat(nurseryOf.get()).isEqualTo(nursery.id());
                    });
        }
    }

    private static Thread thread(@org.jspecify.annotations.Nullable Thread made) {
        return Objects.requireNonNull(made);
    }

    @Test
    void thread_interrupted_hasItsTaskCancelled() throws Exception {
        try (var scheduler = Setting.THREADS_VIRTUAL.open()) {
            var ended = new AtomicInteger();
            scheduler.runInNursery(
                    nursery -> {
                        Thread thread =
                                thread(
                                        nursery.asThreadFactory()
                                                .newThread(
                                                        () -> {
                                                            try {
                                                                Stint.sleep(Duration.ofHours(1));
                                                            } catch (InterruptedException e) {
                                                                ended.incrementAndGet();
                                                            }
                                                        }));
                        thread.start();
                        while (nursery.children().isEmpty()) {
                            Thread.onSpinWait();
                        }
                        thread.interrupt();
                        thread.join();
                        assertThat(ended.get()).isBetween(0, 1); // 0: before it had begun
                        assertThat(nursery.children()).isEmpty();
                    });
        }
    }

    @Test
    void thread_thatFails_tellsItsHandlerAndEndsNothingElse() throws Exception {
        var told = new ConcurrentLinkedQueue<Throwable>();
        try (var scheduler = Setting.THREADS_VIRTUAL.open()) {
            scheduler.runInNursery(
                    nursery -> {
                        Thread thread =
                                thread(
                                        nursery.asThreadFactory()
                                                .newThread(
                                                        () -> {
                                                            throw new IllegalStateException("no");
                                                        }));
                        thread.setUncaughtExceptionHandler((who, e) -> told.add(e));
                        thread.start();
                        thread.join();
                        assertThat(told).singleElement().asString().contains("no");
                        assertThat(nursery.spawn(() -> 1).await()).isEqualTo(1);
                    });
        }
    }

    @Test
    void factory_ofANurseryThatIsSealed_makesNone() throws Exception {
        try (var scheduler = Setting.THREADS_VIRTUAL.open()) {
            scheduler.runInNursery(
                    nursery -> {
                        nursery.seal();
                        assertThat(nursery.asThreadFactory().newThread(() -> {})).isNull();
                    });
        }
    }
}
