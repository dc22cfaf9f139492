package dev.stint.internal.stack;

import dev.stint.env.Parking;
import dev.stint.hooks.Meter;
import dev.stint.internal.SchedulerBug;
import dev.stint.internal.wait.WaitNode;
import java.util.IdentityHashMap;
import jdk.internal.vm.Continuation;
import org.jspecify.annotations.Nullable;

/**
 * A stack that runs tasks one after another: a virtual thread, a bare continuation, or a bare
 * continuation beside a stack that is not Java's.
 *
 * <p>When a task ends, its core takes the worker's next unstarted task and runs it at once. When a
 * task suspends, its core goes with it. A core for which the worker has nothing unstarted ends.
 *
 * <p>Suspending is yield-before-commit: the running code leaves a note of what it wants in {@link
 * #op} and unmounts; only then, on the carrier's own stack, is the task's control word changed. So
 * PARKED or QUEUED is never visible while the stack is still in use.
 */
public abstract sealed class Core permits VirtualCore, BareCore, FiberCore {
    static final int NONE = 0;
    static final int YIELD = 1;
    static final int PARK = 2;
    static final int GIVE_WAY = 3; // because it must
    static final int LEAVE = 4; // to an excursion, within FiberCore: no processor sees it

    /** What the running code asks of the trampoline. Core while mounted, then its worker. */
    int op;

    /**
     * Bytes of the modelled stack that are left to the task. Its carrier has them while mounted.
     */
    int stackLeft = Meter.STACK;

    private @Nullable WaitNode parkNode; // valid while op is PARK
    private @Nullable Job job; // written by the core's own stack, or before its first run
    private boolean ended;
    private @Nullable Pauses pauses = new Pauses(); // until a job needs it
    private @Nullable IdentityHashMap<Object, @Nullable Object>
            locals; // the task's; on the core's own stack

    /** Runs the stack until it unmounts. Carrier only. */
    abstract void resume(Processor processor);

    /**
     * Unmounts the stack. On return {@link #op} is NONE if it worked, unchanged if it was refused.
     */
    abstract void unmount();

    /** Runs something on this stack with these scoped values bound, if its kind has any. */
    public abstract void runWith(Object bound, Runnable body);

    /** Closes what the job has left open on its thread; may wait. */
    public abstract void closeScopes();

    /** True if waits of the JDK suspend the stack, and its thread can be interrupted. */
    public abstract boolean isThread();

    /** Has an interrupt of its thread wake the job. Before a look at the flag. On its own stack. */
    public abstract void listen();

    public abstract boolean isInterrupted();

    /** Keeps the stack on its carrier between tasks, whatever scheduler code may run into. */
    abstract void pin();

    abstract void unpin();

    /** Removes what the last task left on the thread. */
    abstract void cleanUp();

    public abstract void interrupt();

    /** The thread to unpark when the task is pinned; null if it no longer is. */
    public abstract @Nullable Thread pinnedThread();

    /** The bytes of stack in use at the last suspension. On its own stack. */
    public abstract long stackInUse();

    /** The stack, for dumps; any thread. */
    public abstract StackTraceElement[] stackTrace();

    /** True if this kind of core can run the job. */
    boolean suits(Job job) {
        return !job.isGuest();
    }

    /** The thread that tools know this core by, if it has one. */
    public abstract @Nullable Thread thread();

    public final @Nullable Job job() {
        return job;
    }

    final Job jobOrBug() {
        if (job == null) {
            throw new SchedulerBug("a core without a task");
        }
        return job;
    }

    /** A job begins: the meter is empty, and the modelled stack is all its own. */
    public final void beginJob() {
        stackLeft = Meter.STACK;
        Carrier.reset(this);
    }

    /** What dumps call it while it runs this job; nothing where it is no thread. */
    public void callIt(String name) {}

    final void assign(Job job) {
        this.job = job;
        job.core = this;
    }

