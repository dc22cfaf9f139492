package dev.stint.capability;

import dev.stint.budget.Budget;
import dev.stint.error.CapabilityMissingException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Where capabilities come from: each tenant has its own. Anybody may make another, but no tenant
 * honours what that one issues.
 */
public final class Issuer {
    private final String name;
    private final LongSupplier clock;

    /**
     * @param name of whom the rights are, for messages
     * @param clock nanoseconds, for expiry
     */
    public Issuer(String name, LongSupplier clock) {
        this.name = Objects.requireNonNull(name, "name of an issuer");
        this.clock = Objects.requireNonNull(clock, "clock of an issuer");
    }

    /** The right to start tasks, without limits. */
    public CapSpawn spawn() {
        return new CapSpawn(this);
    }

    /** The right to recharge budgets by at most this, all in all. */
    public CapBudget budget(Budget limit) {
        return new CapBudget(this, Objects.requireNonNull(limit, "the limit of a capability"));
    }

    /** The right to open scheduling contexts and leases, as many as fit. */
    public CapSchedule schedule() {
        return new CapSchedule(this);
    }

    /** The right to read the clock. */
    public CapClock clock() {
        return new CapClock(this);
    }

    /** The right to random numbers: under a seed those of the run, otherwise unpredictable ones. */
    public CapRandom random() {
        return new CapRandom(this, null);
    }

    /** The right to random numbers that are the same in every run. */
    public CapRandom random(long seed) {
        return new CapRandom(this, new SplittableRandom(seed));
    }

    /** The right to write to this sink, in place of the process's own output. */
    public CapLog log(CapLog.Sink sink) {
        return new CapLog(this, Objects.requireNonNull(sink, "where a log goes"));
    }

    /** The right to read and write the files below a folder. */
    public CapFiles files(Path root) {
        return new CapFiles(this, Objects.requireNonNull(root, "the folder of a right"), true);
    }

    /**
     * The right to connect to these places: {@code db.example:5432}, {@code 10.0.0.0/8:80-443},
     * {@code [::1]:8080}, {@code localhost:*}. Names are looked up here and now, which may take the
     * network's time, and never again.
     *
     * @throws IllegalArgumentException if one cannot be read, or is a name that nobody has
     */
    public CapSockets sockets(String... places) {
        return new CapSockets(this, places);
    }

    /** Ends a capability that was issued here, and all that were derived from it. */
    public void revoke(Capability capability) {
        Objects.requireNonNull(capability, "the capability to revoke");
        if (capability.issuer() != this) {
            throw new IllegalArgumentException(
                    capability
                            + " cannot be revoked by "
                            + name
                            + ", which did not issue it. Only the tenant that did can revoke it, or"
                            + " what it descends from.");
        }
        capability.end();
    }

    void ensureIssued(Capability capability, String who, String tried) {
        if (capability.issuer() != this) {
            throw new CapabilityMissingException(
                    who
                            + " cannot "
                            + tried
                            + ": "
                            + capability
                            + " is not a right of "
                            + name
                            + ". Use one that this tenant issued.");
        }
    }

    long nanos() {
        return clock.getAsLong();
    }

    String name() {
        return name;
    }

    static long nanosOf(Duration time) {
        Objects.requireNonNull(time, "the time of a capability");
        if (time.isNegative()) {
            throw new IllegalArgumentException(
                    "a capability cannot expire in "
                            + time
                            + "; the time counts from now and must not be negative.");
        }
        try {
            return time.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
