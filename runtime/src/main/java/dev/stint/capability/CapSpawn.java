package dev.stint.capability;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.error.CapabilityExceededException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The right to start tasks. Under profile SOVEREIGN nothing is started without it.
 *
 * <p>Two limits are about how many: {@link #atMostEver}, all in all, and {@link #atMostAlive}, at
 * once. A start that is under way counts; if it comes to nothing it counts no longer.
 */
public final class CapSpawn extends Capability {
    private static final Budget ONE = Budget.ZERO.withSpawns(1);

    private final Budget mostPerTask;
    private final long mostAlive; // by its own derivation; MAX_VALUE: it does not count
    private final AtomicLong alive = new AtomicLong();

    CapSpawn(Issuer issuer) {
        super(issuer, Budget.UNLIMITED);
        this.mostPerTask = Budget.UNLIMITED;
        this.mostAlive = Long.MAX_VALUE;
    }

    private CapSpawn(
            CapSpawn parent, Budget limit, long mostAlive, Budget mostPerTask, long expiresAt) {
        super(parent, limit, expiresAt);
        this.mostPerTask = parent.mostPerTask.min(mostPerTask);
        this.mostAlive = mostAlive;
    }

    /** The right to start at most so many tasks, all in all, whether they have ended or not. */
    public CapSpawn atMostEver(long tasks) {
        return new CapSpawn(
                this,
                Budget.UNLIMITED.withSpawns(tasks),
                Long.MAX_VALUE,
                mostPerTask,
                Long.MAX_VALUE);
    }

    /**
     * The right to have at most so many tasks alive at once that were started by it, or by rights
     * derived from it. One that has ended makes room for another, before anybody can see its end.
     */
    public CapSpawn atMostAlive(long tasks) {
        if (tasks < 0) {
            throw new IllegalArgumentException(
                    "a right to start tasks cannot be one to "
                            + tasks
                            + " tasks at once; the fewest are 0.");
        }
        return new CapSpawn(this, Budget.UNLIMITED, tasks, mostPerTask, Long.MAX_VALUE);
    }

    /** The right to start tasks with at most this budget each. */
    public CapSpawn withBudgetAtMost(Budget each) {
        Objects.requireNonNull(each, "the most that a task may be started with");
        return new CapSpawn(this, Budget.UNLIMITED, Long.MAX_VALUE, each, Long.MAX_VALUE);
    }

    /** The same right, for this long. */
    public CapSpawn expiringIn(Duration time) {
        return new CapSpawn(
                this,
                Budget.UNLIMITED,
                Long.MAX_VALUE,
                mostPerTask,
                expiryIn(Issuer.nanosOf(time)));
    }

    /** How many tasks may still be started with it, all in all. */
    public long spawnsLeft() {
        return left().spawns();
    }

    /** How many tasks more may be alive by it now; {@link Budget#MOST} if that is not limited. */
    public long aliveLeft() {
        long least = Budget.MOST;
        for (CapSpawn at = this; at != null; at = at.above()) {
            if (at.mostAlive != Long.MAX_VALUE) {
                least = Math.min(least, at.mostAlive - at.alive.get());
            }
        }
        return least;
    }

    /** Uses the right once, or throws why not. For the runtime. */
    public void use(Issuer issuer, Budget allowance, String who, String tried) {
        issuer.ensureIssued(this, who, tried);
        ensureValid(who, tried);
        ensureAllowed(allowance, who, tried);
        enter(who, tried);
        boolean taken = false;
        try {
            take(ONE, who, tried);
            taken = true;
        } finally {
            if (!taken) {
                leave(null);
            }
        }
    }

    private void ensureAllowed(Budget allowance, String who, String tried) {
        if (mostPerTask.covers(allowance)) {
            return;
        }
        for (Component c : Component.values()) {
            if (allowance.get(c) > mostPerTask.get(c)) {
                throw new CapabilityExceededException(
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
        leave(null);
    }

    // ---- tasks that are alive: counted where a derivation limits them

    /** True if it wants to be told of the ends of the tasks that it has started. */
    public boolean countsAlive() {
        for (CapSpawn at = this; at != null; at = at.above()) {
            if (at.mostAlive != Long.MAX_VALUE) {
                return true;
            }
        }
        return false;
    }

    /** A task that was started by it has ended; once for each. For the runtime. */
    public void taskEnded(Issuer issuer) {
        issuer.ensureIssued(this, "the caller", "end a task");
        leave(null);
    }

    private void enter(String who, String tried) {
        for (CapSpawn at = this; at != null; at = at.above()) {
            if (!at.enterHere()) {
                leave(at);
                throw new CapabilityExceededException(
                        who
                                + " cannot "
                                + tried
                                + ": "
                                + at
                                + " is one to "
                                + at.mostAlive
                                + " tasks at once, and so many are alive. Wait until one has"
                                + " ended.");
            }
        }
    }

    private boolean enterHere() {
        if (mostAlive == Long.MAX_VALUE) {
            return true;
        }
        long before;
        do {
            before = alive.get();
            if (before >= mostAlive) {
                return false;
            }
        } while (!alive.compareAndSet(before, before + 1));
        return true;
    }

    /** Counts one out, here and above, below {@code until}. */
    private void leave(@Nullable CapSpawn until) {
        for (CapSpawn at = this; at != null && at != until; at = at.above()) {
            if (at.mostAlive != Long.MAX_VALUE) {
                at.alive.decrementAndGet();
            }
        }
    }

    private @Nullable CapSpawn above() {
        return (CapSpawn) parent();
    }
}
