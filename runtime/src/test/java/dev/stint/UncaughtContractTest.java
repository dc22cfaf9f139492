package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.actor.Actor;
import dev.stint.config.SchedulerConfig;
import dev.stint.error.TaskFailedException;
import dev.stint.event.DrainReport;
import dev.stint.event.Event;
import dev.stint.event.TaskFailure;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who hears of a task that has failed and that nobody awaits. */
class UncaughtContractTest {
    private static final Duration LONG = Duration.ofHours(1);

    @Nested
    class ThreadsVirtual extends Contract {
        ThreadsVirtual() {
            super(Setting.THREADS_VIRTUAL);
        }
    }

    @Nested
    class ThreadsBare extends Contract {
        ThreadsBare() {
            super(Setting.THREADS_BARE);
        }
    }

    @Nested
    class SeededVirtual extends Contract {
        SeededVirtual() {
            super(Setting.SEEDED_VIRTUAL);
        }

        @Test
        void failure_unawaited_isReportedWhenItsTimeIsUpAndNotBefore() throws Exception {
            try (var scheduler = open()) {
                scheduler.run(
                        () -> {
                            scheduler.root().spawn("late", Contract::fail);
                            Stint.sleep(Duration.ofMillis(999));
                            assertThat(told).isEmpty();
                            Stint.sleep(Duration.ofMillis(2));
                            assertThat(told).hasSize(1);
                        });
            }
        }

        @Test
        void runs_withFailures_areTheSameUnderTheSameSeed() throws Exception {
            assertThat(hashOfARun()).isEqualTo(hashOfARun());
        }

        private long hashOfARun() throws Exception {
            try (var scheduler = open()) {
                for (int i = 0; i < 20; i++) {
                    scheduler.root().spawn(Contract::fail);
                }
                scheduler.run(() -> Stint.sleep(Duration.ofSeconds(5)));
                return scheduler.traceHash();
            }
        }
    }

    @Nested
    class SeededBare extends Contract {
        SeededBare() {
            super(Setting.SEEDED_BARE);
        }
    }

    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    abstract static class Contract {
        private final Setting setting;
        final ConcurrentLinkedQueue<TaskFailure> told = new ConcurrentLinkedQueue<>();
        private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
        private final CountDownLatch first = new CountDownLatch(1);

        Contract(Setting setting) {
            this.setting = setting;
        }

        Scheduler open() {
            return open(UnaryOperator.identity());
        }

        private Scheduler open(UnaryOperator<SchedulerConfig> more) {
            return setting.open(
                    c ->
                            more.apply(
                                    c.withUncaught(
                                                    failure -> {
                                                        told.add(failure);
                                                        first.countDown();
                                                    })
                                            .withSink(events::add)));
        }

        static void fail() {
            throw new IllegalStateException("on purpose");
        }

        private List<String> whoFailed() {
            return told.stream().map(TaskFailure::who).toList();
        }

        private DrainReport closing() {
            return events.stream()
                    .filter(Event.Closed.class::isInstance)
                    .map(e -> ((Event.Closed) e).report())
                    .findFirst()
                    .orElseThrow();
        }

        /** A failure at once, whatever comes after it. */
        private void awaitFirst(Scheduler scheduler) throws InterruptedException {
            if (setting.isSeeded()) {
                scheduler.run(() -> Stint.sleep(Duration.ofMinutes(1)));
            } else {
                first.await();
            }
        }

        // ---- the root nursery

        @Test
        void rootTask_unawaited_isToldToHandlerSinkAndReport() throws Exception {
            Task<?> task;
            try (var scheduler = open(c -> c.withUncaughtAfter(Duration.ofMillis(5)))) {
                task = scheduler.root().spawn("listener", Contract::fail);
                awaitFirst(scheduler);
            }

            assertThat(told).hasSize(1);
            TaskFailure failure = told.element();
            assertThat(failure.task()).isEqualTo(task.id());
            assertThat(failure.cause()).hasMessage("on purpose");
            assertThat(failure.toString())
                    .isEqualTo(
                            task
                                    + " in "
                                    + failure.nursery()
                                    + " failed, and nobody awaited it:"
                                    + " java.lang.IllegalStateException: on purpose");
            assertThat(events).contains(new Event.FailureUnseen(failure));
            assertThat(closing().failures()).isEqualTo(1);
            assertThat(closing().firstFailures()).containsExactly(failure);
            assertThat(closing().toString()).contains("nobody awaited it").contains("listener");
        }

        @Test
        void rootTask_unawaitedAtTheEnd_isReportedByClose() {
            var scheduler = open(c -> c.withUncaughtAfter(LONG));
            scheduler.root().spawn("last", Contract::fail);

            scheduler.close();

            assertThat(whoFailed()).hasSize(1);
            assertThat(closing().failures()).isEqualTo(1);
        }

        @Test
        void rootTask_awaitedLater_isNotReported() throws Exception {
            try (var scheduler = open(c -> c.withUncaughtAfter(LONG))) {
                Task<?> task = scheduler.root().spawn(Contract::fail);
                scheduler.run(() -> Stint.sleep(Duration.ofMillis(5)));
                assertThatThrownBy(task::await).isInstanceOf(TaskFailedException.class);
                Task<?> asked = scheduler.root().spawn(Contract::fail);
                asked.awaitOutcome();
                assertThatThrownBy(() -> scheduler.run(Contract::fail))
                        .isInstanceOf(TaskFailedException.class);
            }

            assertThat(told).isEmpty();
            assertThat(closing().failures()).isZero();
        }

        @Test
        void rootTask_awaitedWithATimeoutThatPasses_isReported() throws Exception {
            try (var scheduler = open(c -> c.withUncaughtAfter(LONG))) {
                var go = dev.stint.sync.Latch.of(1);
                Task<?> task =
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            go.await();
                                            fail();
                                        });
                assertThat(task.awaitOutcome(Duration.ofMillis(1))).isEmpty();
                go.countDown();
            }

