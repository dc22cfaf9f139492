package dev.stint.bench;

import dev.stint.internal.stack.Processor;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Worker;
import org.jspecify.annotations.Nullable;

/**
 * Times the worker's own theft, from a task that runs on it.
 *
 * <p>What was stolen stays in the worker's hand, as it would if the worker had died right after;
 * the worker's next step finds it there and queues it, so nothing is lost.
 */
public final class StealProbe {
    private StealProbe() {}

    /**
     * Steals once for the worker under the calling task, which must suspend before it steals again.
     *
     * @return how many nanoseconds it took, or -1 if there was nothing to steal
     */
    public static long stealOnce() {
        if (!(Processor.currentOrNull() instanceof Worker worker)) {
            throw new IllegalStateException("the probe is for code that runs on a worker");
        }
        long before = System.nanoTime();
        @Nullable TaskImpl<?> task = worker.thefts().attempt();
        long after = System.nanoTime();
        return task == null ? -1 : after - before;
    }
}
