package dev.stint.supervisor;

import java.time.Duration;
import java.util.Objects;

/**
 * How long a supervisor waits before it restarts a child: nothing, or a time that doubles with each
 * restart within the supervisor's period.
 *
 * @param first how long before the first restart
 * @param most how long at most
 */
public record Backoff(Duration first, Duration most) {
    public static final Backoff NONE = new Backoff(Duration.ZERO, Duration.ZERO);

    public Backoff {
        Objects.requireNonNull(first, "the first wait of a back-off");
        Objects.requireNonNull(most, "the longest wait of a back-off");
        if (first.isNegative() || most.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "a back-off cannot go from "
                            + first
                            + " to "
                            + most
                            + ": it grows from the first wait, which is not negative, to the"
                            + " longest.");
        }
    }

    /** The wait before the n-th restart within the period, from 1. */
    public Duration before(int n) {
        Duration wait = first;
        for (int i = 1; i < n && wait.compareTo(most) < 0; i++) {
            wait = wait.plus(wait);
        }
        return wait.compareTo(most) < 0 ? wait : most;
    }
}
