package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.config.SysmonConfig;
import dev.stint.env.Readings;
import dev.stint.event.Event;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * [FIBER:sysmon-scaling] A worker without a processor is not a worker with a task that will not
 * give way.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OversubscribedTest {
    private static final SysmonConfig QUICK =
            SysmonConfig.defaults()
                    .withPeriod(Duration.ofMillis(1))
                    .withStallAfter(Duration.ofMillis(10))
                    .withReportAfter(Duration.ofMillis(10));
    private static final int LOOKS = 100;

    private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Set set = new Set();

    /** What a machine says that the test decides. */
    private static final class Set implements Readings {
        final AtomicLong processor = new AtomicLong();
        final AtomicInteger looks = new AtomicInteger();
        volatile boolean wants = true;

        @Override
        public long allocatedBytes(Thread platform) {
            return 0;
        }

        @Override
        public long processorNanos(Thread platform) {
            return processor.get();
        }

        @Override
        public boolean wantsProcessor(Thread platform) {
            looks.incrementAndGet();
            return wants;
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }
    }

    private Scheduler open() {
        return Scheduler.open(
                c -> c.withWorkers(1).withSysmon(QUICK).withReadings(set).withSink(events::add));
    }

    private void spin(CountDownLatch begun) {
        begun.countDown();
        while (!over.get()) {
            Thread.onSpinWait();
        }
    }

    private <E extends Event> long count(Class<E> kind) {
        return events.stream().filter(kind::isInstance).count();
    }

    /** Runs a task that will not give way, and one behind it, until the first has starved long. */
    private Task<?> starve(Scheduler scheduler) throws InterruptedException {
        var begun = new CountDownLatch(1);
        scheduler.root().spawn("hog", () -> spin(begun));
        begun.await();
        Task<?> behind = scheduler.root().spawn("behind", () -> {});
        while (set.looks.get() < LOOKS) {
            Thread.onSpinWait();
        }
        return behind;
    }

    @Test
    void worker_withoutAProcessor_isNotStalledHoweverLong() throws Exception {
        try (var scheduler = open()) {
            Task<?> behind = starve(scheduler);

            assertThat(count(Event.TemporaryWorkerStarted.class)).isZero();
            assertThat(count(Event.Stalled.class)).isZero();
            assertThat(behind.tryOutcome()).isEmpty();
            over.set(true);
            behind.await();
        }
    }

    @Test
    void worker_thatHasUsedItsProcessor_isStalled() throws Exception {
        try (var scheduler = open()) {
            Task<?> behind = starve(scheduler);

            set.processor.addAndGet(Duration.ofMillis(3).toNanos());
            behind.await(); // on a temporary worker: the hog goes on
            assertThat(count(Event.TemporaryWorkerStarted.class)).isPositive();
            over.set(true);
        }
    }

    @Test
    void worker_thatWaitsForAnythingElse_isStalled() throws Exception {
        try (var scheduler = open()) {
            Task<?> behind = starve(scheduler);

            set.wants = false;
            behind.await();
            assertThat(count(Event.TemporaryWorkerStarted.class)).isPositive();
            over.set(true);
        }
    }

    @Test
    void readings_ofTheMachine_tellABlockedThreadFromOneThatRuns() throws Exception {
        var spins = new CountDownLatch(1);
        int wanted = 0;
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            var carriers = new ArrayList<Thread>();
            scheduler.root().spawn(() -> spin(spins));
            spins.await();
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().startsWith("stint-stint-worker-")) {
                    carriers.add(thread);
                }
            }
            assertThat(carriers).hasSizeGreaterThanOrEqualTo(2);
            if (System.getProperty("os.name", "").equals("Linux")) {
                while (wanted < 10) {
                    for (Thread thread : carriers) {
                        wanted += Readings.ofJvm().wantsProcessor(thread) ? 1 : 0;
                    }
                }
                assertThat(Readings.ofJvm().wantsProcessor(Thread.currentThread())).isFalse();
            }
            over.set(true);
        }
    }
}
