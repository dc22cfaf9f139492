package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.config.SysmonConfig;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cancelling a task, wherever it is. */
@Timeout(60)
class CancellationTest {
    private static final Duration FOREVER = Duration.ofDays(1);

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();

    private Scheduler one(Cores cores) {
        return lab.open(
                c ->
                        c.withWorkers(1)
                                .withCores(cores)
                                .withSysmon(SysmonConfig.defaults().withMaxTemporary(0)));
    }

    private void assertCancelled(Task<?> task) {
        assertThat(lab.outcome(task)).isInstanceOf(Outcome.Cancelled.class);
        assertThat(task.state()).isEqualTo(TaskState.CANCELLED);
        assertThatThrownBy(task::await)
                .isInstanceOf(CancellationException.class)
                .hasMessageContaining(task.toString());
    }

    @ParameterizedTest
    @EnumSource
    void cancel_unstarted_neverRuns(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        var go = new AtomicBoolean();
        var ran = new AtomicBoolean();
        Task<@Nullable Void> hog = scheduler.root().spawn("hog", () -> spinUntil(go));
        lab.until("the worker is taken", () -> hog.state() == TaskState.RUNNING);
        Task<@Nullable Void> victim = scheduler.root().spawn("victim", () -> ran.set(true));

        assertThat(victim.cancel()).isTrue();
        assertThat(victim.state()).isEqualTo(TaskState.READY);
        go.set(true);

        assertCancelled(victim);
        assertThat(ran).isFalse();
        lab.join(hog);
    }

    @ParameterizedTest
    @EnumSource
    void cancel_asleep_endsPromptly(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        Task<@Nullable Void> task = scheduler.root().spawn(() -> Stint.sleep(FOREVER));
        lab.until("it sleeps", () -> task.state() == TaskState.BLOCKED);

        assertThat(task.cancel()).isTrue();

        assertCancelled(task);
    }

