package dev.stint.verify.stress;

import dev.stint.env.Clock;
import dev.stint.env.VirtualClock;
import dev.stint.internal.core.Dispatcher;
import dev.stint.internal.core.TaskImpl;
import dev.stint.internal.core.WaitNode;
import dev.stint.task.TaskOptions;

/** What a task needs in order to exist, without anything that would run it. */
final class NoScheduler implements Dispatcher {
    static final TaskOptions OPTIONS = TaskOptions.DEFAULT;

    @Override
    public void enqueueWoken(TaskImpl<?> task) {
        throw new IllegalStateException("nothing runs " + task);
    }

    @Override
    public int awaitOutside(WaitNode node, long timeoutNanos) {
        throw new IllegalStateException("nothing ends " + node.describe());
    }

    @Override
    public Clock clock() {
        return new VirtualClock();
    }

    @Override
    public int yieldInterval() {
        return 1024;
    }

    @Override
    public long slice() {
        return 100_000;
    }

    @Override
    public boolean isDraining() {
        return false;
    }

    @Override
    public boolean isCancelling() {
        return false;
    }

    @Override
    public String name() {
        return "none";
    }
}
