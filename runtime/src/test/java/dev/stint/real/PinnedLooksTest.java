package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.ObjectPool;
import dev.stint.channel.Select;
import dev.stint.config.SysmonConfig;
import dev.stint.event.Event;
import dev.stint.sync.Semaphore;
import dev.stint.task.Action;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * While a task waits inside a class initialiser, and so blocks its carrier (R5), the monitor knows
 * that the carrier wants no processor. It must not ask the system, at each tick, by a file.
 */
@Timeout(60)
class PinnedLooksTest {
    private static final SysmonConfig QUICK =
            SysmonConfig.defaults()
                    .withPeriod(Duration.ofMillis(1))
                    .withStallAfter(Duration.ofMillis(10))
                    .withReportAfter(Duration.ofMillis(10));

    private static final int REPORT_TICKS = 10;

    /** A report each ten ticks: with the second one after a change, that change has been seen. */
    private static final int SEEN = 2;

    private static final int REPORTS = 20;
    private static final AtomicReference<@Nullable Action> WORK = new AtomicReference<>();

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();
    private final EventLog log = new EventLog();
    private final SetReadings readings = new SetReadings();

    /** What waits for ever. */
    enum Wait {
        SEND(() -> Channel.<Integer>rendezvous().send(1)),
        RECEIVE(() -> Channel.<Integer>rendezvous().receive()),
        SELECT(
                () ->
                        Select.<Integer>from(
                                Channel.<Integer>rendezvous().receiver().onReceive(x -> x))),
        TAKE(Wait::takeTwice),
        ACQUIRE(() -> Semaphore.of(0).acquire()),
        SLEEP(() -> Stint.sleep(Duration.ofDays(1)));

        @SuppressWarnings("ImmutableEnumChecker") // they wait, and keep nothing
        final Action action;

        Wait(Action action) {
            this.action = action;
        }

        private static void takeTwice() throws InterruptedException {
            ObjectPool<String> pool = ObjectPool.open(1, () -> "the only one");
            pool.take();
            pool.take();
        }
    }

    /** Made anew for every use: an initialiser runs only once. */
    private static final class Template {
        static {
            runWork();
        }
    }

    static void runWork() {
        try {
            Objects.requireNonNull(WORK.getAndSet(null)).run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void inInitialiser(Action work) throws IOException, IllegalAccessException {
        byte[] code;
        try (var in = Template.class.getResourceAsStream("PinnedLooksTest$Template.class")) {
            code = Objects.requireNonNull(in).readAllBytes();
        }
        MethodHandles.Lookup made = MethodHandles.lookup().defineHiddenClass(code, false);
        WORK.set(work);
        made.ensureInitialized(made.lookupClass());
    }

    private void awaitReports(int more) {
        int before = log.all(Event.Stalled.class).size();
        lab.until(
                "the monitor reports", () -> log.all(Event.Stalled.class).size() >= before + more);
    }

    @ParameterizedTest
    @EnumSource(Wait.class)
    void tick_pinnedTask_asksTheSystemNothing(Wait wait) throws Exception {
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(1)
                                        .withSysmon(QUICK)
                                        .withReadings(readings)
                                        .withSink(log));
        Task<?> task = scheduler.root().spawn("pinned", () -> inInitialiser(wait.action));
        lab.until("it blocks", () -> task.state() == TaskState.BLOCKED);
        assertThat(scheduler.snapshot().pinnedParks()).isPositive();
        awaitReports(SEEN);
        int before = readings.looks.get();

        awaitReports(REPORTS);

        assertThat(readings.looks.get() - before).isZero();
        task.cancel();
        lab.outcome(task);
    }

    /** The runtime does not know of such a wait. */
    @Test
    void tick_taskThatTheJdkHasPinned_asksTheSystemLessAndLess() throws Exception {
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(1)
                                        .withSysmon(QUICK)
                                        .withReadings(readings)
                                        .withSink(log));
        var never = new java.util.concurrent.Semaphore(0);
        Task<?> task = scheduler.root().spawn("pinned", () -> inInitialiser(never::acquire));
        awaitReports(SEEN);
        int before = readings.looks.get();

        awaitReports(REPORTS);

        int ticks = (REPORTS - 1) * REPORT_TICKS;
        assertThat(readings.looks.get() - before).isBetween(1, ticks / 10);
        task.cancel();
        lab.outcome(task);
    }
}
