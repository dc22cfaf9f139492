package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.channel.Channel;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.error.StackOverflowException;
import dev.stint.error.TaskFailedException;
import dev.stint.nativecode.error.NativeCodeException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * C functions as tasks, under either driver and beside either kind of core: [SCHED:5.3.1]. An
 * overflow of a stack is seen by a guard: [SCHED:5.3.3].
 */
class NativeTaskTest {
    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
    }

    private static NativeFunction function(String name) {
        return CPrograms.library("basics").function(name);
    }

    @ParameterizedTest
    @EnumSource
    void function_isRun_givesItsResult(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open()) {
            assertThat(scheduler.run(function("twice").on(21))).isEqualTo(42);
        }
    }

    @ParameterizedTest
    @EnumSource
    void negativeResult_isTheFailureOfTheTask(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open()) {
            assertThatThrownBy(() -> scheduler.run(function("fails").on(42)))
                    .isInstanceOf(TaskFailedException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            NativeCodeException.class, e -> assertThat(e.code()).isEqualTo(-42));
        }
    }

    @ParameterizedTest
    @EnumSource
    void manyTasks_yieldInTurn(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open()) {
            scheduler.runInNursery(
                    nursery -> {
                        List<Task<Long>> tasks = new ArrayList<>();
                        for (int i = 0; i < 200; i++) {
                            tasks.add(nursery.spawn(function("yields").on(300)));
                        }
                        for (Task<Long> task : tasks) {
                            assertThat(task.await()).isEqualTo(300);
                        }
                    });
        }
    }

    @ParameterizedTest
    @EnumSource
    void cAndC_talk(Setting setting) throws Exception {
        for (int capacity : new int[] {0, 1, 7}) {
            Channel<Long> there = channel(capacity);
            Channel<Long> back = channel(capacity);
            try (Scheduler scheduler = setting.open();
                    Arena arena = Arena.ofShared();
                    NativeHandle one = NativeHandle.of(there);
                    NativeHandle other = NativeHandle.of(back)) {
                MemorySegment asks = talk(arena, other, one, 2000);
                MemorySegment answers = talk(arena, one, other, 0);
                scheduler.runInNursery(
                        nursery -> {
                            var asking = nursery.spawn(function("asks").on(asks));
                            var answering = nursery.spawn(function("answers").on(answers));
                            assertThat(asking.await()).isEqualTo(10L * 2000 * 2001 / 2);
                            assertThat(answering.await()).isEqualTo(2000);
                        });
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void cAndJava_talk(Setting setting) throws Exception {
        Channel<Long> there = Channel.rendezvous();
        Channel<Long> back = Channel.rendezvous();
        try (Scheduler scheduler = setting.open();
                Arena arena = Arena.ofShared();
                NativeHandle one = NativeHandle.of(there);
                NativeHandle other = NativeHandle.of(back)) {
            MemorySegment asks = talk(arena, other, one, 500);
            scheduler.runInNursery(
                    nursery -> {
                        var asking = nursery.spawn(function("asks").on(asks));
                        nursery.spawn(
                                () -> {
                                    for (long value : there) {
                                        back.send(value * 10);
                                    }
                                });
                        assertThat(asking.await()).isEqualTo(10L * 500 * 501 / 2);
                    });
        }
    }

    private static Channel<Long> channel(int capacity) {
        return capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity);
    }

    static MemorySegment talk(Arena arena, NativeHandle in, NativeHandle out, long count) {
        return arena.allocateFrom(ValueLayout.JAVA_LONG, in.address(), out.address(), count);
    }

    @ParameterizedTest
    @EnumSource
    void functionInsideAJavaTask_isRunThere(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open()) {
            long sum =
                    scheduler.<Long>run(
                            () ->
                                    function("yields").on(10).call()
                                            + function("twice").on(4).call());

            assertThat(sum).isEqualTo(18);
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitingTask_isCancelled(Setting setting) throws Exception {
        Channel<Long> empty = Channel.rendezvous();
        try (Scheduler scheduler = setting.open();
                NativeHandle handle = NativeHandle.of(empty)) {
            scheduler.run(
                    () -> {
                        try (Nursery nursery = Stint.nursery(n -> n.withCancelOnError(false))) {
                            var task =
                                    nursery.spawn(
                                            function("receives_for_ever").on(handle.address()));
                            Setting.until(
                                    scheduler, () -> empty.snapshot().receiversWaiting() == 1);
                            task.cancel();
                            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
                        }
                    });
        }
    }

    @ParameterizedTest
    @EnumSource
    void taskThatDoesNotListen_isEndedAfterItsGrace(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open(c -> c.withGrace(1000, Duration.ofSeconds(1)));
                Arena arena = Arena.ofShared()) {
            MemorySegment asked = arena.allocate(ValueLayout.JAVA_LONG);
            scheduler.run(
                    () -> {
                        try (Nursery nursery = Stint.nursery()) {
                            var task = nursery.spawn(function("never_listens").on(asked));
                            while (asked.get(ValueLayout.JAVA_LONG, 0) == 0) {
                                Stint.yield();
                            }
                            task.cancel();
                            assertThatThrownBy(task::await)
                                    .isInstanceOf(CancellationException.class);
                        }
                    });
        }
    }

    @ParameterizedTest
    @EnumSource
    void sleep_isByTheSchedulersClock(Setting setting) throws Exception {
        long nanos = setting.isSeeded() ? 86_400_000_000_000L : 2_000_000;
        try (Scheduler scheduler = setting.open()) {
            assertThat(scheduler.run(function("sleeps").on(nanos))).isGreaterThanOrEqualTo(nanos);
        }
    }

    @ParameterizedTest
    @EnumSource
    void overflow_endsThatTaskAlone(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open()) {
            Nursery root = scheduler.root(); // where a task that fails fails alone
            var good = root.spawn(function("yields").on(1000));
            List<Task<Long>> bad = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                bad.add(root.spawn(function("recurses").on(1_000_000)));
                bad.add(root.spawn(function("overflows_after_yield").on()));
            }
            for (Task<Long> task : bad) {
                assertThatThrownBy(task::await).cause().isInstanceOf(StackOverflowException.class);
            }
            assertThat(good.await()).isEqualTo(1000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void largerStack_holdsMore(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open()) {
            assertThatThrownBy(() -> scheduler.run(function("recurses").on(100)))
                    .hasRootCauseInstanceOf(StackOverflowError.class);
            assertThat(scheduler.run(function("recurses").withStack(1 << 20).on(100))).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void checkpoints_arePaidToTheUnit(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open()) {
            Task<Long> task =
                    scheduler
                            .root()
                            .spawn(
                                    TaskOptions.defaults().withBudget(Budget.ofOps(10_000)),
                                    function("counts").on(7_000));
            assertThat(task.await()).isEqualTo(7_000);
            assertThat(task.receipt().orElseThrow().spent().ops()).isEqualTo(7_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void emptyBudget_failsTheTask(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open()) {
            Nursery nursery =
                    scheduler.nursery(
                            n -> n.withOnExhaustion(OnExhaustion.FAIL).withPolicy(Policy.runAll()));
            Task<Long> task =
                    nursery.spawn(
                            TaskOptions.defaults().withBudget(Budget.ofOps(5_000)),
                            function("counts").on(70_000));
            assertThatThrownBy(task::await)
                    .hasRootCauseInstanceOf(OperationBudgetExhaustedException.class);
            assertThat(task.receipt().orElseThrow().spent().ops()).isEqualTo(5_000);
            nursery.awaitAll(); // which is how its failure is seen
        }
    }

    @ParameterizedTest
    @EnumSource
    void errno_goesWithTheTask(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open()) {
            scheduler.runInNursery(
                    nursery -> {
                        List<Task<Long>> tasks = new ArrayList<>();
                        for (int i = 0; i < 50; i++) {
                            tasks.add(nursery.spawn(function("errno_keeps").on(i + 1)));
                        }
                        for (int i = 0; i < 50; i++) {
                            assertThat(tasks.get(i).await()).isEqualTo(i + 1);
                        }
                    });
        }
    }

    @ParameterizedTest
    @EnumSource
    void treeOfTasks_isCounted(Setting setting) throws Exception {
        try (Scheduler scheduler = setting.open()) {
            assertThat(scheduler.run(function("tree").on(9))).isEqualTo(512);
        }
    }
}
