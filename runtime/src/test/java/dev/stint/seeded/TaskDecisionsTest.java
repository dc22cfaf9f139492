package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Select;
import dev.stint.config.Cores;
import dev.stint.env.Decisions;
import dev.stint.env.TaskDecisions;
import dev.stint.error.TaskFailedException;
import dev.stint.internal.stack.Points;
import dev.stint.sync.Mutex;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Decisions that name the task which goes on, on a scheduler with a thread of its own. */
class TaskDecisionsTest {
    /** Decides by a function, and keeps what it saw. */
    private static final class Told implements TaskDecisions {
        private final ToIntFunction<Ready> rule;
        final List<String> yielding = new ArrayList<>();
        final List<Integer> running = new ArrayList<>();
        int steps;
        volatile int limit = Integer.MAX_VALUE;

        Told(ToIntFunction<Ready> rule) {
            this.rule = rule;
        }

        @Override
        public int next(Ready ready) {
            steps++;
            running.add(ready.running());
            ready.yielding().ifPresent(gave -> yielding.add(gave.name()));
            return rule.applyAsInt(ready);
        }

        @Override
        public int choose(Kind kind, int alternatives) {
            return 0;
        }

        @Override
        public boolean goesOn() {
            return steps < limit;
        }
    }

    private static Scheduler open(Decisions decisions, Cores cores, int workers) {
        return Scheduler.open(
                c ->
                        c.withDecisions(decisions)
                                .withCores(cores)
                                .withWorkers(workers)
                                .withCloseTimeout(Duration.ofSeconds(1)));
    }

    private static int last(TaskDecisions.Ready ready) {
        return ready.count() - 1;
    }

