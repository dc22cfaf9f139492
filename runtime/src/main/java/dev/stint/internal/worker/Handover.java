package dev.stint.internal.worker;

import dev.stint.internal.queue.Inbox;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;

/** How what waits at one worker gets to the others. */
public final class Handover {
    private final GlobalQueues global;
    private final Lanes lanes;
    private final Inbox<TaskImpl<?>> inbox;
    private final TimerHeap timers;

    Handover(GlobalQueues global, Lanes lanes, Inbox<TaskImpl<?>> inbox, TimerHeap timers) {
        this.global = global;
        this.lanes = lanes;
        this.inbox = inbox;
        this.timers = timers;
    }

    /** Gives everything that is queued to the global queues. The worker's. */
    void giveAll() {
        inbox.takeAll(global::push);
        lanes.drainTo(global);
    }

    /** The same for a worker that is retired and never steps again, with its timers. Monitor. */
    int leaveAllTo(TimerHeap heir) {
        int moved = inbox.close(global::push) + lanes.drainTo(global) + timers.moveAllTo(heir);
        lanes.leave();
        return moved;
    }

    /** Takes what only the worker could run, because it makes no step. Monitor. */
    public int seize() {
        return inbox.takeAll(global::push) + lanes.drainHot(global);
    }
}
