package dev.stint.hooks.own;

import dev.stint.hooks.Wakeup;
import dev.stint.hooks.jdk.TaskThreads;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A thread that is a task of the tenant: it runs in the nursery of whoever starts it, on the same
 * budget. No thread of the JVM can be reached from it.
 *
 * <p>A nursery does not wait for daemons. What a thread throws is told to its handler, or printed.
 */
@SuppressWarnings({"AvoidCommonTypeNames", "JavaLangClash"}) // it takes the place of that one
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    private static final ThreadLocal<@Nullable Thread> CURRENT = new ThreadLocal<>();
    private static final AtomicLong IDS = new AtomicLong(1);
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static volatile @Nullable UncaughtExceptionHandler handlerOfAll;

    /** What a thread is in. */
    public enum State {
        NEW,
        RUNNABLE,
        BLOCKED,
        WAITING,
        TIMED_WAITING,
        TERMINATED
    }

    /** Is told what a thread has thrown. */
    @FunctionalInterface
    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread thread, Throwable thrown);
    }

    /** Makes threads of one kind. */
    public interface Builder {
        Builder name(String name);

        Builder name(String prefix, long start);

        Builder inheritInheritableThreadLocals(boolean inherit);

        Builder uncaughtExceptionHandler(UncaughtExceptionHandler handler);

        Thread unstarted(Runnable task);

        Thread start(Runnable task);

        ThreadFactory factory();

        /** Of threads that are not virtual. */
        interface OfPlatform extends Builder {
            @Override
            OfPlatform name(String name);

            @Override
            OfPlatform name(String prefix, long start);

            @Override
            OfPlatform inheritInheritableThreadLocals(boolean inherit);

            @Override
            OfPlatform uncaughtExceptionHandler(UncaughtExceptionHandler handler);

            OfPlatform group(ThreadGroup group);

            OfPlatform daemon(boolean on);

            default OfPlatform daemon() {
                return daemon(true);
            }

            OfPlatform priority(int priority);

            OfPlatform stackSize(long stackSize);
        }

        /** Of virtual threads. */
        interface OfVirtual extends Builder {
            @Override
            OfVirtual name(String name);

            @Override
            OfVirtual name(String prefix, long start);

            @Override
            OfVirtual inheritInheritableThreadLocals(boolean inherit);

            @Override
            OfVirtual uncaughtExceptionHandler(UncaughtExceptionHandler handler);
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Line ended = new Line(lock);
    private final long id;
    private final boolean isVirtual;
    private final ThreadGroup group;
    private final @Nullable Runnable body;
    private volatile String name;
    private volatile int priority = NORM_PRIORITY;
    private volatile boolean isDaemon;
    private volatile @Nullable UncaughtExceptionHandler handler;
    private volatile @Nullable ClassLoader loader;
    private volatile State state = State.NEW;
    private TaskThreads.@Nullable Running running; // guarded by the lock
    private boolean isInterruptedEarly; // guarded by the lock
    private volatile @Nullable Wakeup permit; // of LockSupport; made by whoever needs it first

    public Thread() {
        this(null, null, nextName(), 0);
    }

    public Thread(@Nullable Runnable body) {
        this(null, body, nextName(), 0);
    }

    public Thread(@Nullable ThreadGroup group, @Nullable Runnable body) {
        this(group, body, nextName(), 0);
    }

    public Thread(String name) {
        this(null, null, name, 0);
    }

    public Thread(@Nullable ThreadGroup group, String name) {
        this(group, null, name, 0);
    }

    public Thread(@Nullable Runnable body, String name) {
        this(null, body, name, 0);
    }

    public Thread(@Nullable ThreadGroup group, @Nullable Runnable body, String name) {
        this(group, body, name, 0);
    }

    public Thread(
            @Nullable ThreadGroup group, @Nullable Runnable body, String name, long stackSize) {
        this(group, body, name, stackSize, true);
    }

    public Thread(
            @Nullable ThreadGroup group,
            @Nullable Runnable body,
            String name,
            long stackSize,
            boolean inheritsLocals) {
        this(group, body, name, false, currentThread().isDaemon());
    }

    Thread(
            @Nullable ThreadGroup group,
            @Nullable Runnable body,
            String name,
            boolean isVirtual,
            boolean isDaemon) {
        this.name = Objects.requireNonNull(name, "'name' is null");
        this.id = IDS.incrementAndGet();
        this.body = body;
        this.isVirtual = isVirtual;
        this.isDaemon = isDaemon;
        this.group = group == null ? ThreadGroup.MAIN : group;
    }

    /** That of a task which was started in another way. */
    private Thread(State state) {
        this.name = "task";
        this.id = 1;
        this.body = null;
        this.isVirtual = true;
        this.group = ThreadGroup.MAIN;
        this.state = state;
    }

    static String nextName() {
        return "Thread-" + NAMES.getAndIncrement();
    }

    // ---- the calling thread

    public static Thread currentThread() {
        Thread me = CURRENT.get();
        if (me == null) {
            me = new Thread(State.RUNNABLE);
            me.running = TaskThreads.running();
            CURRENT.set(me);
        }
        return me;
    }

    public static void sleep(long millis) throws InterruptedException {
        TaskThreads.sleep(millis, 0);
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        TaskThreads.sleep(millis, nanos);
    }

    public static void sleep(Duration time) throws InterruptedException {
        TaskThreads.sleep(time);
    }

    @SuppressWarnings("NamedLikeContextualKeyword") // it stands in for the method of that name
    public static void yield() {
        TaskThreads.giveWay();
    }

    public static void onSpinWait() {}

    public static boolean interrupted() {
        return TaskThreads.interrupted();
    }

    public static boolean holdsLock(Object monitor) {
        return TaskThreads.holdsLock(monitor);
    }

    public static void dumpStack() {
        new Exception("Stack trace").printStackTrace();
    }

    /** Of others than the calling thread nothing is known. */
    public StackTraceElement[] getStackTrace() {
        return this == currentThread()
                ? new Exception("Stack trace").getStackTrace()
                : new StackTraceElement[0];
    }

    public static Map<Thread, StackTraceElement[]> getAllStackTraces() {
        Thread me = currentThread();
        return Map.of(me, me.getStackTrace());
    }

    public static int activeCount() {
        return 1;
    }

    // ---- its life

    public static Thread startVirtualThread(Runnable task) {
        return ofVirtual().start(task);
    }

    public static Builder.OfPlatform ofPlatform() {
        return new ThreadBuilder(false);
    }

    public static Builder.OfVirtual ofVirtual() {
        return new ThreadBuilder(true);
    }

    public void start() {
        lock.lock();
        try {
            if (state != State.NEW) {
                throw new IllegalThreadStateException();
            }
            state = State.RUNNABLE;
        } finally {
            lock.unlock();
        }
        boolean isStarted = false;
        try {
            TaskThreads.start(name, isDaemon, this::live);
            isStarted = true;
        } finally {
            if (!isStarted) {
                end();
            }
        }
    }

    private void live() {
        TaskThreads.Running me = TaskThreads.running();
        try {
            CURRENT.set(this);
            lock.lock();
            try {
                running = me;
                if (isInterruptedEarly) {
                    me.interrupt();
                }
            } finally {
                lock.unlock();
            }
            run();
        } catch (Throwable e) {
            if (TaskThreads.endsTask(e)) {
                throw e;
            }
            getUncaughtExceptionHandler().uncaughtException(this, e);
        } finally {
            me.end();
            end();
        }
    }

    private void end() {
        lock.lock();
        try {
            state = State.TERMINATED;
            running = null;
            ended.wakeAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        Runnable task = body;
        if (task != null) {
            task.run();
        }
    }

    public final boolean isAlive() {
        State now = state;
        return now != State.NEW && now != State.TERMINATED;
    }

    public State getState() {
        return state;
    }

    public final void join() throws InterruptedException {
        join(0);
    }

    public final void join(long millis, int nanos) throws InterruptedException {
        join(nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
    }

    public final void join(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (millis == 0) {
            awaitEnd(Wakeup.NO_LIMIT);
        } else {
            awaitEnd(Duration.ofMillis(millis).toNanos());
        }
    }

    public final boolean join(Duration time) throws InterruptedException {
        if (state == State.NEW) {
            throw new IllegalThreadStateException("Thread not started");
        }
        return awaitEnd(Math.max(0, time.toNanos()));
    }

    private boolean awaitEnd(long nanos) throws InterruptedException {
        long until = Line.end(nanos);
        lock.lock();
        try {
            while (isAlive()) {
                if (!ended.await(Line.left(nanos, until), false) && isAlive()) {
                    return false;
                }
            }
            return true;
        } finally {
            Line.release(lock);
        }
    }

    // ---- interrupts

    public void interrupt() {
        TaskThreads.Running at;
        lock.lock();
        try {
            at = running;
            isInterruptedEarly |= at == null && state == State.RUNNABLE;
        } finally {
            lock.unlock();
        }
        if (at != null) {
            at.interrupt();
        }
    }

    public boolean isInterrupted() {
        lock.lock();
        try {
            return running == null ? isInterruptedEarly && isAlive() : running.isInterrupted();
        } finally {
            lock.unlock();
        }
    }

    /** That of {@link LockSupport}. */
    final Wakeup permit() {
        Wakeup made = permit;
        if (made == null) {
            lock.lock();
            try {
                made = permit;
                if (made == null) {
                    made = TaskThreads.newWakeup();
                    permit = made;
                }
            } finally {
                lock.unlock();
            }
        }
        return made;
    }

    // ---- what it is

    public final String getName() {
        return name;
    }

    public final void setName(String name) {
        this.name = Objects.requireNonNull(name, "name cannot be null");
    }

    public long getId() {
        return threadId();
    }

    public final long threadId() {
        return id;
    }

    public final int getPriority() {
        return priority;
    }

    /** It has no effect: turns are the tenant's. */
    public final void setPriority(int priority) {
        if (priority < MIN_PRIORITY || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException();
        }
        if (!isVirtual) {
            this.priority = priority;
        }
    }

    public final boolean isVirtual() {
        return isVirtual;
    }

    public final boolean isDaemon() {
        return isDaemon;
    }

    public final void setDaemon(boolean on) {
        if (isVirtual && !on) {
            throw new IllegalArgumentException("'false' not legal for virtual threads");
        }
        if (isAlive()) {
            throw new IllegalThreadStateException();
        }
        isDaemon = on;
    }

    public final @Nullable ThreadGroup getThreadGroup() {
        return state == State.TERMINATED ? null : group;
    }

    public final void checkAccess() {}

    public @Nullable ClassLoader getContextClassLoader() {
        ClassLoader own = loader;
        return own == null ? ClassLoader.getSystemClassLoader() : own;
    }

    public void setContextClassLoader(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        UncaughtExceptionHandler own = handler;
        return own == null ? group : own;
    }

    public void setUncaughtExceptionHandler(@Nullable UncaughtExceptionHandler handler) {
        this.handler = handler;
    }

    public static @Nullable UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return handlerOfAll;
    }

    public static void setDefaultUncaughtExceptionHandler(
            @Nullable UncaughtExceptionHandler handler) {
        handlerOfAll = handler;
    }

    @Override
    public String toString() {
        return isVirtual && id == 1
                ? name
                : "Thread[#" + id + "," + name + "," + priority + "," + group.getName() + "]";
    }
}
