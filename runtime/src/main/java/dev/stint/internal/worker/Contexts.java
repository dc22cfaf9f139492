package dev.stint.internal.worker;

import dev.stint.context.ContextConfig;
import dev.stint.context.ContextSnapshot;
import dev.stint.context.ContextState;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.SpinLock;
import dev.stint.internal.wait.TimerHeap;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scheduling contexts of one scheduler: the order of those that have something to run, by
 * deadline, and what happens to their tasks. Workers ask here before they look at anything else.
 *
 * <p>One order for all workers, because who is due first is due first on any of them, and a worker
 * that is stuck, retires or dies then keeps nothing back. There are few contexts, so its lock is
 * short. No section suspends or runs foreign code; pushes into the global queues are lock-free, and
 * timers are added after it.
 *
 * <p>A QUEUED task with a context stands in the context's queue, or, if it must end or its context
 * lets it go on, in those of its tenant. It may be in a tenant's queue from before it was bound;
 * then the worker that takes it there asks {@link #keep}. A second entry is stale, as anywhere.
 *
 * <p>Why nobody who is cancelled waits for time: cancelling writes the task's word and then asks
 * {@link #evict}; putting looks at the word under the same lock. So either sees the other.
 */
final class Contexts extends SpinLock {
    static final int MOST_OPEN = 256;

    private static final long NONE = Long.MAX_VALUE;

    private final Engine engine;
    private final List<ContextImpl> open = new ArrayList<>();
    private final ArrayList<ContextImpl> order = new ArrayList<>(); // has room for all
    private int next; // number of a context

    /**
     * The first deadline in the order, or NONE. Written under the lock, read by anyone: whoever
     * puts a task writes it and then looks who sleeps; a worker says that it sleeps and then reads
     * it. So one of the two sees the other; see {@link Idle}.
     */
    private volatile long earliest = NONE;

    private volatile int waiting; // tasks in all queues; written under the lock

    Contexts(Engine engine) {
        this.engine = engine;
    }

    /** True if a task on a context can run now. Any thread. */
    boolean isReady() {
        return earliest != NONE;
    }

    /** The first deadline of those that can run; later than any if there is none. Any thread. */
    long earliest() {
        return earliest;
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

    /** Opens one, if it fits. One caller at a time. */
    ContextImpl open(ContextConfig config) {
        List<ContextImpl> others;
        acquire();
        try {
            others = List.copyOf(open);
        } finally {
            release();
        }
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
        Admission.ensureFits(config, others, engine.config().workers(), engine.name());
        var made = new ContextImpl(this, config, next++, engine.clock().nanos());
        acquire();
        try {
            open.add(made);
            order.ensureCapacity(open.size()); // so that nothing is allocated when one gets ready
        } finally {
            release();
        }
        return made;
    }

    /**
     * Has a task run on a context from its next turn. If it waits in a queue of its tenant it is
     * put here, too, and that entry is stale when it is taken.
     */
    void bind(ContextImpl context, TaskImpl<?> task) {
        String forbids;
        acquire();
        try {
            ContextImpl before = of(task);
            if (before == context && !context.isRevoked()) {
                return;
            }
            forbids = whatForbids(context, task, before);
            if (forbids == null) {
                task.setContext(context);
                if (task.isDone()) { // after the write: whoever ends it looks the other way round
                    task.setContext(null);
                    forbids = "it has ended. Bind a task before it ends.";
                } else {
                    context.tasks++;
                }
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
        if (task.isQueued() && put(task)) {
            wake();
        }
        callIfRunning(task);
    }

    private @Nullable String whatForbids(
            ContextImpl context, TaskImpl<?> task, @Nullable ContextImpl before) {
        if (context.isRevoked()) {
            return "that is closed. Open another one.";
        }
        if (task.home() != engine) {
            return "that belongs to scheduler '"
                    + engine.name()
                    + "', and the task to '"
                    + ((Engine) task.home()).name()
                    + "'. Open one where the task runs.";
        }
        if (before != null && !before.isRevoked()) {
            return "it runs on "
                    + before
                    + ", and a task has one at a time. Unbind it there first.";
        }
        if (context.tasks == ContextImpl.MAX_TASKS) {
            return "that has " + context.tasks + " tasks, which is the most. Unbind one first.";
        }
        return null;
    }

    /** Has a task run as others do. */
    void unbind(ContextImpl context, TaskImpl<?> task) {
        boolean moved = false;
        acquire();
        try {
            if (task.context() == context) {
                leave(context, task);
                moved = moveOut(context, task);
            }
        } finally {
            release();
        }
        if (moved) {
            wake();
        }
        callIfRunning(task);
    }

    /** Has a task that runs alone, and would not be taken up anew, give way at its next look. */
    private void callIfRunning(TaskImpl<?> task) {
        if (task.isOwned()) {
            for (Worker worker : engine.crew().workers()) {
                worker.paying().call();
            }
        }
    }

    /** A task has ended. The worker that ran it. */
    void ended(TaskImpl<?> task) {
        acquire();
        try {
            ContextImpl context = of(task);
            if (context != null) {
                leave(context, task);
                takeOut(context, task); // a second entry, which a death has left
            }
        } finally {
            release();
        }
    }

    private static void leave(ContextImpl context, TaskImpl<?> task) {
        task.setContext(null);
        context.tasks--;
    }

    /** Gives the right back. */
    void revoke(ContextImpl context) {
        acquire();
        try {
            if (context.isRevoked()) {
                return;
            }
            removeIfReady(context);
            context.move(ContextState.REVOKED);
            context.isActive = false;
            open.remove(context);
            sendAway(context);
        } finally {
            release();
        }
        TimerHeap.cancel(context.timer);
        wake();
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

    private static @Nullable ContextImpl of(TaskImpl<?> task) {
        return (ContextImpl) task.context();
    }

    /**
     * Has a QUEUED task wait with its context; false if it belongs into its tenant's queues. The
     * caller sees that somebody will look. Any thread.
     */
    boolean put(TaskImpl<?> task) {
        return task.context() != null && put(task, false);
    }

    /** The same if its context is used up, for a task that was taken to be run. */
    boolean keep(TaskImpl<?> task) {
        ContextImpl context = of(task);
        return context != null && context.isUsedUp() && put(task, true);
    }

    private boolean put(TaskImpl<?> task, boolean isTaken) {
        long now = engine.clock().nanos();
        long timer = NONE;
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
            if (task.isOnContext()) {
                return true; // an entry that was stale leads to it again
            }
            task.setOnContext(true);
            context.queue.add(task);
            count(1);
            if (isDepleted) {
                timer = toArm(context);
            } else if (context.state == ContextState.IDLE) {
                context.isActive &= context.running > 0; // what was taken last may have been stale
                activate(context, now);
                context.move(ContextState.READY);
                insert(context);
            }
        } finally {
            release();
        }
        arm(context, timer);
        return true;
    }

    /** The task that is due first, not yet claimed; null if there is none. A worker. */
    @Nullable TaskImpl<?> take() {
        long now = engine.clock().nanos();
        acquire();
        try {
            while (!order.isEmpty()) {
                ContextImpl first = order.getFirst();
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

    /** A task must end: if it waits with its context it goes on as others do. Any thread. */
    void evict(TaskImpl<?> task) {
        boolean moved;
        acquire();
        try {
            ContextImpl context = of(task);
            moved = context != null && moveOut(context, task);
        } finally {
            release();
        }
        if (moved) {
            wake();
        }
    }

    private boolean moveOut(ContextImpl context, TaskImpl<?> task) {
        boolean isOut = takeOut(context, task);
        if (isOut) {
            engine.global().push(task);
        }
        return isOut;
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
    @Nullable ContextImpl begin(TaskImpl<?> task, long now) {
        acquire();
        try {
            ContextImpl context = of(task);
            if (context == null || context.isRevoked()) {
                return null;
            }
            fillUp(context, now);
            if (context.state == ContextState.DEPLETED || task.mustEnd()) {
                return null;
            }
            context.running++;
            activate(context, now);
            return context;
        } finally {
            release();
        }
    }

    /** So much was used on it. A worker that it pays. */
    void charge(ContextImpl context, long operations, long nanos, long now) {
        long timer;
        boolean moved;
        acquire();
        try {
            moved = fillUp(context, now);
            timer = book(context, operations, Math.max(0, nanos), now);
            moved |= context.state == ContextState.DEPLETED && context.isDemoting();
        } finally {
            release();
        }
        arm(context, timer);
        if (moved) {
            wake();
        }
    }

    /** What ran on it runs no longer. A worker that it paid. */
    void settle(ContextImpl context, long nanos, long now) {
        long timer;
        acquire();
        try {
            fillUp(context, now);
            timer = book(context, 0, Math.max(0, nanos), now);
            context.running--;
            if (context.running == 0 && context.queue.isEmpty()) {
                end(context, now);
            }
        } finally {
            release();
        }
        arm(context, timer);
    }

    /** Returns when a timer is to be armed. */
    private long book(ContextImpl context, long operations, long nanos, long now) {
        context.operationsLeft -= operations;
        context.operationsUsed += operations;
        context.nanosLeft -= nanos;
        context.nanosUsed += nanos;
        boolean canGoOn = context.operationsLeft > 0 && context.nanosLeft > 0;
        if (canGoOn || context.isUsedUp()) {
            return NONE;
        }
        end(context, now);
        context.depletions++;
        removeIfReady(context);
        context.move(ContextState.DEPLETED);
        if (context.isDemoting()) {
            sendAway(context);
        }
        return context.queue.isEmpty() ? NONE : toArm(context);
    }

    private static void activate(ContextImpl context, long now) {
        if (!context.isActive) {
            context.isActive = true;
            long deadline = context.start + context.due;
            context.setDeadline(deadline > now ? deadline : deadline + context.period);
        }
    }

    /** Nothing of it can run any more. */
    private static void end(ContextImpl context, long now) {
        if (context.isActive && now > context.deadline()) {
            context.misses++;
        }
        context.isActive = false;
    }

    // ---- filling up

    /** Its timer has fired. */
    void refill(ContextImpl context) {
        long now = engine.clock().nanos();
        long timer = NONE;
        acquire();
        try {
            context.isArmed = false;
            fillUp(context, now);
            if (context.state == ContextState.DEPLETED && !context.queue.isEmpty()) {
                timer = toArm(context); // it owes more than a period's worth
            }
        } finally {
            release();
        }
        arm(context, timer);
        wake();
    }

    /** Begins its next period, or a later one, if that is due; true if it was. */
    private boolean fillUp(ContextImpl context, long now) {
        long past = now - context.start;
        if (past < context.period || context.isRevoked()) {
            return false;
        }
        long periods = past / context.period;
        context.start += periods * context.period;
        context.operationsLeft = filled(context.operationsLeft, context.mostOperations, periods);
        context.nanosLeft = filled(context.nanosLeft, context.mostNanos, periods);
        boolean wasReady = removeIfReady(context);
        if (context.isActive && now >= context.deadline()) {
            end(context, now);
            activate(context, now);
        }
        if (wasReady) {
            insert(context);
        } else if (context.state == ContextState.DEPLETED
                && context.operationsLeft > 0
                && context.nanosLeft > 0) {
            goOn(context, now);
        }
        return true;
    }

    private static long filled(long left, long most, long periods) {
        long lacking = most - left; // more than most if it is in debt
        return lacking / most >= periods ? left + periods * most : most;
    }

    /** It can pay again. */
    private void goOn(ContextImpl context, long now) {
        context.move(ContextState.IDLE);
        if (engine.isSimulated()) {
            sendAway(context);
        }
        if (context.running > 0 || !context.queue.isEmpty()) {
            activate(context, now);
        }
        if (!context.queue.isEmpty()) {
            context.move(ContextState.READY);
            insert(context);
        }
    }

    /** When a timer is to fire that the caller arms; NONE if there is one. */
    private static long toArm(ContextImpl context) {
        if (context.isArmed) {
            return NONE;
        }
        context.isArmed = true;
        return context.start + context.period;
    }

    /** Without the lock. */
    private void arm(ContextImpl context, long at) {
        if (at != NONE) {
            engine.arm(context.timer, at);
        }
    }

    /** Something may have become ready. Without the lock. */
    private void wake() {
        VarHandle.fullFence(); // the order before the look at the sleepers; see Idle
        engine.wakeOne();
    }

    // ---- the order

    private void insert(ContextImpl context) {
        int at = order.size();
        while (at > 0 && context.isBefore(order.get(at - 1))) {
            at--;
        }
        order.add(at, context);
        publish();
    }

    private boolean removeIfReady(ContextImpl context) {
        boolean isReady = context.state == ContextState.READY;
        if (isReady) {
            remove(context);
        }
        return isReady;
    }

    private void remove(ContextImpl context) {
        order.remove(context);
        publish();
    }

    private void publish() {
        long first = order.isEmpty() ? NONE : order.getFirst().deadline();
        if (first != earliest) {
            earliest = first;
        }
    }
}
