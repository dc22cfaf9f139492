package dev.stint.internal.worker;

import dev.stint.capability.CapSchedule;
import dev.stint.internal.wait.TimerHeap;
import java.io.Closeable;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The tie between a right and what was opened by it: that is closed when the right is revoked, or
 * when its time is up, which fires this; and it counts in the right until it is closed.
 */
final class Opened extends TimerHeap.Entry implements Closeable {
    private final CapSchedule right;
    private final Runnable close;
    private final Runnable giveBack;
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * @param close closes what was opened, any number of times
     * @param giveBack counts it out of the right
     */
    Opened(CapSchedule right, Runnable close, Runnable giveBack) {
        this.right = right;
        this.close = close;
        this.giveBack = giveBack;
    }

    boolean expires() {
        return right.expiresAt() != Long.MAX_VALUE;
    }

    @Override
    public void fire() {
        close.run();
    }

    @Override
    public boolean isMoot() {
        return ended.get();
    }

    @Override
    public void close() {
        close.run();
    }

    /** It is closed, for whatever reason. Any thread, any number of times. */
    void ended() {
        if (ended.compareAndSet(false, true)) {
            giveBack.run();
            untie();
        }
    }

    /** It is held, and its timer runs: unless it was closed before that. */
    void tied() {
        if (ended.get()) {
            untie();
        }
    }

    private void untie() {
        right.drop(this);
        TimerHeap.cancel(this);
    }
}
