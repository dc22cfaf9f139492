package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.error.TaskFailedException;
import dev.stint.event.DeadlockException;
import dev.stint.event.Event;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [FIBER:handoff] Waiting for tasks: hand-off, many waiters, deadlock. */
class HandOffTest {
    @ParameterizedTest
    @EnumSource(Cores.class)
    void await_chainOfTasks_eachValueArrivesOnce(Cores cores) {
        Replay.with(cores, 3)
                .seeds(
                        0,
                        1000,
                        scheduler -> {
                            int depth = scheduler.run(() -> chain(scheduler, 12));
                            assertThat(depth).isEqualTo(12);
                        });
    }

    private static int chain(Scheduler scheduler, int depth) throws InterruptedException {
        if (depth == 0) {
            return 0;
        }
        return 1 + scheduler.root().<Integer>spawn(() -> chain(scheduler, depth - 1)).await();
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void await_manyWaitersOfOne_allSeeTheOutcome(Cores cores) {
        Replay.with(cores, 4)
                .seeds(0, 1000, scheduler -> scheduler.run(() -> manyWaiters(scheduler)));
    }

    private static void manyWaiters(Scheduler scheduler) throws InterruptedException {
        Task<Integer> source =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    Stint.yield();
                                    return 42;
                                });
        List<Task<Integer>> waiters = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            waiters.add(scheduler.root().spawn(() -> source.await()));
        }
        for (Task<Integer> waiter : waiters) {
            assertThat(waiter.await()).isEqualTo(42);
        }
    }

    /** The worker that finishes a task runs the one waiter next, without a queue in between. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void finish_withOneParkedWaiter_mountsItNextOnTheSameWorker(Cores cores) throws Exception {
        List<Event> events = new ArrayList<>();
        try (var scheduler =
                Scheduler.open(
                        c -> c.withSeed(3).withWorkers(1).withCores(cores).withSink(events::add))) {
            scheduler.run(() -> scheduler.root().spawn("child", () -> {}).await());
        }
        int finished = indexOfFinished(events, 2);
        assertThat(events.get(finished + 1)).isEqualTo(new Event.TaskWoken(1));
        Event next =
                events.stream()
                        .skip(finished + 1L)
                        .filter(e -> e instanceof Event.TaskMounted)
                        .findFirst()
                        .orElseThrow();
        assertThat(next).isEqualTo(new Event.TaskMounted(1, 0));
    }

    private static int indexOfFinished(List<Event> events, long task) {
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i) instanceof Event.TaskFinished f && f.task() == task) {
                return i;
            }
        }
        throw new AssertionError("task " + task + " did not finish: " + events);
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void await_eachOther_isReportedAsDeadlock(Cores cores) {
        assertThatThrownBy(() -> Replay.with(cores, 2).once(5, HandOffTest::deadlock))
                .hasCauseInstanceOf(DeadlockException.class)
                .rootCause()
                .hasMessageContaining("deadlock under seed 5")
                .hasMessageContaining("'left' BLOCKED, waits for the end of task 2 'right'")
                .hasMessageContaining("'right' BLOCKED, waits for the end of task 1 'left'");
    }

    private static void deadlock(Scheduler scheduler) throws InterruptedException {
        List<Task<?>> pair = new ArrayList<>();
        pair.add(scheduler.root().spawn("left", () -> pair.get(1).await()));
        pair.add(scheduler.root().spawn("right", () -> pair.get(0).await()));
        try {
            pair.get(0).await();
        } finally {
            pair.forEach(Task::cancel);
        }
    }

    /**
     * R4: a timed wait of the JDK is not decided by the seed; it is reported, and the run goes on.
     */
    @Test
    void sleep_ofTheJdk_isReportedAsUncontrolled() throws Exception {
        List<Event> events = new ArrayList<>();
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withSink(events::add))) {
            scheduler.run(
                    () ->
                            scheduler
                                    .root()
                                    .spawn("sleepy", () -> TimeUnit.MILLISECONDS.sleep(20))
                                    .await());
        }
        assertThat(events)
                .filteredOn(e -> e instanceof Event.Uncontrolled)
                .singleElement()
                .satisfies(
                        e -> {
                            var uncontrolled = (Event.Uncontrolled) e;
                            assertThat(uncontrolled.name()).isEqualTo("sleepy");
                            assertThat(uncontrolled.stack().toString()).contains("HandOffTest");
                        });
    }

    @Test
    void await_failedTask_throwsItsCause() {
        Replay.with(Cores.VIRTUAL, 2)
                .seeds(
                        0,
                        100,
                        scheduler -> {
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
                                    .hasMessageContaining("'bad'")
                                    .hasRootCauseMessage("no disk");
                        });
    }
}