    @ParameterizedTest
    @EnumSource
    void cancel_awaiting_endsPromptlyAndLeavesTheOtherAlone(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        Task<@Nullable Void> other = scheduler.root().spawn(() -> Stint.sleep(FOREVER));
        Task<@Nullable Void> task = scheduler.root().spawn(() -> other.await());
        Task<@Nullable Void> timed =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    other.await(FOREVER);
                                });
        lab.until("both wait", () -> isBlocked(task) && isBlocked(timed) && isBlocked(other));

        assertThat(task.cancel()).isTrue();
        assertThat(timed.cancel()).isTrue();

        assertCancelled(task);
        assertCancelled(timed);
        assertThat(other.state()).isEqualTo(TaskState.BLOCKED);
        other.cancel();
        assertCancelled(other);
    }

    @Test
    void cancel_blockedInTheJdk_isInterrupted() throws Exception {
        Scheduler scheduler = one(Cores.VIRTUAL);
        var gate = new CountDownLatch(1);
        var interrupted = new AtomicBoolean();
        Task<@Nullable Void> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    try {
                                        gate.await();
                                    } catch (InterruptedException e) {
                                        interrupted.set(true);
                                        throw e;
                                    }
                                });
        Task<@Nullable Void> sleeper = scheduler.root().spawn(() -> TimeUnit.DAYS.sleep(1));
        lab.until("both block", () -> isBlocked(task) && isBlocked(sleeper));

        assertThat(task.cancel()).isTrue();
        assertThat(sleeper.cancel()).isTrue();

        assertCancelled(task);
        assertCancelled(sleeper);
        assertThat(interrupted).isTrue();
    }

    /** The suspension points at which a running task learns that it was cancelled. */
    enum Point {
        YIELD,
        SLEEP,
        SLEEP_NOTHING,
        CHECKPOINT;

        void run() throws InterruptedException {
            switch (this) {
                case YIELD -> Stint.yield();
                case SLEEP -> Stint.sleep(Duration.ofNanos(1));
                case SLEEP_NOTHING -> Stint.sleep(Duration.ZERO);
                case CHECKPOINT -> Stint.checkpoint(1 << 20);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancel_running_isLearntAtTheNextPoint(Point point) throws Exception {
        for (Cores cores : Cores.values()) {
            Scheduler scheduler = one(cores);
            var begun = new AtomicBoolean();
            var go = new AtomicBoolean();
            var before = new AtomicBoolean();
            var after = new AtomicBoolean();
            Task<@Nullable Void> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        begun.set(true);
                                        spinUntil(go);
                                        before.set(true);
                                        point.run();
                                        after.set(true);
                                    });
            lab.until("its body runs", begun::get);

            assertThat(task.cancel()).isTrue();
            assertThat(task.state()).as("not killed").isEqualTo(TaskState.RUNNING);
            go.set(true);

            assertCancelled(task);
            assertThat(before).isTrue();
            assertThat(after).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancel_caughtAndIgnored_meetsTheTaskAgain(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        var met = new AtomicInteger();
        Task<@Nullable Void> never = scheduler.root().spawn(() -> Stint.sleep(FOREVER));
        Task<String> stubborn =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    for (int round = 0; round < 3; round++) {
                                        for (Action point :
                                                new Action[] {
                                                    () -> Stint.sleep(FOREVER),
                                                    () -> Stint.yield(),
                                                    () -> never.await(),
                                                    () -> Stint.checkpoint(1 << 20)
                                                }) {
                                            try {
                                                point.run();
                                            } catch (TaskCancelledException e) {
                                                met.incrementAndGet();
                                            }
                                        }
                                    }
                                    return "my own way";
                                });
        lab.until("it sleeps", () -> isBlocked(stubborn));

        stubborn.cancel();

        assertThat(lab.join(stubborn)).isEqualTo("my own way");
        assertThat(stubborn.state()).isEqualTo(TaskState.COMPLETED);
        assertThat(met.get()).isEqualTo(12);
        never.cancel();
    }

    @ParameterizedTest
    @EnumSource
    void cancel_ofOneself_isLearntAtTheNextPoint(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        Task<@Nullable Void> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    assertThat(Stint.currentTask().orElseThrow().cancel()).isTrue();
                                    Stint.yield();
                                });

        assertCancelled(task);
    }

    @ParameterizedTest
    @EnumSource
    void cancel_again_saysFalse(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        Task<@Nullable Void> task = scheduler.root().spawn(() -> Stint.sleep(FOREVER));
        lab.until("it sleeps", () -> isBlocked(task));

        assertThat(task.cancel()).isTrue();
        assertThat(task.cancel()).isFalse();
        assertCancelled(task);
        assertThat(task.cancel()).isFalse();

        Task<Integer> done = scheduler.root().spawn(() -> 1);
        lab.join(done);
        assertThat(done.cancel()).isFalse();
        assertThat(done.state()).isEqualTo(TaskState.COMPLETED);
    }

    @Test
    void cancel_byManyAtOnce_isOneRequest() throws Exception {
        Scheduler scheduler = lab.open(2);
        for (int round = 0; round < 200; round++) {
            Task<@Nullable Void> task = scheduler.root().spawn(() -> Stint.sleep(FOREVER));
            var cancellers = new ArrayList<Task<Boolean>>();
            for (int i = 0; i < 4; i++) {
                cancellers.add(scheduler.root().spawn(() -> task.cancel()));
            }
            int wins = task.cancel() ? 1 : 0;
            for (Task<Boolean> canceller : cancellers) {
                wins += lab.join(canceller) ? 1 : 0;
            }
            assertThat(wins).isEqualTo(1);
            assertCancelled(task);
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancel_taskThrowsSomethingElse_isAFailure(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        Task<@Nullable Void> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    try {
                                        Stint.sleep(FOREVER);
                                    } finally {
                                        throwIt(new IllegalStateException("while unwinding"));
                                    }
                                });
        lab.until("it sleeps", () -> isBlocked(task));

        task.cancel();

        assertThat(lab.outcome(task))
                .isInstanceOfSatisfying(
                        Outcome.Failure.class,
                        f -> assertThat(f.cause()).hasMessage("while unwinding"));
        assertThat(task.state()).isEqualTo(TaskState.COMPLETED);
    }

    @Test
    void cancel_finallyBlocks_run() throws Exception {
        Scheduler scheduler = one(Cores.VIRTUAL);
        var unwound = new AtomicInteger();
        Task<@Nullable Void> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    try {
                                        try {
                                            Stint.sleep(FOREVER);
                                        } finally {
                                            unwound.incrementAndGet();
                                        }
                                    } finally {
                                        unwound.incrementAndGet();
                                    }
                                });
        lab.until("it sleeps", () -> isBlocked(task));

        task.cancel();

        assertCancelled(task);
        assertThat(unwound.get()).isEqualTo(2);
    }

    @Test
    void cancelledException_namesTheTaskAndThePlace() throws Exception {
        Scheduler scheduler = one(Cores.VIRTUAL);
        Task<String> task =
                scheduler
                        .root()
                        .spawn(
                                "fussy",
                                () -> {
                                    try {
                                        Stint.sleep(FOREVER);
                                        return "slept";
                                    } catch (InterruptedException e) {
                                        return String.valueOf(e.getMessage());
                                    }
                                });
        lab.until("it sleeps", () -> isBlocked(task));

        task.cancel();

        assertThat(lab.join(task)).contains("'fussy'").contains("cancelled").contains("sleep()");
    }

    /**
     * The trap: a canceller that comes late must hit nobody. Victims are cancelled at the moment
     * they end; the innocent tasks between them, on the same hot core, must never find their
     * interrupt flag set.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void cancel_asTheCoreMovesOn_neverInterruptsTheSuccessor(int workers) throws Exception {
        Scheduler scheduler = lab.open(workers);
        var target = new AtomicReference<@Nullable Task<?>>();
        var stop = new AtomicBoolean();
        var cancelled = new AtomicLong();
        var late = new AtomicLong();
        var cancellers = new ArrayList<Thread>();
        for (int i = 0; i < 2; i++) {
            cancellers.add(
                    Thread.ofPlatform()
                            .daemon()
                            .start(
                                    () -> {
                                        while (!stop.get()) {
                                            Task<?> task = target.get();
                                            if (task != null) {
                                                (task.cancel() ? cancelled : late)
                                                        .incrementAndGet();
                                            }
                                            Thread.onSpinWait();
                                        }
                                    }));
        }
        try {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1200);
            while (System.nanoTime() < end) {
                lab.join(scheduler.root().spawn(() -> victimsAndInnocents(scheduler, target)));
            }
        } finally {
            stop.set(true);
            for (Thread canceller : cancellers) {
                canceller.join();
            }
        }
        assertThat(cancelled.get()).as("cancelled in time").isPositive();
        assertThat(late.get()).as("came late").isPositive();
    }

    private static void victimsAndInnocents(
            Scheduler scheduler, AtomicReference<@Nullable Task<?>> target) throws Exception {
        var innocents = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 50; i++) {
            int work = i;
            scheduler
                    .root()
                    .spawn(
                            () -> {
                                target.set(Stint.currentTask().orElseThrow());
                                for (int spin = 0; spin < work * 4; spin++) {
                                    Thread.onSpinWait();
                                }
                            });
            innocents.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        Thread me = Thread.currentThread();
                                        for (int spin = 0; spin < 100; spin++) {
                                            assertThat(me.isInterrupted())
                                                    .as("interrupted")
                                                    .isFalse();
                                        }
                                    }));
        }
        for (Task<@Nullable Void> innocent : innocents) {
            innocent.await();
        }
    }

    /** Cancel against everything else at once: every task ends one way or the other. */
    @ParameterizedTest
    @EnumSource
    void cancel_atRandomMoments_losesNoTask(Cores cores) throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(2).withCores(cores));
        var tasks = new ArrayList<Task<Integer>>();
        for (int i = 0; i < 3000; i++) {
            int n = i;
            tasks.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        Stint.yield();
                                        if (n % 3 == 0) {
                                            Stint.sleep(Duration.ofNanos(n * 10L));
                                        } else if (n % 3 == 1) {
                                            scheduler.root().spawn(() -> Stint.yield()).await();
                                        }
                                        return n;
                                    }));
            if (i % 2 == 0) {
                tasks.get(i / 2).cancel();
            }
        }
        int cancelled = 0;
        for (Task<Integer> task : tasks) {
            switch (lab.outcome(task)) {
                case Outcome.Cancelled<Integer>() -> cancelled++;
                case Outcome.Success<Integer>(var n) -> assertThat(n).isNotNegative();
                case Outcome.Failure<Integer>(var cause) -> throw new AssertionError(cause);
            }
        }
        assertThat(cancelled).isPositive();
    }

    private static boolean isBlocked(Task<?> task) {
        return task.state() == TaskState.BLOCKED;
    }

    private static void spinUntil(AtomicBoolean flag) {
        while (!flag.get()) {
            Thread.onSpinWait();
        }
    }

    private static void throwIt(RuntimeException e) {
        throw e;
    }
}
