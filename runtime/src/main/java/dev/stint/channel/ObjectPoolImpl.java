package dev.stint.channel;

import dev.stint.error.ChannelClosedException;
import dev.stint.hooks.Foreign;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.WaitPlace;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A pool of objects. Where a take waits, none is idle and all places are taken; it is given an
 * object, or a place in which it may make one. Foreign code runs without the lock.
 */
final class ObjectPoolImpl<T> extends WaitPlace implements ObjectPool<T> {
    private static final Object PLACE = new Object();
    private static final Object CLOSED = new Object();

    private final int capacity;
    private final Callable<? extends T> onCreate;
    private final Config<T> config;

    // ---- guarded by the lock

    private final ArrayDeque<T> idle = new ArrayDeque<>(); // the last used first: it is warm
    private final Line line = new Line();
    private int places; // taken: by idle objects, by those that are out, by those being made
    private long failures;
    private @Nullable Throwable lastFailure;

    private volatile boolean closed; // written once, lock held

    ObjectPoolImpl(int capacity, Callable<? extends T> onCreate, Config<T> config) {
        this.capacity = capacity;
        this.onCreate = onCreate;
        this.config = config;
        setName(config.name());
    }

    // ---- taking

    @Override
    public Lease<T> take() throws InterruptedException {
        return Objects.requireNonNull(take(TimerHeap.NONE, "take"));
    }

    @Override
    public Optional<Lease<T>> take(Duration timeout) throws InterruptedException {
        return Optional.ofNullable(take(nanosOf(timeout), "take"));
    }

    @Override
    public Optional<Lease<T>> tryTake() throws InterruptedException {
        return Optional.ofNullable(take(0, "tryTake"));
    }

    private @Nullable Lease<T> take(long timeoutNanos, String where) throws InterruptedException {
        Headroom.ensureForSeveral();
        TaskImpl<?> me = payChannelOp(timeoutNanos > 0, where);
        Object got = null;
        Cell cell = null;
        acquire();
        try {
            if (closed) {
                got = CLOSED;
            } else if (!idle.isEmpty()) {
                got = idle.pop();
            } else if (places < capacity) {
                places++;
                got = PLACE;
            } else if (timeoutNanos <= 0) {
                return null;
            } else {
                cell = join(line, me, null, "an object of ");
            }
        } finally {
            release();
        }
        if (cell != null) {
            int served = await(line, cell, timeoutNanos, where);
            if (served == WaitNode.TIMEOUT) {
                return null;
            }
            got = served == WaitNode.CLOSE ? CLOSED : cell.item;
        }
        if (got == CLOSED) {
            throw closedError(where);
        }
        return new Loan(got == PLACE ? create(where) : cast(Objects.requireNonNull(got)));
    }

    @SuppressWarnings("unchecked") // only put gives objects
    private T cast(Object object) {
        return (T) object;
    }

    private T create(String where) throws InterruptedException {
        T object = null;
        try {
            object = onCreate.call();
            Objects.requireNonNull(object, "onCreate of a pool returned null");
        } catch (RuntimeException | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new CompletionException(
                    this + " could not make an object: " + Foreign.inWords(e), e);
        } finally {
            if (object == null) {
                freePlace();
            }
        }
        if (closed) {
            destroyAndFree(object);
            throw closedError(where);
        }
        return object;
    }

    private void freePlace() {
        Cell next;
        acquire();
        try {
            next = line.give(PLACE);
            places -= next == null ? 1 : 0;
        } finally {
            release();
        }
        wake(next);
    }

    // ---- giving back

    private void giveBack(T object) {
        boolean fit = false;
        try {
            fit = did(config.onReset(), object);
        } finally {
            if (!fit) {
                destroyAndFree(object);
            }
        }
        if (fit && !put(object)) {
            destroyAndFree(object);
        }
    }

    /** False if the pool is closed. */
    private boolean put(T object) {
        Cell next;
        acquire();
        try {
            if (closed) {
                return false;
            }
            next = line.give(object);
            if (next == null) {
                idle.push(object);
            }
        } finally {
            release();
        }
        wake(next);
        return true;
    }

    private void destroyAndFree(T object) {
        try {
            did(config.onDestroy(), object);
        } finally {
            freePlace();
        }
    }

    /** Does something with an object; false if it threw an exception, which is kept. */
    private boolean did(Step<? super T> step, T object) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        try {
            if (me == null) {
                step.run(object);
            } else {
                me.shielded(() -> step.run(object));
            }
            return true;
        } catch (Exception e) {
            if (me == null && e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            failed(e);
            return false;
        }
    }

    private void failed(Exception e) {
        acquire();
        try {
            failures++;
            lastFailure = e;
        } finally {
            release();
        }
    }

    /** One time that an object is out; empty when that is over. */
    final class Loan implements Lease<T> {
        private final AtomicReference<@Nullable T> object;

        private Loan(T object) {
            this.object = new AtomicReference<>(object);
        }

        @Override
        public T get() {
            T lent = object.get();
            if (lent == null) {
                throw new IllegalStateException(
                        Outside.caller()
                                + " cannot use an object of "
                                + ObjectPoolImpl.this
                                + ": its lease is over. Use it before the lease is closed, or take"
                                + " another.");
            }
            return lent;
        }

        @Override
        public void discard() {
            Headroom.ensureForSeveral();
            Points.pass();
            T lent = object.getAndSet(null);
            if (lent != null) {
                destroyAndFree(lent);
            }
        }

        @Override
        public void close() {
            Headroom.ensureForSeveral();
            Points.pass();
            T lent = object.getAndSet(null);
            if (lent != null) {
                giveBack(lent);
            }
        }

        @Override
        public String toString() {
            return "the lease of an object of " + ObjectPoolImpl.this;
        }
    }

    // ---- closing, and the rest of the public face

    @Override
    public void close() {
        Headroom.ensureForSeveral();
        Points.pass();
        List<T> last;
        Cell toWake;
        acquire();
        try {
            if (closed) {
                return;
            }
            last = new ArrayList<>(idle); // first: it may fail for lack of memory
            closed = true;
            idle.clear();
            toWake = line.giveUp();
        } finally {
            release();
        }
        Line.wakeAll(toWake);
        Error failed = null;
        for (T object : last) {
            try {
                destroyAndFree(object);
            } catch (Error e) { // the others want to be destroyed, too
                failed = e;
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    private ChannelClosedException closedError(String where) {
        return new ChannelClosedException(
                Outside.caller()
                        + " cannot "
                        + where
                        + " from "
                        + this
                        + ": it was closed. Close a pool when nobody needs it any more.",
                null);
    }

    @Override
    public Snapshot snapshot() {
        Headroom.ensure();
        Snapshot taken;
        acquire();
        try {
            taken =
                    new Snapshot(
                            name(),
                            capacity,
                            idle.size(),
                            places - idle.size(),
                            line.count(),
                            failures,
                            Optional.ofNullable(lastFailure),
                            closed);
        } finally {
            release();
        }
        Waits.payForLook(taken.waiting());
        return taken;
    }

    @Override
    public String toString() {
        return called("object pool");
    }
}
