package dev.stint.internal.worker;

import dev.stint.context.ContextConfig;
import dev.stint.context.WorkerMask;
import dev.stint.env.Affinity;
import dev.stint.event.Event;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.SpinLock;
import dev.stint.lease.LeaseConfig;
import dev.stint.lease.LeaseEnd;
import dev.stint.lease.LeaseSnapshot;
import dev.stint.lease.LeaseState;
import dev.stint.lease.LeasedWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one scheduler: which there are, and where a task waits because of them.
 *
 * <p>A leased worker is in no set that others choose from: not among the workers that are robbed or
 * woken for what anybody may run. Its sleep is another state, which a wake for all does not end.
 * What it has of others it gives away when it comes, and what reaches it later it sends on before
 * it would be queued, or at the latest when it is taken to be run. So nothing is asked of who has
 * no lease, but whether there is any, where a task is queued.
 *
 * <p>Why no wake is lost. Whoever queues a task of an owner pushes it, and then reads which lease
 * there is and who of it sleeps; a leased worker says that it sleeps and then looks at all that it
 * could run. Who ends a lease writes that there is none and then looks at what was sent to the
 * owner; so either the pusher sees that everybody must be told, or the tasks are found by who ends
 * it. All are volatile, or have a fence between them.
 *
 * <p>The first worker is never leased: it is where timers go that nobody else may have, and who
 * keeps house.
 */
public final class Leases extends SpinLock {
    private final Engine engine;
    private volatile LeaseImpl[] open = {}; // not ENDED; written under the lock

    Leases(Engine engine) {
        this.engine = engine;
    }

    /** True if there is a lease, or a worker that has not seen the end of one. Any thread. */
    boolean isAny() {
        return open.length > 0;
    }

    /** Those that have not ended. Not to be changed. */
    public LeaseImpl[] open() {
        return open;
    }

    // ---- which there are

    /** Opens one, if enough workers are left. One caller at a time. */
    LeaseImpl open(TenantImpl owner, LeaseConfig config) {
        ensureMayOwn(owner, config);
        ensureProcessors(config);
        var lease = new LeaseImpl(this, owner, engine.global().lane(owner.lane()), config);
        if (engine.isSimulated()) {
            lease.state = LeaseState.ACTIVE; // who runs where is nobody's choice there
        }
        Worker[] base = engine.crew().workers();
        ensureFits(config); // without the lock: meanwhile workers can only become free
        acquire();
        try {
            open = with(open, lease);
            int asked = engine.isSimulated() ? config.workers() : 0;
            for (int i = base.length - 1; i > 0 && asked < config.workers(); i--) {
                if (isFree(base[i])) {
                    base[i].ask(lease);
                    asked++;
                }
            }
        } finally {
            release();
        }
        rouse();
        if (engine.isDraining()) { // after it can be found: whoever drains sees it, or we do
            revoke(lease, LeaseEnd.SCHEDULER_ENDED);
        }
        return lease;
    }

    /** True if a lease may have it: it serves everybody, and no context's mask names it. */
    private boolean isFree(Worker worker) {
        return !worker.isTemporary()
                && worker.wanted() == null
                && engine.contexts().naming(worker.id()) == null;
    }

    /**
     * Refuses a context that names a leased worker: it would wait for the end of that lease.
     *
     * @throws IllegalArgumentException if it does
     */
    void ensureShared(ContextConfig config) {
        WorkerMask mask = config.workers().orElse(null);
        if (mask == null || !isAny()) {
            return;
        }
        for (Worker worker : engine.crew().workers()) {
            LeaseImpl lease = worker.wanted();
            if (lease != null && mask.contains(worker.id())) {
                throw new IllegalArgumentException(
                        "scheduler '"
                                + engine.name()
                                + "' has no room for context '"
                                + config.name()
                                + "': it names worker "
                                + worker.id()
                                + ", which "
                                + lease
                                + " has for itself. Name workers that serve everybody, or close"
                                + " the lease.");
            }
        }
    }

    private static LeaseImpl[] with(LeaseImpl[] some, LeaseImpl more) {
        LeaseImpl[] all = Arrays.copyOf(some, some.length + 1);
        all[some.length] = more;
        return all;
    }

