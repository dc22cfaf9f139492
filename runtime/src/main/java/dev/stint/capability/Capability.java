package dev.stint.capability;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.error.CapabilityExceededException;
import dev.stint.error.CapabilityExpiredException;
import dev.stint.error.CapabilityRevokedException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * A right, as an object. It cannot be forged: a scheduler honours only what its own {@link Issuer}
 * issued. It can be weakened, never strengthened: whoever holds one derives others from it that
 * allow less, expire sooner, and end when it ends. Whoever holds one may revoke what was derived
 * from it, but not the thing itself.
 *
 * <p>What a derived capability uses up is used up in all those it descends from.
 */
public abstract sealed class Capability
        permits CapSpawn,
                CapBudget,
                CapClock,
                CapRandom,
                CapLog,
                CapFiles,
                CapSockets,
                CapSchedule {
    /** How often a capability may be derived from a derived one; every use looks at them all. */
    public static final int MOST_DERIVATIONS = 64;

    private static final Component[] COMPONENTS = Component.values();

    private final Issuer issuer;
    private final @Nullable Capability parent;
    private final int depth;
    private final long expiresAt;
    private final Budget limit;
    private final AtomicLongArray left = new AtomicLongArray(COMPONENTS.length);
    private volatile boolean revoked;

    Capability(Issuer issuer, Budget limit) {
        this(issuer, null, limit, Long.MAX_VALUE);
    }

    Capability(Capability parent, Budget limit, long expiresAt) {
        this(parent.issuer, parent, limit, expiresAt);
    }

    private Capability(Issuer issuer, @Nullable Capability parent, Budget limit, long expiresAt) {
        this.issuer = issuer;
        this.parent = parent;
        this.depth = parent == null ? 0 : parent.depth + 1;
        this.limit = limit;
        this.expiresAt = parent == null ? expiresAt : Math.min(parent.expiresAt, expiresAt);
        if (depth > MOST_DERIVATIONS) {
            throw new CapabilityExceededException(
                    this
                            + " cannot be derived: it would be the "
                            + depth
                            + "th in a row, and "
                            + MOST_DERIVATIONS
                            + " are allowed. Derive from an earlier one.");
        }
        for (Component c : COMPONENTS) {
            left.setPlain(c.index(), limit.get(c));
        }
    }

    /**
     * Ends a capability that was derived from this one, and with it all that were derived from
     * that. What was started with it before goes on, but connections and files are closed. Any
     * number of times, by any thread.
     */
    public final void revoke(Capability derived) {
        Objects.requireNonNull(derived, "the capability to revoke");
        if (derived == this || !derived.descendsFrom(this)) {
            throw new IllegalArgumentException(
                    derived
                            + " cannot be revoked by "
                            + this
                            + ": it was not derived from it. Only what a capability descends from"
                            + " can revoke it, or the tenant that issued it.");
        }
        derived.end();
    }

    /** True unless it, or one that it was derived from, was revoked, or its time is up. */
    public final boolean isValid() {
        return !isRevoked() && !isExpired();
    }

    /** How much it has left to give; components that it does not count stand at their most. */
    final Budget left() {
        Budget sum = limit;
        for (Capability at = this; at != null; at = at.parent) {
            for (Component c : COMPONENTS) {
                sum = sum.with(c, Math.min(sum.get(c), at.left.get(c.index())));
            }
        }
        return sum;
    }

    private long left(Component c) {
        long least = left.get(c.index());
        for (Capability at = parent; at != null; at = at.parent) {
            least = Math.min(least, at.left.get(c.index()));
        }
        return least;
    }

    final long expiry() {
        return expiresAt;
    }

    final Issuer issuer() {
        return issuer;
    }

    final Budget limit() {
        return limit;
    }

    final long expiryIn(long nanos) {
        long now = issuer.nanos(); // may be negative: System.nanoTime() is
        long then = now + nanos;
        return then < now ? Long.MAX_VALUE : then;
    }

    final void end() {
        revoked = true;
        ended();
    }

    /** It was revoked, a moment ago. */
    void ended() {}

    /** How many may be open by it at once, if something is opened by it. */
    int mostOpen() {
        return Integer.MAX_VALUE;
    }

    final @Nullable Capability parent() {
        return parent;
    }

    final boolean descendsFrom(Capability other) {
        for (Capability at = this; at != null; at = at.parent) {
            if (at == other) {
                return true;
            }
        }
        return false;
    }

    /** Throws the typed error if it is no longer valid. */
    final void ensureValid(String who, String tried) {
        if (isRevoked()) {
            throw new CapabilityRevokedException(
                    who + " cannot " + tried + ": " + this + " was revoked. Ask for a new one.");
        }
        if (isExpired()) {
            throw new CapabilityExpiredException(
                    who
                            + " cannot "
                            + tried
                            + ": the time of "
                            + this
                            + " is up. Ask for a new one.");
        }
    }

    /** Uses up an amount, here and in all it descends from, or throws and uses up nothing. */
    final void take(Budget amount, String who, String tried) {
        for (Capability at = this; at != null; at = at.parent) {
            Component lacking = at.takeHere(amount);
            if (lacking != null) {
                for (Capability taken = this; taken != at; taken = taken.parent) {
                    Objects.requireNonNull(taken).giveBackHere(amount);
                }
                throw new CapabilityExceededException(
                        who
                                + " cannot "
                                + tried
                                + ": "
                                + at
                                + " has "
                                + lacking.inWords(at.left.get(lacking.index()))
                                + " left, and this needs "
                                + amount.get(lacking)
                                + ". Ask for one that allows more.");
            }
        }
    }

    /**
     * Uses up at least so much of one component and at most so much, here and in all it descends
     * from: beyond the least no more than an eighth of what is left then, so that one user does not
     * empty what several share. Returns how much; 0, and nothing is used up, if the least is not
     * left.
     */
    final long takeSome(Component c, long least, long most) {
        while (true) {
            long left = left(c);
            if (left < least) {
                return 0;
            }
            long amount = Math.min(most, least + (left - least) / 8);
            if (tryTake(c, amount)) {
                return amount;
            }
        }
    }

    private boolean tryTake(Component c, long amount) {
        for (Capability at = this; at != null; at = at.parent) {
            if (!at.subtract(c, amount)) {
                for (Capability taken = this; taken != at; taken = taken.parent) {
                    Objects.requireNonNull(taken).left.getAndAdd(c.index(), amount);
                }
                return false;
            }
        }
        return true;
    }

    /**
     * Undoes a {@link #take} of something that then did not happen. Only with the issuer in hand: a
     * holder that could do it would have a right without limits.
     */
    final void giveBack(Issuer issuer, Budget amount) {
        issuer.ensureIssued(this, "the caller", "undo a use");
        for (Capability at = this; at != null; at = at.parent) {
            at.giveBackHere(amount);
        }
    }

    /** Null if all was taken; otherwise what is lacking, and nothing was taken. */
    private @Nullable Component takeHere(Budget amount) {
        for (Component c : COMPONENTS) {
            if (!subtract(c, amount.get(c))) {
                for (Component taken : COMPONENTS) {
                    if (taken == c) {
                        return c;
                    }
                    left.getAndAdd(taken.index(), amount.get(taken));
                }
            }
        }
        return null;
    }

    private boolean subtract(Component c, long amount) {
        if (amount == 0) {
            return true;
        }
        long before;
        do {
            before = left.get(c.index());
            if (before < amount) {
                return false;
            }
        } while (!left.compareAndSet(c.index(), before, before - amount));
        return true;
    }

    private void giveBackHere(Budget amount) {
        for (Component c : COMPONENTS) {
            long most = limit.get(c);
            left.getAndAccumulate(c.index(), amount.get(c), (a, b) -> a > most - b ? most : a + b);
        }
    }

    private boolean isRevoked() {
        for (Capability at = this; at != null; at = at.parent) {
            if (at.revoked) {
                return true;
            }
        }
        return false;
    }

    private boolean isExpired() {
        return expiresAt != Long.MAX_VALUE && issuer.nanos() >= expiresAt;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName()
                + " of "
                + issuer.name()
                + switch (depth) {
                    case 0 -> "";
                    case 1 -> " (derived once)";
                    default -> " (derived " + depth + " times)";
                };
    }
}
