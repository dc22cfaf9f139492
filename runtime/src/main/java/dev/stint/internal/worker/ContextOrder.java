package dev.stint.internal.worker;

import dev.stint.internal.wait.SpinLock;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The order of the scheduling contexts that have something to run: by criticality, then by
 * deadline, then by priority, then by age; and what workers may know of it without the lock.
 *
 * <p>One order for all workers, because who comes first does so on any of them, and a worker that
 * is stuck, retires or dies then keeps nothing back. A context with a mask is passed over by the
 * workers that are not in it.
 */
abstract class ContextOrder extends SpinLock {
    static final long NONE = Long.MAX_VALUE;

    /** A worker that is in no mask, as one that helps out for a while. */
    static final int ANY = -1;

    /** A leased worker, whichever: it takes nothing from here, and no mask is about it. */
    static final int LEASED = -2;

    private final int workers;
    private final ArrayList<ContextImpl> order = new ArrayList<>(); // has room for all

    /**
     * The first key in the order, or NONE. Written under the lock, read by anyone: whoever puts a
     * task writes it and then looks who sleeps; a worker says that it sleeps and then reads it. So
     * one of the two sees the other; see {@link Idle}. The two others are as this one, and are read
     * only while there is something in the order.
     */
    private volatile long earliest = NONE;

    private volatile long unmasked = NONE; // the first key of those that run anywhere
    private volatile @Nullable AtomicLongArray masked; // by worker; null before the first mask

    ContextOrder(int workers) {
        this.workers = workers;
    }

    /** True if a worker could take a task on a context now. Any thread. */
    final boolean isReady(int worker) {
        return earliest != NONE && earliest(worker) != NONE;
    }

    /** The first key of those that could run on a worker; later than any if there is none. */
    final long earliest(int worker) {
        if (worker == LEASED) {
            return NONE;
        }
        AtomicLongArray own = masked;
        if (own == null) {
            return earliest;
        }
        boolean canBeNamed = worker >= 0 && worker < workers;
        return canBeNamed ? Math.min(unmasked, own.get(worker)) : unmasked;
    }

    /** True if a context is ready that names this worker. Any thread. */
    final boolean isNamed(int worker) {
        AtomicLongArray own = masked;
        return own != null && worker < workers && own.get(worker) != NONE;
    }

    final boolean hasMasks() {
        return masked != null;
    }

    // ---- lock held

    /** One is opened: has room for it, so that nothing is allocated when it gets ready. */
    final void expect(ContextImpl context, int contexts) {
        order.ensureCapacity(contexts);
        if (context.mask() != null && masked == null) {
            var own = new AtomicLongArray(workers);
            for (int i = 0; i < workers; i++) {
                own.set(i, NONE);
            }
            masked = own;
            publish();
        }
    }

    /** The first that may run on this worker; null if there is none. */
    final @Nullable ContextImpl firstOn(int worker) {
        for (int i = 0; i < order.size(); i++) {
            ContextImpl context = order.get(i);
            if (context.mayRunOn(worker)) {
                return context;
            }
        }
        return null;
    }

    final void insert(ContextImpl context) {
        int at = order.size();
        while (at > 0 && context.isBefore(order.get(at - 1))) {
            at--;
        }
        order.add(at, context);
        publish();
    }

    final void remove(ContextImpl context) {
        order.remove(context);
        publish();
    }

    private void publish() {
        AtomicLongArray own = masked;
        if (own != null) {
            publishByWorker(own);
        }
        long first = order.isEmpty() ? NONE : order.getFirst().key();
        if (first != earliest) {
            earliest = first;
        }
    }

    private void publishByWorker(AtomicLongArray own) {
        long anywhere = NONE;
        for (int i = 0; i < order.size(); i++) {
            if (order.get(i).mask() == null) {
                anywhere = order.get(i).key();
                break;
            }
        }
        unmasked = anywhere;
        for (int worker = 0; worker < workers; worker++) {
            own.set(worker, firstNaming(worker));
        }
    }

    private long firstNaming(int worker) {
        for (int i = 0; i < order.size(); i++) {
            ContextImpl context = order.get(i);
            if (context.mask() != null && context.mayRunOn(worker)) {
                return context.key();
            }
        }
        return NONE;
    }
}
