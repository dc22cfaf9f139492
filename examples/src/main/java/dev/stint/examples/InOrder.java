package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.OrderedChannel;
import java.time.Duration;

/** Works on several things at once, and has the results in the order in which they were asked. */
public final class InOrder {
    private InOrder() {}

    public static void main(String[] args) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(2))) {
            scheduler.run(InOrder::run);
        }
    }

    // tag::ordered
    static void run() throws InterruptedException {
        Stint.runInNursery(
                nursery -> {
                    OrderedChannel<String> thumbnails = OrderedChannel.over(nursery, 4);
                    nursery.spawn(
                            "source",
                            () -> {
                                for (int size : new int[] {900, 10, 500, 20}) {
                                    thumbnails.send(() -> shrink(size)); // starts a task
                                }
                                thumbnails.close();
                            });
                    for (String thumbnail :
                            thumbnails) { // waits for the first, then for the second, ...
                        System.out.println(
                                thumbnail + " after " + Stint.nanoTime() / 1_000_000 + " ms");
                    }
                });
    }

    private static String shrink(int size) throws InterruptedException {
        Stint.sleep(Duration.ofMillis(size)); // the larger, the longer
        return "picture of " + size;
    }
    // end::ordered
}
