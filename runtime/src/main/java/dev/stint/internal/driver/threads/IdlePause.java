package dev.stint.internal.driver.threads;

/**
 * How long a worker that finds nothing waits before it looks again: 1 µs, doubling to 1 ms, then
 * for ever.
 */
final class IdlePause {
    static final long FIRST_NANOS = 1_000;
    static final long LAST_NANOS = 1_024_000;
    static final long FOREVER = Long.MAX_VALUE;

    /** Shorter waits than this are spun: a thread switch costs more. */
    static final long SPIN_NANOS = 16_000;

    private IdlePause() {}

    static long nanos(int round) {
        return round <= 10 ? FIRST_NANOS << round : FOREVER;
    }
}
