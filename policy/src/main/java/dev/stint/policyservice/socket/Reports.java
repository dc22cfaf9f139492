package dev.stint.policyservice.socket;

import java.util.Objects;
import java.util.function.Consumer;

/** Passes so many lines on in a second, and counts the others: who is flooded stays quiet. */
final class Reports {
    static final int MOST_PER_SECOND = 10;

    private final Consumer<String> to;
    private long second = System.nanoTime();
    private int said;
    private long dropped;

    Reports(Consumer<String> to) {
        this.to = Objects.requireNonNull(to, "who is told");
    }

    synchronized void say(String what) {
        long now = System.nanoTime();
        if (now - second > 1_000_000_000L) {
            second = now;
            said = 0;
            if (dropped > 0) {
                to.accept("and " + dropped + " more like these");
                dropped = 0;
            }
        }
        if (said++ < MOST_PER_SECOND) {
            to.accept(what);
        } else {
            dropped++;
        }
    }
}
