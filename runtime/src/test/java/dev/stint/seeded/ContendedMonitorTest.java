package dev.stint.seeded;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.SchedulerConfig;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Monitors are handed over by a thread of the JDK, at moments that no seed decides. */
class ContendedMonitorTest {
    @Test
    void contendedMonitor_handedOverAnyTime_isNoDeadlock() throws Exception {
        for (int seed = 0; seed < 400; seed++) {
            var monitor = new Object();
            try (var scheduler = Scheduler.open(seeded(seed));
                    var nursery = scheduler.nursery()) {
                for (int i = 0; i < 3; i++) {
                    nursery.spawn(
                            () -> {
                                synchronized (monitor) {
                                    Stint.yield();
                                }
                            });
                }
                nursery.join();
            }
        }
    }

    private static UnaryOperator<SchedulerConfig> seeded(long seed) {
        return c -> c.withWorkers(2).withSeed(seed);
    }
}
