package dev.stint.internal.worker;

import dev.stint.internal.task.TaskImpl;
import java.util.concurrent.atomic.AtomicLong;

/** What goes on in one scheduler: how many tasks are active, and whether anything can still run. */
final class Activity {
    private final Engine engine;
    private final AtomicLong publishedOutside = new AtomicLong();

    Activity(Engine engine) {
        this.engine = engine;
    }

    /** A thread that is no worker of ours spawns a task. */
    void publishedOutside() {
        publishedOutside.incrementAndGet();
    }

    void withdrawnOutside() {
        publishedOutside.decrementAndGet();
    }

    /**
     * Tasks spawned and not ended. Exact when zero: completions are read first, so a sum that
     * matches means that at the end of the first sum everything published by the beginning of the
     * second had ended. The crew is read again because a worker that joined meanwhile may have
     * published something of which only the end was counted.
     */
    long tasks() {
        while (true) {
            Crew now = engine.crew();
            long ended = now.completed();
            long begun = publishedOutside.get() + now.published();
            if (now == engine.crew()) {
                return begun - ended;
            }
        }
    }

    /** True if tasks wait with no worker. */
    private boolean isAnySent() {
        return !engine.global().isEmpty()
                || engine.waitingOnContexts() > 0
                || engine.leases().hasSent();
    }

    /** No task is active, and no queue holds a stale entry either. */
    boolean isQuiet() {
        if (tasks() != 0 || isAnySent()) {
            return false;
        }
        for (Worker worker : engine.crew().workers()) {
            if (worker.hasQueued()) {
                return false;
            }
        }
        return true;
    }

    /**
     * True if every worker rests, no queue holds a task, and no task is blocked inside the JDK. The
     * steps are counted twice because one worker may have woken another before it lay down itself.
     */
    boolean isAtRest() {
        Crew now = engine.crew();
        long steps = now.steps();
        for (Worker worker : now.workers()) {
            if (!worker.isResting() || worker.hasQueued()) {
                return false;
            }
        }
        if (isAnySent()) {
            return false;
        }
        for (TaskImpl<?> task : engine.liveTasks()) {
            if (task.isBlockedInJdk() || task.isQueued()) {
                return false;
            }
        }
        return now == engine.crew() && steps == now.steps();
    }
}
