package dev.stint.internal.worker;

import dev.stint.env.Clock;
import dev.stint.internal.wait.TimerHeap;
import org.jspecify.annotations.Nullable;

/**
 * Fires due timers, in batches, outside the heap's lock. What was taken and not yet fired stays
 * here, so that a death in between loses no timer. One user at a time.
 */
public final class Expiry {
    private final TimerHeap timers;
    private final TimerHeap.@Nullable Entry[] due = new TimerHeap.Entry[TimerHeap.BATCH];
    private int next;
    private int count;

    public Expiry(TimerHeap timers) {
        this.timers = timers;
    }

    boolean isDue(Clock clock) {
        return next < count || (isArmed() && timers.nextDeadline() <= clock.nanos());
    }

    private boolean isArmed() {
        return timers.nextDeadline() != TimerHeap.NONE;
    }

    public void fireDue(Clock clock) {
        if (next == count && !isArmed()) {
            return;
        }
        long now = clock.nanos();
        do {
            while (next < count) {
                TimerHeap.Entry entry = due[next];
                due[next++] = null; // before firing: an entry fires at most once
                if (entry != null) {
                    entry.fire();
                }
            }
            next = 0;
            count = timers.takeExpired(now, due);
        } while (count > 0);
    }
}
