package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.config.Cores;
import dev.stint.config.SchedulerConfig;
import dev.stint.error.TaskFailedException;
import dev.stint.task.Outcome;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What holds on either driver and on either kind of core: written once, run four times. */
class SchedulerContractTest {
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
            super(c -> Setting.seeded(c.withCores(Cores.VIRTUAL), 77));
        }
    }

    @Nested
    class SeededBare extends Contract {
        SeededBare() {
            super(c -> Setting.seeded(c.withCores(Cores.BARE), 77));
        }
    }

    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    abstract static class Contract {
        private final UnaryOperator<SchedulerConfig> config;

        Contract(UnaryOperator<SchedulerConfig> config) {
            this.config = config;
        }

        private Scheduler open() {
            return Scheduler.open(c -> config.apply(c.withWorkers(3)));
        }

        @Test
        void spawn_outsideAndInside_runsAndReturns() throws Exception {
            try (var scheduler = open()) {
                Task<Integer> outer =
                        scheduler
                                .root()
                                .spawn(() -> 1 + scheduler.root().<Integer>spawn(() -> 41).await());
                assertThat(outer.await()).isEqualTo(42);
                assertThat(outer.state()).isEqualTo(TaskState.COMPLETED);
            }
        }

        @Test
        void spawn_tenThousand_allRunOnce() throws Exception {
            var ran = new AtomicInteger();
            try (var scheduler = open()) {
                scheduler.run(
                        () -> {
                            for (int i = 0; i < 10_000; i++) {
                                scheduler.root().spawn(() -> ran.incrementAndGet());
                            }
                        });
            }
            assertThat(ran.get()).isEqualTo(10_000);
        }

        @Test
        void spawn_everyPriority_allRun() throws Exception {
            try (var scheduler = open()) {
                List<Task<Priority>> tasks = new ArrayList<>();
                for (Priority priority : Priority.values()) {
                    for (int i = 0; i < 50; i++) {
                        var options = TaskOptions.defaults().withPriority(priority);
                        tasks.add(scheduler.root().spawn(options, () -> yieldTwice(priority)));
                    }
                }
                for (Task<Priority> task : tasks) {
                    assertThat(task.await()).isEqualTo(task.priority());
                }
            }
        }

        private static Priority yieldTwice(Priority priority) throws InterruptedException {
            Stint.yield();
            Stint.yield();
            return priority;
        }

        @Test
        void yield_twoTasksOnOneWorker_takeTurns() throws Exception {
            List<String> turns = new ArrayList<>();
            try (var scheduler = Scheduler.open(c -> config.apply(c.withWorkers(1)))) {
                scheduler.run(
                        () -> {
                            Task<?> other = scheduler.root().spawn(() -> speak(turns, "b"));
                            speak(turns, "a");
                            other.await();
                        });
            }
            assertThat(turns).hasSize(20).containsSubsequence("a", "b", "a", "b", "a", "b");
        }

        private static void speak(List<String> turns, String who) throws InterruptedException {
            for (int i = 0; i < 10; i++) {
                turns.add(who);
                Stint.yield();
            }
        }

        @Test
        void sleep_severalTasks_wakeInOrder() throws Exception {
            List<Integer> woken = new ArrayList<>();
            try (var scheduler = Scheduler.open(c -> config.apply(c.withWorkers(1)));
                    var nursery = scheduler.nursery()) {
                for (int i : new int[] {30, 10, 20}) {
                    nursery.spawn(
                            () -> {
                                Stint.sleep(Duration.ofMillis(10L * i));
                                woken.add(i);
                            });
                }
            }
            assertThat(woken).containsExactly(10, 20, 30);
        }

        @Test
        void await_failure_carriesTheCause() throws Exception {
            try (var scheduler = open()) {
                Task<?> bad =
                        scheduler
                                .root()
                                .spawn(
                                        "bad",
                                        () -> {
                                            throw new java.io.IOException("no disk");
                                        });
                assertThatThrownBy(bad::await)
                        .isInstanceOf(TaskFailedException.class)
                        .hasRootCauseMessage("no disk");
                assertThat(bad.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
            }
        }

        @Test
        void await_tooLong_timesOut() throws Exception {
            try (var scheduler = open()) {
                Task<?> slow = scheduler.root().spawn(() -> Stint.sleep(Duration.ofHours(1)));
                assertThatThrownBy(() -> slow.await(Duration.ofMillis(5)))
                        .isInstanceOf(TimeoutException.class);
                slow.cancel();
            }
        }

        @Test
        void cancel_sleeping_endsItThere() throws Exception {
            try (var scheduler = open()) {
                var learnt = new AtomicInteger();
                Task<?> task = scheduler.root().spawn(() -> sleepUntilCancelled(learnt));
                scheduler.run(() -> Stint.sleep(Duration.ofMillis(20)));

                assertThat(task.cancel()).isTrue();
                assertThat(task.awaitOutcome()).isEqualTo(new Outcome.Cancelled<>());
                assertThat(learnt.get()).isOne();
            }
        }

        private static void sleepUntilCancelled(AtomicInteger learnt) throws InterruptedException {
            try {
                Stint.sleep(Duration.ofHours(1));
            } catch (TaskCancelledException e) {
                learnt.incrementAndGet();
                throw e;
            }
        }

        @Test
        void drain_thenSpawn_isRefused() throws Exception {
            try (var scheduler = open()) {
                scheduler.root().spawn(() -> Stint.sleep(Duration.ofMillis(5)));
                assertThat(scheduler.drain(Duration.ofSeconds(30)).complete()).isTrue();
                assertThatThrownBy(() -> scheduler.root().spawn(() -> 1))
                        .isInstanceOf(RejectedExecutionException.class);
            }
        }
    }
}
