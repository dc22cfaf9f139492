package dev.stint.internal.worker;

import dev.stint.env.Parking;
import dev.stint.event.DrainReport;
import dev.stint.event.Event;
import dev.stint.event.TaskSnapshot;
import dev.stint.internal.SchedulerBug;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.WaitNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The end of one scheduler: open, draining, then closed, and cancelling on the way if tasks do not
 * end by themselves. There is no way back.
 */
final class Shutdown {
    private final Engine engine;
    private volatile boolean draining;
    private volatile boolean cancelling;
    private volatile boolean closed;

    /**
     * No monitor: a thread that drives a simulation mounts cores while it closes, and the JVM would
     * take a monitor which it holds for one of theirs when they are unmounted.
     */
    private final ReentrantLock closing = new ReentrantLock();

    Shutdown(Engine engine) {
        this.engine = engine;
    }

    /** True once no new task is taken. */
    boolean isDraining() {
        return draining;
    }

    /** True once what has not ended is cancelled. */
    boolean isCancelling() {
        return cancelling;
    }

    /** True once its workers have ended. */
    boolean isClosed() {
        return closed;
    }

    /** In a word, for a message; only after the drain has begun. */
    String describe() {
        return closed ? "closed" : "draining";
    }

    /** Changes the engine while it does not close, and only if it is open; else says why not. */
    <T> T whileOpen(String refused, Supplier<T> change) {
        while (!closing.tryLock()) {
            ensureOpen(refused); // a task must not wait for who closes, and waits for it
            Parking.yieldCarrier(); // whoever has it is about to be done
        }
        try {
            ensureOpen(refused);
            return change.get();
        } finally {
            closing.unlock();
        }
    }

    private void ensureOpen(String refused) {
        if (draining) {
            throw new RejectedExecutionException(
                    "scheduler '" + engine.name() + "' " + refused.formatted(describe()));
        }
    }

    /** Changes the engine while it does not close. */
    void exclusively(Runnable change) {
        closing.lock();
        try {
            change.run();
        } finally {
            closing.unlock();
        }
    }

    /** The same, unless somebody else does, who may be about to close it; false then. */
    boolean tryExclusively(Runnable change) {
        if (!closing.tryLock()) {
            return false;
        }
        try {
            change.run();
            return true;
        } finally {
            closing.unlock();
        }
    }

    /** See {@link Engine#drain(Duration, boolean)}. */
    DrainReport drain(Duration timeout, boolean tells) throws InterruptedException {
        Headroom.ensureForSeveral();
        ensureOutside("drain");
        beginDraining();
        var told = new ArrayList<TaskSnapshot>();
        boolean complete =
                engine.driver().awaitQuiet(nanosOf(timeout), () -> tells && tellWaiting(told));
        return complete ? report(true, told) : unfinished(told);
    }

    private void beginDraining() {
        if (draining) {
            return;
        }
        draining = true;
        engine.leases().revokeAll();
        engine.announce(new Event.Draining(engine.activeTasks()));
    }

    /**
     * Cancels the tasks that wait for what only an outside thread or the clock could bring; true if
     * there were any. Only when the scheduler drains and is at rest: as long as anything runs, it
     * may be what they wait for.
     */
    private boolean tellWaiting(List<TaskSnapshot> told) {
        int before = told.size();
        for (TaskImpl<?> task : engine.liveTasks()) {
            WaitNode node = task.waitingOn();
            if (node != null && node.isLeaf() && !task.isCancelRequested()) {
                TaskSnapshot picture = Pictures.of(task, told.size());
                if (task.cancel()) {
                    told.add(picture);
                }
            }
        }
        return told.size() > before;
    }

    /** See {@link Engine#close}. */
    void close() {
        Headroom.ensureForBlock();
        ensureOutside("close");
        closing.lock(); // whoever comes second waits for the first
        try {
            if (!closed) {
                closeOnce();
            }
        } finally {
            closing.unlock();
        }
    }

    private void closeOnce() {
        boolean interrupted = false;
        DrainReport report;
        try {
            report = drain(engine.config().closeTimeout(), true);
        } catch (InterruptedException e) {
            interrupted = true;
            report = unfinished(List.of());
        }
        if (!report.complete()) {
            cancelAll();
            try {
                report = drain(engine.config().closeTimeout(), true);
            } catch (InterruptedException e) {
                interrupted = true;
                report = unfinished(List.of());
            }
        }
        engine.unseen().reportAll();
        report =
                new DrainReport(
                        report.complete(),
                        report.activeTasks(),
                        report.remaining(),
                        report.told(),
                        engine.unseen().count(),
                        engine.unseen().first());
        closed = true;
        for (TenantImpl tenant : engine.tenants()) {
            tenant.root().end();
            tenant.guard().unwatch();
        }
        engine.driver().stop();
        engine.leases().endAll(); // no worker will make the step in which it goes back
        Outside.forgetClosed();
        engine.cores().close();
        engine.announce(new Event.Closed(report));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!report.complete()) {
            throw new IllegalStateException(
                    "scheduler '"
                            + engine.name()
                            + "' was closed with work left, even after cancelling it: "
                            + report);
        }
        String unbalanced = engine.unbalanced();
        if (unbalanced != null) {
            throw new SchedulerBug(unbalanced);
        }
    }

    private DrainReport unfinished(List<TaskSnapshot> told) {
        return report(false, told);
    }

    private DrainReport report(boolean complete, List<TaskSnapshot> told) {
        return new DrainReport(
                complete,
                complete ? 0 : engine.activeTasks(),
                complete ? List.of() : engine.startedTasks(),
                told,
                engine.unseen().count(),
                engine.unseen().first());
    }

    /** Asks every task to end; those that have not started never will. */
    private void cancelAll() {
        cancelling = true;
        for (TenantImpl tenant : engine.tenants()) {
            tenant.root().cancel();
        }
    }

    private void ensureOutside(String tried) {
        if (engine.workerHere() != null) {
            throw new IllegalStateException(
                    TaskImpl.currentOrNull()
                            + " cannot "
                            + tried
                            + " scheduler '"
                            + engine.name()
                            + "': it runs on it and would wait for itself. Call "
                            + tried
                            + "() from the thread that opened the scheduler.");
        }
    }

    private static long nanosOf(Duration duration) {
        try {
            return Math.max(0, duration.toNanos());
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
