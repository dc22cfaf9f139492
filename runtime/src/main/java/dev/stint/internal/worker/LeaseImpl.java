package dev.stint.internal.worker;

import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.lease.CpuLease;
import dev.stint.lease.LeaseConfig;
import dev.stint.lease.LeaseEnd;
import dev.stint.lease.LeaseSnapshot;
import dev.stint.lease.LeaseState;
import dev.stint.tenant.Tenant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Workers that run the tasks of one tenant alone: who they are, and since when they are asked back.
 *
 * <pre>
 *   the lease
 *   OPENING         -> ACTIVE     joined()   the first worker that was asked for has come
 *   OPENING         -> ENDED      revoke()   none has
 *   ACTIVE          -> RETURNING  revoke()
 *   RETURNING       -> ENDED      left()     the last worker is back
 *
 *   one of its workers
 *   SHARED          -> ASKED      open()     it is to come
 *   ASKED           -> LEASED     answer()   the worker, between two steps: it gives away what it has
 *   ASKED           -> SHARED     answer()   the lease was revoked meanwhile
 *   LEASED          -> RETURNING  revoke()   it is to go back
 *   RETURNING       -> SHARED     answer()   the worker, between two steps
 * </pre>
 *
 * <p>The state is guarded by the lock of {@link Leases}. Where a worker is, say two fields of it:
 * what others want it to serve and what it serves. Only the worker changes the second.
 */
public final class LeaseImpl implements CpuLease {
    private final Leases leases;
    private final TenantImpl owner;
    private final LeaseConfig config;
    final GlobalQueues.Lane lane; // the owner's
    final boolean confined;
    volatile @Nullable Opened openedBy; // the tie to a right, if there is one

    // ---- written under the lock of Leases
    volatile LeaseState state = LeaseState.OPENING; // without it a hint
    @Nullable LeaseEnd end;
    long revokedAt;
    long tookNanos; // until the last worker was back

    /** Those that have come and are not back. Written under the lock, read by anyone. */
    private volatile Worker[] workers = {};

    LeaseImpl(Leases leases, TenantImpl owner, GlobalQueues.Lane lane, LeaseConfig config) {
        this.leases = leases;
        this.owner = owner;
        this.lane = lane;
        this.config = config;
        this.confined = config.confined();
    }

    // ---- with the lock

    void add(Worker worker) {
        Worker[] now = workers;
        Worker[] more = Arrays.copyOf(now, now.length + 1);
        more[now.length] = worker;
        workers = more;
    }

    void remove(Worker worker) {
        workers = Arrays.stream(workers).filter(w -> w != worker).toArray(Worker[]::new);
    }

    /** True while its workers are to run its owner's tasks. */
    boolean isHeld() {
        return state == LeaseState.OPENING || state == LeaseState.ACTIVE;
    }

    // ---- any thread

    /** Not to be changed. */
    public Worker[] workers() {
        return workers;
    }

    /** How many of the scheduler's own workers it has asked for. */
    public int size() {
        return config.workers();
    }

    /** True if tasks of its owner wait that no worker has taken over. */
    boolean hasSent() {
        return lane.hasSent();
    }

    /**
     * Something for its workers was published, with a full fence: one that sleeps, if any does, is
     * woken. Who is awake looks everywhere once more before it sleeps; see {@link Leases}.
     */
    void wakeOne() {
        for (Worker worker : workers) {
            if (worker.sleeper().wake()) {
                return;
            }
        }
    }

    /** Anything that one more worker of it could run. Any thread. */
    public boolean hasWork() {
        return hasSent() || leases.hasStealable(this, null);
    }

    /** True if none of its workers can be found asleep. */
    public boolean isSleepless() {
        for (Worker worker : workers) {
            if (worker.sleeper().isAsleep()) {
                return false;
            }
        }
        return true;
    }

    // ---- the public face

    @Override
    public LeaseConfig config() {
        return config;
    }

    @Override
    public Tenant owner() {
        return owner;
    }

    TenantImpl tenant() {
        return owner;
    }

    @Override
    public LeaseSnapshot snapshot() {
        Headroom.ensure();
        Points.pass();
        return leases.snapshot(this);
    }

    @Override
    public void close() {
        Headroom.ensure();
        Points.pass();
        leases.revoke(this, LeaseEnd.CLOSED);
    }

    @Override
    public String toString() {
        return "lease '" + config.name() + "'";
    }
}
