package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Profile;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Profile REALTIME: a timer ends the slice of a loop that never ends. */
public final class TimedSlices {
    private TimedSlices() {}

    public static void main(String[] args) throws Exception {
        // tag::timed
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withProfile(Profile.REALTIME)
                                        .withSliceTime(Duration.ofNanos(500_000))
                                        .withWorkers(1))) {
            var isOver = new AtomicBoolean();
            Task<?> hog = scheduler.root().spawn("hog", () -> countUntil(isOver));
            scheduler.root().spawn("other", () -> isOver.set(true)).await();
            hog.await();
            System.out.println("the other has run, and has ended the hog");
            System.out.println("which pays by operations: " + (hog.usage().ops() > 0));
        }
        // end::timed
    }

    private static void countUntil(AtomicBoolean isOver) throws InterruptedException {
        while (!isOver.get()) {
            Stint.checkpoint();
        }
    }
}
