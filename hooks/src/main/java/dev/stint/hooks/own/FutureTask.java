package dev.stint.hooks.own;

import dev.stint.hooks.Wakeup;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A result that whoever runs it computes. Those who wait for it wait for the scheduler. */
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public class FutureTask<V extends @Nullable Object> implements RunnableFuture<V> {
    private final ReentrantLock lock = new ReentrantLock();
    private final Line waiting = new Line(lock);

    // guarded by the lock
    private @Nullable Callable<V> body; // null when it is done
    private State state = State.RUNNING;
    private @Nullable Object outcome;
    private @Nullable Thread runner;

    public FutureTask(Callable<V> body) {
        this.body = Objects.requireNonNull(body);
    }

    public FutureTask(Runnable body, V result) {
        this(Executors.callable(body, result));
    }

    @Override
    public boolean isCancelled() {
        return state() == State.CANCELLED;
    }

    @Override
    public boolean isDone() {
        return state() != State.RUNNING;
    }

    @Override
    public State state() {
        lock.lock();
        try {
            return state;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        lock.lock();
        try {
            if (state != State.RUNNING) {
                return false;
            }
            if (mayInterruptIfRunning && runner != null) {
                runner.interrupt();
            }
            end(State.CANCELLED, null);
        } finally {
            lock.unlock();
        }
        done();
        return true;
    }

    /** Lock held. */
    private void end(State how, @Nullable Object with) {
        state = how;
        outcome = with;
        body = null;
        waiting.wakeAll();
    }

    private void complete(State how, @Nullable Object with) {
        lock.lock();
        try {
            if (state != State.RUNNING) {
                return;
            }
            end(how, with);
        } finally {
            lock.unlock();
        }
        done();
    }

    protected void done() {}

    protected void set(V result) {
        complete(State.SUCCESS, result);
    }

    protected void setException(Throwable thrown) {
        complete(State.FAILED, thrown);
    }

    @Override
    public void run() {
        runOnce(true);
    }

    protected boolean runAndReset() {
        return runOnce(false);
    }

    /** True if it went well and may run again. */
    private boolean runOnce(boolean isLast) {
        Callable<V> task = begin();
        if (task == null) {
            return false;
        }
        try {
            V result = task.call();
            if (isLast) {
                set(result);
            }
            return !isLast && !isDone();
        } catch (Throwable e) {
            setException(e);
            return false;
        } finally {
            lock.lock();
            try {
                runner = null; // whoever cancels it interrupts nobody from here on
            } finally {
                lock.unlock();
            }
        }
    }

    private @Nullable Callable<V> begin() {
        Thread me = Thread.currentThread();
        lock.lock();
        try {
            if (state != State.RUNNING || runner != null) {
                return null;
            }
            runner = me;
            return body;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        try {
            return await(Wakeup.NO_LIMIT);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public V get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return await(Math.max(0, unit.toNanos(timeout)));
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // only a result is put in when it is a success
    private V await(long nanos) throws InterruptedException, ExecutionException, TimeoutException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long end = Line.end(nanos);
        lock.lock();
        try {
            while (state == State.RUNNING) {
                if (!waiting.await(Line.left(nanos, end), false) && state == State.RUNNING) {
                    throw new TimeoutException();
                }
            }
            return switch (state) {
                case SUCCESS -> (V) outcome;
                case FAILED -> throw new ExecutionException((Throwable) outcome);
                case CANCELLED, RUNNING -> throw new CancellationException();
            };
        } finally {
            Line.release(lock);
        }
    }

    @Override
    public String toString() {
        String how =
                switch (state()) {
                    case SUCCESS -> "[Completed normally]";
                    case FAILED -> "[Completed exceptionally: " + outcome + "]";
                    case CANCELLED -> "[Cancelled]";
                    case RUNNING ->
                            body == null
                                    ? "[Not completed]"
                                    : "[Not completed, task = " + body + "]";
                };
        return super.toString() + how;
    }
}
