package dev.stint.env;

/**
 * The clock of the seeded driver: stands still while anything can run and jumps to the next
 * deadline when nothing can.
 */
public final class VirtualClock implements Clock {
    private volatile long now;

    /** A clock that begins at 0. */
    public VirtualClock() {}

    @Override
    public long nanos() {
        return now;
    }

    /** Moves the clock forward. Driver only. */
    public void jumpTo(long then) {
        if (then < now) {
            throw new IllegalArgumentException(
                    "the virtual clock cannot go back from " + now + " to " + then + " ns");
        }
        now = then;
    }
}
