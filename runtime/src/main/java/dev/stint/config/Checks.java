package dev.stint.config;

import java.time.Duration;
import java.util.Objects;

/** Range checks whose messages name the field, the value and the range. */
final class Checks {
    private Checks() {}

    static void inRange(String field, long value, long low, long high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(
                    field + " is " + value + "; it must be from " + low + " to " + high + ".");
        }
    }

    static void atMost(String field, Duration value, Duration high) {
        if (value.compareTo(high) > 0) {
            throw new IllegalArgumentException(
                    field + " is " + value + "; it must be at most " + high + ".");
        }
    }

    static void atLeast(String field, Duration value, Duration low) {
        if (Objects.requireNonNull(value, field).compareTo(low) < 0) {
            throw new IllegalArgumentException(
                    field + " is " + value + "; it must be at least " + low + ".");
        }
    }
}
