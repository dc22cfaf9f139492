package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.config.SchedulerConfig;
import dev.stint.config.SysmonConfig;
import dev.stint.event.Event;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A task that cannot be unmounted, because it waits inside a class initialiser, blocks its carrier
 * instead (R5): it is counted, announced, costs no CPU, is woken, and a temporary worker covers.
 */
@Timeout(60)
class PinnedTest {
    private static final SysmonConfig QUICK =
            SysmonConfig.defaults()
                    .withStallAfter(Duration.ofMillis(10))
                    .withTemporaryIdle(Duration.ofMillis(50));

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();
    private final EventLog log = new EventLog();

    /** What the next class initialiser is to do; one class per test, for it runs only once. */
    private static final AtomicReference<@Nullable Callable<?>> WORK = new AtomicReference<>();

    private static void runWork() {
        try {
            Objects.requireNonNull(WORK.getAndSet(null)).call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    // Each is initialised by a call of its method in exactly one test.
    private static final class Sleeps {
        static final int DONE;

        static {
            runWork();
            DONE = 1;
        }
    }

    private static final class Awaits {
        static final int DONE;

        static {
            runWork();
            DONE = 1;
        }
    }

    private static final class Covered {
        static final int DONE;

        static {
            runWork();
            DONE = 1;
        }
    }

    private static final class Cancelled {
        static final int DONE;

        static {
            runWork();
            DONE = 1;
        }
    }

    private static final class Yields {
        static final int DONE;

        static {
            runWork();
            DONE = 1;
        }
    }

    private static final class Bare {
        static final int DONE;

        static {
            runWork();
            DONE = 1;
        }
    }

    private SchedulerConfig single(SchedulerConfig config) {
        return config.withWorkers(1).withSysmon(QUICK).withSink(log);
    }

    @Test
    void sleep_pinned_blocksTheCarrierWithoutUsingIt() throws Exception {
        Scheduler scheduler = lab.open(this::single);
        var carrier = new AtomicReference<@Nullable Long>();
        WORK.set(
                () -> {
                    long cpu = cpuOfCarrier();
                    Stint.sleep(Duration.ofMillis(400));
                    carrier.set(cpuOfCarrier() - cpu);
                    return 1;
                });

        Task<Integer> task = scheduler.root().spawn("pinned", () -> Sleeps.DONE);
        lab.until("it blocks", () -> task.state() == TaskState.BLOCKED);

        assertThat(lab.join(task)).isEqualTo(1);
        assertThat(scheduler.snapshot().pinnedParks()).isEqualTo(1);
        assertThat(log.all(Event.CarrierBlocked.class))
                .containsExactly(new Event.CarrierBlocked(task.id(), 0));
        // On a busy machine even a spinning thread does not get all of the 400 ms.
        assertThat(Duration.ofNanos(Objects.requireNonNull(carrier.get())))
                .isLessThan(Duration.ofMillis(15));
    }

    @Test
    void await_pinned_isWokenByATaskOnATemporaryWorker() throws Exception {
        Scheduler scheduler = lab.open(this::single);
        WORK.set(
                () -> {
                    Task<String> child = scheduler.root().spawn("child", () -> "woken");
                    return assertThat(child.await()).isEqualTo("woken");
                });

        Task<Integer> task = scheduler.root().spawn("pinned", () -> Awaits.DONE);

        assertThat(lab.join(task)).isEqualTo(1);
        assertThat(log.all(Event.TemporaryWorkerStarted.class)).isNotEmpty();
        assertThat(scheduler.snapshot().pinnedParks()).isPositive();
    }

    @Test
    void pinned_withOneWorker_othersGoOn() throws Exception {
        Scheduler scheduler = lab.open(this::single);
        var parked = new AtomicReference<@Nullable Task<?>>();
        Task<@Nullable Void> gate = scheduler.root().spawn(() -> Stint.sleep(Duration.ofDays(1)));
        WORK.set(
                () -> {
                    parked.set(Stint.currentTask().orElseThrow());
                    gate.awaitOutcome();
                    return 1;
                });
        Task<Integer> task = scheduler.root().spawn("pinned", () -> Covered.DONE);
        lab.until("it blocks", () -> parked.get() != null && task.state() == TaskState.BLOCKED);

        for (int i = 0; i < 100; i++) {
            int n = i;
            assertThat(lab.join(scheduler.root().spawn(() -> n))).isEqualTo(n);
            lab.join(scheduler.root().spawn(() -> Stint.sleep(Duration.ofNanos(1000))));
        }
        assertThat(task.state()).isEqualTo(TaskState.BLOCKED);
        gate.cancel();

        assertThat(lab.join(task)).isEqualTo(1);
    }

    @Test
    void cancel_pinned_endsTheWait() throws Exception {
        Scheduler scheduler = lab.open(this::single);
        WORK.set(
                () -> {
                    Stint.sleep(Duration.ofDays(1));
                    return 1;
                });
        Task<Integer> task = scheduler.root().spawn("pinned", () -> Cancelled.DONE);
        lab.until("it blocks", () -> task.state() == TaskState.BLOCKED);

        assertThat(task.cancel()).isTrue();

        // The initialiser fails, so the task ends with that error and not as cancelled.
        assertThat(lab.outcome(task))
                .isInstanceOfSatisfying(
                        Outcome.Failure.class,
                        f ->
                                assertThat(f.cause())
                                        .isInstanceOf(ExceptionInInitializerError.class)
                                        .hasRootCauseInstanceOf(InterruptedException.class));
    }

    @Test
    void yield_pinned_returnsAtOnce() throws Exception {
        Scheduler scheduler = lab.open(this::single);
        WORK.set(
                () -> {
                    for (int i = 0; i < 1000; i++) {
                        Stint.yield();
                    }
                    return 1;
                });

        assertThat(lab.join(scheduler.root().spawn(() -> Yields.DONE))).isEqualTo(1);
        assertThat(scheduler.snapshot().pinnedParks()).isZero();
    }

    @Test
    void sleep_pinnedOnABareCore_blocksTheCarrierAndIsWoken() throws Exception {
        Scheduler scheduler = lab.open(c -> single(c).withCores(Cores.BARE));
        WORK.set(
                () -> {
                    Stint.sleep(Duration.ofMillis(50));
                    scheduler.root().spawn("child", () -> 1).await();
                    return 1;
                });

        assertThat(lab.join(scheduler.root().spawn(() -> Bare.DONE))).isEqualTo(1);
        assertThat(scheduler.snapshot().pinnedParks()).isPositive();
    }

    /** CPU time of worker 0's carrier so far, in nanoseconds. */
    private static long cpuOfCarrier() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("stint-lab-worker-0")) {
                return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId());
            }
        }
        throw new AssertionError("worker 0 has no carrier");
    }
}
