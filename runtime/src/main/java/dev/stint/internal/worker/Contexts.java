package dev.stint.internal.worker;

import dev.stint.context.ContextConfig;
import dev.stint.context.ContextSnapshot;
import dev.stint.context.ContextState;
import dev.stint.context.WorkerMask;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scheduling contexts of one scheduler: which there are, and what happens to their tasks.
 * Workers ask here before they look at anything else.
 *
 * <p>There are few contexts, so its lock is short. No section suspends or runs foreign code; pushes
 * into the global queues are lock-free, and timers are added after it.
 *
 * <p>A QUEUED task with a context stands in the context's queue, or, if it must end or its context
 * lets it go on, in those of its tenant. It may be in a tenant's queue from before it was bound;
 * then the worker that takes it there asks {@link #keep}. A second entry is stale, as anywhere.
 *
 * <p>Why nobody who is cancelled waits for time: cancelling writes the task's word and then asks
 * {@link #evict}; putting looks at the word under the same lock. So either sees the other.
 */
final class Contexts extends ContextOrder {
    static final int MOST_OPEN = 256;

    private final Engine engine;
    final Loans loans;
    private final List<ContextImpl> open = new ArrayList<>();
    private int next; // number of a context

    private volatile int waiting; // tasks in all queues; written under the lock

    Contexts(Engine engine, int workers) {
        super(workers);
        this.engine = engine;
        this.loans = new Loans(engine, this);
    }

    /** How many tasks wait with contexts, for a worker or for the next period. Any thread. */
    int waiting() {
        return waiting;
    }

    /** How many are open. Any thread. */
    int count() {
        acquire();
        try {
            return open.size();
        } finally {
            release();
        }
    }

    // ---- which there are

    /**
     * Opens one, if it fits. One caller at a time.
     *
     * @param owner whose tasks may run on it; null: those of all
     */
    ContextImpl open(ContextConfig config, @Nullable TenantImpl owner) {
        List<ContextImpl> others = opened();
        if (others.size() == MOST_OPEN) {
            throw new IllegalArgumentException(
                    "scheduler '"
                            + engine.name()
                            + "' has no room for context '"
                            + config.name()
                            + "': "
                            + MOST_OPEN
                            + " are open, and there cannot be more. Close one, or bind several"
                            + " tasks to one context.");
        }
        Admission.ensureThere(config, engine.config().workers());
        engine.leases().ensureShared(config);
        Admission.ensureFits(config, others, engine.sharedWorkers(), engine.name());
        var made = new ContextImpl(this, config, owner, next++, engine);
        acquire();
        try {
            open.add(made);
            expect(made, open.size());
        } finally {
            release();
        }
        return made;
    }

    /** Why those that are open do not fit on so many workers, with the sum; null if they do. */
    @Nullable String whatForbidsOn(int workers) {
        return Admission.whatForbids(opened(), workers, engine.name());
    }

    /** A context that runs on this worker and few others; null if there is none. */
    @Nullable ContextImpl naming(int worker) {
        for (ContextImpl context : opened()) {
            WorkerMask mask = context.mask();
            if (mask != null && mask.contains(worker)) {
                return context;
            }
        }
        return null;
    }

    private List<ContextImpl> opened() {
        acquire();
        try {
            return List.copyOf(open);
        } finally {
            release();
        }
    }

    /**
     * Has a task run on a context from its next turn, or when it has nothing lent any more. If it
     * waits in a queue of its tenant it is put here, too, and that entry is stale when it is taken.
     */
    void bind(ContextImpl context, TaskImpl<?> task) {
        bind(context, task, false);
    }

    /**
     * The same; {@code isDefault}: nothing happens if the context is closed. The nursery has not
     * taken the task in by then, so that it must not be found in a queue: its spawner puts it there
     * later. It may look queued, if the nursery could not pay for it the first time.
     */
    void bind(ContextImpl context, TaskImpl<?> task, boolean isDefault) {
        String forbids;
        acquire();
        try {
            if (isDefault && context.isRevoked()) {
                return;
            }
            Loan served = loans.servedBy(task);
            ContextImpl before = served == null ? of(task) : served.own;
            if (before == context && !context.isRevoked()) {
                return;
            }
            forbids = context.whatForbids(task, before);
            if (forbids == null && !mark(task, served, context)) {
                forbids = "it has ended. Bind a task before it ends.";
            }
            if (forbids == null) {
                context.tasks++;
                if (before != null) {
                    before.tasks--;
                }
            }
        } finally {
            release();
        }
        if (forbids != null) {
            throw new IllegalStateException(task + " cannot run on " + context + ": " + forbids);
        }
        if (!isDefault) {
            changed(task);
        }
    }

    /** False if the task has ended. */
    private static boolean mark(TaskImpl<?> task, @Nullable Loan served, ContextImpl context) {
        if (served != null) {
            served.own = context;
            return true; // whoever ends it gives that back first
        }
        ContextImpl before = of(task);
        task.setContext(context);
        if (task.isDone()) { // after the write: whoever ends it looks the other way round
            task.setContext(null);
            if (before != null) {
                before.tasks--;
            }
            return false;
        }
        return true;
    }

    /** What pays for a task, which may be queued or running, has changed. Without the lock. */
    void changed(TaskImpl<?> task) {
        if (task.isQueued()) {
            put(task);
            wake();
        }
        callIfRunning(task);
    }

    /** Has a task run as others do. */
    void unbind(ContextImpl context, TaskImpl<?> task) {
        Loan ended = null;
        acquire();
        try {
            Loan served = loans.servedBy(task);
            if (served != null) {
                if (served.own == context) {
                    served.own = null;
                    context.tasks--;
                }
            } else if (task.context() == context) {
                ended = loans.endGivenBy(task);
                moveOut(context, task);
                leave(context, task);
            }
        } finally {
            release();
        }
        loans.settle(ended);
        changed(task);
    }

    /** Has a task that runs alone, and would not be taken up anew, give way at its next look. */
    private void callIfRunning(TaskImpl<?> task) {
        if (!task.isOwned()) {
            return;
        }
        Worker here = engine.workerHere();
        if (here != null && here.currentTask() == task) {
            here.paying().call();
            return;
        }
        for (Worker worker : engine.crew().workers()) {
            worker.paying().call();
        }
    }

    /** A task has ended. The worker that ran it. */
    void ended(TaskImpl<?> task) {
        Loan ended;
        acquire();
        try {
            ended = loans.endChain(loans.servedBy(task), loans.endGivenBy(task));
            ContextImpl context = of(task);
            if (context != null) {
                leave(context, task);
                takeOut(context, task); // a second entry, which a death has left
            }
        } finally {
            release();
        }
        loans.settle(ended);
    }

    private static void leave(ContextImpl context, TaskImpl<?> task) {
        task.setContext(null);
        context.tasks--;
    }

    /** Gives the right back. */
    void revoke(ContextImpl context) {
        Loan ended;
        acquire();
        try {
            if (context.isRevoked()) {
                return;
            }
            removeIfReady(context);
            context.move(ContextState.REVOKED);
            context.isActive = false;
            open.remove(context);
            ended = loans.endAll(context);
            sendAway(context);
        } finally {
            release();
        }
        TimerHeap.cancel(context.timer);
        loans.settle(ended);
        wake();
        ByRight.closed(context.openedBy);
    }

    /** All that a tenant runs has ended. */
    void ownerEnded(TenantImpl owner) {
        for (ContextImpl context : opened()) {
            if (context.owner == owner) {
                revoke(context);
            }
        }
    }

    ContextSnapshot snapshot(ContextImpl context) {
        long now = engine.clock().nanos();
        boolean filled;
        ContextSnapshot picture;
        acquire();
        try {
            filled = fillUp(context, now);
            picture = context.picture();
        } finally {
            release();
        }
        if (filled) {
            wake();
        }
        return picture;
    }

    // ---- queueing

    static @Nullable ContextImpl of(TaskImpl<?> task) {
        return (ContextImpl) task.context();
    }

    /**
     * Has a QUEUED task wait with its context; false if it belongs into its tenant's queues. The
     * caller sees that somebody will look. Any thread.
     */
    boolean put(TaskImpl<?> task) {
        return task.context() != null && put(task, false);
    }

    /** The same if its context is used up or not for this worker; the task was taken to be run. */
    boolean keep(TaskImpl<?> task, int worker) {
        ContextImpl context = of(task);
        if (context == null) {
            return false;
        }
        boolean mayRun = context.mayRunOn(worker);
        return !(mayRun && !context.isUsedUp()) && put(task, mayRun);
    }

    private boolean put(TaskImpl<?> task, boolean isTaken) {
        long now = engine.clock().nanos();
        long timer;
        ContextImpl context;
        acquire();
        try {
            context = of(task);
            if (context == null) {
                return false;
            }
            if (context.isRevoked()) {
                leave(context, task);
                return false;
            }
            fillUp(context, now);
            boolean isDepleted = context.state == ContextState.DEPLETED;
            boolean runsElsewhere = isTaken || engine.isSimulated();
            if (task.mustEnd() || (isDepleted ? context.isDemoting() : runsElsewhere)) {
                return false;
            }
            if (!task.isOnContext()) { // otherwise an entry that was stale leads to it again
                enqueue(context, task, now);
            }
            timer = owed(context);
        } finally {
            release();
        }
        arm(context, timer);
        if (context.mask() != null) {
            VarHandle.fullFence(); // as in wake()
            wakeNamed();
        }
        return true;
    }

    private void enqueue(ContextImpl context, TaskImpl<?> task, long now) {
        task.setOnContext(true);
        context.queue.add(task);
        count(1);
        if (context.state == ContextState.IDLE) {
            context.isActive &= context.running > 0; // what was taken last may have been stale
            context.activate(now);
            context.move(ContextState.READY);
            insert(context);
        }
    }

    /** The task that is due first, not yet claimed; null if there is none. A worker. */
    @Nullable TaskImpl<?> take(int worker) {
        long now = engine.clock().nanos();
        acquire();
        try {
            ContextImpl first;
            while ((first = firstOn(worker)) != null) {
                if (fillUp(first, now)) {
                    continue; // and perhaps it is not the first any more
                }
                TaskImpl<?> task = first.queue.poll();
                if (first.queue.isEmpty()) {
                    remove(first);
                    first.move(ContextState.IDLE);
                }
                if (task != null) {
                    count(-1);
                    task.setOnContext(false);
                    return task;
                }
            }
            return null;
        } finally {
            release();
        }
    }

    /**
     * A task must end: if it waits with its context it goes on as others do, and what it has lent
     * is its own again. Any thread.
     */
    void evict(TaskImpl<?> task) {
        Loan ended;
        acquire();
        try {
            ended = loans.endGivenBy(task);
            ContextImpl context = of(task);
            if (context != null) {
                moveOut(context, task);
            }
        } finally {
            release();
        }
        loans.settle(ended);
        wake();
    }

    /** Puts a task that stands in the queue of its context into one of its tenant's. Lock held. */
    void moveOut(ContextImpl context, TaskImpl<?> task) {
        if (takeOut(context, task)) {
            engine.global().push(task);
        }
    }

    private boolean takeOut(ContextImpl context, TaskImpl<?> task) {
        if (!task.isOnContext() || !context.queue.remove(task)) {
            return false;
        }
        count(-1);
        task.setOnContext(false);
        if (context.queue.isEmpty() && context.state == ContextState.READY) {
            remove(context);
            context.move(ContextState.IDLE);
            context.isActive = context.running > 0;
        }
        return true;
    }

    /** All that wait go on as tasks of their tenants. */
    private void sendAway(ContextImpl context) {
        TaskImpl<?> task;
        while ((task = context.queue.poll()) != null) {
            count(-1);
            task.setOnContext(false);
            engine.global().push(task);
        }
    }

    /** True if a task that is QUEUED cannot run before time passes. Any thread. */
    boolean holdsBack(TaskImpl<?> task) {
        if (task.context() == null) {
            return false;
        }
        acquire();
        try {
            ContextImpl context = of(task);
            return context != null && context.state == ContextState.DEPLETED && task.isOnContext();
        } finally {
            release();
        }
    }

    /** True if a task runs whose context is used up, and is to wait. A simulation's. */
    boolean holdsUp(TaskImpl<?> task) {
        ContextImpl context = of(task);
        return context != null
                && context.state == ContextState.DEPLETED
                && !context.isDemoting()
                && !task.mustEnd();
    }

    private void count(int more) {
        int now = waiting + more;
        waiting = now;
    }

    // ---- paying

    /** The context that pays for a task, which runs now; null if its tenant does. A worker. */
    @Nullable ContextImpl begin(TaskImpl<?> task, int worker, long now) {
        acquire();
        try {
            ContextImpl context = of(task);
            if (context == null || context.isRevoked() || !context.mayRunOn(worker)) {
                return null;
            }
            fillUp(context, now);
            if (context.state == ContextState.DEPLETED || task.mustEnd()) {
                return null;
            }
            context.running++;
            context.activate(now);
            return context;
        } finally {
            release();
        }
    }

    /** So much was used on it. A worker that it pays. */
    void charge(ContextImpl context, long operations, long nanos, long now) {
        book(context, operations, nanos, now, false);
    }

    /** What ran on it runs no longer. A worker that it paid. */
    void settle(ContextImpl context, long nanos, long now) {
        book(context, 0, nanos, now, true);
    }

    private void book(ContextImpl context, long operations, long nanos, long now, boolean isLast) {
        long timer;
        boolean moved;
        boolean isOver;
        Loan ended = null;
        acquire();
        try {
            moved = fillUp(context, now);
            isOver = context.use(operations, Math.max(0, nanos));
            if (isOver) {
                context.depletions++;
                ended = usedUp(context, now);
                moved = true;
            }
            if (isLast) {
                context.running--;
                if (context.running == 0 && context.queue.isEmpty()) {
                    context.end(now);
                }
            }
            timer = owed(context);
        } finally {
            release();
        }
        arm(context, timer);
        if (isOver) {
            context.tell(now);
            loans.settle(ended);
            loans.killDonors(context, ended);
        }
        if (moved) {
            wake();
        }
    }

    /** Nothing is left; returns the loans that end by it. */
    private @Nullable Loan usedUp(ContextImpl context, long now) {
        boolean wasReady = removeIfReady(context);
        if (context.borrows()) {
            if (wasReady) {
                insert(context); // at a later deadline
            }
            return null;
        }
        context.end(now);
        context.move(ContextState.DEPLETED);
        if (context.isDemoting()) {
            sendAway(context);
        }
        return loans.endAll(context);
    }

    // ---- filling up

    /** Its timer has fired. */
    void refill(ContextImpl context) {
        long now = engine.clock().nanos();
        long timer;
        acquire();
        try {
            context.isArmed = false;
            fillUp(context, now);
            timer = owed(context); // if it owes more than a period's worth
        } finally {
            release();
        }
        arm(context, timer);
        wake();
    }

    /** Begins its next period, or a later one, if that is due; true if it was. */
    private boolean fillUp(ContextImpl context, long now) {
        if (!context.isPeriodOver(now)) {
            return false;
        }
        boolean wasReady = removeIfReady(context);
        context.beginPeriod(now);
        if (wasReady) {
            insert(context);
        } else if (context.state == ContextState.DEPLETED && context.hasLeft()) {
            goOn(context, now);
        }
        return true;
    }

    /** It can pay again. */
    private void goOn(ContextImpl context, long now) {
        context.move(ContextState.IDLE);
        if (engine.isSimulated()) {
            sendAway(context);
        }
        if (context.running > 0 || !context.queue.isEmpty()) {
            context.activate(now);
        }
        if (!context.queue.isEmpty()) {
            context.move(ContextState.READY);
            insert(context);
        }
    }

    /** When a timer is to fire that the caller arms; NONE if none is needed, or there is one. */
    private static long owed(ContextImpl context) {
        boolean waits = context.state == ContextState.DEPLETED && !context.queue.isEmpty();
        if (!waits || context.isArmed) {
            return NONE;
        }
        context.isArmed = true;
        return context.start + context.period;
    }

    /** Without the lock. */
    private void arm(ContextImpl context, long at) {
        if (at != NONE) {
            engine.armShared(context.timer, at);
        }
    }

    /** Something may have become ready. Without the lock. */
    private void wake() {
        VarHandle.fullFence(); // the order before the look at the sleepers; see Idle
        engine.wakeOne();
        wakeNamed();
    }

    /** Wakes those who sleep and are named by a context that is ready. After a fence. */
    private void wakeNamed() {
        if (hasMasks()) {
            for (Worker worker : engine.crew().workers()) {
                if (isNamed(worker.id())) {
                    worker.sleeper().wake();
                }
            }
        }
    }

    private boolean removeIfReady(ContextImpl context) {
        boolean isReady = context.state == ContextState.READY;
        if (isReady) {
            remove(context);
        }
        return isReady;
    }
}
