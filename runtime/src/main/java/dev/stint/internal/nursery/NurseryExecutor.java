package dev.stint.internal.nursery;

import dev.stint.error.StintException;
import dev.stint.internal.SchedulerBug;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.task.EndNode;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.nursery.NurseryState;
import dev.stint.task.Action;
import dev.stint.task.TaskOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A nursery as an executor. It keeps nothing of its own: shutting it down seals or cancels the
 * nursery, and it has terminated when the nursery has ended.
 *
 * <p>Written out rather than inherited from the JDK's abstract one, whose futures interrupt the
 * thread that runs them: on a bare core that is the carrier's. Waiting is done through the runtime,
 * so that a seed decides it and a bare core can do it.
 */
class NurseryExecutor implements ExecutorService {
    final NurseryImpl nursery;

    NurseryExecutor(NurseryImpl nursery) {
        this.nursery = nursery;
    }

    // ---- starting

    @Override
    public void execute(Runnable command) {
        Objects.requireNonNull(command, "the command to execute");
        start(new TaskFuture.Job<>(nursery, Action.asCallable(command::run), false));
    }

    @Override
    public <T extends @Nullable Object> Future<T> submit(Callable<T> task) {
        return future(task);
    }

    @Override
    public Future<?> submit(Runnable task) {
        Objects.requireNonNull(task, "the task to submit");
        return future(Action.asCallable(task::run));
    }

    @Override
    public <T extends @Nullable Object> Future<T> submit(Runnable task, T result) {
        Objects.requireNonNull(task, "the task to submit");
        return future(
                () -> {
                    task.run();
                    return result;
                });
    }

    @SuppressWarnings("NullAway") // the value is missing only if the future says why
    final <T extends @Nullable Object> TaskFuture<T> future(Callable<T> body) {
        Objects.requireNonNull(body, "the task to submit");
        var job = new TaskFuture.Job<T>(nursery, body, true);
        return new TaskFuture<>(job, this.<T>start(job));
    }

    private <T extends @Nullable Object> TaskImpl<T> start(Callable<? extends T> body) {
        try {
            return nursery.start(TaskOptions.defaults(), body);
        } catch (StintException e) {
            throw new RejectedExecutionException(e.getMessage(), e);
        }
    }

    // ---- several at once

    @Override
    public <T extends @Nullable Object> List<Future<T>> invokeAll(
            Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return invokeAll(tasks, TimerHeap.NONE);
    }

    @Override
    public <T extends @Nullable Object> List<Future<T>> invokeAll(
            Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        return invokeAll(tasks, Math.max(0, unit.toNanos(timeout)));
    }

    private <T extends @Nullable Object> List<Future<T>> invokeAll(
            Collection<? extends Callable<T>> tasks, long timeoutNanos)
            throws InterruptedException {
        Headroom.ensureForBlock();
        var bodies = List.<Callable<T>>copyOf(tasks);
        var futures = new ArrayList<TaskFuture<T>>(bodies.size());
        long deadline = deadlineIn(timeoutNanos);
        boolean inTime = false;
        try {
            for (Callable<T> body : bodies) {
                futures.add(future(body).forSeveral());
            }
            inTime = true;
            for (TaskFuture<T> future : futures) {
                inTime = inTime && future.awaitDone(nanosUntil(deadline));
            }
        } catch (Throwable e) {
            inTime = false;
            throw e;
        } finally {
            if (!inTime) {
                cancelAll(futures);
            }
        }
        return new ArrayList<>(futures);
    }

    @Override
    public <T extends @Nullable Object> T invokeAny(Collection<? extends Callable<T>> tasks)
            throws InterruptedException, ExecutionException {
        try {
            return new Race<T>(tasks).run(TimerHeap.NONE);
        } catch (TimeoutException e) {
            throw new SchedulerBug("a wait without a limit has timed out: " + e);
        }
    }

    @Override
    public <T extends @Nullable Object> T invokeAny(
            Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return new Race<T>(tasks).run(Math.max(0, unit.toNanos(timeout)));
    }

    /** Several tasks of which the first success is wanted. */
    private final class Race<T extends @Nullable Object> {
        private final List<Callable<T>> bodies;
        private final List<TaskFuture<T>> futures = new ArrayList<>();
        private final AtomicReference<@Nullable TaskFuture<T>> winner = new AtomicReference<>();
        private final AtomicReference<@Nullable TaskFuture<T>> lastLoser = new AtomicReference<>();
        private final AtomicInteger running;
        private final WaitNode over = new EndNode(Waits.current(), nursery, "any of several tasks");

        Race(Collection<? extends Callable<T>> tasks) {
            bodies = List.copyOf(tasks);
            running = new AtomicInteger(bodies.size());
            if (bodies.isEmpty()) {
                throw new IllegalArgumentException(
                        "invokeAny of no task: none could succeed. Give it at least one.");
            }
        }

        T run(long timeoutNanos) throws InterruptedException, ExecutionException, TimeoutException {
            Headroom.ensureForBlock();
            long deadline = deadlineIn(timeoutNanos);
            try {
                for (Callable<T> body : bodies) {
                    if (winner.get() == null) {
                        TaskFuture<T> future = future(body).forSeveral();
                        futures.add(future);
                        future.whenEnded(() -> ended(future));
                    }
                }
                Waits.await(nursery.home, over, nanosUntil(deadline), "invokeAny");
                return result(timeoutNanos);
            } finally {
                cancelAll(futures);
            }
        }

        /** By the worker on which it has ended. */
        private void ended(TaskFuture<T> future) {
            boolean won = future.isSuccess() && winner.compareAndSet(null, future);
            if (!won) {
                lastLoser.set(future);
            }
            if (running.decrementAndGet() == 0 || won) {
                over.notifyWaiter(WaitNode.DATA);
            }
        }

        private T result(long timeoutNanos)
                throws InterruptedException, ExecutionException, TimeoutException {
            TaskFuture<T> first = winner.get();
            if (first != null) {
                return first.get();
            }
            if (over.reason() == WaitNode.TIMEOUT) {
                throw new TimeoutException(
                        "none of "
                                + bodies.size()
                                + " tasks had succeeded after "
                                + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
                                + " ms");
            }
            try {
                return Objects.requireNonNull(lastLoser.get()).get(); // throws: it has failed
            } catch (CancellationException e) {
                throw new ExecutionException(e);
            }
        }
    }

    private static void cancelAll(List<? extends Future<?>> futures) {
        for (Future<?> future : futures) {
            future.cancel(true);
        }
    }

    private long deadlineIn(long nanos) {
        return nanos == TimerHeap.NONE ? TimerHeap.NONE : nursery.home.clock().after(nanos);
    }

    private long nanosUntil(long deadline) {
        return deadline == TimerHeap.NONE
                ? TimerHeap.NONE
                : Math.max(0, deadline - nursery.home.clock().nanos());
    }

    // ---- ending

    @Override
    public void shutdown() {
        nursery.seal();
    }

    /** Cancels the tasks. None is handed back: those that have not started have ended, too. */
    @Override
    public List<Runnable> shutdownNow() {
        nursery.cancel();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return nursery.state() != NurseryState.OPEN;
    }

    @Override
    public boolean isTerminated() {
        return nursery.state().isFinal();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return nursery.awaitFinal(Math.max(0, unit.toNanos(timeout)));
    }

    @Override
    public void close() {
        nursery.closeQuietly();
    }

    @Override
    public String toString() {
        return "executor of " + nursery + ", " + nursery.state();
    }
}
