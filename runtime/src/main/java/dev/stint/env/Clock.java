package dev.stint.env;

/** A source of time in nanoseconds since the scheduler opened; never decreases. */
public interface Clock {
    long nanos();

    /** The moment {@code delay} nanoseconds from now; saturates instead of overflowing. */
    default long after(long delay) {
        long now = nanos();
        long then = now + delay;
        return then < now ? Long.MAX_VALUE - 1 : then;
    }
}