    public final IdentityHashMap<Object, @Nullable Object> locals() {
        if (locals == null) {
            locals = new IdentityHashMap<>();
        }
        return locals;
    }

    public final void dropLocals() {
        locals = null;
    }

    /** What its job parks for; on its carrier, before the commit. */
    final void waitFor(@Nullable WaitNode node) {
        parkNode = node;
    }

    /** What the job counts in from now on, and keeps. Carrier, or its own stack. */
    final Pauses takePauses() {
        Pauses taken = pauses;
        pauses = null;
        return taken != null ? taken : new Pauses(); // it has one already, if it ran before
    }

    final boolean isEnded() {
        return ended;
    }

    final boolean isStillWaiting() {
        return parkNode == null || parkNode.isWaiting();
    }

    /**
     * Runs foreign code in the middle of scheduling, without letting the JDK unmount the caller.
     */
    public static void pinned(Runnable action) {
        if (!Thread.currentThread().isVirtual()) {
            action.run();
            return;
        }
        Continuation.pin();
        try {
            action.run();
        } finally {
            Continuation.unpin();
        }
    }

    /** The body of every core. */
    final void runTasks() {
        Job next = jobOrBug();
        while (next != null) {
            next.runToEnd(this);
            // Between two tasks the core has no control word of its own to be found by, so the JDK
            // must
            // not unmount it here.
            pin();
            try {
                next = handOver();
            } finally {
                unpin();
            }
        }
        ended = true;
    }

    private @Nullable Job handOver() {
        Processor processor = Processor.current();
        try {
            cleanUp();
            processor.finished(jobOrBug());
            if (pauses == null) {
                pauses = new Pauses(); // for the next one
            }
            jobOrBug().wakeWaiters();
            Job next = processor.nextUnstarted();
            if (next != null) {
                assign(next);
                processor.setCurrent(next);
            }
            return next;
        } catch (Throwable death) {
            processor.die(death);
            return null;
        }
    }

    /**
     * Gives way, of its own will.
     *
     * @return false, and at once, if the stack cannot be unmounted
     */
    public final boolean yieldNow() {
        op = YIELD;
        return tryUnmount();
    }

    /** The same because it must. */
    public final boolean giveWay() {
        op = GIVE_WAY;
        return tryUnmount();
    }

    /**
     * Unmounts the stack, unless the JDK refuses it: because something on it is native, because it
     * is so large that G1 has no region for it, which shows as a stack overflow, or because the
     * heap has no room for it. Nothing of that must be thrown: whoever waits here is in somebody's
     * line.
     */
    private boolean tryUnmount() {
        boolean done = false;
        try {
            unmount();
        } catch (StackOverflowError | OutOfMemoryError e) {
            // as if refused: nothing was moved
        } finally {
            done = op == NONE;
            op = NONE;
        }
        return done;
    }

    /**
     * Suspends until woken. When the stack cannot be unmounted it blocks the carrier, or gives the
     * wait up if that is one for money. Whether it can be is seen by trying: the JDK's {@code
     * isPinned} takes its own native frame for one of ours when it is called by interpreted code.
     */
    public final void park(WaitNode node) {
        op = PARK;
        parkNode = node;
        boolean refused = !tryUnmount();
        parkNode = null;
        if (refused && !(!node.mayBlockCarrier() && node.claim(WaitNode.PINNED))) {
            parkPinned(node);
        }
    }

    private void parkPinned(WaitNode node) {
        Job me = jobOrBug();
        Processor.current().aboutToBlockCarrier(me);
        boolean interrupted = false;
        if (me.beginPinned()) {
            pin(); // or the JDK tries to unmount it again, and throws if it is too deep
            try {
                while (me.isPinned() && node.isWaiting()) {
                    Parking.park(node);
                    // A set interrupt flag would turn the wait into a spin; it is put back below.
                    interrupted |= Thread.interrupted();
                }
            } finally {
                unpin();
                me.endPinned();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
