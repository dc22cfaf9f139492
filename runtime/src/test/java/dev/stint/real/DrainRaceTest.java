package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.event.DrainReport;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [FIBER:shutdown] A drain against a wait that begins at the same moment. */
class DrainRaceTest {
    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void drain_whileAWaitBegins_neverMissesIt() throws Exception {
        var random = new SplittableRandom(1);
        for (int round = 0; round < 1000; round++) {
            race(random.nextInt(2000), random.nextInt(2000), round);
        }
    }

    private static void race(int waiterDelay, int drainDelay, int round) throws Exception {
        var ready = new CountDownLatch(1);
        var go = new AtomicBoolean();
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            scheduler
                    .root()
                    .spawn(
                            () -> {
                                ready.countDown();
                                while (!go.get()) {
                                    Thread.onSpinWait();
                                }
                                spin(waiterDelay);
                                TaskImpl.ensureCurrent("wait")
                                        .awaitNode(Waits.newNode(), TimerHeap.NONE);
                            });
            ready.await();
            go.set(true);
            spin(drainDelay);
            DrainReport report = scheduler.drain(Duration.ofSeconds(5));
            assertThat(report.complete()).as("round %d: %s", round, report).isTrue();
        }
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
