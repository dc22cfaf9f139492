package dev.stint.hooks.own;

import dev.stint.hooks.Wakeup;
import dev.stint.hooks.jdk.TaskThreads;
import java.util.Comparator;
import java.util.Date;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A thread, which is a task of the tenant, that does things at their times. */
@SuppressWarnings({"AvoidCommonTypeNames", "JavaUtilDate"}) // it takes the place of that one
public class Timer {
    private static final AtomicInteger NAMES = new AtomicInteger();

    /** A task in the queue; those of one time in the order in which they came. */
    private record Entry(long time, long order, TimerTask task) {
        static final Comparator<Entry> ORDER =
                (a, b) ->
                        a.time == b.time
                                ? Long.compare(a.order, b.order)
                                : Long.compare(a.time, b.time);
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Line waiting = new Line(lock);

    // guarded by the lock
    private final PriorityQueue<Entry> queue = new PriorityQueue<>(Entry.ORDER);
    private long scheduled;
    private boolean isCancelled;

    public Timer() {
        this(nextName(), false);
    }

    public Timer(boolean isDaemon) {
        this(nextName(), isDaemon);
    }

    public Timer(String name) {
        this(name, false);
    }

    public Timer(String name, boolean isDaemon) {
        var thread = new Thread(this::serve, name);
        thread.setDaemon(isDaemon);
        thread.start();
    }

    private static String nextName() {
        return "Timer-" + NAMES.getAndIncrement();
    }

    // ---- scheduling

    public void schedule(TimerTask task, long delay) {
        enqueue(task, after(delay), 0);
    }

    public void schedule(TimerTask task, Date time) {
        enqueue(task, time.getTime(), 0);
    }

    public void schedule(TimerTask task, long delay, long period) {
        enqueue(task, after(delay), -ensurePositive(period));
    }

    public void schedule(TimerTask task, Date first, long period) {
        enqueue(task, first.getTime(), -ensurePositive(period));
    }

    public void scheduleAtFixedRate(TimerTask task, long delay, long period) {
        enqueue(task, after(delay), ensurePositive(period));
    }

    public void scheduleAtFixedRate(TimerTask task, Date first, long period) {
        enqueue(task, first.getTime(), ensurePositive(period));
    }

    private static long after(long delay) {
        if (delay < 0) {
            throw new IllegalArgumentException("Negative delay.");
        }
        return System.currentTimeMillis() + delay;
    }

    private static long ensurePositive(long period) {
        if (period <= 0) {
            throw new IllegalArgumentException("Non-positive period.");
        }
        return Math.min(period, Long.MAX_VALUE >> 1);
    }

    private void enqueue(TimerTask task, long time, long period) {
        if (time < 0) {
            throw new IllegalArgumentException("Illegal execution time.");
        }
        lock.lock();
        try {
            if (isCancelled) {
                throw new IllegalStateException("Timer already cancelled.");
            }
            synchronized (task) {
                if (task.timer != null || task.isCancelled) {
                    throw new IllegalStateException("Task already scheduled or cancelled");
                }
                task.timer = this;
                task.time = time;
                task.period = period;
            }
            queue.add(new Entry(time, scheduled++, task));
            waiting.wakeAll();
        } finally {
            lock.unlock();
        }
    }

    public void cancel() {
        lock.lock();
        try {
            isCancelled = true;
            queue.clear();
            waiting.wakeAll();
        } finally {
            lock.unlock();
        }
    }

    public int purge() {
        lock.lock();
        try {
            int before = queue.size();
            queue.removeIf(entry -> isCancelled(entry.task));
            return before - queue.size();
        } finally {
            lock.unlock();
        }
    }

    private static boolean isCancelled(TimerTask task) {
        synchronized (task) {
            return task.isCancelled;
        }
    }

    // ---- its thread

    private void serve() {
        try {
            for (TimerTask task = next(); task != null; task = next()) {
                task.run();
            }
        } finally {
            cancel(); // what a task throws ends it
        }
    }

    /** Waits until a task is due; null if the timer is cancelled. */
    private @Nullable TimerTask next() {
        lock.lock();
        try {
            while (!isCancelled) {
                Entry first = queue.peek();
                long now = System.currentTimeMillis();
                if (first != null && isCancelled(first.task)) {
                    queue.poll();
                } else if (first == null || first.time > now) {
                    await(first == null ? Wakeup.NO_LIMIT : first.time - now);
                } else {
                    queue.poll();
                    if (begins(first, now)) {
                        return first.task;
                    }
                }
            }
            return null;
        } finally {
            Line.release(lock);
        }
    }

    private void await(long millis) {
        boolean isIdle = millis < 0;
        long nanos = millis > Long.MAX_VALUE / 1_000_000 ? Long.MAX_VALUE : millis * 1_000_000;
        try {
            waiting.await(isIdle ? Wakeup.NO_LIMIT : nanos, isIdle);
        } catch (InterruptedException e) {
            TaskThreads.waitsAgain();
        }
    }

    /** False if it was cancelled meanwhile. One with a period is put into the queue again. */
    private boolean begins(Entry entry, long now) {
        TimerTask task = entry.task;
        synchronized (task) {
            if (task.isCancelled) {
                return false;
            }
            if (task.period == 0) {
                task.isDone = true;
                return true;
            }
            task.time = task.period < 0 ? now - task.period : entry.time + task.period;
            queue.add(new Entry(task.time, scheduled++, task));
            return true;
        }
    }
}
