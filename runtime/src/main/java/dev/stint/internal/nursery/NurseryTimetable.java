package dev.stint.internal.nursery;

import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A nursery as a scheduled executor. What is scheduled is a task that sleeps until it is due; one
 * that is periodic sleeps again. So a clock that is virtual is obeyed, and cancelling the nursery
 * ends them all.
 */
final class NurseryTimetable extends NurseryExecutor implements ScheduledExecutorService {
    private final Set<Entry<?>> entries = ConcurrentHashMap.newKeySet();

    NurseryTimetable(NurseryImpl nursery) {
        super(nursery);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        Objects.requireNonNull(command, "the command to schedule");
        return once(
                () -> {
                    command.run();
                    return null;
                },
                delay,
                unit);
    }

    @Override
    public <V extends @Nullable Object> ScheduledFuture<V> schedule(
            Callable<V> task, long delay, TimeUnit unit) {
        Objects.requireNonNull(task, "the task to schedule");
        return once(task, delay, unit);
    }

    private <V extends @Nullable Object> Entry<V> once(
            Callable<V> task, long delay, TimeUnit unit) {
        var entry = new Entry<V>(false, unit.toNanos(delay), () -> TimerHeap.NONE, task);
        entry.start();
        return entry;
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
            Runnable command, long initialDelay, long period, TimeUnit unit) {
        Objects.requireNonNull(command, "the command to schedule");
        long nanos = positive(period, unit, "period");
        var due = new long[] {now(initialDelay, unit)};
        return again(
                command,
                initialDelay,
                unit,
                () -> due[0] = Math.min(TimerHeap.NONE - 1 - nanos, due[0]) + nanos);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable command, long initialDelay, long delay, TimeUnit unit) {
        Objects.requireNonNull(command, "the command to schedule");
        long nanos = positive(delay, unit, "delay");
        return again(command, initialDelay, unit, () -> nursery.home.clock().after(nanos));
    }

    private Entry<?> again(Runnable command, long delay, TimeUnit unit, Next next) {
        var entry =
                new Entry<@Nullable Object>(
                        true,
                        unit.toNanos(delay),
                        next,
                        () -> {
                            command.run();
                            return null;
                        });
        entry.start();
        if (isShutdown()) {
            entry.cancel(false); // whoever has shut it down may not have seen it
        }
        return entry;
    }

    private long now(long delay, TimeUnit unit) {
        return nursery.home.clock().after(unit.toNanos(delay));
    }

    private static long positive(long time, TimeUnit unit, String what) {
        if (time <= 0) {
            throw new IllegalArgumentException(
                    "a " + what + " must be positive, not " + time + " " + unit);
        }
        return unit.toNanos(time);
    }

    @Override
    public void shutdown() {
        super.shutdown();
        for (Entry<?> entry : entries) {
            if (entry.isPeriodic) {
                entry.cancel(false);
            }
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        super.shutdown();
        for (Entry<?> entry : entries) {
            entry.cancel(true);
        }
        return super.shutdownNow();
    }

    @Override
    public void close() {
        shutdown();
        super.close();
    }

    @Override
    public String toString() {
        return "scheduled " + super.toString();
    }

    /** When it is due again; {@link TimerHeap#NONE} if never. By its own task. */
    private interface Next {
        long due();
    }

    /**
     * One that is scheduled.
     *
     * <pre>
     *   WAITING -> RUNNING   it is due: its task
     *   RUNNING -> WAITING   it is due again: its task
     *   WAITING -> OVER      cancel()
     *   RUNNING -> OVER      cancel(); what runs goes on, unless it may be interrupted
     * </pre>
     */
    private final class Entry<V extends @Nullable Object> implements ScheduledFuture<V> {
        private static final int WAITING = 0;
        private static final int RUNNING = 1;
        private static final int OVER = 2;

        private final boolean isPeriodic;
        private final Callable<V> body;
        private final Next next;
        private final AtomicInteger phase = new AtomicInteger(WAITING);
        private volatile long due; // written by its task
        private @Nullable TaskFuture<V> future; // set before anybody else sees this

        Entry(boolean isPeriodic, long delayNanos, Next next, Callable<V> body) {
            this.isPeriodic = isPeriodic;
            this.body = body;
            this.next = next;
            this.due = nursery.home.clock().after(delayNanos);
        }

        void start() {
            future = NurseryTimetable.this.<V>future(this::run);
            entries.add(this);
            future.whenEnded(() -> entries.remove(this));
        }

        TaskFuture<V> future() {
            return Objects.requireNonNull(future);
        }

        @SuppressWarnings("NullAway") // nobody is given the value of one that was cancelled
        private V run() throws Exception {
            while (true) {
                long left = Math.max(0, due - nursery.home.clock().nanos());
                TaskImpl.ensureCurrent("wait until it is due").sleep(Duration.ofNanos(left));
                if (!phase.compareAndSet(WAITING, RUNNING)) {
                    return null;
                }
                V value = body.call();
                long again = next.due();
                if (again == TimerHeap.NONE) {
                    return value;
                }
                due = again;
                if (!phase.compareAndSet(RUNNING, WAITING)) {
                    return null;
                }
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            if (!future().cancel(false)) {
                return false;
            }
            if (phase.getAndSet(OVER) == WAITING || mayInterruptIfRunning) {
                future().task().cancel();
            }
            return true;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - nursery.home.clock().nanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(
                    getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        @Override
        public boolean isCancelled() {
            return future().isCancelled();
        }

        @Override
        public boolean isDone() {
            return future().isDone();
        }

        @Override
        public V get() throws InterruptedException, ExecutionException {
            return future().get();
        }

        @Override
        public V get(long timeout, TimeUnit unit)
                throws InterruptedException, ExecutionException, TimeoutException {
            return future().get(timeout, unit);
        }

        @Override
        public String toString() {
            return "scheduled " + future();
        }
    }
}
