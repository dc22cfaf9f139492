package dev.stint.capability;

import dev.stint.budget.Budget;
import dev.stint.error.CapabilityExceededException;
import java.io.Closeable;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The right to processor time beyond a share: to open scheduling contexts, and leases of workers,
 * for the tasks of the tenant that issued it. Tasks use it by {@code Stint.openContext} and {@code
 * Stint.openLease}, and under profile SOVEREIGN the host needs it, too. A right of the scheduler's
 * own tenant is for the tasks of all.
 *
 * <p>What is open by it counts towards its bounds until it is closed, and is closed when the right
 * ends.
 */
public final class CapSchedule extends Capability {
    private static final int MOST_WORKERS = 4_096; // of a scheduler
    private static final double WHOLE = 1e9; // a worker, in units of utilisation

    // What is open by it, and by those derived from it.
    private static final int UTILISATION = 0;
    private static final int CONTEXTS = 1;
    private static final int WORKERS = 2; // of leases
    private static final int BOUNDS = 3;
    private static final long NONE = Long.MAX_VALUE; // no bound

    private final int bounded; // which of them this derivation bounds
    private final long most;
    private final AtomicLongArray open = new AtomicLongArray(BOUNDS);
    private final @Nullable Ranked criticality; // null: any
    private final List<Integer> workers; // none: all
    private final Holdings held;

    CapSchedule(Issuer issuer) {
        super(issuer, Budget.UNLIMITED);
        this.bounded = UTILISATION;
        this.most = NONE;
        this.criticality = null;
        this.workers = List.of();
        this.held = new Holdings("contexts and leases");
    }

    private CapSchedule(
            CapSchedule parent,
            int bounded,
            long most,
            @Nullable Ranked criticality,
            List<Integer> workers,
            long expiresAt) {
        super(parent, Budget.UNLIMITED, expiresAt);
        this.bounded = bounded;
        this.most = most;
        this.criticality = criticality;
        this.workers = workers;
        this.held = parent.held;
    }

    private CapSchedule bounding(int what, long most) {
        return new CapSchedule(this, what, most, criticality, workers, Long.MAX_VALUE);
    }

    // ---- weaker rights

    /**
     * The right to contexts that have at most this part of a worker, all that are open together: a
     * context has its time divided by its period.
     */
    public CapSchedule withUtilisationAtMost(double ofAWorker) {
        if (!(ofAWorker >= 0 && ofAWorker <= 1e6)) {
            throw new IllegalArgumentException(
                    "a right to contexts cannot be one to "
                            + ofAWorker
                            + " of a worker; it must be from 0, none, to 1000000.");
        }
        return bounding(UTILISATION, (long) (ofAWorker * WHOLE));
    }

    /** The right to at most so many contexts at once. */
    public CapSchedule withContextsAtMost(int contexts) {
        return bounding(CONTEXTS, notNegative(contexts, "contexts"));
    }

    /** The right to leases of at most so many workers at once, all together; 0: to none. */
    public CapSchedule withLeasedWorkersAtMost(int workers) {
        return bounding(WORKERS, notNegative(workers, "leased workers"));
    }

    private static int notNegative(int number, String what) {
        if (number < 0) {
            throw new IllegalArgumentException(
                    "a right to " + what + " cannot be one to " + number + "; the fewest are 0.");
        }
        return number;
    }

    /** The right to contexts that are at most so critical, {@code Criticality.NORMAL}. */
    public CapSchedule withCriticalityAtMost(Ranked most) {
        Objects.requireNonNull(most, "the criticality of a right");
        Ranked mine = criticality;
        Ranked less = mine == null || most.rank() < mine.rank() ? most : mine;
        return new CapSchedule(this, UTILISATION, NONE, less, workers, Long.MAX_VALUE);
    }

    /**
     * The right to contexts that run on these workers only; one that names none runs on all of
     * these.
     *
     * @throws CapabilityExceededException if this right is not one to all of them
     */
    public CapSchedule onWorkers(int... workers) {
        List<Integer> fewer = IntStream.of(workers).distinct().sorted().boxed().toList();
        if (!fewer.isEmpty() && (fewer.getFirst() < 0 || fewer.getLast() >= MOST_WORKERS)) {
            throw new IllegalArgumentException(
                    "workers are numbered from 0 to "
                            + (MOST_WORKERS - 1)
                            + "; a right to contexts cannot be one to workers "
                            + fewer.getFirst()
                            + " to "
                            + fewer.getLast()
                            + ".");
        }
        if (fewer.isEmpty()) {
            throw new IllegalArgumentException(
                    "a right to contexts on no workers is none. Name one: onWorkers(0).");
        }
        if (!covers(fewer)) {
            throw new CapabilityExceededException(
                    this
                            + " cannot be derived for workers "
                            + fewer
                            + ": it is the right to workers "
                            + this.workers
                            + ". A right can be made smaller, never larger.");
        }
        return new CapSchedule(this, UTILISATION, NONE, criticality, fewer, Long.MAX_VALUE);
    }

    private boolean covers(List<Integer> some) {
        return workers.isEmpty() || new HashSet<>(workers).containsAll(some);
    }

    /** The same right, for this long; what is open by it then is closed. */
    public CapSchedule expiringIn(Duration time) {
        return new CapSchedule(
                this, UTILISATION, NONE, criticality, workers, expiryIn(Issuer.nanosOf(time)));
    }

    // ---- what it allows

    /** How critical a context may be; empty: as much as there is. */
    public Optional<Ranked> mostCritical() {
        return Optional.ofNullable(criticality);
    }

    /** On which workers its contexts may run; none: on all. */
    public List<Integer> workers() {
        return workers;
    }

