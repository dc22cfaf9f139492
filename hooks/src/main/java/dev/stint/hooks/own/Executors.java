package dev.stint.hooks.own;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Pools whose threads are tasks of the tenant. */
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public final class Executors {
    private Executors() {}

    public static ExecutorService newFixedThreadPool(int threads) {
        return newFixedThreadPool(threads, defaultThreadFactory());
    }

    public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory) {
        return fixed(threads, factory);
    }

    private static ThreadPoolExecutor fixed(int threads, ThreadFactory factory) {
        return new ThreadPoolExecutor(
                threads, threads, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), factory);
    }

    /** Its threads are daemons, and each task is run by the next that is free. */
    public static ExecutorService newWorkStealingPool(int parallelism) {
        var kind = Thread.ofPlatform().daemon().name("ForkJoinPool-1-worker-", 1).factory();
        return new Unconfigurable(fixed(parallelism, kind));
    }

    public static ExecutorService newWorkStealingPool() {
        return newWorkStealingPool(Runtime.getRuntime().availableProcessors());
    }

    public static ExecutorService newSingleThreadExecutor() {
        return newSingleThreadExecutor(defaultThreadFactory());
    }

    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
        return new Unconfigurable(fixed(1, factory));
    }

    public static ExecutorService newCachedThreadPool() {
        return newCachedThreadPool(defaultThreadFactory());
    }

    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
        return newSingleThreadScheduledExecutor(defaultThreadFactory());
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory factory) {
        return unconfigurableScheduledExecutorService(new ScheduledThreadPoolExecutor(1, factory));
    }

    public static ScheduledExecutorService newScheduledThreadPool(int core) {
        return new ScheduledThreadPoolExecutor(core);
    }

    public static ScheduledExecutorService newScheduledThreadPool(int core, ThreadFactory factory) {
        return new ScheduledThreadPoolExecutor(core, factory);
    }

    public static ExecutorService newThreadPerTaskExecutor(ThreadFactory factory) {
        return new ThreadPerTask(Objects.requireNonNull(factory));
    }

    public static ExecutorService newVirtualThreadPerTaskExecutor() {
        return new ThreadPerTask(Thread.ofVirtual().factory());
    }

    public static ExecutorService unconfigurableExecutorService(ExecutorService executor) {
        return new Unconfigurable(Objects.requireNonNull(executor));
    }

    public static ScheduledExecutorService unconfigurableScheduledExecutorService(
            ScheduledExecutorService executor) {
        return new UnconfigurableScheduled(Objects.requireNonNull(executor));
    }

    public static ThreadFactory defaultThreadFactory() {
        return new Numbered();
    }

    public static ThreadFactory privilegedThreadFactory() {
        return new Numbered();
    }

    // ---- what a task is made of

    public static <T extends @Nullable Object> Callable<T> callable(Runnable task, T result) {
        return new RunnableAdapter<>(Objects.requireNonNull(task), result);
    }

    @SuppressWarnings("NullAway") // the result may be null
    public static Callable<@Nullable Object> callable(Runnable task) {
        return callable(task, null);
    }

    private record RunnableAdapter<T extends @Nullable Object>(Runnable task, T result)
            implements Callable<T> {
        @Override
        public T call() {
            task.run();
            return result;
        }
    }

    /** Names threads as those of the JDK's pools are named. */
    private static final class Numbered implements ThreadFactory {
        private static final AtomicInteger POOLS = new AtomicInteger(1);

        private final String prefix = "pool-" + POOLS.getAndIncrement() + "-thread-";
        private final AtomicInteger next = new AtomicInteger(1);

        @Override
        public Thread newThread(Runnable task) {
            var made = new Thread(task, prefix + next.getAndIncrement());
            if (made.isDaemon()) {
                made.setDaemon(false);
            }
            return made;
        }
    }

    /** A new thread for each task. */
    private static final class ThreadPerTask extends AbstractExecutorService {
        private final ThreadFactory factory;
        private final ReentrantLock lock = new ReentrantLock();
        private final Line ended = new Line(lock);
        private final Set<Thread> threads = new LinkedHashSet<>(); // guarded by the lock
        private boolean isShutdown; // guarded by the lock

        ThreadPerTask(ThreadFactory factory) {
            this.factory = factory;
        }

        @Override
        public void execute(Runnable task) {
            Objects.requireNonNull(task);
            Thread thread = factory.newThread(() -> run(task));
            if (thread == null) {
                throw new RejectedExecutionException("the factory has made no thread");
            }
            lock.lock();
            try {
                if (isShutdown) {
                    throw new RejectedExecutionException();
                }
                threads.add(thread);
            } finally {
                lock.unlock();
            }
            boolean isStarted = false;
            try {
                thread.start();
                isStarted = true;
            } finally {
                if (!isStarted) {
                    forget(thread);
                }
            }
        }

        private void run(Runnable task) {
            try {
                task.run();
            } finally {
                forget(Thread.currentThread());
            }
        }

        private void forget(Thread thread) {
            lock.lock();
            try {
                threads.remove(thread);
                if (isShutdown && threads.isEmpty()) {
                    ended.wakeAll();
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void shutdown() {
            lock.lock();
            try {
                isShutdown = true;
                ended.wakeAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown();
            lock.lock();
            try {
                threads.forEach(Thread::interrupt);
            } finally {
                lock.unlock();
            }
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            lock.lock();
            try {
                return isShutdown;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public boolean isTerminated() {
            lock.lock();
            try {
                return isShutdown && threads.isEmpty();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            long nanos = Math.max(0, unit.toNanos(timeout));
            long end = Line.end(nanos);
            lock.lock();
            try {
                while (!isTerminated()) {
                    if (!ended.await(Line.left(nanos, end), false) && !isTerminated()) {
                        return false;
                    }
                }
                return true;
            } finally {
                Line.release(lock);
            }
        }
    }

    /** An executor that shows nothing but that it is one. */
    private static class Unconfigurable implements ExecutorService {
        private final ExecutorService of;

        Unconfigurable(ExecutorService of) {
            this.of = of;
        }

        @Override
        public void execute(Runnable task) {
            of.execute(task);
        }

        @Override
        public void shutdown() {
            of.shutdown();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return of.shutdownNow();
        }

        @Override
        public boolean isShutdown() {
            return of.isShutdown();
        }

        @Override
        public boolean isTerminated() {
            return of.isTerminated();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            return of.awaitTermination(timeout, unit);
        }

        @Override
        public Future<?> submit(Runnable task) {
            return of.submit(task);
        }

        @Override
        public <T extends @Nullable Object> Future<T> submit(Callable<T> task) {
            return of.submit(task);
        }

        @Override
        public <T extends @Nullable Object> Future<T> submit(Runnable task, T result) {
            return of.submit(task, result);
        }

        @Override
        public <T extends @Nullable Object> List<Future<T>> invokeAll(
                Collection<? extends Callable<T>> tasks) throws InterruptedException {
            return of.invokeAll(tasks);
        }

        @Override
        public <T extends @Nullable Object> List<Future<T>> invokeAll(
                Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
                throws InterruptedException {
            return of.invokeAll(tasks, timeout, unit);
        }

        @Override
        public <T extends @Nullable Object> T invokeAny(Collection<? extends Callable<T>> tasks)
                throws InterruptedException, ExecutionException {
            return of.invokeAny(tasks);
        }

        @Override
        public <T extends @Nullable Object> T invokeAny(
                Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
                throws InterruptedException, ExecutionException, TimeoutException {
            return of.invokeAny(tasks, timeout, unit);
        }
    }

    /** The same of one for what is to be done later. */
    private static final class UnconfigurableScheduled extends Unconfigurable
            implements ScheduledExecutorService {
        private final ScheduledExecutorService of;

        UnconfigurableScheduled(ScheduledExecutorService of) {
            super(of);
            this.of = of;
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            return of.schedule(task, delay, unit);
        }

        @Override
        public <V extends @Nullable Object> ScheduledFuture<V> schedule(
                Callable<V> task, long delay, TimeUnit unit) {
            return of.schedule(task, delay, unit);
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(
                Runnable task, long initialDelay, long period, TimeUnit unit) {
            return of.scheduleAtFixedRate(task, initialDelay, period, unit);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(
                Runnable task, long initialDelay, long delay, TimeUnit unit) {
            return of.scheduleWithFixedDelay(task, initialDelay, delay, unit);
        }
    }
}