    private static int runningOrFirst(TaskDecisions.Ready ready) {
        return Math.max(0, ready.running());
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void next_picksTheLast_tasksRunInReverse(Cores cores) throws Exception {
        List<Integer> order = new ArrayList<>();
        try (var scheduler = open(new Told(TaskDecisionsTest::last), cores, 2);
                var nursery = scheduler.nursery()) {
            for (int i = 0; i < 5; i++) {
                int me = i;
                nursery.spawn(() -> order.add(me));
            }
            nursery.join();
        }

        assertThat(order).containsExactly(4, 3, 2, 1, 0);
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void operation_ofARunningTask_isAPointBefore(Cores cores) throws Exception {
        var told = new Told(TaskDecisionsTest::runningOrFirst);
        try (var scheduler = open(told, cores, 1)) {
            scheduler.run(
                    () -> {
                        var channel = Channel.<Integer>buffered(4);
                        Mutex mutex = Mutex.unlocked();
                        told.running.clear();
                        channel.send(1);
                        channel.receive();
                        channel.close();
                        mutex.lock();
                        mutex.unlock();
                        Stint.checkpoint();
                    });
        }

        assertThat(told.running.subList(0, 6)).containsOnly(0);
    }

    /** A point inside would leave the channel locked while others run, which spin for its lock. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    @Timeout(20)
    void select_onAnEndWithItsChannelsLocked_hasNoPointThere(Cores cores) throws Exception {
        var told = new Told(ready -> (ready.running() + 1) % ready.count());
        try (var scheduler = open(told, cores, 1);
                var nursery = scheduler.nursery()) {
            var channel = Channel.<Integer>rendezvous();
            Task<?> ending = nursery.spawn(() -> Stint.sleep(Duration.ofSeconds(1)));
            Task<String> selecting =
                    nursery.spawn(
                            () ->
                                    Select.from(
                                            channel.onReceive(i -> "received"),
                                            Select.onEnd(ending, end -> "ended")));
            nursery.spawn(
                    () -> {
                        for (int i = 0; i < 50; i++) {
                            Stint.checkpoint();
                            channel.snapshot();
                        }
                    });

            assertThat(selecting.await()).isEqualTo("ended");
            nursery.join();
        }
    }

    @Test
    void yield_isOfferedToOthersOnly() throws Exception {
        var told = new Told(ready -> 0);
        List<String> order = new ArrayList<>();
        try (var scheduler = open(told, Cores.VIRTUAL, 1);
                var nursery = scheduler.nursery()) {
            for (String name : List.of("a", "b")) {
                nursery.spawn(
                        name,
                        () -> {
                            order.add(name);
                            Stint.yield();
                            order.add(name);
                        });
            }
            nursery.join();
        }

        assertThat(told.yielding).startsWith("a");
        assertThat(order).containsExactly("a", "b", "a", "b");
    }

    @Test
    void next_throws_isThrownAtTheRunningTask() throws Exception {
        var told =
                new Told(
                        ready -> {
                            if (ready.running() >= 0) {
                                throw new IllegalStateException("here");
                            }
                            return 0;
                        });
        try (var scheduler = open(told, Cores.VIRTUAL, 1)) {
            Task<?> task = scheduler.root().spawn(() -> Stint.checkpoint());
            assertThatThrownBy(task::await)
                    .isInstanceOf(TaskFailedException.class)
                    .hasRootCauseMessage("here");
            assertThat(scheduler.<Integer>run(() -> 7)).isEqualTo(7);
        }
    }

    @Test
    void goesOn_false_endsTheWait() throws Exception {
        var told = new Told(TaskDecisionsTest::runningOrFirst);
        told.limit = 100;
        try (var scheduler = open(told, Cores.VIRTUAL, 1)) {
            Task<?> loop =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        while (true) {
                                            Stint.checkpoint();
                                        }
                                    });
            assertThatThrownBy(loop::await)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the run was stopped after");
            told.limit = Integer.MAX_VALUE;
            loop.cancel();
            loop.awaitOutcome();
        }
    }

    @Test
    void sleep_jumpsTheClock() throws Exception {
        try (var scheduler = open(new Told(ready -> 0), Cores.VIRTUAL, 2)) {
            long slept =
                    scheduler.<Long>run(
                            () -> {
                                Stint.sleep(Duration.ofHours(3));
                                return Stint.nanoTime();
                            });
            assertThat(slept).isEqualTo(Duration.ofHours(3).toNanos());
        }
    }

    @Test
    void chooseWorker_namesThoseThatCanStep() throws Exception {
        Set<Integer> seen = new HashSet<>();
        Decisions decisions =
                new Decisions() {
                    @Override
                    public int choose(Kind kind, int alternatives) {
                        return alternatives - 1;
                    }

                    @Override
                    public int chooseWorker(List<Integer> ids) {
                        seen.addAll(ids);
                        return ids.size() - 1;
                    }
                };
        try (var scheduler = open(decisions, Cores.VIRTUAL, 3);
                var nursery = scheduler.nursery()) {
            for (int i = 0; i < 9; i++) {
                nursery.spawn(() -> Stint.yield());
            }
            nursery.join();
        }

        assertThat(seen).containsExactlyInAnyOrder(0, 1, 2);
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void close_ofASimulation_turnsItsPointsOff(Cores cores) {
        boolean before = Points.areOn();
        try (Scheduler scheduler = open(new Told(TaskDecisionsTest::runningOrFirst), cores, 1)) {
            assertThat(Points.areOn()).as("points of %s", scheduler).isTrue();
        }
        assertThat(Points.areOn()).isEqualTo(before);
    }

    /** One object may decide either way, and says which. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void ofTasks_empty_itIsWorkersThatAreChosenBetween(Cores cores) throws Exception {
        List<Integer> workers = new ArrayList<>();
        var ofWorkers =
                new TaskDecisions() {
                    @Override
                    public Optional<TaskDecisions> ofTasks() {
                        return Optional.empty();
                    }

                    @Override
                    public int next(Ready ready) {
                        throw new AssertionError("asked which task goes on");
                    }

                    @Override
                    public int choose(Kind kind, int alternatives) {
                        return 0;
                    }

                    @Override
                    public int chooseWorker(List<Integer> ids) {
                        workers.addAll(ids);
                        return 0;
                    }
                };
        try (var scheduler = open(ofWorkers, cores, 2)) {
            scheduler.run(() -> Stint.yield());
        }
        assertThat(workers).contains(0, 1);
    }
}