            assertThat(told).hasSize(1);
        }

        @Test
        void rootTask_cancelled_isNotReported() throws Exception {
            try (var scheduler = open(c -> c.withUncaughtAfter(Duration.ZERO))) {
                Task<?> sleeper = scheduler.root().spawn(() -> Stint.sleep(LONG));
                Task<?> wraps =
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            try {
                                                Stint.sleep(LONG);
                                            } catch (InterruptedException e) {
                                                throw new IllegalStateException(e);
                                            }
                                        });
                scheduler.run(() -> Stint.sleep(Duration.ofMillis(5)));
                sleeper.cancel();
                wraps.cancel();
            }

            assertThat(told).isEmpty();
        }

        @Test
        void child_ofANurseryWithABlock_isThrownThereAndNotReported() {
            try (var scheduler = open(c -> c.withUncaughtAfter(Duration.ZERO))) {
                assertThatThrownBy(
                                () -> scheduler.runInNursery(n -> n.spawn("child", Contract::fail)))
                        .isInstanceOf(TaskFailedException.class);
            }

            assertThat(told).isEmpty();
        }

        @Test
        void actor_withoutSupervisor_isReported() throws Exception {
            try (var scheduler = open()) {
                var actor =
                        Actor.<String>spawn(
                                scheduler.root(), a -> a.withName("echo"), self -> m -> fail());
                actor.tell("hello");
                actor.awaitEnd();
            }

            assertThat(whoFailed()).singleElement().asString().contains("'echo'");
        }

        @Test
        void handler_throws_othersAreStillTold() throws Exception {
            var count = new AtomicInteger();
            try (var scheduler =
                    setting.open(
                            c ->
                                    c.withUncaught(
                                            failure -> {
                                                count.incrementAndGet();
                                                throw new IllegalArgumentException("a bad one");
                                            }))) {
                scheduler.root().spawn(Contract::fail);
                scheduler.root().spawn(Contract::fail);
            }

            assertThat(count).hasValue(2);
        }

        // ---- executors

        @Test
        void execute_fails_isReportedAtOnceAndEndsNothing() throws Exception {
            var done = new CountDownLatch(1);
            try (var scheduler = open(c -> c.withUncaughtAfter(LONG))) {
                scheduler.runInNursery(
                        n -> n.withName("page"),
                        nursery -> {
                            var executor = nursery.asExecutor();
                            executor.execute(Contract::fail);
                            executor.submit(Contract::fail).state();
                            executor.execute(done::countDown);
                            executor.submit(() -> {}).get();
                            awaitOneTold(scheduler);
                        });
                assertThat(done.getCount()).isZero();
                assertThat(whoFailed()).hasSize(1);
                assertThat(told.element().nursery()).contains("'page'");
            }
        }

        private void awaitOneTold(Scheduler scheduler) throws InterruptedException {
            if (setting.isSeeded()) {
                scheduler.run(() -> Stint.sleep(Duration.ofMillis(1)));
            } else {
                first.await();
            }
        }

        @Test
        void submit_nobodyAsks_isReported() throws Exception {
            try (var scheduler = open(c -> c.withUncaughtAfter(LONG))) {
                try (var executor = scheduler.executor("jobs")) {
                    var ignored = executor.submit(Contract::fail);
                    var asked = executor.submit(Contract::fail);
                    assertThatThrownBy(asked::get).isInstanceOf(ExecutionException.class);
                    var all = List.<java.util.concurrent.Callable<Void>>of(Contract::failing);
                    executor.invokeAll(all);
                    assertThat(ignored.isCancelled()).isFalse();
                }
                assertThat(told).isEmpty();
            }

            assertThat(told).hasSize(1);
        }

        private static Void failing() {
            throw new IllegalStateException("on purpose, too");
        }

        // ---- nurseries that nobody closes

        @Test
        void nursery_leftOpenAfterAFailure_isReported() throws Exception {
            try (var scheduler = open()) {
                Task<?> sloppy =
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            var left = Stint.nursery(n -> n.withName("left"));
                                            var child = left.spawn("inner", Contract::fail);
                                            Stint.shielded(() -> child.awaitOutcome());
                                        });
                sloppy.awaitOutcome();
            }

            assertThat(whoFailed()).singleElement().asString().contains("'inner'");
        }
    }
}
