package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.config.SchedulerConfig;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * What a scene is played on.
 *
 * @param time what the whole demo may take
 * @param patience how long a scene waits for something that should come at once
 */
record Stage(Screen screen, long seed, Duration time, Duration patience) {
    private static final Duration FRAME = Duration.ofMillis(200);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** So many workers as a scene takes that wants several: at least two, so that they steal. */
    static int workers() {
        return Math.max(2, SchedulerConfig.defaults().workers());
    }

    /** A part of the time. */
    Duration part(double share) {
        return Duration.ofNanos((long) (time.toNanos() * share));
    }

    /** Opens a scheduler for a scene. */
    static Scheduler open(Scene scene, UnaryOperator<SchedulerConfig> configure) {
        return Scheduler.open(
                c ->
                        configure.apply(
                                c.withName(scene.name())
                                        .withCloseTimeout(CLOSE_TIMEOUT)
                                        .withUncaught(failure -> {}))); // scenes fail on purpose
    }

    /** Shows the scheduler until the task has ended; false if it has not within {@code limit}. */
    boolean watch(Scheduler scheduler, Task<?> task, Duration limit) throws InterruptedException {
        long start = System.nanoTime();
        long last = start;
        SchedulerSnapshot before = scheduler.snapshot();
        while (System.nanoTime() - start < limit.toNanos()) {
            try {
                task.await(FRAME);
                return true;
            } catch (TimeoutException e) {
                long now = System.nanoTime();
                SchedulerSnapshot after = scheduler.snapshot();
                screen.show(new WorkersPicture(before, after, now - last, now - start));
                before = after;
                last = now;
            }
        }
        return false;
    }

    /** Shows what a scheduler has done in all. */
    void conclude(SchedulerSnapshot start, SchedulerSnapshot end, long nanos) {
        screen.keep(new WorkersPicture(start, end, nanos, nanos));
    }
}
