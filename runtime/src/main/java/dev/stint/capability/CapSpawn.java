package dev.stint.capability;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.error.CapabilityExceeded;
import java.time.Duration;
import java.util.Objects;

/** The right to start tasks. Under profile SOVEREIGN nothing is started without it. */
public final class CapSpawn extends Capability {
    private static final Budget ONE = Budget.ZERO.withSpawns(1);

    private final Budget mostPerTask;

    CapSpawn(Issuer issuer) {
        super(issuer, Budget.UNLIMITED);
        this.mostPerTask = Budget.UNLIMITED;
    }

    private CapSpawn(CapSpawn parent, Budget limit, Budget mostPerTask, long expiresAt) {
        super(parent, limit, expiresAt);
        this.mostPerTask = parent.mostPerTask.min(mostPerTask);
    }

    /** The right to start at most so many tasks, all in all. */
    public CapSpawn atMost(long tasks) {
        return new CapSpawn(this, Budget.UNLIMITED.withSpawns(tasks), mostPerTask, Long.MAX_VALUE);
    }

    /** The right to start tasks with at most this budget each. */
    public CapSpawn withBudgetAtMost(Budget each) {
        Objects.requireNonNull(each, "the most that a task may be started with");
        return new CapSpawn(this, Budget.UNLIMITED, each, Long.MAX_VALUE);
    }

    /** The same right, for this long. */
    public CapSpawn expiringIn(Duration time) {
        return new CapSpawn(this, Budget.UNLIMITED, mostPerTask, expiryIn(Issuer.nanosOf(time)));
    }

    /** How many tasks may still be started with it. */
    public long spawnsLeft() {
        return left().spawns();
    }

    /** Uses the right once, or throws why not. For the runtime. */
    public void use(Issuer issuer, Budget allowance, String who, String tried) {
        issuer.ensureIssued(this, who, tried);
        ensureValid(who, tried);
        ensureAllowed(allowance, who, tried);
        take(ONE, who, tried);
    }

    private void ensureAllowed(Budget allowance, String who, String tried) {
        if (mostPerTask.covers(allowance)) {
            return;
        }
        for (Component c : Component.values()) {
            if (allowance.get(c) > mostPerTask.get(c)) {
                throw new CapabilityExceeded(
                        who
                                + " cannot "
                                + tried
                                + " with "
                                + c.inWords(allowance.get(c))
                                + ": "
                                + this
                                + " allows "
                                + c.inWords(mostPerTask.get(c))
                                + " each. Start it with less, withBudget(...).");
            }
        }
    }

    /** The most that a task may be started with by this right. */
    public Budget mostPerTask() {
        return mostPerTask;
    }

    /** Undoes a use that then started nothing. For the runtime. */
    public void unuse(Issuer issuer) {
        giveBack(issuer, ONE);
    }
}
