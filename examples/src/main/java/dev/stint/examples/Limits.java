package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.ObjectPool;
import dev.stint.sync.RateLimiter;
import dev.stint.sync.Semaphore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Many tasks that share little: so many at once, so many a second, so many connections. */
public final class Limits {
    private Limits() {}

    public static void main(String[] args) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(2))) {
            System.out.println(scheduler.run(() -> run(100)));
        }
    }

    // tag::limits
    static String run(int requests) throws InterruptedException {
        var made = new AtomicInteger();
        Semaphore atOnce = Semaphore.of(10);
        RateLimiter rate = RateLimiter.of(20, Duration.ofSeconds(1));
        try (ObjectPool<String> connections =
                ObjectPool.open(3, () -> "connection " + made.incrementAndGet())) {
            Stint.runInNursery(
                    nursery -> {
                        for (int i = 0; i < requests; i++) {
                            nursery.spawn(
                                    () -> {
                                        try (var _ = atOnce.hold(); // at most ten are under way
                                                var connection = connections.take()) {
                                            rate.acquire(); // waits: twenty a second
                                            call(connection.get());
                                        }
                                    });
                        }
                    });
            long seconds = Duration.ofNanos(Stint.nanoTime()).toSeconds();
            return requests + " calls in " + seconds + " s over " + made + " connections";
        }
    }

    // end::limits

    private static void call(String connection) throws InterruptedException {
        Stint.sleep(Duration.ofMillis(connection.length()));
    }
}
