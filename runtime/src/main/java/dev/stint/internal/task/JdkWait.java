package dev.stint.internal.task;

import dev.stint.internal.wait.TimerHeap;

/** Interrupts a task that must end and still waits in the JDK when its time is up. */
final class JdkWait extends TimerHeap.Entry {
    private final Suspendable task;
    private final long epoch; // of the mount in which the wait began

    JdkWait(Suspendable task, long epoch) {
        this.task = task;
        this.epoch = epoch;
    }

    @Override
    public void fire() {
        task.interruptWait(epoch);
    }

    @Override
    public boolean isMoot() {
        return !task.isInWait(epoch);
    }
}
