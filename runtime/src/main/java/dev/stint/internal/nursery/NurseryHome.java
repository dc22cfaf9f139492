package dev.stint.internal.nursery;

import dev.stint.budget.Ledger;
import dev.stint.context.SchedulingContext;
import dev.stint.event.TaskFailure;
import dev.stint.internal.task.Home;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.nursery.NurseryState;
import org.jspecify.annotations.Nullable;

/** What a nursery asks of the scheduler that it belongs to. */
public interface NurseryHome extends Home {
    /** What starts the tasks that the calling code spawns. Any thread. */
    Launcher launcher();

    /**
     * Has the calling worker, if it is one, report the ends that it keeps back to go together; true
     * if there were any, and with them perhaps money.
     */
    boolean reportEnded();

    /** An id for a new task or nursery. Any thread. */
    long nextId();

    /** Arms a timer. Any thread. */
    void arm(TimerHeap.Entry timer, long deadline);

    /** Tells whoever listens that a nursery has changed its state. */
    void changed(NurseryImpl nursery, NurseryState to);

    /**
     * A task has failed whose nursery tells nobody; {@code holder}: whether anybody can still ask
     * how it ended. Any thread.
     */
    void failed(NurseryImpl nursery, TaskImpl<?> task, Throwable cause, boolean holder);

    /** A task has failed, and nobody will be told any more. Any thread. */
    void failedUnseen(TaskFailure failure);

    /** The books of this nursery are wrong: a bug of ours that must not pass unseen. */
    void unbalanced(String nursery, Ledger ledger);

    /** Opens a group in the tenant of a lane: a lane of its own. Any thread. */
    int openGroup(int tenant, int weight, long slice);

    /** Closes the lane of a group whose tasks have all ended. Any thread. */
    void closeGroup(int lane);

    /** Takes a tenant, whose nurseries have all ended, out of the rotation. */
    void dismiss(TenantImpl tenant);

    /** The profile, in words for a message, if it has no supervisors; null if it has. */
    @Nullable String withoutSupervisors();

    /** What random numbers of tenants are drawn from: the run's seed, or what nobody foretells. */
    long chanceSeed();

    String name();

    /** Binds a task that is about to be started; leaves it alone if the context is closed. */
    void bindBefore(SchedulingContext context, TaskImpl<?> task);

    /** Has a task that was started and bound before wait with its context. */
    void queueBound(TaskImpl<?> task);
}
