package dev.stint.env;

/** A source of time in nanoseconds since the scheduler opened; never decreases. */
public interface Clock {
    long nanos();

    /**
     * The moment {@code delay} nanoseconds from now, or now if the delay is negative. Saturates one
     * before {@code Long.MAX_VALUE}, which as a deadline means that there is none.
     */
    default long after(long delay) {
        long now = nanos();
        long then = now + Math.max(0, delay);
        return then < now || then == Long.MAX_VALUE ? Long.MAX_VALUE - 1 : then;
    }
}
