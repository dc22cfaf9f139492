package dev.stint.internal.worker;

import dev.stint.env.HeapWatch;
import dev.stint.env.Readings;
import dev.stint.internal.guard.GuardAccount;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.stack.Carrier;
import dev.stint.internal.task.TaskImpl;
import org.jspecify.annotations.Nullable;

/**
 * The stay of one tenant, or group of it, on a worker, and what its carrier was seen to use
 * meanwhile. When the worker goes over to another, or has nothing to do, that is booked to the
 * tenant's guard account.
 *
 * <p>Bytes cost little to read. Processor time costs most of a microsecond, so it is read after a
 * stay that was long. A short one counts as long as it was on the clock, and what the next long one
 * reads is less by that; so the sum is right.
 *
 * <p>The carrier writes; the monitor reads, and sees by the stamp whether what it has read belongs
 * together.
 */
public final class Stay {
    /** A stay that is no longer than this is not asked for its processor time. */
    static final long SHORT_NANOS = 100_000;

    /** A stay that nobody waits for the end of goes on over the ends of turns for so long. */
    static final long LONG_NANOS = 1_000_000;

    /**
     * What the runtime allocates each time that a task is mounted, by estimate; GuardsTest holds it
     * to that.
     */
    static final long OWN_BYTES = 512;

    private final Engine engine;
    private final Lanes lanes;
    private final Paying paying;
    private volatile @Nullable Readings readings; // none before there is a tenant beside the host
    private @Nullable Carrier carrier;
    private @Nullable TenantImpl tenant; // null: nobody's
    private GlobalQueues.@Nullable Lane lane; // the tenant's, or the group's
    private HeapWatch.@Nullable Mark mark; // of the carrier, once a tenant that is watched was here
    private long marked; // the number that it was set to
    private volatile int stamp; // odd while the rest changes
    private long bytesAt; // without what is forgiven
    private long chargedAt;
    private int mountsAt;
    private long clockAt;
    private long processorAt;
    private boolean isPaid; // by a scheduling context; then no share is charged
    private long ahead; // processor time that was booked by the clock, and is not read yet

    Stay(Engine engine, Lanes lanes, Paying paying) {
        this.engine = engine;
        this.lanes = lanes;
        this.paying = paying;
    }

    /** What it reads from; null while nothing is guarded: there is only the host, or a seed. */
    @Nullable Readings readings() {
        return readings;
    }

    // ---- the carrier's

    /**
     * The worker is about to run this task, or none. Nothing is mounted: the tenant changes here,
     * and only here, since a core is never used by two.
     */
    void of(@Nullable TaskImpl<?> task) {
        Readings from = readings;
        if (from == null) {
            from = lanes.isOne() ? null : engine.readings();
            if (from == null) {
                return;
            }
            readings = from;
        }
        GlobalQueues.Lane next = task == null ? null : lanes.laneOf(task);
        if (next != lane || paying.isOn() != isPaid) {
            change(from, next, task == null ? null : NurseryImpl.of(task).tenant());
        }
    }

    /**
     * The turn of its tenant is over: what it took counts, before the next one is chosen. If nobody
     * else waits here, the same one goes on, and there is no hurry: turns may be so short that to
     * read at the end of each would cost some of a hundred.
     */
    void endTurn(boolean othersWait) {
        Readings from = readings;
        if (from != null
                && tenant != null
                && (othersWait || from.nanos() - clockAt >= LONG_NANOS)) {
            change(from, null, null);
        }
    }

    private void change(
            Readings readings, GlobalQueues.@Nullable Lane at, @Nullable TenantImpl next) {
        Carrier here = Carrier.current();
        int before = stamp;
        stamp = before + 1;
        long clock = readings.nanos();
        if (here != carrier) { // the first stay of this thread
            carrier = here;
            processorAt = readings.processorNanos(here);
            ahead = 0;
            mark = null;
            marked = 0;
        } else {
            close(readings, here, clock);
        }
        mark(next == null ? 0 : next.guard().heapNumber());
        tenant = next;
        lane = at;
        isPaid = paying.isOn();
        bytesAt = readings.allocatedBytes(here) - here.forgiven();
        chargedAt = here.charged();
        mountsAt = here.mounts();
        clockAt = clock;
        stamp = before + 2;
    }

    /** What is allocated here from now on is the tenant's with this number; 0: nobody's. */
    private void mark(long number) {
        if (number != marked) {
            HeapWatch.Mark here = mark;
            if (here == null) {
                here = engine.heap().markOfThisThread();
                mark = here;
            }
            here.set(number);
            marked = number;
        }
    }

    private void close(Readings readings, Carrier here, long clock) {
        long nanos = clock - clockAt;
        if (nanos < SHORT_NANOS) {
            ahead += nanos;
        } else {
            long now = readings.processorNanos(here);
            nanos = Math.max(0, now - processorAt - ahead);
            processorAt = now;
            ahead = 0;
        }
        TenantImpl last = tenant;
        GlobalQueues.Lane at = lane;
        if (last != null && at != null) {
            last.guard().add(bytes(readings, here), here.charged() - chargedAt, own(here), nanos);
            if (last.guard().note()) {
                engine.noteUsed(last);
            }
            if (!isPaid) {
                lanes.stayed(at, nanos);
            }
        }
    }

    private long bytes(Readings readings, Carrier here) {
        return readings.allocatedBytes(here) - here.forgiven() - bytesAt;
    }

    private long own(Carrier here) {
        return (here.mounts() - mountsAt) * OWN_BYTES;
    }

    // ---- the monitor's

    /** Adds what is not booked yet to the look at its tenant, and ends a turn that is too long. */
    public void look() {
        int before = stamp;
        TenantImpl whose = tenant;
        GlobalQueues.Lane at = lane;
        Carrier here = carrier;
        Readings from = readings;
        if ((before & 1) != 0 || whose == null || at == null || here == null || from == null) {
            return;
        }
        long bytes = bytes(from, here);
        long charged = here.charged() - chargedAt;
        long own = own(here);
        long clock = from.nanos() - clockAt;
        long processor =
                clock < SHORT_NANOS
                        ? clock
                        : Math.max(0, from.processorNanos(here) - processorAt - ahead);
        if (stamp == before) {
            GuardAccount account = whose.guard();
            account.addForLook(bytes, charged, own, processor);
            if (!isPaid) {
                lanes.hurryAfter(at, processor);
            }
        }
    }

    /** Whose stay it is, as far as another thread can tell. */
    public @Nullable TenantImpl tenant() {
        return tenant;
    }
}
