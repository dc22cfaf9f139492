package dev.stint.verify.speed;

import dev.stint.internal.stack.Processor;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Worker;
import org.jspecify.annotations.Nullable;

/**
 * Times a worker's own theft, from a task that runs on it. What was stolen stays in the worker's
 * hand; its next step finds it there and queues it, so that nothing is lost.
 */
final class Thief {
    private Thief() {}

    /**
     * Steals once for the worker under the calling task, which must suspend before it steals again.
     *
     * @return how many nanoseconds it took, or -1 if there was nothing to steal
     */
    static long stealOnce(Runnable burden) {
        var worker = (Worker) Processor.current();
        long before = System.nanoTime();
        burden.run();
        @Nullable TaskImpl<?> task = worker.thefts().attempt();
        long after = System.nanoTime();
        return task == null ? -1 : after - before;
    }
}
