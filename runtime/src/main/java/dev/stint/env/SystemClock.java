package dev.stint.env;

/** The clock of the threads driver: the machine's monotonic clock, counted from its creation. */
public final class SystemClock implements Clock {
    private final long origin = System.nanoTime();

    /** A clock that begins now. */
    public SystemClock() {}

    @Override
    public long nanos() {
        return System.nanoTime() - origin;
    }
}
