package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.config.SchedulerConfig;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.SpawnBudgetExhaustedException;
import dev.stint.error.StackOverflowException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryState;
import dev.stint.task.TaskCancelledException;
import dev.stint.tenant.Tenant;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nurseries as executors, on either driver and on either kind of core. */
class ExecutorContractTest {
    @Nested
    class ThreadsVirtual extends Contract {
        ThreadsVirtual() {
            super(c -> c.withCores(Cores.VIRTUAL));
        }
    }

    @Nested
    class ThreadsBare extends Contract {
        ThreadsBare() {
            super(c -> c.withCores(Cores.BARE));
        }
    }

    @Nested
    class SeededVirtual extends Contract {
        SeededVirtual() {
            super(c -> Setting.seeded(c.withCores(Cores.VIRTUAL), 7));
        }
    }

    @Nested
    class SeededBare extends Contract {
        SeededBare() {
            super(c -> Setting.seeded(c.withCores(Cores.BARE), 7));
        }
    }

    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    abstract static class Contract {
        private static final Duration LONG = Duration.ofHours(1);

        private final UnaryOperator<SchedulerConfig> config;

        Contract(UnaryOperator<SchedulerConfig> config) {
            this.config = config;
        }

        private Scheduler open() {
            return Scheduler.open(c -> config.apply(c.withWorkers(3)));
        }

        private void fromBothSides(ExecutorUse use) throws Exception {
            use.onBothSidesOf(open());
        }

        private static String sleepLong() throws InterruptedException {
            Stint.sleep(LONG);
            return "slept";
        }

        private static String fail(Exception e) throws Exception {
            throw e;
        }

        // ---- execute and submit

        @Test
        void execute_manyCommands_allRunBeforeCloseReturns() throws Exception {
            fromBothSides(
                    executor -> {
                        var ran = new AtomicInteger();
                        for (int i = 0; i < 500; i++) {
                            executor.execute(ran::incrementAndGet);
                        }
                        executor.close();
                        assertThat(ran.get()).isEqualTo(500);
                        assertThat(executor.isTerminated()).isTrue();
                    });
        }

        @Test
        void submit_threeWays_giveTheirValues() throws Exception {
            fromBothSides(
                    executor -> {
                        var ran = new AtomicInteger();
                        assertThat(executor.submit(() -> "called").get()).isEqualTo("called");
                        assertThat(executor.submit(() -> ran.set(1), "set").get()).isEqualTo("set");
                        Future<?> third = executor.submit(() -> ran.set(2));
                        assertThat(third.get()).isNull();
                        assertThat(third.isDone()).isTrue();
                        assertThat(third.isCancelled()).isFalse();
                        assertThat(third.cancel(true)).isFalse();
                        assertThat(third.state()).isEqualTo(Future.State.SUCCESS);
                        assertThat(ran.get()).isEqualTo(2);
                    });
        }

        @Test
        void submit_failing_isForTheHolderOfTheFuture() throws Exception {
            fromBothSides(
                    executor -> {
                        Future<String> future =
                                executor.submit(() -> fail(new IOException("broken")));
                        assertThatThrownBy(future::get)
                                .isInstanceOf(ExecutionException.class)
                                .hasMessageMatching("task \\d+ failed: java.io.IOException: broken")
                                .hasCauseInstanceOf(IOException.class);
                        assertThat(future.exceptionNow()).hasMessage("broken");
                        assertThat(future.isCancelled()).isFalse();
                    });
        }

        @Test
        void submit_failingInANurseryWhereAllMustSucceed_failsNothingElse() throws Exception {
            try (var scheduler = open();
                    Nursery nursery = scheduler.nursery()) {
                Future<String> future =
                        nursery.asExecutor().submit(() -> fail(new IOException("broken")));
                assertThatThrownBy(future::get).hasCauseInstanceOf(IOException.class);
                assertThat(nursery.state()).isEqualTo(NurseryState.OPEN);
                assertThat(nursery.<Integer>spawn(() -> 3).await()).isEqualTo(3);
            }
        }

        @Test
        void execute_failingInANurseryWhereAllMustSucceed_endsNothing() throws Exception {
            try (var scheduler = open()) {
                Nursery nursery = scheduler.nursery();
                ExecutorService executor = nursery.asExecutor();
                executor.execute(
                        () -> {
                            throw new IllegalStateException("broken");
                        });
                for (int i = 0; i < 10; i++) {
                    assertThat(executor.submit(() -> 3).get()).isEqualTo(3);
                }
                assertThat(nursery.state()).isEqualTo(NurseryState.OPEN);
                executor.close();
                nursery.close();
                assertThat(nursery.state()).isEqualTo(NurseryState.CLOSED);
            }
        }

        @Test
        void execute_failing_leavesTheSiblingsOfATenantsExecutorAlone() throws Exception {
            fromBothSides(
                    executor -> {
                        var survived = new AtomicInteger();
                        for (int i = 0; i < 20; i++) {
                            int n = i;
                            executor.execute(
                                    () -> {
                                        if (n % 2 == 0) {
                                            throw new IllegalStateException("broken");
                                        }
                                        survived.incrementAndGet();
                                    });
                        }
                        executor.shutdown();
                        assertThat(executor.awaitTermination(1, TimeUnit.HOURS)).isTrue();
                        assertThat(survived.get()).isEqualTo(10);
                    });
        }

        @Test
        void submit_endlessRecursion_failsTheFutureAlone() throws Exception {
            fromBothSides(
                    executor -> {
                        Future<Integer> deep = executor.submit(() -> Contract.depth(1));
                        assertThatThrownBy(deep::get)
                                .hasCauseInstanceOf(StackOverflowException.class);
                        assertThat(executor.submit(() -> 1).get()).isEqualTo(1);
                    });
        }

        private static int depth(int n) {
            return n <= 0 ? 0 : 1 + depth(n);
        }

        // ---- futures

        @Test
        void get_inTheTaskItself_isRefused() throws Exception {
            try (var scheduler = open();
                    var executor = scheduler.executor("self")) {
                var self = new AtomicReference<@Nullable Future<String>>();
                Future<String> future =
                        executor.submit(
                                () -> {
                                    while (self.get() == null) {
                                        Stint.yield();
                                    }
                                    return Objects.requireNonNull(self.get()).get();
                                });
                self.set(future);
                assertThatThrownBy(future::get)
                        .hasRootCauseInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("would wait for ever");
            }
        }

        @Test
        void get_withATimeout_saysWhatTheTaskIs() throws Exception {
            fromBothSides(
                    executor -> {
                        Future<String> future = executor.submit(Contract::sleepLong);
                        assertThatThrownBy(() -> future.get(5, TimeUnit.MILLISECONDS))
                                .isInstanceOf(TimeoutException.class)
                                .hasMessageContaining("had not ended after 5 MILLISECONDS");
                        assertThat(future.isDone()).isFalse();
                        assertThat(future.cancel(true)).isTrue();
                    });
        }

        @Test
        void cancel_running_isVisibleAtOnceAndEndsTheTask() throws Exception {
            fromBothSides(
                    executor -> {
                        var started = new AtomicBoolean();
                        var saw = new AtomicReference<@Nullable Exception>();
                        Future<String> future =
                                executor.submit(
                                        () -> {
                                            started.set(true);
                                            try {
                                                return sleepLong();
                                            } catch (InterruptedException e) {
                                                saw.set(e);
                                                throw e;
                                            }
                                        });
                        Future<?> other = executor.submit(() -> await(started));
                        other.get();
                        assertThat(future.cancel(true)).isTrue();
                        assertThat(future.isDone()).isTrue();
                        assertThat(future.isCancelled()).isTrue();
                        assertThat(future.cancel(true)).isFalse();
                        assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
                        executor.close();
                        assertThat(saw.get()).isInstanceOf(TaskCancelledException.class);
                    });
        }

        private static @Nullable Void await(AtomicBoolean flag) throws InterruptedException {
            while (!flag.get()) {
                Stint.yield();
            }
            return null;
        }

        @Test
        void cancel_taskThatDoesNotHear_stillCancelsTheFuture() throws Exception {
            fromBothSides(
                    executor -> {
                        var started = new AtomicBoolean();
                        var go = new AtomicBoolean();
                        Future<String> deaf =
                                executor.submit(
                                        () -> {
                                            started.set(true);
                                            while (!go.get()) {
                                                try {
                                                    Stint.sleep(Duration.ofMillis(1));
                                                } catch (InterruptedException e) {
                                                    Thread.onSpinWait();
                                                }
                                            }
                                            return "done all the same";
                                        });
                        executor.submit(() -> await(started)).get();
                        deaf.cancel(true);
                        assertThatThrownBy(deaf::get).isInstanceOf(CancellationException.class);
                        go.set(true);
                        executor.close();
                        assertThat(deaf.isCancelled()).isTrue();
                    });
        }

        @Test
        void cancel_whileAnotherWaits_wakesIt() throws Exception {
            fromBothSides(
                    executor -> {
                        Future<String> future = executor.submit(Contract::sleepLong);
                        Future<String> waiter =
                                executor.submit(
                                        () -> {
                                            try {
                                                return future.get();
                                            } catch (CancellationException e) {
                                                return "heard";
                                            }
                                        });
                        Future<?> canceller =
                                executor.submit(
                                        () -> {
                                            for (int i = 0; i < 10; i++) {
                                                Stint.yield();
                                            }
                                            return future.cancel(false);
                                        });
                        assertThat(waiter.get()).isEqualTo("heard");
                        assertThat(canceller.get()).isEqualTo(true);
                        executor.shutdownNow();
                    });
        }

        @Test
        void cancelWithoutInterrupt_unstarted_neverStarts_andRunning_runsOn() throws Exception {
            try (var scheduler = Scheduler.open(c -> config.apply(c.withWorkers(1)))) {
                scheduler.run(
                        () -> {
                            var ran = new AtomicInteger();
                            var started = new AtomicBoolean();
                            try (var executor = scheduler.executor("e")) {
                                Future<?> unstarted = executor.submit(ran::incrementAndGet);
                                assertThat(unstarted.cancel(false)).isTrue();
                                var go = new AtomicBoolean();
                                Future<?> running =
                                        executor.submit(
                                                () -> {
                                                    started.set(true);
                                                    await(go);
                                                    return ran.addAndGet(10);
                                                });
                                await(started);
                                assertThat(running.cancel(false)).isTrue();
                                go.set(true);
                            }
                            assertThat(ran.get()).isEqualTo(10);
                        });
            }
        }

        @Test
        void cancel_racingWithTheEnd_agreesWithWhatGetSays() throws Exception {
            try (var scheduler = open();
                    var executor = scheduler.executor("race")) {
                for (int i = 0; i < 300; i++) {
                    Future<String> future = executor.submit(() -> "value");
                    Future<Boolean> canceller = executor.submit(() -> future.cancel(true));
                    boolean got;
                    try {
                        got = future.get().equals("value");
                    } catch (CancellationException e) {
                        got = false;
                    }
                    assertThat(canceller.get()).isEqualTo(!got);
                    assertThat(future.isCancelled()).isEqualTo(!got);
                }
            }
        }

        // ---- ending

        @Test
        void shutdown_refusesNewTasksAndLetsTheOthersEnd() throws Exception {
            fromBothSides(
                    executor -> {
                        Future<String> before =
                                executor.submit(
                                        () -> {
                                            Stint.sleep(Duration.ofMillis(20));
                                            return "ended";
                                        });
                        assertThat(executor.isShutdown()).isFalse();
                        executor.shutdown();
                        assertThat(executor.isShutdown()).isTrue();
                        assertThat(executor.isTerminated()).isFalse();
                        assertThat(executor.awaitTermination(0, TimeUnit.SECONDS)).isFalse();
                        assertThatThrownBy(() -> executor.execute(() -> {}))
                                .isInstanceOf(RejectedExecutionException.class)
                                .hasCauseInstanceOf(NurseryNotActiveException.class)
                                .hasMessageContaining("it is CLOSING");
                        assertThatThrownBy(() -> executor.submit(() -> "x"))
                                .isInstanceOf(RejectedExecutionException.class);
                        assertThat(executor.awaitTermination(1, TimeUnit.HOURS)).isTrue();
                        assertThat(executor.isTerminated()).isTrue();
                        assertThat(before.get()).isEqualTo("ended");
                    });
        }

        @Test
        void shutdownNow_cancelsRunningAndUnstarted() throws Exception {
            fromBothSides(
                    executor -> {
                        List<Future<String>> futures = new ArrayList<>();
                        for (int i = 0; i < 20; i++) {
                            futures.add(executor.submit(Contract::sleepLong));
                        }
                        assertThat(executor.shutdownNow()).isEmpty();
                        assertThat(executor.awaitTermination(1, TimeUnit.HOURS)).isTrue();
                        for (Future<String> future : futures) { // as in the JDK
                            if (future.isCancelled()) {
                                assertThatThrownBy(future::get)
                                        .isInstanceOf(CancellationException.class)
                                        .hasMessageContaining("before it began");
                            } else {
                                assertThatThrownBy(future::get)
                                        .isInstanceOf(ExecutionException.class)
                                        .hasCauseInstanceOf(InterruptedException.class);
                            }
                        }
                        executor.shutdown(); // any number of times
                        executor.shutdownNow();
                    });
        }

        @Test
        void shutdownAndAwait_withoutClose_isEnoughInATask() throws Exception {
            try (var scheduler = open()) {
                scheduler.run(
                        () -> {
                            ExecutorService a = scheduler.executor("a");
                            ExecutorService b = scheduler.executor("b");
                            a.execute(() -> {});
                            a.shutdown();
                            assertThat(a.awaitTermination(1, TimeUnit.HOURS)).isTrue();
                            assertThat(b.submit(() -> 1).get()).isEqualTo(1);
                            b.shutdown();
                            assertThat(b.awaitTermination(1, TimeUnit.HOURS)).isTrue();
                        });
            }
        }

        @Test
        void submit_poolIsEmpty_isRejected() throws Exception {
            try (var scheduler = open();
                    Tenant poor =
                            scheduler.openTenant(
                                    t -> t.withName("poor").withBudget(Budget.ofOps(10)));
                    ExecutorService executor = poor.executor("e")) {
                assertThatThrownBy(() -> executor.submit(() -> "x"))
                        .isInstanceOf(RejectedExecutionException.class)
                        .hasCauseInstanceOf(SpawnBudgetExhaustedException.class);
            }
        }

        @Test
        @SuppressWarnings("NullAway") // null is what is tested
        void nulls_areRefusedAndNothingStarts() throws Exception {
            fromBothSides(
                    executor -> {
                        assertThatThrownBy(() -> executor.execute(null))
                                .isInstanceOf(NullPointerException.class);
                        assertThatThrownBy(() -> executor.submit((Runnable) null))
                                .isInstanceOf(NullPointerException.class);
                        assertThatThrownBy(() -> executor.submit((Callable<String>) null))
                                .isInstanceOf(NullPointerException.class);
                    });
        }

        // ---- with the JDK

        @Test
        void completableFutures_runTheirStagesAsTasks() throws Exception {
            try (var scheduler = open();
                    var executor = scheduler.executor("stages")) {
                var names = new ConcurrentLinkedQueue<Boolean>();
                CompletableFuture<Integer> chain =
                        CompletableFuture.supplyAsync(() -> note(names, 20), executor)
                                .thenApplyAsync(x -> note(names, x + 1), executor)
                                .thenCombineAsync(
                                        CompletableFuture.supplyAsync(
                                                () -> note(names, 21), executor),
                                        (x, y) -> note(names, x + y),
                                        executor);
                executor.submit(() -> {}).get(); // under a seed, time passes while somebody waits
                scheduler.run(
                        () -> {
                            while (!chain.isDone()) {
                                Stint.yield();
                            }
                        });
                assertThat(chain.join()).isEqualTo(42);
                assertThat(names).hasSize(4).containsOnly(true);
            }
        }

        private static int note(ConcurrentLinkedQueue<Boolean> inTask, int value) {
            inTask.add(Stint.currentTask().isPresent());
            return value;
        }

        @Test
        void completableFutures_failure_isTheStages() throws Exception {
            try (var scheduler = open();
                    var executor = scheduler.executor("stages")) {
                CompletableFuture<String> failed =
                        CompletableFuture.supplyAsync(
                                () -> {
                                    throw new IllegalStateException("broken");
                                },
                                executor);
                CompletableFuture<String> mended = failed.exceptionally(e -> "mended");
                executor.shutdown();
                assertThat(executor.awaitTermination(1, TimeUnit.HOURS)).isTrue();
                assertThat(mended.join()).isEqualTo("mended");
                assertThatThrownBy(failed::join).isInstanceOf(CompletionException.class);
            }
        }
    }

    @Test
    @Timeout(60)
    void cancel_onBareCores_neverInterruptsTheCarrier() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1).withCores(Cores.BARE));
                var executor = scheduler.executor("bare")) {
            for (int i = 0; i < 200; i++) {
                Future<?> future = executor.submit(Contract::sleepLong);
                executor.submit(() -> future.cancel(true)).get();
                assertThat(executor.submit(() -> Thread.currentThread().isInterrupted()).get())
                        .isFalse();
            }
        }
    }

    @Test
    @Timeout(60)
    void get_threadOutsideIsInterrupted_throws() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1));
                var executor = scheduler.executor("e")) {
            Future<?> future =
                    executor.submit(
                            () -> {
                                Stint.sleep(Duration.ofHours(1));
                                return 1;
                            });
            Thread.currentThread().interrupt();
            assertThatThrownBy(future::get).isInstanceOf(InterruptedException.class);
            assertThat(future.isDone()).isFalse();
            future.cancel(true);
        }
    }
}
