package dev.stint.hooks.own;

import org.jspecify.annotations.Nullable;

/** What a timer is to do, once or again and again. */
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public abstract class TimerTask implements Runnable {
    // guarded by this object, for a moment each
    @Nullable Timer timer; // null until it is scheduled
    boolean isCancelled;
    boolean isDone; // it was for once, and has begun
    long time; // milliseconds of the clock
    long period; // from start to start; if negative, from the real start of the one before; or 0

    protected TimerTask() {}

    @Override
    public abstract void run();

    public boolean cancel() {
        synchronized (this) {
            boolean prevents = timer != null && !isCancelled && !isDone;
            isCancelled = true;
            return prevents;
        }
    }

    public long scheduledExecutionTime() {
        synchronized (this) {
            return period < 0 ? time + period : time - period;
        }
    }
}
