package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.context.SchedulingContext;
import dev.stint.task.Task;
import java.time.Duration;

/** A control loop with a right to processor time, beside a batch job; and one too many. */
public final class EveryPeriod {
    private EveryPeriod() {}

    public static void main(String[] args) throws Exception {
        // tag::open
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1).withSeed(7))) {
            SchedulingContext control =
                    scheduler.openContext(
                            c ->
                                    c.withName("control")
                                            .withOperations(20_000)
                                            .withTime(Duration.ofMillis(2))
                                            .withPeriod(Duration.ofMillis(10))
                                            .withDeadline(Duration.ofMillis(5)));
            Task<?> batch = scheduler.root().spawn("batch", () -> work("batch", 1, 1_000_000));
            Task<?> loop = scheduler.root().spawn("loop", () -> work("loop", 3, 18_000));
            control.bind(loop);
            batch.await();
            loop.await();

            System.out.println("used up " + control.snapshot().depletions() + " times");
            try {
                scheduler.openContext(c -> c.withName("video").withTime(Duration.ofMillis(6)));
            } catch (IllegalArgumentException refused) {
                System.out.println(refused.getMessage());
            }
        }
        // end::open
    }

    private static void work(String name, int rounds, int operations) throws InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            for (int done = 0; done < operations; done += 500) {
                Stint.checkpoint(500);
            }
            long millis = Stint.nanoTime() / 1_000_000;
            System.out.println(millis + " ms: " + name + " has done round " + round);
        }
    }
}
