package dev.stint.weave.internal;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import java.time.Duration;

/**
 * How long it may take to weave a class. A guard: work is bounded by counts in every step, and this
 * bounds what they have missed. It is looked at between methods.
 */
final class TimeLimit {
    private final Duration limit;
    private final long began = System.nanoTime();

    TimeLimit(Duration limit) {
        this.limit = limit;
    }

    /** Refuses the class if it has taken longer. */
    void check() {
        if (System.nanoTime() - began > limit.toNanos()) {
            throw new WeaveRefusedException(
                    Refusal.because("takes longer to weave than the limit of " + limit)
                            .withRemedy(
                                    "Split it, or give the weaver longer by"
                                            + " Weaver.withTimeLimit(...)"));
        }
    }
}
