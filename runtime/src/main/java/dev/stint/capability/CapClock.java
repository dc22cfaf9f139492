package dev.stint.capability;

import dev.stint.budget.Budget;
import java.time.Duration;

/**
 * The right to know what time it is. Under profile SOVEREIGN metered code cannot read a clock
 * without it; and who cannot read a clock cannot measure what others do.
 */
public final class CapClock extends Capability {
    CapClock(Issuer issuer) {
        super(issuer, Budget.UNLIMITED);
    }

    private CapClock(CapClock parent, long expiresAt) {
        super(parent, Budget.UNLIMITED, expiresAt);
    }

    /** The same right, for this long. */
    public CapClock expiringIn(Duration time) {
        return new CapClock(this, expiryIn(Issuer.nanosOf(time)));
    }

    /** Uses the right, or throws why not. For the runtime. */
    public void use(Issuer issuer, String who, String tried) {
        issuer.ensureIssued(this, who, tried);
        ensureValid(who, tried);
    }
}
