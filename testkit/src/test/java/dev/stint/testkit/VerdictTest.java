package dev.stint.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.SideBySide;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.env.Decisions;
import dev.stint.sync.Mutex;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimFailedError;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimResult;
import dev.stint.testkit.search.Candidates;
import dev.stint.testkit.search.Search;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found to be wrong with a run. */
class VerdictTest {
    @TempDir private Path files = Path.of("");

    private SimResult explore(UnaryOperator<SimConfig> more, Sim.Body body) throws Exception {
        return Sim.explore(c -> more.apply(c.withFiles(files)), body);
    }

    private SimFailure failureOf(UnaryOperator<SimConfig> more, Sim.Body body) throws Exception {
        return explore(more, body).failure().orElseThrow();
    }

    @SideBySide
    @Test
    void bodyThrows_isTheFailure() throws Exception {
        SimFailure failure =
                failureOf(
                        c -> c,
                        sim -> {
                            throw new IllegalArgumentException("of the body");
                        });

        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.FAILED);
        assertThat(failure.schedule()).isEqualTo(1);
        assertThat(failure.summary()).contains("of the body");
        assertThat(failure.cause().orElseThrow()).isInstanceOf(IllegalArgumentException.class);
    }

    @SideBySide
    @Test
    void taskThrows_itsOwnExceptionIsNamed() throws Exception {
        SimFailure failure =
                failureOf(
                        c -> c,
                        sim ->
                                sim.run(
                                        nursery ->
                                                nursery.spawn(
                                                        "bad",
                                                        () -> {
                                                            throw new IllegalStateException("why");
                                                        })));

        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.FAILED);
        assertThat(failure.summary()).isEqualTo("java.lang.IllegalStateException: why");
    }

    @SideBySide
    @Test
    void lockOrder_isADeadlockThatNamesBoth() throws Exception {
        SimFailure failure =
                failureOf(
                        c -> c,
                        sim -> {
                            Mutex a = Mutex.unlocked().named("a");
                            Mutex b = Mutex.unlocked().named("b");
                            sim.run(
                                    nursery -> {
                                        nursery.spawn("ab", () -> inOrder(a, b));
                                        nursery.spawn("ba", () -> inOrder(b, a));
                                    });
                        });

        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.DEADLOCK);
        assertThat(failure.where())
                .contains("'ab'")
                .contains("'ba'")
                .contains("mutex 'a'")
                .contains("mutex 'b'");
    }

    private static void inOrder(Mutex first, Mutex second) throws InterruptedException {
        first.lock();
        second.lock();
        second.unlock();
        first.unlock();
    }

    @SideBySide
    @Test
    void locksOfTheJdk_deadlock_isFoundToo() throws Exception {
        var a = new ReentrantLock();
        var b = new ReentrantLock();
        SimFailure failure =
                failureOf(
                        c -> c.withShrinks(false),
                        sim ->
                                sim.run(
                                        nursery -> {
                                            nursery.spawn("ab", () -> inOrder(a, b));
                                            nursery.spawn("ba", () -> inOrder(b, a));
                                        }));

        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.DEADLOCK);
        assertThat(failure.where()).contains("'ab'").contains("'ba'");
    }

    private static void inOrder(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            Sim.point();
            second.lock();
            try {
                Sim.point();
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }

    @SideBySide
    @Test
    void loopWithoutEnd_isALivelock() throws Exception {
        SimFailure failure =
                failureOf(
                        c -> c.withSteps(2_000),
                        sim -> {
                            var never = new SharedInt(0);
                            sim.run(
                                    nursery ->
                                            nursery.spawn(
                                                    "waits",
                                                    () -> {
                                                        while (never.get() == 0) {
                                                            Sim.point();
                                                        }
                                                    }));
                        });

        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.LIVELOCK);
        assertThat(failure.step()).isEqualTo(2_000);
        assertThat(failure.where()).contains("'waits'");
    }

    @SideBySide
    @Test
    void loopThatEatsErrors_cannotOutliveItsSteps() throws Exception {
        SimFailure failure =
                failureOf(
                        c -> c.withSteps(500).withShrinks(false),
                        sim ->
                                sim.run(
                                        nursery ->
                                                nursery.spawn(
                                                        () -> {
                                                            while (true) {
                                                                try {
                                                                    Stint.yield();
                                                                } catch (Throwable e) {
                                                                    Sim.point();
                                                                }
                                                            }
                                                        })));

        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.LIVELOCK);
    }

    @SideBySide
    @Test
    void taskOfTheRoot_stillWaiting_isLeftOver() throws Exception {
        SimFailure failure =
                failureOf(
                        c -> c,
                        sim -> {
                            var nobodySends = Channel.<Integer>rendezvous();
                            sim.scheduler().root().spawn("forgotten", () -> nobodySends.receive());
                        });

        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.LEFTOVER);
        assertThat(failure.summary()).isEqualTo("the program has ended, and 1 task has not");
        assertThat(failure.where()).contains("'forgotten'");
    }

    @SideBySide
    @Test
    void taskOfTheRoot_thatWillEnd_isWaitedFor() throws Exception {
        SimResult result =
                explore(
                        c -> c.withSchedules(10),
                        sim ->
                                sim.scheduler()
                                        .root()
                                        .spawn(() -> Stint.sleep(Duration.ofHours(1))));

        assertThat(result.isGreen()).isTrue();
    }

    @SideBySide
    @Test
    void whoWaitsTooLong_starves() throws Exception {
        Sim.Body program =
                sim -> {
                    Mutex mutex = Mutex.unlocked();
                    sim.run(
                            nursery -> {
                                nursery.spawn(
                                        "hog",
                                        () -> {
                                            mutex.lock();
                                            for (int i = 0; i < 2_000; i++) {
                                                Stint.yield();
                                            }
                                            mutex.unlock();
                                        });
                                nursery.spawn(
                                        "waits",
                                        () -> {
                                            mutex.lock();
                                            mutex.unlock();
                                        });
                            });
                };
        UnaryOperator<SimConfig> fair =
                c -> c.withStrategy(Strategy.random()).withSchedules(20).withShrinks(false);

        SimFailure failure = failureOf(c -> fair.apply(c).withPatience(200), program);
        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.STARVATION);
        assertThat(failure.summary()).contains("'waits'").contains("mutex");
        assertThat(explore(c -> fair.apply(c).withPatience(5_000), program).isGreen()).isTrue();
        assertThat(explore(fair, program).isGreen()).isTrue();
    }

    @SideBySide
    @Test
    void stateThatOutlivesTheRun_isFoundByRunningTwice() throws Exception {
        var runs = new AtomicInteger();
        Sim.Body program =
                sim ->
                        sim.run(
                                nursery -> {
                                    for (int i = 0; i < 2 + runs.getAndIncrement() % 2; i++) {
                                        nursery.spawn(Sim::point);
                                    }
                                });

        SimFailure failure = failureOf(c -> c.withTwice(true), program);
        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.NONDETERMINISM);
        assertThat(failure.summary()).contains("decision 1");
        assertThat(explore(c -> c, program).isGreen()).isTrue();
    }

    @SideBySide
    @Test
    void taskThatIsAlone_butDoesMore_isFoundByRunningTwice() throws Exception {
        var runs = new AtomicInteger();
        SimFailure failure =
                failureOf(
                        c -> c.withTwice(true),
                        sim -> {
                            int more = runs.getAndIncrement() % 2;
                            var cell = new SharedInt();
                            sim.run(
                                    nursery ->
                                            nursery.spawn(
                                                    () -> {
                                                        for (int i = 0; i <= more; i++) {
                                                            cell.get();
                                                        }
                                                    }));
                        });

        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.NONDETERMINISM);
    }

    @SideBySide
    @Test
    void monitorsOfTheJdk_areReportedWithTaskAndStack() throws Exception {
        SimResult result =
                explore(
                        c -> c.withSchedules(50),
                        sim -> {
                            var monitor = new Object();
                            sim.run(
                                    nursery -> {
                                        for (int i = 0; i < 3; i++) {
                                            nursery.spawn("locker", () -> locked(monitor));
                                        }
                                    });
                        });

        result.throwIfFailed();
        assertThat(result.uncontrolled())
                .isNotEmpty()
                .anySatisfy(
                        wait ->
                                assertThat(wait)
                                        .contains("'locker'")
                                        .contains("VerdictTest.locked"));
    }

    private static void locked(Object monitor) {
        synchronized (monitor) {
            Sim.point();
        }
    }

    @SideBySide
    @Test
    void threadOfItsOwn_thatWaitsForASimulatedTask_isRefused() throws Exception {
        SimFailure failure =
                failureOf(
                        c -> c.withShrinks(false),
                        sim -> {
                            var task = sim.scheduler().root().spawn(() -> 1);
                            var caught = new Catcher();
                            Thread thread =
                                    Thread.ofPlatform().start(() -> caught.call(task::await));
                            thread.join();
                            caught.rethrow();
                        });

        assertThat(failure.summary()).contains("only the thread that simulates it may");
    }

    /** What a thread has thrown. */
    private static final class Catcher {
        private volatile Throwable thrown = new AssertionError("nothing was thrown");

        void call(Callable<?> action) {
            try {
                action.call();
            } catch (Throwable e) {
                thrown = e;
            }
        }

        void rethrow() throws Exception {
            if (thrown instanceof Exception e) {
                throw e;
            }
        }
    }

    @SideBySide
    @Test
    void taskThatHeedsNoCancel_cannotHangTheRun() throws Exception {
        SimFailure failure =
                failureOf(
                        c -> c.withShrinks(false),
                        sim -> {
                            sim.scheduler().root().spawn(VerdictTest::sleepForEver);
                            throw new AssertionError("body fails");
                        });

        assertThat(failure.summary()).contains("body fails");
    }

    private static void sleepForEver() {
        while (true) {
            try {
                Stint.sleep(Duration.ofHours(1));
            } catch (Exception e) {
                // it goes on
            }
        }
    }

    @SideBySide
    @Test
    void bodyThatWaitsInsideTheJdk_isToldSo() {
        var latch = new CountDownLatch(1);
        assertThatThrownBy(
                        () ->
                                explore(
                                        c -> c,
                                        sim -> {
                                            sim.scheduler().root().spawn(latch::countDown);
                                            latch.await();
                                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("only while it waits through the runtime")
                .hasMessageContaining("CountDownLatch.await");
    }

    @SideBySide
    @Test
    void threadThatStartsTasks_isReported() throws Exception {
        SimResult result =
                explore(
                        c -> c.withSchedules(3),
                        sim -> {
                            Thread thread =
                                    Thread.ofPlatform()
                                            .name("stray")
                                            .start(() -> sim.scheduler().root().spawn(() -> 1));
                            thread.join();
                        });

        assertThat(result.warning().orElseThrow()).contains("stray");
    }

    @SideBySide
    @Test
    void simKeptAfterItsRun_refuses() throws Exception {
        List<Sim> kept = new ArrayList<>();
        explore(c -> c.withSchedules(1), kept::add);

        assertThatThrownBy(() -> kept.getFirst().choose(2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("this run of the simulation has ended");
    }

    @SideBySide
    @Test
    void strategyWithoutASchedule_isNoSuccess() {
        Search none =
                new Search() {
                    @Override
                    public boolean begin(long seed) {
                        return false;
                    }

                    @Override
                    public int next(Candidates turn) {
                        return 0;
                    }

                    @Override
                    public int choose(Decisions.Kind kind, int alternatives) {
                        return 0;
                    }
                };
        assertThatThrownBy(
                        () ->
                                explore(
                                        c -> c.withStrategy(Strategy.of("none", () -> none)),
                                        sim -> {}))
                .hasMessageContaining("strategy none has no schedule at all");
    }

    @SideBySide
    @Test
    void assertQuiescent_whileATaskWaits_namesIt() throws Exception {
        SimFailure failure =
                failureOf(
                        c -> c,
                        sim -> {
                            var channel = Channel.<Integer>rendezvous();
                            sim.run(nursery -> nursery.spawn(Sim::point));
                            sim.assertQuiescent();
                            sim.scheduler().root().spawn("waits", () -> channel.receive());
                            sim.scheduler().run(() -> Stint.yield());
                            sim.assertQuiescent();
                        });

        assertThat(failure.summary()).contains("not quiescent: 1 not ended").contains("'waits'");
    }

    @SideBySide
    @Test
    void check_ofAFailingProgram_throwsTheReport() {
        assertThatThrownBy(
                        () ->
                                Sim.check(
                                        c -> c.withName("pair").withFiles(files),
                                        sim -> {
                                            throw new AssertionError("2 is not 3");
                                        }))
                .isInstanceOf(SimFailedError.class)
                .hasMessageContaining("pair failed on schedule 1 of 1000")
                .hasMessageContaining("2 is not 3")
                .hasCauseInstanceOf(AssertionError.class);
    }

    @SideBySide
    @Test
    void explore_interrupted_ends() throws Exception {
        Thread me = Thread.currentThread();
        var once = new AtomicBoolean(); // or the next test finds itself interrupted
        assertThatThrownBy(
                        () ->
                                explore(
                                        c -> c.withSchedules(1_000_000),
                                        sim -> {
                                            if (once.compareAndSet(false, true)) {
                                                me.interrupt();
                                            }
                                            sim.run(nursery -> nursery.spawn(Sim::point));
                                        }))
                .isInstanceOf(InterruptedException.class);
    }
}
