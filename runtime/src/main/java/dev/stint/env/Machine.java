package dev.stint.env;

import java.security.SecureRandom;
import java.time.Instant;

/** What the machine has beside a monotonic clock: the time of day, and chance. */
public final class Machine {
    /** When a run under a virtual clock begins, wherever and whenever it takes place. */
    private static final Instant VIRTUAL_ORIGIN = Instant.parse("2000-01-01T00:00:00Z");

    private static final SecureRandom CHANCE = new SecureRandom();

    private Machine() {}

    /** The time of day, by a scheduler's clock if that is virtual. */
    public static Instant now(Clock clock) {
        return clock instanceof VirtualClock
                ? VIRTUAL_ORIGIN.plusNanos(clock.nanos())
                : Instant.now();
    }

    /** A number that nobody can foretell. */
    public static long chance() {
        return CHANCE.nextLong();
    }

    /** Writes to the process's own output. */
    public static void print(boolean isError, String text) {
        (isError ? System.err : System.out).print(text);
    }
}
