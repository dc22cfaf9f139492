package dev.stint.real;

import dev.stint.Scheduler;
import dev.stint.nursery.Nursery;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tasks whose first wakes come from threads of the JDK: the one that hands monitors on, and the one
 * that watches the time. A program of its own, because it is about what has been loaded by then.
 * With an argument there is somebody who hears of events.
 */
final class WokenByTheJdk {
    private WokenByTheJdk() {}

    public static void main(String[] args) throws Exception {
        var monitor = new Object();
        var begun = new CountDownLatch(1);
        try (Scheduler scheduler =
                        Scheduler.open(
                                c -> args.length > 0 ? c.withSink(_ -> {}) : c.withWorkers(2));
                Nursery nursery = scheduler.nursery()) {
            synchronized (monitor) {
                nursery.spawn(
                        () -> {
                            begun.countDown();
                            synchronized (monitor) {
                                return 1;
                            }
                        });
                begun.await();
                TimeUnit.MILLISECONDS.sleep(100); // it waits for the monitor by now
            }
            nursery.spawn(() -> TimeUnit.MILLISECONDS.sleep(20)).await();
            // Woken while its worker does not go on, and so by way of the queue that all share.
            nursery.spawn(() -> TimeUnit.MILLISECONDS.sleep(300));
            for (int i = 0; i < 3; i++) {
                nursery.spawn(
                        () -> {
                            long until = System.nanoTime() + Duration.ofMillis(400).toNanos();
                            while (System.nanoTime() < until) {
                                Thread.onSpinWait();
                            }
                        });
            }
        }
        System.out.println("well");
    }
}
