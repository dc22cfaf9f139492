package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.event.Event;
import dev.stint.event.TaskSnapshot;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeoutException;

/** Counts events as they happen, and looks at a scheduler from outside while tasks wait. */
public final class WatchIt {
    private WatchIt() {}

    public static void main(String[] args) throws InterruptedException {
        // tag::watch
        Map<String, Integer> counts = new ConcurrentSkipListMap<>();
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withWorkers(2)
                                        .withSeed(7)
                                        .withSink(
                                                event ->
                                                        counts.merge(
                                                                kind(event), 1, Integer::sum)))) {
            Task<?> baker = scheduler.root().spawn("baker", () -> Stint.sleep(Duration.ofHours(1)));
            Task<?> guest = scheduler.root().spawn("guest", () -> baker.await());
            try {
                guest.await(Duration.ofMinutes(5));
            } catch (TimeoutException e) {
                for (TaskSnapshot task : scheduler.snapshot().tasks()) {
                    System.out.println(
                            task.name() + " is " + task.state() + ": waits for " + task.waitsFor());
                }
            }
            guest.await();
        }
        System.out.println(counts);
        // end::watch
    }

    private static String kind(Event event) {
        return event.getClass().getSimpleName();
    }
}
