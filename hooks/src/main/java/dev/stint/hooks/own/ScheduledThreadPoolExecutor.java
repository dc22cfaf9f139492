package dev.stint.hooks.own;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A pool of threads that are tasks, for what is to be done later, or again and again. */
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public class ScheduledThreadPoolExecutor extends ThreadPoolExecutor
        implements ScheduledExecutorService {
    private static final AtomicLong SEQUENCE = new AtomicLong();

    private volatile boolean continuesPeriodic;
    private volatile boolean runsDelayed = true;
    private volatile boolean removesCancelled;

    public ScheduledThreadPoolExecutor(int core) {
        this(core, Executors.defaultThreadFactory());
    }

    public ScheduledThreadPoolExecutor(int core, ThreadFactory factory) {
        this(core, factory, new AbortPolicy());
    }

    public ScheduledThreadPoolExecutor(int core, RejectedExecutionHandler handler) {
        this(core, Executors.defaultThreadFactory(), handler);
    }

    public ScheduledThreadPoolExecutor(
            int core, ThreadFactory factory, RejectedExecutionHandler handler) {
        super(
                core,
                Integer.MAX_VALUE,
                10,
                TimeUnit.MILLISECONDS,
                new PriorityBlockingQueue<>(16, inOrder()),
                factory,
                handler);
    }

    private static Comparator<Runnable> inOrder() {
        return (a, b) -> ((Delayed) a).compareTo((Delayed) b);
    }

    private static long in(long delay, TimeUnit unit) {
        return System.nanoTime() + Math.min(Math.max(0, unit.toNanos(delay)), Long.MAX_VALUE >> 1);
    }

    // ---- scheduling

    @Override
    @SuppressWarnings("NullAway") // its result is null
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        Objects.requireNonNull(task);
        return put(
                decorateTask(
                        task, new Scheduled<@Nullable Object>(task, null, in(delay, unit), 0)));
    }

    @Override
    public <V extends @Nullable Object> ScheduledFuture<V> schedule(
            Callable<V> task, long delay, TimeUnit unit) {
        return put(decorateTask(task, new Scheduled<>(task, in(delay, unit))));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
            Runnable task, long initialDelay, long period, TimeUnit unit) {
        return periodic(task, initialDelay, period, unit, 1);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable task, long initialDelay, long delay, TimeUnit unit) {
        return periodic(task, initialDelay, delay, unit, -1);
    }

    @SuppressWarnings("NullAway") // its result is null
    private ScheduledFuture<?> periodic(
            Runnable task, long initialDelay, long period, TimeUnit unit, int sign) {
        Objects.requireNonNull(task);
        if (period <= 0) {
            throw new IllegalArgumentException();
        }
        var one =
                new Scheduled<@Nullable Object>(
                        task, null, in(initialDelay, unit), sign * unit.toNanos(period));
        RunnableScheduledFuture<?> decorated = decorateTask(task, one);
        one.outer = decorated;
        return put(decorated);
    }

    private <F extends RunnableScheduledFuture<?>> F put(F task) {
        if (isShutdown()) {
            reject(task);
        } else {
            getQueue().add(task);
            ensureServed();
        }
        return task;
    }

    protected <V extends @Nullable Object> RunnableScheduledFuture<V> decorateTask(
            Runnable task, RunnableScheduledFuture<V> scheduled) {
        return scheduled;
    }

    protected <V extends @Nullable Object> RunnableScheduledFuture<V> decorateTask(
            Callable<V> task, RunnableScheduledFuture<V> scheduled) {
        return scheduled;
    }

    @Override
    public void execute(Runnable task) {
        Future<?> _ = schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T extends @Nullable Object> Future<T> submit(Runnable task, T result) {
        return schedule(Executors.callable(task, result), 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T extends @Nullable Object> Future<T> submit(Callable<T> task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    // ---- what its threads find

    @Override
    @Nullable Runnable pollReady(BlockingQueue<Runnable> from) {
        return nanosToNext(from) == 0 ? from.poll() : null;
    }

    @Override
    long nanosToNext(BlockingQueue<Runnable> in) {
        return in.peek() instanceof Delayed next
                ? Math.max(0, next.getDelay(TimeUnit.NANOSECONDS))
                : NONE;
    }

    // ---- its end

    @Override
    void onShutdown() {
        getQueue()
                .removeIf(
                        task ->
                                task instanceof RunnableScheduledFuture<?> one
                                        && (!runs(one) || one.isCancelled())
                                        && (one.isCancelled() || one.cancel(false)));
    }

    /** Whether it is to be run although the pool takes no more. */
    private boolean runs(RunnableScheduledFuture<?> task) {
        return task.isPeriodic()
                ? continuesPeriodic
                : runsDelayed || task.getDelay(TimeUnit.NANOSECONDS) <= 0;
    }

    @Override
    public void shutdown() {
        super.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return super.shutdownNow();
    }

    public void setContinueExistingPeriodicTasksAfterShutdownPolicy(boolean value) {
        continuesPeriodic = value;
        dropIfShutdown();
    }

    public boolean getContinueExistingPeriodicTasksAfterShutdownPolicy() {
        return continuesPeriodic;
    }

    public void setExecuteExistingDelayedTasksAfterShutdownPolicy(boolean value) {
        runsDelayed = value;
        dropIfShutdown();
    }

    public boolean getExecuteExistingDelayedTasksAfterShutdownPolicy() {
        return runsDelayed;
    }

    private void dropIfShutdown() {
        if (isShutdown()) {
            shutdown();
        }
    }

    public void setRemoveOnCancelPolicy(boolean value) {
        removesCancelled = value;
    }

    public boolean getRemoveOnCancelPolicy() {
        return removesCancelled;
    }

    /** One that is to be run at a time, and again after each period if it has one. */
    private final class Scheduled<V extends @Nullable Object> extends FutureTask<V>
            implements RunnableScheduledFuture<V> {
        private final long sequence = SEQUENCE.getAndIncrement();
        private final long period; // from start to start; if negative, from end to start
        private volatile long time;
        private RunnableScheduledFuture<?> outer = this; // what was made of it

        Scheduled(Runnable body, V result, long time, long period) {
            super(body, result);
            this.time = time;
            this.period = period;
        }

        Scheduled(Callable<V> body, long time) {
            super(body);
            this.time = time;
            this.period = 0;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(time - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            if (other == this) {
                return 0;
            }
            if (other instanceof ScheduledThreadPoolExecutor.Scheduled<?> another) {
                long sooner = time - another.time;
                return sooner != 0 ? Long.signum(sooner) : Long.compare(sequence, another.sequence);
            }
            return Long.compare(
                    getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        @Override
        public boolean isPeriodic() {
            return period != 0;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            if (cancelled && removesCancelled) {
                ScheduledThreadPoolExecutor.this.remove(this);
            }
            return cancelled;
        }

        @Override
        public void run() {
            if (isShutdown() && !runs(this)) {
                cancel(false);
            } else if (period == 0) {
                super.run();
            } else if (runAndReset()) {
                time = period > 0 ? time + period : System.nanoTime() - period;
                again();
            }
        }

        private void again() {
            if (isShutdown() && !runs(this)) {
                cancel(false);
            } else {
                getQueue().add(outer);
                ensureServed();
            }
        }
    }
}
