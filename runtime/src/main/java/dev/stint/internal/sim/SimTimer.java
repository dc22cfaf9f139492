package dev.stint.internal.sim;

import dev.stint.internal.stack.Processor;
import dev.stint.internal.task.Outside;
import dev.stint.internal.wait.TimerHeap;

/** A timer on the clock of the task that sets it. It fires on the simulating thread, once. */
public final class SimTimer {
    private final Runnable action;
    private final Entry entry = new Entry();
    private boolean isOff;
    private boolean hasFired;

    /**
     * Not set yet.
     *
     * @param action what it does when its time has come
     */
    public SimTimer(Runnable action) {
        this.action = action;
    }

    /** Has it fire after so long. In a task. */
    public void set(long nanos) {
        Processor.current().timers().add(entry, Outside.clock().after(nanos));
    }

    /** It fires no more. */
    public void turnOff() {
        isOff = true;
        TimerHeap.cancel(entry);
    }

    /** True if it has fired. */
    public boolean hasFired() {
        return hasFired;
    }

    private final class Entry extends TimerHeap.Entry {
        @Override
        public void fire() {
            if (!isOff) {
                hasFired = true;
                action.run();
            }
        }

        @Override
        public boolean isMoot() {
            return isOff;
        }
    }
}
