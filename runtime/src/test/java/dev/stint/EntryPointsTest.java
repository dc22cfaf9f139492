package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.stint.config.Profile;
import dev.stint.config.SchedulerConfig;
import dev.stint.error.TaskFailedException;
import dev.stint.task.Action;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong use is refused at the door, in words that say who, what, why not and what instead. */
class EntryPointsTest {
    /** Both drivers: on threads, and under a seed. */
    static Stream<UnaryOperator<SchedulerConfig>> drivers() {
        return Stream.of(
                cfg -> cfg.withWorkers(2).withName("t"),
                cfg -> cfg.withWorkers(2).withName("t").withSeed(3));
    }

    // ---- opening

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void open_functionReturnsNull_saysToReturnTheConfiguration() {
        assertThatThrownBy(() -> Scheduler.open(cfg -> null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(
                        "the configuration function returned null; return the changed"
                                + " configuration");
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void open_null_namesTheArgument() {
        assertNpe("the configuration function", () -> Scheduler.open(null));
    }

    /** [SCHED:10.2.1] */
    @Test
    void open_profileCore_isRefused() {
        assertThatThrownBy(() -> Scheduler.open(cfg -> cfg.withProfile(Profile.CORE)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "a scheduler cannot be opened under profile CORE, which is single-threaded"
                                + " by definition. Use Profile.SERVICE, CLUSTER, SOVEREIGN or"
                                + " REALTIME.");
    }

    // ---- spawning

    @ParameterizedTest
    @MethodSource("drivers")
    @SuppressWarnings("NullAway") // null is what is tested
    void spawn_null_namesTheArgument(UnaryOperator<SchedulerConfig> driver) {
        try (var scheduler = Scheduler.open(driver)) {
            assertNpe("body of the task", () -> scheduler.root().spawn((Callable<String>) null));
            assertNpe("body of the task", () -> scheduler.root().spawn((Action) null));
            assertNpe("body of the task", () -> scheduler.run((Callable<String>) null));
            assertNpe("body of the task", () -> scheduler.run((Action) null));
            assertNpe("body of the task", () -> scheduler.root().spawn("n", (Action) null));
            assertNpe("name of a task", () -> scheduler.root().spawn((String) null, () -> "x"));
            assertNpe(
                    "options of the task",
                    () -> scheduler.root().spawn((TaskOptions) null, () -> "x"));
            assertNpe("priority of a task", () -> TaskOptions.defaults().withPriority(null));
            assertThat(scheduler.snapshot().activeTasks()).isZero();
        }
    }

    private static void assertNpe(String message, Together.Piece call) {
        assertThatThrownBy(call::run).isInstanceOf(NullPointerException.class).hasMessage(message);
    }

    /** [FIBER:shutdown] */
    @ParameterizedTest
    @MethodSource("drivers")
    void spawn_afterClose_isRefused(UnaryOperator<SchedulerConfig> driver) {
        var scheduler = Scheduler.open(driver);
        scheduler.close();

        assertThatThrownBy(() -> scheduler.root().spawn("late", () -> "x"))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageMatching(
                        "scheduler 't' cannot start task \\d+ 'late': it is closed\\. Start tasks"
                                + " before drain\\(\\) or close\\(\\)\\.");
        scheduler.close(); // any number of times
    }

    /** [FIBER:shutdown] */
    @ParameterizedTest
    @MethodSource("drivers")
    void spawn_afterDrain_isRefused(UnaryOperator<SchedulerConfig> driver) throws Exception {
        try (var scheduler = Scheduler.open(driver)) {
            assertThat(scheduler.drain(Duration.ofSeconds(10)).complete()).isTrue();

            assertThatThrownBy(() -> scheduler.root().spawn(() -> "x"))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("it is draining");
        }
    }

    @ParameterizedTest
    @MethodSource("drivers")
    @SuppressWarnings("NullAway") // null is what is tested
    void drain_null_namesTheArgumentAndDrainsNothing(UnaryOperator<SchedulerConfig> driver)
            throws Exception {
        try (var scheduler = Scheduler.open(driver)) {
            assertNpe("timeout of a drain", () -> scheduler.drain(null));

            assertThat(scheduler.<String>run(() -> "still open")).isEqualTo("still open");
        }
    }

    @ParameterizedTest
    @MethodSource("drivers")
    @SuppressWarnings("NullAway") // null is what is tested
    void await_null_namesTheArgument(UnaryOperator<SchedulerConfig> driver) throws Exception {
        try (var scheduler = Scheduler.open(driver)) {
            Task<String> task = scheduler.root().spawn(() -> "x");

            assertNpe("timeout of an await", () -> task.await(null));
            assertThat(task.await()).isEqualTo("x");
        }
    }

    // ---- what only a task may do

    static Stream<Arguments> forTasksOnly() {
        return Stream.of(
                arguments("yield", piece(Stint::yield)),
                arguments("sleep", piece(() -> Stint.sleep(Duration.ZERO))),
                arguments("checkpoint", piece(Stint::checkpoint)),
                arguments("checkpoint", piece(() -> Stint.checkpoint(0))),
                arguments("read the clock", piece(() -> assertThat(Stint.nanoTime()).isZero())));
    }

    private static Together.Piece piece(Together.Piece piece) {
        return piece;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forTasksOnly")
    void stint_outsideATask_isRefused(String what, Together.Piece call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "thread '"
                                + Thread.currentThread().getName()
                                + "' cannot "
                                + what
                                + ": it is not running a task. Call this from code that a scheduler"
                                + " runs, for example inside nursery.spawn(() -> ...).");
    }

    @Test
    void currentTask_outsideATask_isEmpty() {
        assertThat(Stint.currentTask()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void checkpoint_negative_isRefused(long operations) {
        assertThatThrownBy(() -> Stint.checkpoint(operations))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a checkpoint counts 0 or more operations, not " + operations);
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void sleep_null_namesTheArgument() {
        assertNpe("duration of a sleep", () -> Stint.sleep(null));
    }

    // ---- what a task may not do

    @ParameterizedTest
    @MethodSource("drivers")
    void await_itself_isRefused(UnaryOperator<SchedulerConfig> driver) throws Exception {
        try (var scheduler = Scheduler.open(driver)) {
            Throwable refusal =
                    failureOf(
                            scheduler,
                            () -> {
                                Task<?> me = Stint.currentTask().orElseThrow();
                                Object _ = me.await();
                            });

            assertThat(refusal)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageMatching(
                            "task \\d+ 'me' cannot await itself: it would wait for ever\\. Await it"
                                    + " from its parent\\.");
        }
    }

    private static void awaitBelow(Task<?> task) throws InterruptedException {
        Stint.runInNursery(
                n ->
                        n.spawn(
                                "deep",
                                () -> {
                                    Object _ = task.await();
                                }));
    }

    /** It ends after those that run in its nursery, so none of them would ever see that. */
    @ParameterizedTest
    @MethodSource("drivers")
    void await_anAncestor_isRefused(UnaryOperator<SchedulerConfig> driver) throws Exception {
        try (var scheduler = Scheduler.open(driver)) {
            Throwable refusal =
                    failureOf(
                            scheduler,
                            () -> {
                                Task<?> me = Stint.currentTask().orElseThrow();
                                Stint.runInNursery(n -> n.spawn(() -> awaitBelow(me)));
                            });

            assertThat(refusal)
                    .rootCause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageMatching(
                            "task \\d+ 'deep' cannot await task \\d+ 'me': that one waits for it,"
                                    + " because it has opened .*\\. Return a result instead, or"
                                    + " send it through a channel\\.");
        }
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void close_fromInside_isRefused(UnaryOperator<SchedulerConfig> driver) throws Exception {
        try (var scheduler = Scheduler.open(driver)) {
            assertThat(failureOf(scheduler, scheduler::close))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageMatching(
                            "task \\d+ 'me' cannot close scheduler 't': it runs on it and would"
                                    + " wait for itself\\. Call close\\(\\) from the thread that"
                                    + " opened the scheduler\\.");
            assertThat(scheduler.<String>run(() -> "still open")).isEqualTo("still open");
        }
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void drain_fromInside_isRefused(UnaryOperator<SchedulerConfig> driver) throws Exception {
        try (var scheduler = Scheduler.open(driver)) {
            assertThat(failureOf(scheduler, () -> scheduler.drain(Duration.ZERO)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cannot drain scheduler 't'");
            assertThat(scheduler.<String>run(() -> "still open")).isEqualTo("still open");
        }
    }

    /** What the body throws, which is what the one who awaits it is told, with its name. */
    private static @Nullable Throwable failureOf(Scheduler scheduler, Action body)
            throws InterruptedException {
        var thrown = new AtomicReference<@Nullable Throwable>();
        Task<@Nullable Void> task =
                scheduler
                        .root()
                        .spawn(
                                "me",
                                () -> {
                                    try {
                                        body.run();
                                    } catch (Throwable e) {
                                        thrown.set(e);
                                        throw e;
                                    }
                                });
        assertThatThrownBy(() -> task.await(Duration.ofSeconds(20)))
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("'me' failed: ")
                .cause()
                .isSameAs(thrown.get());
        return thrown.get();
    }

    // ---- asking

    @Test
    void traceHash_withoutSeed_isRefused() {
        try (var scheduler = Scheduler.open(cfg -> cfg.withName("t"))) {
            assertThatThrownBy(scheduler::traceHash)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "scheduler 't' has no trace: it runs on threads. Open it with"
                                    + " withSeed(...).");
        }
    }
}
