package dev.stint.internal.nursery;

import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.StackOverflowException;
import dev.stint.hooks.Foreign;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Job;
import dev.stint.internal.task.EndNode;
import dev.stint.internal.task.Ending;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.SpinLock;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.Outcome;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A task as a future. Two things can decide it: the end of the task, and a cancel, which is visible
 * at once although the task may still have to learn of it.
 *
 * <pre>
 *   PENDING -> ENDED       whoever first sees that the task has ended
 *   PENDING -> CANCELLED   cancel()
 * </pre>
 *
 * <p>The state and the waiters are guarded by the lock; the state is also read without it.
 */
final class TaskFuture<T extends @Nullable Object> extends SpinLock implements Future<T> {
    private static final int PENDING = 0;
    private static final int ENDED = 1;
    private static final int CANCELLED = 2;

    private final Job<T> job;
    private final TaskImpl<T> task;
    private volatile int state;
    private @Nullable WaitNode waiters;
    private boolean listens; // to the end of the task

    TaskFuture(Job<T> job, TaskImpl<T> task) {
        this.job = job;
        this.task = task;
    }

    /**
     * The body of a task whose failure is for the holder of its future, not for its nursery. If
     * there is no holder, it is reported. Only a failure to pay is the nursery's as well: the
     * runtime does not let a task eat that.
     */
    static final class Job<T extends @Nullable Object> implements Callable<@Nullable T> {
        private final NurseryImpl nursery;
        private final Callable<? extends T> body;
        private final boolean hasHolder;
        private volatile boolean cancelled;
        private @Nullable Throwable failure; // written by the task, read after its end

        Job(NurseryImpl nursery, Callable<? extends T> body, boolean hasHolder) {
            this.nursery = nursery;
            this.body = body;
            this.hasHolder = hasHolder;
        }

        /** What its body has thrown; null if nothing. Only when the task has ended. */
        @Nullable Throwable failureAfterEnd() {
            return failure;
        }

        @Override
        public @Nullable T call() throws Exception {
            if (cancelled) {
                return null; // by cancel(false), which does not touch the task
            }
            TaskImpl<?> me = TaskImpl.ensureCurrent("run what was submitted");
            Throwable thrown;
            try {
                return body.call();
            } catch (InterruptedException | CancellationException | NurseryNotActiveException e) {
                thrown = e; // also if it was cancelled with its nursery: it had begun
                if (me.isCancelRequested()) {
                    failure = e;
                    throw e;
                }
            } catch (StackOverflowError e) {
                thrown = new StackOverflowException(me.toString(), e);
            } catch (Throwable e) {
                thrown = e;
            }
            failure = thrown;
            if (!cancelled && me.doom() == null && !Ending.isByCancel(me, thrown)) {
                nursery.home.failed(nursery, me, thrown, hasHolder);
            }
            return null;
        }
    }

    // ---- deciding it

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        Headroom.ensureForSeveral();
        if (look() != PENDING || !decide(CANCELLED)) {
            return false;
        }
        job.cancelled = true;
        if (mayInterruptIfRunning) {
            task.cancel();
        }
        return true;
    }

    /** The state, after a look at the task. */
    private int look() {
        if (state == PENDING && task.isDone()) {
            Headroom.ensure();
            decide(ENDED);
        }
        return state;
    }

    private boolean decide(int how) {
        WaitNode all;
        acquire();
        try {
            if (state != PENDING) {
                return false;
            }
            state = how;
            all = waiters;
            waiters = null;
        } finally {
            release();
        }
        WaitNode.wakeAll(all);
        return true;
    }

    // ---- asking and waiting

    @Override
    public boolean isDone() {
        return look() != PENDING;
    }

    @Override
    public boolean isCancelled() {
        return switch (look()) {
            case CANCELLED -> true;
            case ENDED ->
                    job.failure == null && task.outcomeOrBug() instanceof Outcome.Cancelled<T>;
            default -> false;
        };
    }

    /** True if the task has returned a value. */
    boolean isSuccess() {
        return look() == ENDED
                && job.failure == null
                && task.outcomeOrBug() instanceof Outcome.Success<T>;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        awaitDone(TimerHeap.NONE);
        return value();
    }

    @Override
    public T get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!awaitDone(Math.max(0, unit.toNanos(timeout)))) {
            throw new TimeoutException(
                    task
                            + " had not ended after "
                            + timeout
                            + " "
                            + unit
                            + "; it is "
                            + task.state());
        }
        return value();
    }

    private T value() throws ExecutionException {
        if (state == CANCELLED) {
            throw new CancellationException("the future of " + task + " was cancelled");
        }
        return switch (task.outcomeOrBug()) {
            case Outcome.Success<T>(var value) -> {
                Throwable failure = job.failure;
                if (failure != null) {
                    throw failed(failure);
                }
                yield value;
            }
            case Outcome.Failure<T>(var cause) -> throw failed(cause);
            case Outcome.Cancelled<T>() -> {
                if (job.failure != null) {
                    throw failed(job.failure);
                }
                throw new CancellationException(task + " was cancelled before it began");
            }
        };
    }

    private ExecutionException failed(Throwable cause) {
        task.markSeen();
        return new ExecutionException(task + " failed: " + Foreign.inWords(cause), cause);
    }

    /** Waits until it is decided; false if the time is up first. */
    boolean awaitDone(long timeoutNanos) throws InterruptedException {
        Headroom.ensureForSeveral();
        TaskImpl<?> me = TaskImpl.currentOrNull();
        task.ensureMaySee(me);
        if (look() != PENDING) {
            return true;
        }
        if (me == task) {
            throw new IllegalStateException(
                    task
                            + " cannot wait for its own future: it would wait for ever. Wait for it"
                            + " where it was submitted.");
        }
        var node = new EndNode(Waits.current(), task);
        if (!enlist(node)) {
            return true;
        }
        return Waits.await(task.home(), node, timeoutNanos, "get") == WaitNode.DATA
                || look() != PENDING;
    }

    private boolean enlist(WaitNode node) {
        boolean first;
        acquire();
        try {
            if (state != PENDING) {
                return false;
            }
            node.putOn(waiters);
            waiters = node;
            first = !listens;
            listens = true;
        } finally {
            release();
        }
        if (first) {
            task.whenEnded(this::look);
        }
        return true;
    }

    TaskImpl<T> task() {
        return task;
    }

    /** Whoever has started it is told how it ended without asking. */
    TaskFuture<T> forSeveral() {
        task.markSeen();
        return this;
    }

    /** Has this done when the task ends, by the worker on which it does; must be quick. */
    void whenEnded(Runnable action) {
        task.whenEnded(action);
    }

    @Override
    public String toString() {
        String how =
                switch (look()) {
                    case CANCELLED -> "cancelled";
                    case ENDED -> "done";
                    default -> "pending";
                };
        return "future of " + task + ", " + how;
    }
}
