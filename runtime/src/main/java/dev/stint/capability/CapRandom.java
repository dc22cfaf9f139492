package dev.stint.capability;

import dev.stint.budget.Budget;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The right to random numbers, and where they come from. One with a seed gives the same numbers in
 * every run, in the order in which it is asked; those derived from it ask the same source.
 */
public final class CapRandom extends Capability {
    private final @Nullable SplittableRandom source; // null: what the scheduler has

    CapRandom(Issuer issuer, @Nullable SplittableRandom source) {
        super(issuer, Budget.UNLIMITED);
        this.source = source;
    }

    private CapRandom(CapRandom parent, long expiresAt) {
        super(parent, Budget.UNLIMITED, expiresAt);
        this.source = parent.source;
    }

    /** The same right, for this long. */
    public CapRandom expiringIn(Duration time) {
        return new CapRandom(this, expiryIn(Issuer.nanosOf(time)));
    }

    /**
     * Uses the right, or throws why not. For the runtime.
     *
     * @return where to draw from; empty if that is what the scheduler has
     */
    public Optional<SplittableRandom> use(Issuer issuer, String who, String tried) {
        issuer.ensureIssued(this, who, tried);
        ensureValid(who, tried);
        return Optional.ofNullable(source);
    }
}
