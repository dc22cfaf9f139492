package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.config.Profile;
import dev.stint.config.SchedulerConfig;
import dev.stint.error.StintException;
import dev.stint.error.SupervisorFailedException;
import dev.stint.error.TaskFailedException;
import dev.stint.supervisor.ChildSnapshot;
import dev.stint.supervisor.ChildSpec;
import dev.stint.supervisor.Decision;
import dev.stint.supervisor.Restart;
import dev.stint.supervisor.Strategy;
import dev.stint.supervisor.Supervisor;
import dev.stint.supervisor.SupervisorConfig;
import dev.stint.task.Action;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [SCHED:10.2.3] Supervisors, on either driver and on either kind of core. */
class SupervisorContractTest {
    /** Supervises in a task until that ends, and checks that no money is missing. */
    static void supervise(Scheduler opened, UnaryOperator<SupervisorConfig> configure)
            throws InterruptedException {
        try (var scheduler = opened) {
            try {
                scheduler.run(() -> Stint.supervise(configure));
            } finally {
                assertThat(scheduler.tenant().ledger().isBalanced()).isTrue();
                assertThat(scheduler.tenant().ledger().held()).isEqualTo(Budget.ZERO);
            }
        }
    }

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
            super(c -> Setting.seeded(c.withCores(Cores.VIRTUAL), 5));
        }
    }

    @Nested
    class SeededBare extends Contract {
        SeededBare() {
            super(c -> Setting.seeded(c.withCores(Cores.BARE), 5));
        }
    }

    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    abstract static class Contract {
        private static final Duration LONG = Duration.ofHours(10);

        private final UnaryOperator<SchedulerConfig> config;
        private final Queue<String> log = new ConcurrentLinkedQueue<>();

        Contract(UnaryOperator<SchedulerConfig> config) {
            this.config = config;
        }

        private Scheduler open() {
            return Scheduler.open(c -> config.apply(c.withWorkers(3).withProfile(Profile.CLUSTER)));
        }

        private void supervise(UnaryOperator<SupervisorConfig> configure)
                throws InterruptedException {
            SupervisorContractTest.supervise(open(), configure);
        }

        /** Logs its start and its end, and stays until it is stopped. */
        private Action resident(String name) {
            return () -> {
                log.add("+" + name);
                try {
                    Stint.sleep(LONG);
                } finally {
                    log.add("-" + name);
                }
            };
        }

        /** Waits until so many lines are logged. */
        private void awaitLines(int count) throws InterruptedException {
            while (log.size() < count) {
                Stint.sleep(Duration.ofMillis(1));
            }
        }

        /** Fails so often, each time when so many lines are logged, and then stays. */
        private Action failing(String name, AtomicInteger failuresLeft, int lines) {
            return () -> {
                if (failuresLeft.getAndDecrement() > 0) {
                    log.add("+" + name);
                    awaitLines(lines);
                    log.add("!" + name);
                    throw new IOException(name + " broke");
                }
                resident(name).run();
            };
        }

        // ---- ending

        @Test
        void children_allReturn_supervisorReturns() throws Exception {
            var ran = new AtomicInteger();
            supervise(
                    s ->
                            s.withChild(once("a", ran::incrementAndGet))
                                    .withChild(once("b", ran::incrementAndGet)));
            assertThat(ran.get()).isEqualTo(2);
        }

        private static ChildSpec once(String name, Runnable body) {
            return ChildSpec.of(name, body::run).withRestart(Restart.TRANSIENT);
        }

        @Test
        void shutdown_stopsTheLastFirst_oneAfterTheOther() throws Exception {
            try (var scheduler = open()) {
                Supervisor supervisor =
                        scheduler.supervise(
                                s ->
                                        s.withName("three")
                                                .withChild("a", resident("a"))
                                                .withChild("b", resident("b"))
                                                .withChild("c", slowToStop("c")));
                scheduler.run(() -> awaitLines(3));
                assertThat(supervisor.children())
                        .extracting(ChildSnapshot::name)
                        .containsExactly("a", "b", "c");
                assertThat(supervisor.children())
                        .extracting(ChildSnapshot::restarts)
                        .containsOnly(0L);
                assertThat(supervisor.shutdown()).isTrue();
                assertThat(supervisor.shutdown()).isFalse();
                supervisor.task().await();
                assertThat(supervisor.task().state()).isEqualTo(TaskState.COMPLETED);
                assertThat(supervisor.children())
                        .extracting(ChildSnapshot::state)
                        .containsOnly(TaskState.CANCELLED);
            }
            assertThat(log).endsWith("-c", "-b", "-a").hasSize(6);
        }

        private Action slowToStop(String name) {
            return () -> {
                log.add("+" + name);
                try {
                    Stint.sleep(LONG);
                } finally {
                    Stint.shielded(() -> Stint.sleep(Duration.ofMillis(20)));
                    log.add("-" + name);
                }
            };
        }

        @Test
        void close_endsItsChildren() throws Exception {
            try (var scheduler = open()) {
                try (Supervisor supervisor =
                        scheduler.supervise(s -> s.withChild("a", resident("a")))) {
                    scheduler.run(() -> awaitLines(1));
                    assertThat(supervisor.name()).isEqualTo("supervisor");
                }
                assertThat(log).containsExactly("+a", "-a");
            }
        }

        @Test
        void cancel_ofTheTask_cancelsAllChildren() throws Exception {
            try (var scheduler = open()) {
                Task<?> task =
                        scheduler
                                .root()
                                .spawn(
                                        () ->
                                                Stint.supervise(
                                                        s ->
                                                                s.withChild("a", resident("a"))
                                                                        .withChild(
                                                                                "b",
                                                                                resident("b"))));
                scheduler.run(() -> awaitLines(2));
                task.cancel();
                assertThatThrownBy(task::await).isInstanceOf(CancellationException.class);
                assertThat(log).hasSize(4).contains("-a", "-b");
            }
        }

        // ---- restart policies

        @Test
        void permanent_isRestartedAfterSuccessAndFailure_untilTooOften() throws Exception {
            var starts = new AtomicInteger();
            assertThatThrownBy(
                            () ->
                                    supervise(
                                            s ->
                                                    s.withName("web")
                                                            .withIntensity(3, LONG)
                                                            .withChild("other", resident("other"))
                                                            .withChild(
                                                                    "short",
                                                                    () -> {
                                                                        awaitLines(1);
                                                                        if (starts.incrementAndGet()
                                                                                        % 2
                                                                                == 0) {
                                                                            throw new IOException(
                                                                                    "disk");
                                                                        }
                                                                    })))
                    .isInstanceOf(TaskFailedException.class)
                    .cause()
                    .isInstanceOf(SupervisorFailedException.class)
                    .isInstanceOf(StintException.class)
                    .hasMessage(
                            "supervisor 'web' cannot restart child 'short', which failed with"
                                    + " java.io.IOException: disk: it would be restart 4 within"
                                    + " PT10H, and 3 are allowed. Allow more, withIntensity(...),"
                                    + " or mend the child.")
                    .hasCauseInstanceOf(IOException.class)
                    .satisfies(
                            e ->
                                    assertThat(((SupervisorFailedException) e).child())
                                            .isEqualTo("short"));
            assertThat(starts.get()).isEqualTo(4);
            assertThat(log).containsExactly("+other", "-other");
        }

        @Test
        void transientChild_isRestartedAfterFailureOnly() throws Exception {
            var starts = new AtomicInteger();
            supervise(
                    s ->
                            s.withChild(
                                    ChildSpec.of(
                                                    "t",
                                                    () -> {
                                                        if (starts.incrementAndGet() < 3) {
                                                            throw new IOException();
                                                        }
                                                    })
                                            .withRestart(Restart.TRANSIENT)));
            assertThat(starts.get()).isEqualTo(3);
        }

        @Test
        void temporaryChild_isNeverRestarted() throws Exception {
            var starts = new AtomicInteger();
            supervise(
                    s ->
                            s.withIntensity(0, LONG)
                                    .withChild(
                                            ChildSpec.of(
                                                            "t",
                                                            () -> {
                                                                starts.incrementAndGet();
                                                                throw new IOException();
                                                            })
                                                    .withRestart(Restart.TEMPORARY)));
            assertThat(starts.get()).isEqualTo(1);
        }

        // ---- strategies

        private List<String> withOneFailure(Strategy strategy, Restart restartOfC)
                throws Exception {
            var left = new AtomicInteger(1);
            try (var scheduler = open()) {
                Supervisor supervisor =
                        scheduler.supervise(
                                s ->
                                        s.withStrategy(strategy)
                                                .withChild("a", resident("a"))
                                                .withChild("b", failing("b", left, 3))
                                                .withChild(
                                                        ChildSpec.of("c", resident("c"))
                                                                .withRestart(restartOfC)));
                scheduler.run(
                        () -> {
                            while (log.stream().filter("+b"::equals).count() < 2
                                    || log.stream().filter("+c"::equals).count()
                                            < expectedStartsOfC(strategy, restartOfC)) {
                                Stint.sleep(Duration.ofMillis(1));
                            }
                        });
                supervisor.close();
            }
            return List.copyOf(log).subList(3, log.size());
        }

        private static int expectedStartsOfC(Strategy strategy, Restart restartOfC) {
            return strategy == Strategy.ONE_FOR_ONE || restartOfC == Restart.TEMPORARY ? 1 : 2;
        }

        @Test
        void oneForOne_restartsThatOne() throws Exception {
            assertThat(withOneFailure(Strategy.ONE_FOR_ONE, Restart.PERMANENT))
                    .containsExactly("!b", "+b", "-c", "-b", "-a");
        }

        @Test
        void oneForAll_stopsTheOthersLastFirstAndStartsAll() throws Exception {
            List<String> seen = withOneFailure(Strategy.ONE_FOR_ALL, Restart.PERMANENT);
            assertThat(seen.subList(0, 3)).containsExactly("!b", "-c", "-a");
            assertThat(seen.subList(3, 6)).containsExactlyInAnyOrder("+a", "+b", "+c");
            assertThat(seen.subList(6, 9)).containsExactly("-c", "-b", "-a");
        }

        @Test
        void restForOne_leavesThoseBeforeAlone() throws Exception {
            List<String> seen = withOneFailure(Strategy.REST_FOR_ONE, Restart.PERMANENT);
            assertThat(seen.subList(0, 2)).containsExactly("!b", "-c");
            assertThat(seen.subList(2, 4)).containsExactlyInAnyOrder("+b", "+c");
            assertThat(seen.subList(4, 7)).containsExactly("-c", "-b", "-a");
        }

        @Test
        void oneForAll_doesNotRestartATemporaryChild() throws Exception {
            List<String> seen = withOneFailure(Strategy.ONE_FOR_ALL, Restart.TEMPORARY);
            assertThat(seen).containsOnlyOnce("-c").doesNotContain("+c");
            assertThat(seen).endsWith("-b", "-a");
        }

        // ---- supervisors of supervisors

        private static final Budget ROOMY = Budget.DEFAULT.withSpawns(20);

        @Test
        void nested_failsUpwards_andIsStartedAnew() throws Exception {
            var innerStarts = new AtomicInteger();
            var leafStarts = new AtomicInteger();
            supervise(
                    s ->
                            s.withName("outer")
                                    .withChild(
                                            ChildSpec.of(
                                                            "inner",
                                                            () -> {
                                                                innerStarts.incrementAndGet();
                                                                Stint.supervise(
                                                                        i -> flaky(i, leafStarts));
                                                            })
                                                    .withRestart(Restart.TRANSIENT)
                                                    .withBudget(ROOMY)));
            assertThat(innerStarts.get()).isEqualTo(2);
            assertThat(leafStarts.get()).isEqualTo(5);
        }

        private static SupervisorConfig flaky(SupervisorConfig config, AtomicInteger starts) {
            return config.withName("inner")
                    .withIntensity(2, LONG)
                    .withChild(
                            ChildSpec.of(
                                            "leaf",
                                            () -> {
                                                if (starts.incrementAndGet() < 5) {
                                                    throw new IOException("leaf");
                                                }
                                            })
                                    .withRestart(Restart.TRANSIENT));
        }

        @Test
        void nested_isStoppedInOrder() throws Exception {
            try (var scheduler = open()) {
                Supervisor outer =
                        scheduler.supervise(
                                s ->
                                        s.withChild("a", resident("a"))
                                                .withChild(
                                                        ChildSpec.of("inner", this::innerOfTwo)
                                                                .withBudget(ROOMY))
                                                .withChild("d", resident("d")));
                scheduler.run(() -> awaitLines(4));
                outer.close();
            }
            assertThat(log).endsWith("-d", "-c", "-b", "-a").hasSize(8);
        }

        private void innerOfTwo() throws InterruptedException {
            Stint.supervise(s -> s.withChild("b", resident("b")).withChild("c", slowToStop("c")));
        }

        /** [SCHED:3.2.3] A supervisor that cannot pay asks the one above. */
        @Test
        void nested_billsGoUp() throws Exception {
            Queue<String> bills = new ConcurrentLinkedQueue<>();
            var done = new AtomicInteger();
            supervise(
                    outer ->
                            outer.withOnBill(
                                            bill -> {
                                                bills.add(bill.component().inWords());
                                                return Decision.recharge(
                                                        Budget.of(bill.component(), 5000));
                                            })
                                    .withChild(
                                            SupervisorBillsTest.worker(
                                                    "inner",
                                                    () ->
                                                            Stint.supervise(
                                                                    inner ->
                                                                            payingInner(
                                                                                    inner,
                                                                                    done)))));
            assertThat(done.get()).isEqualTo(1);
            assertThat(bills).contains("spawns", "operations");
        }

        private static SupervisorConfig payingInner(SupervisorConfig inner, AtomicInteger done) {
            return inner.withOnBill(bill -> Decision.recharge(Budget.ofOps(1000)))
                    .withIntensity(0, LONG)
                    .withChild(
                            SupervisorBillsTest.worker(
                                    "leaf",
                                    () -> {
                                        SupervisorBillsTest.work(3000);
                                        done.incrementAndGet();
                                    }));
        }

        // ---- looking at it

        @Test
        void children_showHowOftenTheyWereRestarted() throws Exception {
            var left = new AtomicInteger(2);
            try (var scheduler = open()) {
                Supervisor supervisor =
                        scheduler.supervise(
                                s ->
                                        s.withChild("a", resident("a"))
                                                .withChild("b", failing("b", left, 1)));
                scheduler.run(
                        () -> {
                            while (log.stream().filter("+b"::equals).count() < 3) {
                                Stint.sleep(Duration.ofMillis(1));
                            }
                        });
                assertThat(supervisor.children())
                        .extracting(ChildSnapshot::restarts)
                        .containsExactly(0L, 2L);
                supervisor.close();
            }
        }
    }

    // ---- wrong use

    @Test
    void open_underAnotherProfile_saysSo() {
        for (Profile profile : new Profile[] {Profile.SERVICE, Profile.SOVEREIGN}) {
            try (var scheduler = Scheduler.open(c -> c.withProfile(profile).withSeed(1))) {
                assertThatThrownBy(() -> scheduler.supervise(s -> s.withChild("a", () -> {})))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage(
                                "supervisor 'supervisor' cannot be opened under profile "
                                        + profile
                                        + ": only CLUSTER lets a task restart and recharge others."
                                        + " Open the scheduler with"
                                        + " withProfile(Profile.CLUSTER).");
            }
        }
    }

    @Test
    void supervise_outsideATask_isRefused() {
        assertThatThrownBy(() -> Stint.supervise(s -> s.withChild("a", () -> {})))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot supervise: it is not running a task");
    }

    @Test
    void config_thatMakesNoSense_isRefused() {
        try (var scheduler = Scheduler.open(c -> c.withProfile(Profile.CLUSTER).withSeed(1))) {
            assertThatThrownBy(() -> scheduler.supervise(s -> s.withName("idle")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "supervisor 'idle' has no children and would have nothing to do. Add"
                                    + " one: withChild(...).");
        }
        SupervisorConfig config = SupervisorConfig.defaults();
        assertThatThrownBy(() -> config.withIntensity(-1, Duration.ofSeconds(1)))
                .hasMessageContaining("cannot allow -1 restarts");
        assertThatThrownBy(() -> config.withIntensity(1, Duration.ZERO))
                .hasMessageContaining("the period must be longer than 0");
        assertThatThrownBy(() -> config.withBackoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .hasMessageContaining("a back-off cannot go from PT2S to PT1S");
        assertThatThrownBy(() -> config.withChild("a", () -> {}).withChild("a", () -> {}))
                .hasMessageContaining("has two children named 'a'");
        assertThatThrownBy(() -> config.withChildBudget(Budget.ZERO))
                .hasMessageContaining("could never pay for anything");
        assertThatThrownBy(() -> ChildSpec.of("a", () -> {}).withBudget(Budget.ZERO))
                .hasMessageContaining("could never pay for anything");
        assertThatThrownBy(() -> ChildSpec.of(" ", () -> {})).hasMessageContaining("needs a name");
        assertThatThrownBy(() -> config.withName("")).hasMessageContaining("needs a name");
    }
}
