package dev.stint.sync;

import dev.stint.env.Clock;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.WaitPlace;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.WaitNode;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a rate limiter has gathered, and who waits for more.
 *
 * <p>Counted in parts, so that nothing is ever rounded away: a nanosecond brings {@link #gain}
 * parts, a permit takes {@link #price}. Of those who wait only the first waits for time; the others
 * wait for their turn, in the line. So when one gives up, the others come the sooner.
 */
final class Pace extends WaitPlace {
    private final long gain;
    private final long price;
    private final long burst;

    /**
     * Parts that are kept. A wait ends with a whole nanosecond and may bring a little more than was
     * waited for: that is kept, too, but it is never another permit.
     */
    private final long most;

    private final Line line = new Line();

    // ---- guarded by the lock

    private long parts; // gathered until then
    private long then;
    private @Nullable Clock clock; // on which that was; null: nothing was taken yet
    private boolean busy; // somebody waits for time, and is ahead of the line

    Pace(long permits, Duration per, long burst) {
        Objects.requireNonNull(per, "the time of a rate limiter");
        if (permits < 1 || burst < 1 || per.isNegative() || per.isZero()) {
            throw new IllegalArgumentException(
                    "a rate limiter cannot give "
                            + permits
                            + " permits per "
                            + per
                            + " with a burst of "
                            + burst
                            + ". Each of them must be more than 0.");
        }
        long nanos = TaskImpl.toNanos(per);
        long shared = BigInteger.valueOf(permits).gcd(BigInteger.valueOf(nanos)).longValueExact();
        this.gain = permits / shared;
        this.price = nanos / shared;
        this.burst = burst;
        if (price > Long.MAX_VALUE / 2 / burst) {
            throw new IllegalArgumentException(
                    "a rate limiter cannot count a burst of "
                            + burst
                            + " at "
                            + permits
                            + " permits per "
                            + per
                            + ". Give a smaller burst, or the same rate over less time.");
        }
        this.parts = burst * price;
        this.most = parts + Math.min(gain, price) - 1;
    }

    void named(String name) {
        setName(name);
    }

    boolean take(long wanted, Duration timeout) throws InterruptedException {
        return take(wanted, nanosOf(timeout), "acquire");
    }

    /** False when the time is up, or will be too early; a timeout of 0 means not to wait. */
    boolean take(long wanted, long timeoutNanos, String where) throws InterruptedException {
        if (wanted < 1 || wanted > burst) {
            throw new IllegalArgumentException(
                    Outside.caller()
                            + " cannot "
                            + where
                            + " "
                            + wanted
                            + " permits of "
                            + this
                            + ": it gives at most "
                            + burst
                            + " at once. Ask for 1 or more, and not for more than that.");
        }
        TaskImpl<?> me = payOp(timeoutNanos > 0, where);
        Clock now = Outside.clock();
        Cell cell = null;
        acquire();
        try {
            if (!busy && nanosUntil(wanted * price, now) == 0) {
                parts -= wanted * price;
                return true;
            }
            if (timeoutNanos <= 0) {
                return false;
            }
            if (busy) {
                cell = join(line, me, null, "its turn at ");
            }
            busy = true;
        } finally {
            release();
        }
        long since = now.nanos();
        if (cell != null && await(line, cell, timeoutNanos, where) != WaitNode.DATA) {
            return false;
        }
        return takeFirst(wanted * price, timeoutNanos, since, where);
    }

    /** As the first of those who wait: waits until there are as many parts. */
    private boolean takeFirst(long wanted, long timeoutNanos, long since, String where)
            throws InterruptedException {
        try {
            while (true) {
                long wait = takeOrWait(wanted);
                if (wait == 0) {
                    return true;
                }
                long left = left(timeoutNanos, since);
                if (left < wait) {
                    return false;
                }
                Waits.await(new TimeNode(), wait, where);
            }
        } finally {
            pass();
        }
    }

    /** Takes the parts if they are there; else returns how long it takes until they are. */
    private long takeOrWait(long wanted) {
        Clock now = Outside.clock();
        acquire();
        try {
            long wait = nanosUntil(wanted, now);
            if (wait == 0) {
                parts -= wanted;
            }
            return wait;
        } finally {
            release();
        }
    }

    /** How long it takes until there are as many parts. Lock held. */
    private long nanosUntil(long wanted, Clock on) {
        long now = on.nanos();
        if (clock == null) {
            clock = on;
            then = now;
        }
        gather(clock == on ? now : clock.nanos());
        clock = on;
        then = now;
        return parts >= wanted ? 0 : (wanted - parts - 1) / gain + 1;
    }

    /** Adds what came until now, on the clock of the last time. Lock held. */
    private void gather(long now) {
        long passed = Math.max(0, now - then);
        long room = most - parts;
        parts = passed > room / gain ? most : parts + passed * gain;
    }

    /** Lets the next one be the first. */
    private void pass() {
        Cell next;
        acquire();
        try {
            next = line.take();
            busy = next != null;
        } finally {
            release();
        }
        wake(next);
    }

    /** The wait of the first; nobody ends it but time. */
    private final class TimeNode extends WaitNode {
        TimeNode() {
            super(Waits.current());
        }

        @Override
        public String describe() {
            return "time to pass at " + Pace.this;
        }
    }

    RateLimiter.Snapshot snapshot() {
        Headroom.ensure();
        RateLimiter.Snapshot taken;
        acquire();
        try {
            taken = new RateLimiter.Snapshot(name(), burst, line.count() + (busy ? 1 : 0));
        } finally {
            release();
        }
        Waits.payForLook(taken.waiting());
        return taken;
    }

    @Override
    public String toString() {
        return called("rate limiter");
    }
}
