package dev.stint.event;

import dev.stint.budget.Bill;
import dev.stint.error.WorkerPanicException;
import dev.stint.guard.GuardReading;
import dev.stint.guard.KeptClass;
import dev.stint.guard.KeptHeap;
import dev.stint.island.IslandState;
import dev.stint.island.Violation;
import dev.stint.lease.LeaseEnd;
import dev.stint.nursery.NurseryState;
import dev.stint.policy.PolicyHealth;
import dev.stint.policy.PolicyOrigin;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.List;

/** Something that happened in a scheduler. Tasks and workers are named by their ids. */
public sealed interface Event {
    /** A task was handed to the scheduler. */
    record TaskSpawned(long task, String name) implements Event {}

    /** A worker took a task from a queue, or from a finished task, and runs it. */
    record TaskMounted(long task, int worker) implements Event {}

    /** A task gave way. */
    record TaskYielded(long task, int worker) implements Event {}

    /** A task began to wait in the runtime. */
    record TaskParked(long task, int worker, String on) implements Event {}

    /** A task began to wait inside the JDK. */
    record TaskBlockedInJdk(long task, int worker) implements Event {}

    /** A waiting task can run again. */
    record TaskWoken(long task) implements Event {}

    /** A task ended. */
    record TaskFinished(long task, int worker, TaskState state) implements Event {}

    /** A task has failed, and nobody has asked how it ended. */
    record FailureUnseen(TaskFailure failure) implements Event {}

    /** A task cannot pay: it waits to be recharged, or fails. */
    record TaskExhausted(long task, Bill bill) implements Event {}

    /** A nursery was opened, or has changed its state. */
    record NurseryChanged(long nursery, String name, NurseryState to) implements Event {}

    /** A worker took a task from another's queue. */
    record TaskStolen(long task, int thief, int victim) implements Event {}

    /**
     * A timer has ended the slice of a task, under profile REALTIME, and it has given way at its
     * next look.
     *
     * @param lasted all in all
     * @param late from the timer until the worker went on with something else
     */
    record SliceEnded(long task, int worker, Duration lasted, Duration late) implements Event {}

    /** A task that cannot be unmounted blocked its carrier. */
    record CarrierBlocked(long task, int worker) implements Event {}

    record WorkerSlept(int worker) implements Event {}

    /** Scheduler code on this worker threw; the worker is restarted with all its work. */
    record WorkerPanicked(int worker, WorkerPanicException error) implements Event {}

    record TemporaryWorkerStarted(int worker) implements Event {}

    record TemporaryWorkerRetired(int worker, int tasksMoved) implements Event {}

    /**
     * A worker runs the tasks of one tenant alone from now on.
     *
     * @param placement on which processor it is kept, or why on none; empty if none was asked for
     */
    record WorkerLeased(int worker, String lease, String placement) implements Event {}

    /** Such a worker serves everybody again. */
    record WorkerReturned(int worker) implements Event {}

    /**
     * The last worker of a lease serves everybody again.
     *
     * @param took since it was revoked
     * @param isLate whether that is more than the lease allows
     */
    record LeaseEnded(String lease, String owner, LeaseEnd why, Duration took, boolean isLate)
            implements Event {}

    /**
     * An activation of a realtime island did what it may not.
     *
     * @param measured nanoseconds after the beginning of the period, bytes, or how often
     * @param allowed the same
     */
    record IslandViolated(
            String island, long activation, Violation what, long measured, long allowed)
            implements Event {}

    /** A realtime island has ended, and given back what it had. */
    record IslandEnded(String island, IslandState state, String why) implements Event {}

    /** A task has kept its worker from making a step for long. */
    record Stalled(StallRecord stall) implements Event {}

    /**
     * The tasks of a tenant keep so many workers from going on that no other of it is run. Their
     * stalls are announced one by one, too.
     */
    record TenantHeld(String tenant, int carriers) implements Event {}

    /** The tasks of such a tenant are run again. */
    record TenantReleased(String tenant) implements Event {}

    /**
     * A guard has found a tenant over its allowance, and all that it runs is cancelled.
     *
     * @param lastCalls what its tasks did, next to the boundary to the JDK; empty if none ran
     * @param kept what it kept, by class, if it kept too much
     */
    record GuardTripped(
            String tenant,
            GuardReading reading,
            List<StackTraceElement> lastCalls,
            List<KeptClass> kept)
            implements Event {
        public GuardTripped {
            lastCalls = List.copyOf(lastCalls);
            kept = List.copyOf(kept);
        }
    }

    /**
     * A tenant keeps more than its warning level, by estimate, after a collection. Told once, until
     * it keeps less.
     *
     * @param limit at which it is stopped
     */
    record HeapWarning(String tenant, KeptHeap kept, long limit) implements Event {}

    /**
     * A tenant was taken in.
     *
     * @param askedWeight what it asked for
     * @param askedSlice the same
     * @param weight what it got, by the policy in force
     * @param slice the same
     */
    record TenantOpened(String tenant, int askedWeight, long askedSlice, int weight, long slice)
            implements Event {}

    /**
     * A task has begun or ended to want a worker. Told only to sinks that {@link
     * EventSink#wantsSteps want steps}.
     *
     * @param operations that it has done so far; all of them
     * @param atNanos on the scheduler's clock
     */
    record TaskStep(long task, String tenant, Step step, long operations, long atNanos)
            implements Event {}

    /** What a task's step is. */
    enum Step {
        /** It is there. */
        CAME,
        /** It waits for something, of the runtime or of the JDK. */
        WAITS,
        /** It does not wait any more. */
        GOES_ON,
        /** It has ended. */
        ENDED
    }

    /** Nothing could run, and the virtual clock went on to the next deadline. */
    record ClockJumped(long fromNanos, long toNanos) implements Event {}

    /** Under a seed: a task waits inside the JDK, for something the seed does not decide. */
    record Uncontrolled(long task, String name, List<StackTraceElement> stack) implements Event {
        public Uncontrolled {
            stack = List.copyOf(stack);
        }
    }

    /**
     * Another policy is in force. Who is open goes on by it from its next turn.
     *
     * @param origin the service, or the fallback if it has given none for long
     */
    record PolicyChanged(String policy, long version, PolicyOrigin origin) implements Event {}

    /**
     * The policy service is better or worse than it was.
     *
     * @param why it is not well; empty if it is
     */
    record PolicyServiceChanged(PolicyHealth from, PolicyHealth to, String why) implements Event {}

    /** The scheduler takes no new tasks and waits for those it has. */
    record Draining(long activeTasks) implements Event {}

    /**
     * The scheduler has ended.
     *
     * @param report what {@code close} found: what had not ended, and who failed unseen
     */
    record Closed(DrainReport report) implements Event {}
}
