package dev.stint.hooks.own;

import dev.stint.hooks.Wakeup;
import dev.stint.hooks.jdk.TaskThreads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A pool of threads that are tasks. A thread that has nothing to do is idle for its nursery: when
 * all others have ended, so has the pool.
 *
 * <p>Threads look into the queue when a task was given to the pool; what is put into the queue
 * behind its back is found with the next one. A queue that holds nothing hands tasks over to
 * threads that wait.
 */
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public class ThreadPoolExecutor extends PoolSettings {
    private static final int RUNNING = 0;
    private static final int SHUTDOWN = 1; // takes no more
    private static final int STOP = 2; // and runs no more
    private static final int TERMINATED = 3;

    /** No task is due at a time of its own. */
    static final long NONE = Wakeup.NO_LIMIT;

    final ReentrantLock lock = new ReentrantLock();
    private final Line idle = new Line(lock);
    private final Line ended = new Line(lock);
    private final BlockingQueue<Runnable> queue;
    private final boolean handsOver;

    // guarded by the lock
    private final LinkedHashSet<Worker> workers = new LinkedHashSet<>(); // by age, in every run
    private final ArrayDeque<Runnable> handed = new ArrayDeque<>(2); // to threads that wait
    private int waiting;
    private boolean isLed; // one of those who wait does so for the time of the next task
    private int state = RUNNING;
    private int largest;
    private long completed; // by threads that have ended

    public ThreadPoolExecutor(
            int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue) {
        this(core, most, keepAlive, unit, queue, Executors.defaultThreadFactory());
    }

    public ThreadPoolExecutor(
            int core,
            int most,
            long keepAlive,
            TimeUnit unit,
            BlockingQueue<Runnable> queue,
            ThreadFactory factory) {
        this(core, most, keepAlive, unit, queue, factory, new AbortPolicy());
    }

    public ThreadPoolExecutor(
            int core,
            int most,
            long keepAlive,
            TimeUnit unit,
            BlockingQueue<Runnable> queue,
            RejectedExecutionHandler handler) {
        this(core, most, keepAlive, unit, queue, Executors.defaultThreadFactory(), handler);
    }

    public ThreadPoolExecutor(
            int core,
            int most,
            long keepAlive,
            TimeUnit unit,
            BlockingQueue<Runnable> queue,
            ThreadFactory factory,
            RejectedExecutionHandler handler) {
        super(core, most, unit.toNanos(keepAlive), factory, handler);
        this.queue = Objects.requireNonNull(queue);
        this.handsOver = queue instanceof SynchronousQueue;
    }

    // ---- giving it something to do

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        Worker fresh = null;
        boolean isTaken = false;
        lock.lock();
        try {
            if (state == RUNNING) {
                if (workers.size() < core) {
                    fresh = reserve(task);
                } else if (offer(task)) {
                    isTaken = true;
                    fresh = workers.isEmpty() ? reserve(null) : null;
                } else if (workers.size() < most) {
                    fresh = reserve(task);
                }
            }
        } finally {
            lock.unlock();
        }
        if (fresh != null) {
            isTaken |= begin(fresh);
        }
        if (!isTaken) {
            reject(task);
        }
    }

    final void reject(Runnable task) {
        handler.rejectedExecution(task, this);
    }

    private boolean offer(Runnable task) {
        if (handsOver && waiting > handed.size()) {
            handed.add(task);
            idle.wakeOne();
            return true;
        }
        boolean isTaken = queue.offer(task);
        if (isTaken) {
            idle.wakeOne();
        }
        return isTaken;
    }

    /** A place for one more thread. Lock held; whoever calls owes a {@link #begin}. */
    private Worker reserve(@Nullable Runnable first) {
        var fresh = new Worker(first);
        workers.add(fresh);
        largest = Math.max(largest, workers.size());
        return fresh;
    }

    /** Starts its thread, without the lock: the maker of threads is somebody else's code. */
    private boolean begin(Worker fresh) {
        boolean isStarted = false;
        try {
            Thread made = factory.newThread(fresh);
            if (made != null) {
                fresh.thread = made;
                made.start();
                isStarted = true;
            }
            return isStarted;
        } finally {
            if (!isStarted) {
                lock.lock();
                try {
                    workers.remove(fresh);
                    endIfDone();
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    /**
     * Has a thread look for what was put into the queue, beside the others if there may be more.
     */
    final void ensureServed() {
        Worker fresh;
        lock.lock();
        try {
            fresh = workers.size() < Math.max(1, core) && state < STOP ? reserve(null) : null;
            idle.wakeAll(); // also the one who waits for what was next until now
        } finally {
            lock.unlock();
        }
        if (fresh != null) {
            begin(fresh);
        }
    }

    // ---- its threads

    private final class Worker implements Runnable {
        private @Nullable Runnable first;
        private volatile @Nullable Thread thread;
        private volatile boolean isBusy;
        private volatile long count;

        Worker(@Nullable Runnable first) {
            this.first = first;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            Runnable task = first;
            first = null;
            boolean isAbrupt = false;
            boolean mayBeReplaced = true;
            try {
                while (task != null || (task = next()) != null) {
                    perform(task);
                    task = null;
                }
            } catch (Throwable e) {
                isAbrupt = true;
                mayBeReplaced = !TaskThreads.endsTask(e);
                throw e;
            } finally {
                left(this, isAbrupt, mayBeReplaced);
            }
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // others only read it
        private void perform(Runnable task) {
            Thread me = Objects.requireNonNull(thread);
            isBusy = true;
            try {
                Thread.interrupted(); // it was for another task
                if (isStopped()) {
                    me.interrupt();
                }
                beforeExecute(me, task);
                try {
                    task.run();
                } catch (Throwable e) {
                    afterExecute(task, e);
                    throw e;
                }
                afterExecute(task, null);
            } finally {
                isBusy = false;
                count = count + 1; // by its thread alone
            }
        }
    }

    private boolean isStopped() {
        lock.lock();
        try {
            return state >= STOP;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a task; null if the thread that calls is to end. */
    private @Nullable Runnable next() {
        boolean isLate = false;
        lock.lock();
        try {
            while (true) {
                if (state >= STOP) {
                    return null;
                }
                Runnable task = take();
                if (task != null) {
                    return task;
                }
                boolean isDrained = handed.isEmpty() && queue.isEmpty();
                if (state == SHUTDOWN && isDrained) {
                    return null;
                }
                boolean mayLeave = letsCoreGo || workers.size() > core;
                boolean isTooMany = workers.size() > most || (mayLeave && isLate);
                if (isTooMany && (workers.size() > 1 || isDrained)) {
                    return null;
                }
                isLate = awaitTask(mayLeave ? keepAlive : NONE);
            }
        } finally {
            Line.release(lock);
        }
    }

    private @Nullable Runnable take() {
        Runnable task = handed.poll();
        if (task == null) {
            task = pollReady(queue);
        }
        if (task != null && !isLed && nanosToNext(queue) != NONE) {
            idle.wakeOne(); // somebody else looks after those that come later
        }
        return task;
    }

    /** True if no task was there for so long. */
    private boolean awaitTask(long limit) {
        long due = isLed ? NONE : nanosToNext(queue);
        boolean leads = due != NONE;
        boolean isForTask = leads && (limit == NONE || due <= limit);
        isLed |= leads;
        waiting++;
        try {
            boolean isWoken = idle.await(isForTask ? due : limit, !leads);
            return !isWoken && !isForTask;
        } catch (InterruptedException e) {
            TaskThreads.waitsAgain();
            return false;
        } finally {
            waiting--;
            isLed &= !leads;
        }
    }

    /** One that is due; null if there is none. Lock held. */
    @Nullable Runnable pollReady(BlockingQueue<Runnable> from) {
        return from.poll();
    }

    /** How long it is until one is due, or {@link #NONE}. Lock held. */
    long nanosToNext(BlockingQueue<Runnable> in) {
        return NONE;
    }

    private void left(Worker worker, boolean isAbrupt, boolean mayBeReplaced) {
        Worker fresh = null;
        lock.lock();
        try {
            workers.remove(worker);
            completed += worker.count;
            endIfDone();
            if (state != RUNNING) {
                idle.wakeAll(); // it may have been the last task
            }
            int least = letsCoreGo ? 0 : core;
            least = least == 0 && !queue.isEmpty() ? 1 : least;
            if (mayBeReplaced
                    && state < STOP
                    && workers.size() < (isAbrupt ? Math.max(1, least) : least)) {
                fresh = isAbrupt || !queue.isEmpty() ? reserve(null) : null;
            }
        } finally {
            lock.unlock();
        }
        if (fresh != null) {
            begin(fresh);
        }
    }

    protected void beforeExecute(Thread thread, Runnable task) {}

    protected void afterExecute(Runnable task, @Nullable Throwable thrown) {}

    protected void terminated() {}

    // ---- its end

    @Override
    public void shutdown() {
        lock.lock();
        try {
            state = Math.max(state, SHUTDOWN);
            onShutdown();
            idle.wakeAll();
            endIfDone();
        } finally {
            lock.unlock();
        }
    }

    void onShutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        var left = new ArrayList<Runnable>();
        lock.lock();
        try {
            state = Math.max(state, STOP);
            for (Worker worker : workers) {
                Thread thread = worker.thread;
                if (thread != null) {
                    thread.interrupt();
                }
            }
            left.addAll(handed);
            handed.clear();
            for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
                left.add(task);
            }
            idle.wakeAll();
            endIfDone();
        } finally {
            lock.unlock();
        }
        return left;
    }

    /** Lock held. */
    private void endIfDone() {
        boolean isDone =
                state == STOP || (state == SHUTDOWN && handed.isEmpty() && queue.isEmpty());
        if (isDone && workers.isEmpty()) {
            try {
                terminated();
            } finally {
                state = TERMINATED;
                ended.wakeAll();
            }
        }
    }

    @Override
    public boolean isShutdown() {
        return stateNow() > RUNNING;
    }

    public boolean isTerminating() {
        int now = stateNow();
        return now > RUNNING && now < TERMINATED;
    }

    @Override
    public boolean isTerminated() {
        return stateNow() == TERMINATED;
    }

    private int stateNow() {
        lock.lock();
        try {
            return state;
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
            while (state != TERMINATED) {
                if (!ended.await(Line.left(nanos, end), false) && state != TERMINATED) {
                    return false;
                }
            }
            return true;
        } finally {
            Line.release(lock);
        }
    }

    // ---- its size

    @Override
    final void grow() {
        int more;
        lock.lock();
        try {
            more = Math.min(queue.size(), core - workers.size());
            idle.wakeAll();
        } finally {
            lock.unlock();
        }
        for (; more > 0 && prestartCoreThread(); more--) {}
    }

    public boolean prestartCoreThread() {
        Worker fresh;
        lock.lock();
        try {
            fresh = state == RUNNING && workers.size() < core ? reserve(null) : null;
        } finally {
            lock.unlock();
        }
        return fresh != null && begin(fresh);
    }

    public int prestartAllCoreThreads() {
        int started = 0;
        while (prestartCoreThread()) {
            started++;
        }
        return started;
    }

    @Override
    final void lookAgain() {
        lock.lock();
        try {
            idle.wakeAll();
        } finally {
            lock.unlock();
        }
    }

    public BlockingQueue<Runnable> getQueue() {
        return queue;
    }

    public boolean remove(Runnable task) {
        lock.lock();
        try {
            boolean wasThere = queue.remove(task);
            endIfDone();
            return wasThere;
        } finally {
            lock.unlock();
        }
    }

    public void purge() {
        lock.lock();
        try {
            queue.removeIf(task -> task instanceof Future<?> future && future.isCancelled());
            endIfDone();
        } finally {
            lock.unlock();
        }
    }

    // ---- what can be seen of it

    public int getPoolSize() {
        return (int) numbers()[0];
    }

    public int getActiveCount() {
        return (int) numbers()[1];
    }

    public int getLargestPoolSize() {
        return (int) numbers()[2];
    }

    public long getCompletedTaskCount() {
        return numbers()[3];
    }

    public long getTaskCount() {
        long[] now = numbers();
        return now[3] + now[1] + queue.size();
    }

    /** Threads, those that are busy, the most there were, tasks that were run. */
    private long[] numbers() {
        lock.lock();
        try {
            int active = 0;
            long done = completed;
            for (Worker worker : workers) {
                active += worker.isBusy ? 1 : 0;
                done += worker.count;
            }
            return new long[] {workers.size(), active, largest, done};
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return super.toString() + inNumbers();
    }

    private String inNumbers() {
        long[] now = numbers();
        String how =
                switch (stateNow()) {
                    case RUNNING -> "Running";
                    case TERMINATED -> "Terminated";
                    default -> "Shutting down";
                };
        return "["
                + how
                + ", pool size = "
                + now[0]
                + ", active threads = "
                + now[1]
                + ", queued tasks = "
                + queue.size()
                + ", completed tasks = "
                + now[3]
                + "]";
    }

    /** Has whoever gives the task run it. */
    public static class CallerRunsPolicy implements RejectedExecutionHandler {
        public CallerRunsPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) {
            if (!by.isShutdown()) {
                task.run();
            }
        }
    }

    /** Throws. */
    public static class AbortPolicy implements RejectedExecutionHandler {
        public AbortPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) {
            // Without their hashes, which are others in each run and not always as long.
            throw new RejectedExecutionException("the pool takes no task: " + by.inNumbers());
        }
    }

    /** Forgets the task. */
    public static class DiscardPolicy implements RejectedExecutionHandler {
        public DiscardPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) {}
    }

    /** Forgets the one that has waited longest, and tries again. */
    public static class DiscardOldestPolicy implements RejectedExecutionHandler {
        public DiscardOldestPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor by) {
            if (!by.isShutdown()) {
                by.getQueue().poll();
                by.execute(task);
            }
        }
    }
}