    /** Has all that sleep look at what they were asked. */
    private void rouse() {
        for (Worker worker : engine.crew().workers()) {
            if (worker.isSummoned()) {
                worker.sleeper().wake();
            }
        }
    }

    private void ensureMayOwn(TenantImpl owner, LeaseConfig config) {
        String forbids = null;
        if (!Arrays.asList(engine.tenants()).contains(owner)) {
            forbids =
                    "that is closed or belongs to another scheduler. Open a tenant where the lease"
                            + " is opened, and the lease before the tenant is closed.";
        } else if (owner == engine.tenant()) {
            forbids =
                    "that is the scheduler's own, which everything belongs to that nobody else"
                            + " owns. Open a tenant for the tasks that need workers of their own.";
        } else {
            for (LeaseImpl other : open) {
                if (other.tenant() == owner && other.isHeld()) {
                    forbids =
                            "that has "
                                    + other
                                    + " already. Close it first, and ask for more workers.";
                }
            }
        }
        if (forbids != null) {
            throw new IllegalStateException(
                    "scheduler '"
                            + engine.name()
                            + "' cannot open lease '"
                            + config.name()
                            + "' for "
                            + owner
                            + ": "
                            + forbids);
        }
    }

    private static void ensureProcessors(LeaseConfig config) {
        int named = config.processors().size();
        if (named != 0 && named != config.workers()) {
            throw new IllegalArgumentException(
                    "lease '"
                            + config.name()
                            + "' asks for "
                            + config.workers()
                            + " workers and names "
                            + named
                            + " processors. Name one for each worker, or none.");
        }
        if (named > 0) {
            Affinity.prepare(); // here: a worker must not stand still for it
        }
    }

    private void ensureFits(LeaseConfig config) {
        int all = engine.config().workers();
        int leased = leased();
        int left = all - leased - config.workers();
        if (left < 1) {
            throw new IllegalArgumentException(
                    refused(config)
                            + "of "
                            + all
                            + " workers "
                            + leased
                            + " are leased and it asks for "
                            + config.workers()
                            + ", which would leave "
                            + left
                            + "; 1 must stay for everybody. Ask for fewer, close another lease, or"
                            + " open the scheduler with more workers.");
        }
        ensureUnnamed(config);
        String tight = engine.contexts().whatForbidsOn(left);
        if (tight != null) {
            throw new IllegalArgumentException(refused(config) + tight);
        }
    }

    private void ensureUnnamed(LeaseConfig config) {
        if (engine.isSimulated()) {
            return; // there is no telling workers from each other
        }
        int free = 0;
        ContextImpl naming = null;
        for (Worker worker : engine.crew().workers()) {
            if (worker.id() == 0 || worker.isTemporary() || worker.wanted() != null) {
                continue;
            }
            ContextImpl named = engine.contexts().naming(worker.id());
            free += named == null ? 1 : 0;
            naming = named == null ? naming : named;
        }
        if (naming != null && free < config.workers()) {
            throw new IllegalArgumentException(
                    refused(config)
                            + "it asks for "
                            + config.workers()
                            + ", and of those that could be leased only "
                            + free
                            + " are not named by scheduling contexts, as by "
                            + naming
                            + ". Ask for fewer, or close the context.");
        }
    }

    private String refused(LeaseConfig config) {
        return "scheduler '"
                + engine.name()
                + "' has no workers for lease '"
                + config.name()
                + "': ";
    }

    /** How many of the scheduler's own workers are leased or asked for. */
    int leased() {
        int sum = 0;
        for (LeaseImpl lease : open) {
            sum += lease.isHeld() ? lease.size() : 0;
        }
        return sum;
    }

    /** Asks the workers of a lease back; nothing happens if that was done before. Any thread. */
    void revoke(LeaseImpl lease, LeaseEnd why) {
        boolean isBack;
        acquire();
        try {
            if (!lease.isHeld()) {
                return;
            }
            lease.end = why;
            lease.revokedAt = engine.clock().nanos();
            lease.state = LeaseState.RETURNING;
            engine.global().endLease(lease.lane);
            for (Worker worker : engine.crew().workers()) {
                if (worker.wanted() == lease) {
                    worker.ask(null);
                }
            }
            isBack = endIfBack(lease);
        } finally {
            release();
        }
        engine.global().putInLine(lease.lane); // after it was written that there is no lease
        engine.wakeOne();
        rouse();
        if (isBack) {
            tell(lease);
        }
    }

