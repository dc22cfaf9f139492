package dev.stint.internal.worker;

import dev.stint.env.Clock;
import dev.stint.env.Decisions;
import dev.stint.internal.policy.PolicyDesk;
import dev.stint.internal.stack.Core;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.WaitNode;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What makes workers step: threads of their own, or one thread and a seed. */
public interface Driver {
    Clock clock();

    /** Starts to drive the workers of the engine. */
    void start();

    /** Starts to drive a temporary worker that has just joined the crew. */
    void startTemporary(Worker worker);

    /** The thread that steps this worker, if it has one of its own. Any thread. */
    default @Nullable Thread threadOf(Worker worker) {
        return null;
    }

    /** The worker's rest state has just left ASLEEP: see that it is stepped. Any thread. */
    void wake(Worker worker);

    /** Something was noted for the monitor by a thread that is no worker's: see that it looks. */
    default void rouseMonitor() {}

    /** Asked before a live core takes another task: false ends the core and with it the step. */
    boolean mayContinue(Worker worker);

    /** A number below {@code bound} for a choice of the worker's. */
    int choose(Worker worker, Decisions.Kind kind, int bound);

    /** See {@code Home.givesWay}. */
    default boolean givesWay(TaskImpl<?> task, Points.Why why) {
        return why == Points.Why.YIELDS;
    }

    /** True if tasks are chosen between, not workers. */
    default boolean picksTasks() {
        return false;
    }

    /** A task was woken by a thread that is no worker's. */
    default void wokenFromOutside(TaskImpl<?> task) {}

    /** Blocks an outside thread until the node is claimed; see {@code Home}. */
    int awaitOutside(WaitNode node, long timeoutNanos) throws InterruptedException;

    /**
     * Waits until no task is active; false when the time ran out first. When all is at rest it has
     * those told that wait in vain, which says whether there were any. Outside threads only.
     */
    boolean awaitQuiet(long timeoutNanos, BooleanSupplier tellWaiting) throws InterruptedException;

    /** The scheduler drains and may be quiet, or at rest: let whoever waits for that look. */
    void quiet();

    /** A pinned task is about to block the carrier; may refuse by throwing. */
    void aboutToBlockCarrier(Worker worker, TaskImpl<?> task);

    /**
     * Has a listener told, after what was handed in before; what it throws is dropped. Here at
     * once, with nothing suspended meanwhile. Any thread.
     */
    default void hand(Runnable notice) {
        Core.pinned(
                () -> {
                    try {
                        notice.run();
                    } catch (Throwable e) {
                        // its own affair: a listener must not disturb what it listens to
                    }
                });
    }

    /** Has a policy service asked from now on; here where the clock moves. Once. */
    default void keep(PolicyDesk desk) {
        desk.tick();
    }

    /** Ends all carriers and waits for them, for a while. */
    void stop();
}
