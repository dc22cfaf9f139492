package dev.stint.internal.worker;

import dev.stint.env.Affinity;
import org.jspecify.annotations.Nullable;

/**
 * Whom one worker serves, everybody or the owner of a lease, and where its carrier is kept
 * meanwhile. What is wanted is written under the lock of {@link Leases}; the rest is the carrier's,
 * unless said otherwise. The states are in {@link LeaseImpl}.
 */
final class Posting {
    private final Engine engine;
    private final Worker worker;
    private final NextTask next;
    private volatile @Nullable LeaseImpl wanted; // what it is to serve
    private volatile @Nullable LeaseImpl lease; // what it serves; written by the carrier
    private volatile Affinity placement = Affinity.none(""); // of its carrier; written by that

    Posting(Engine engine, Worker worker, NextTask next) {
        this.engine = engine;
        this.worker = worker;
        this.next = next;
    }

    /** It is to serve this lease, or everybody. With the lock of Leases. */
    void want(@Nullable LeaseImpl lease) {
        wanted = lease;
    }

    /** What it is to serve. Any thread. */
    @Nullable LeaseImpl wanted() {
        return wanted;
    }

    /** What it serves. Any thread. */
    @Nullable LeaseImpl lease() {
        return lease;
    }

    /** Where its carrier is kept, in words. Any thread. */
    String placement() {
        return placement.inWords();
    }

    /** Its carrier dies: the next one may run anywhere. True if it is to change. */
    boolean carrierDies() {
        unpin();
        return lease != wanted;
    }

    private void unpin() {
        placement.release();
        placement = Affinity.none("");
    }

    /** Between two steps, with nothing claimed: serves what it is to serve. */
    void answer() {
        LeaseImpl now = wanted;
        LeaseImpl before = lease;
        if (before != null && before != now) {
            leave(before);
        }
        if (now != null && lease == null) {
            join(now);
        }
    }

    private void join(LeaseImpl joining) {
        if (worker.sleeper().endSearch() && engine.hasStealableWork()) {
            engine.wakeOne();
        }
        serve(joining);
        if (!engine.leases().joined(worker, joining)) {
            serve(null); // it was revoked; who did that has asked for nobody, or will
            return;
        }
        worker.giveAll();
        Worker first = engine.crew().workers()[0];
        worker.timers().moveAllTo(first.timers());
        first.sleeper().wake();
        placement = engine.leases().place(worker, joining);
        engine.log().leased(worker, joining);
    }

    private void leave(LeaseImpl left) {
        unpin();
        engine.leases().left(worker, left); // first: a death before the next line does it again
        serve(null);
        engine.log().returned(worker);
        if (worker.lanes().hasStealable()) {
            engine.wakeOne(); // what is the owner's here may be taken by anybody now
        }
    }

    private void serve(@Nullable LeaseImpl now) {
        lease = now;
        next.serve(now);
        worker.paying().moveTo(now == null ? worker.id() : ContextOrder.LEASED);
        worker.sleeper().setApart(now != null);
        engine.changeCrew(Crew::again);
    }
}
