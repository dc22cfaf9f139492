package dev.stint.internal.driver.threads;

import dev.stint.env.Clock;
import dev.stint.env.Parking;
import dev.stint.env.Seam;
import dev.stint.env.TimerSlack;
import dev.stint.internal.stack.Carrier;
import dev.stint.internal.worker.ClockedSliceEnd;
import dev.stint.internal.worker.Engine;
import dev.stint.internal.worker.Worker;

/**
 * Ends slices in a thread of its own, under profile REALTIME. It wakes when the earliest that runs
 * has lasted long enough; those that begin meanwhile end later, so it misses none.
 */
@Seam("a real thread")
final class SliceTimer {
    private final Engine engine;
    private final Clock clock;
    private final long length;
    private final Carrier thread;
    private volatile boolean rests;
    private volatile boolean stopped;

    SliceTimer(Engine engine, Clock clock, long length) {
        this.engine = engine;
        this.clock = clock;
        this.length = length;
        this.thread = new Carrier(this::run, "stint-" + engine.name() + "-timer");
    }

    void start() {
        thread.start();
    }

    private void run() {
        TimerSlack.forgo();
        while (!stopped) {
            long now = clock.nanos();
            // An error that strikes here must not end it; there is nothing in it that could.
            long pause = strike(now) - now;
            if (isAllAsleep()) {
                rest();
            } else {
                Parking.parkNanos(this, Math.max(1, Math.min(pause, length)));
            }
        }
    }

    /** Ends what has lasted long enough; says when to look again. */
    private long strike(long now) {
        long next = now + length;
        for (Worker worker : engine.crew().workers()) {
            if (worker.sliceEnd() instanceof ClockedSliceEnd end) {
                next = Math.min(next, end.strike(now));
            }
        }
        return next;
    }

    /** Who gets up looks whether this rests, after having got up; this does it the other way. */
    private void rest() {
        rests = true;
        if (isAllAsleep() && !stopped) {
            Parking.park(this);
        }
        rests = false;
    }

    private boolean isAllAsleep() {
        for (Worker worker : engine.crew().workers()) {
            if (!worker.sleeper().isAsleep()) {
                return false;
            }
        }
        return true;
    }

    /** A worker has got up. Any thread. */
    void rouse() {
        if (rests) {
            rests = false;
            Parking.unpark(thread);
        }
    }

    void stop() {
        stopped = true;
        Parking.unpark(thread);
    }
}