    void revokeAll() {
        for (LeaseImpl lease : open) {
            revoke(lease, LeaseEnd.SCHEDULER_ENDED);
        }
    }

    /** All that the tenant ran has ended. */
    void ownerEnded(TenantImpl owner) {
        for (LeaseImpl lease : open) {
            if (lease.tenant() == owner) {
                revoke(lease, LeaseEnd.OWNER_ENDED);
            }
        }
    }

    /** An error has struck a worker; its carrier, which dies, tells. */
    void died(Worker worker) {
        worker.carrierDies();
        LeaseImpl lease = worker.lease();
        if (lease != null) {
            revoke(lease, LeaseEnd.WORKER_DIED);
        }
    }

    /** A temporary worker has left for good. */
    void retired(Worker worker) {
        LeaseImpl lease = worker.lease();
        if (lease != null) {
            left(worker, lease);
        }
    }

    /** The scheduler has ended: nobody steps its workers any more. */
    void endAll() {
        for (LeaseImpl lease : open) {
            revoke(lease, LeaseEnd.SCHEDULER_ENDED);
            for (Worker worker : lease.workers()) {
                left(worker, lease);
            }
        }
    }

    /** With the lock; true if it is the end of the lease. */
    private boolean endIfBack(LeaseImpl lease) {
        boolean isBack = lease.workers().length == 0 && lease.state == LeaseState.RETURNING;
        if (isBack) {
            lease.tookNanos = engine.clock().nanos() - lease.revokedAt;
            lease.state = LeaseState.ENDED;
            open = Arrays.stream(open).filter(l -> l != lease).toArray(LeaseImpl[]::new);
        }
        return isBack;
    }

    private void tell(LeaseImpl lease) {
        LeaseSnapshot picture = snapshot(lease);
        LeaseEnd end = picture.end().orElse(LeaseEnd.CLOSED);
        Duration took = picture.revocation().orElse(Duration.ZERO);
        ByRight.closed(lease.openedBy);
        engine.announce(
                new Event.LeaseEnded(picture.name(), picture.owner(), end, took, picture.isLate()));
    }

    // ---- workers come and go; each for itself, between two steps

    /** False if the lease was revoked before the worker came. */
    boolean joined(Worker worker, LeaseImpl lease) {
        acquire();
        try {
            if (!lease.isHeld()) {
                return false;
            }
            lease.add(worker);
            lease.state = LeaseState.ACTIVE;
            engine.global().beginLease(lease.lane, lease);
        } finally {
            release();
        }
        return true;
    }

    /** Where the worker that calls is kept, from now on. */
    Affinity place(Worker worker, LeaseImpl lease) {
        List<Integer> processors = lease.config().processors();
        if (processors.isEmpty()) {
            return Affinity.none("");
        }
        if (engine.isSeeded()) {
            return Affinity.none("kept nowhere: under a seed one thread steps all workers");
        }
        if (worker.isTemporary()) {
            return Affinity.none("kept nowhere: it stands in for another");
        }
        int nth = 0;
        for (Worker other : engine.crew().workers()) {
            nth +=
                    other.wanted() == lease && other.id() < worker.id() && !other.isTemporary()
                            ? 1
                            : 0;
        }
        return Affinity.pin(processors.get(Math.min(nth, processors.size() - 1)));
    }

    /** The worker serves everybody again. */
    void left(Worker worker, LeaseImpl lease) {
        boolean isLast;
        acquire();
        try {
            lease.remove(worker);
            isLast = endIfBack(lease);
        } finally {
            release();
        }
        if (isLast) {
            tell(lease);
        }
    }

    // ---- where a task waits; any thread

    private @Nullable LeaseImpl leaseOf(TaskImpl<?> task) {
        return engine.global().leaseOf(task);
    }