    /** What part of a worker may still be asked for; empty: that is not bounded. */
    public Optional<Double> utilisationLeft() {
        long left = left(UTILISATION);
        return left == NONE ? Optional.empty() : Optional.of(left / WHOLE);
    }

    /** How many contexts may still be opened now; empty: that is not bounded. */
    public OptionalLong contextsLeft() {
        long left = left(CONTEXTS);
        return left == NONE ? OptionalLong.empty() : OptionalLong.of(left);
    }

    /** How many workers may still be leased now; empty: that is not bounded. */
    public OptionalLong leasedWorkersLeft() {
        long left = left(WORKERS);
        return left == NONE ? OptionalLong.empty() : OptionalLong.of(left);
    }

    private long left(int what) {
        long least = NONE;
        for (CapSchedule at = this; at != null; at = at.above()) {
            if (at.bounds(what)) {
                least = Math.min(least, at.most - at.open.get(what));
            }
        }
        return least;
    }

    private boolean bounds(int what) {
        return bounded == what && most != NONE;
    }

    private @Nullable CapSchedule above() {
        return (CapSchedule) parent();
    }

    // ---- for the runtime

    /** True if this issuer has issued it. */
    public boolean isOf(Issuer issuer) {
        return issuer() == issuer;
    }

    /** Until when it holds, on its issuer's clock; {@code Long.MAX_VALUE}: it does not expire. */
    public long expiresAt() {
        return expiry();
    }

    /**
     * A context that is asked for.
     *
     * @param utilisation its time divided by its period
     * @param workers on which it is to run; none: on all that there are
     */
    public record Ask(String name, double utilisation, Ranked criticality, List<Integer> workers) {
        public Ask {
            workers = List.copyOf(workers);
        }

        /** Rounded up, so that many that are next to nothing are not nothing. */
        private long units() {
            return (long) Math.ceil(utilisation * WHOLE);
        }
    }

    /** Uses the right for a context, or throws why not; {@link #unuse} when that is closed. */
    public void use(Issuer issuer, Ask asked, String who) {
        String tried = "open context '" + asked.name() + "'";
        issuer.ensureIssued(this, who, tried);
        ensureValid(who, tried);
        Ranked most = criticality;
        if (most != null && asked.criticality().rank() > most.rank()) {
            throw new CapabilityExceededException(
                    who
                            + " cannot "
                            + tried
                            + " with criticality "
                            + asked.criticality()
                            + ": "
                            + this
                            + " allows "
                            + most
                            + " at most. Ask for less.");
        }
        if (!covers(asked.workers())) {
            throw new CapabilityExceededException(
                    who
                            + " cannot "
                            + tried
                            + " on workers "
                            + asked.workers()
                            + ": "
                            + this
                            + " is the right to workers "
                            + workers
                            + ". Name workers among these, or none.");
        }
        enter(CONTEXTS, 1, who, tried);
        enterOrLeave(UTILISATION, asked.units(), CONTEXTS, 1, who, tried);
    }

    /** Uses the right for a lease, or throws why not; {@link #unuse} when that is closed. */
    public void use(Issuer issuer, String lease, int workers, String who) {
        String tried = "open lease '" + lease + "'";
        issuer.ensureIssued(this, who, tried);
        ensureValid(who, tried);
        enter(WORKERS, workers, who, tried);
    }

    /** Undoes a use: the context is closed, or was not opened. */
    public void unuse(Issuer issuer, Ask asked) {
        issuer.ensureIssued(this, "the caller", "undo a use");
        leave(null, UTILISATION, asked.units());
        leave(null, CONTEXTS, 1);
    }

    /** Undoes a use: the lease is closed, or was not opened. */
    public void unuse(Issuer issuer, int workers) {
        issuer.ensureIssued(this, "the caller", "undo a use");
        leave(null, WORKERS, workers);
    }

    /** Ties what was opened to the right: when that ends, it is closed. */
    public void hold(Closeable opened, Object owner, String who) {
        held.add(opened, this, owner, who, "keep what it has opened");
    }

    /** Undoes {@link #hold}. */
    public void drop(Closeable opened) {
        held.remove(opened);
    }

    @Override
    void ended() {
        held.closeThoseBy(this);
    }

    // ---- counting, here and above

    private void enterOrLeave(
            int what, long amount, int before, long entered, String who, String tried) {
        boolean isIn = false;
        try {
            enter(what, amount, who, tried);
            isIn = true;
        } finally {
            if (!isIn) {
                leave(null, before, entered);
            }
        }
    }

    private void enter(int what, long amount, String who, String tried) {
        for (CapSchedule at = this; at != null; at = at.above()) {
            if (at.bounds(what) && !at.enterHere(what, amount)) {
                leave(at, what, amount);
                throw new CapabilityExceededException(
                        who
                                + " cannot "
                                + tried
                                + ": "
                                + at
                                + " is one to "
                                + inWords(what, at.most)
                                + ", "
                                + inWords(what, at.open.get(what))
                                + " are open by it, and this needs "
                                + inWords(what, amount)
                                + ". Close one, or ask for less.");
            }
        }
    }

    private static String inWords(int what, long amount) {
        return switch (what) {
            case UTILISATION -> amount / WHOLE + " of a worker";
            case CONTEXTS -> amount + " contexts";
            default -> amount + " leased workers";
        };
    }

    private boolean enterHere(int what, long amount) {
        long before;
        do {
            before = open.get(what);
            if (amount > most - before) {
                return false;
            }
        } while (!open.compareAndSet(what, before, before + amount));
        return true;
    }

    /** Counts out, here and above, below {@code until}. */
    private void leave(@Nullable CapSchedule until, int what, long amount) {
        for (CapSchedule at = this; at != null && at != until; at = at.above()) {
            if (at.bounds(what)) {
                at.open.addAndGet(what, -amount);
            }
        }
    }
}