    /**
     * Has a QUEUED task that does not belong on a worker wait where it does; false if it may wait
     * there.
     *
     * @param here the lease of the worker
     */
    boolean divert(TaskImpl<?> task, @Nullable LeaseImpl here) {
        LeaseImpl whose = leaseOf(task);
        if (whose == here || (here == null && whose != null && !whose.confined)) {
            return false;
        }
        send(task, whose);
        return true;
    }

    /** True if it would be. */
    boolean isForeign(TaskImpl<?> task, @Nullable LeaseImpl here) {
        LeaseImpl whose = leaseOf(task);
        return whose != here && !(here == null && whose != null && !whose.confined);
    }

    /** The push wakes the owner's; who else may run it is woken here. */
    private void send(TaskImpl<?> task, @Nullable LeaseImpl whose) {
        engine.global().push(task);
        if (whose == null || !whose.confined) {
            engine.wakeOne();
        }
    }

    /** Queues a task that was woken outside; false if no lease has anything to do with it. */
    boolean route(TaskImpl<?> task) {
        LeaseImpl whose = leaseOf(task);
        Worker last = (Worker) task.last();
        LeaseImpl there = last == null ? null : last.lease();
        if (whose == null) {
            if (there == null || task.context() != null) {
                return false;
            }
            send(task, null);
            return true;
        }
        if (task.context() != null) {
            if (!whose.confined) {
                return false;
            }
            if (engine.contexts().keep(task, ContextOrder.LEASED)) {
                return true; // it is filled up by a timer
            }
        }
        if (last == null || there != whose || !last.send(task)) {
            send(task, whose);
        }
        return true;
    }

    /** After a push into a worker's own queues, and a full fence. */
    void wakeFor(TaskImpl<?> task, @Nullable LeaseImpl here) {
        LeaseImpl whose = leaseOf(task);
        if (here == null) {
            engine.wakeOne();
        }
        if (whose != null) {
            whose.wakeOne();
        }
    }

    // ---- what a leased worker may take from others

    /** A task of the owner from the queues of another worker, or null. */
    @Nullable TaskImpl<?> steal(LeaseImpl lease, Worker thief) {
        for (Worker victim : engine.crew().workers()) {
            LeaseImpl its = victim.lease();
            if (victim != thief && (its == null || its == lease)) {
                TaskImpl<?> task = thief.lanes().stealFrom(victim.lanes(), lease.lane);
                if (task != null) {
                    engine.log().stolen(task, thief, victim);
                    return task;
                }
            }
        }
        return null;
    }

    /** True if there is one. */
    boolean hasStealable(LeaseImpl lease, @Nullable Worker thief) {
        for (Worker victim : engine.crew().workers()) {
            LeaseImpl its = victim.lease();
            if (victim != thief
                    && (its == null || its == lease)
                    && victim.lanes().hasStealable(lease.lane)) {
                return true;
            }
        }
        return false;
    }

    /** True if tasks wait that were sent to owners, and for none but their workers. */
    boolean hasSent() {
        for (LeaseImpl lease : open) {
            if (lease.confined && lease.hasSent()) {
                return true;
            }
        }
        return false;
    }

    /** How many those are; a moving number. */
    int sent() {
        int sum = 0;
        for (LeaseImpl lease : open) {
            sum += lease.confined && lease.isHeld() ? lease.lane.sent() : 0;
        }
        return sum;
    }

    // ---- looking at it

    LeaseSnapshot snapshot(LeaseImpl lease) {
        long now = engine.clock().nanos();
        var workers = new ArrayList<LeasedWorker>();
        int queued = lease.lane.sent();
        for (Worker worker : lease.workers()) {
            queued += worker.queued();
            workers.add(new LeasedWorker(worker.id(), worker.isTemporary(), worker.placement()));
        }
        LeaseConfig config = lease.config();
        LeaseState state;
        LeaseEnd end;
        long took;
        acquire();
        try {
            state = lease.state;
            end = lease.end;
            took = state == LeaseState.ENDED ? lease.tookNanos : now - lease.revokedAt;
        } finally {
            release();
        }
        return new LeaseSnapshot(
                config.name(),
                lease.owner().toString(),
                state,
                config.workers(),
                workers,
                queued,
                Optional.ofNullable(end),
                end == null ? Optional.empty() : Optional.of(Duration.ofNanos(took)),
                end != null && took > config.maxRevocation().toNanos());
    }
}
