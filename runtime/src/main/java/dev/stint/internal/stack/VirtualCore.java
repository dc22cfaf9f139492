package dev.stint.internal.stack;

import dev.stint.env.Seam;
import dev.stint.internal.SchedulerBug;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.Executor;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.vm.Continuation;
import jdk.internal.vm.StackableScope;
import jdk.internal.vm.ThreadContainer;
import org.jspecify.annotations.Nullable;

/**
 * A core that is a virtual thread which our workers schedule, so that all of Java works inside a
 * task: locks, monitors, thread-locals, blocking sockets, stack traces.
 *
 * <p>The core is its own executor. The JDK calls {@link #execute} in four situations (ruling R5):
 * once when the thread is started; on the carrier, stack already unmounted, after a {@code
 * Thread.yield}, which is how we suspend; from any thread at all, when something inside the JDK
 * wakes the thread; and from a thread that has taken its stack trace, in case a run was missed
 * meanwhile. It must not park or throw in any of them.
 *
 * <p>Only the second happens on the carrier while this core is mounted there with {@link Core#op}
 * set. The last two leave a note in the control word, or move it on if the task is blocked in the
 * JDK.
 *
 * <p>A virtual thread that a task creates, or that the JDK creates on its behalf to poll its
 * sockets, inherits this executor from its creator. It is none of ours and goes to the JDK's own.
 */
@Seam("a core is a thread")
final class VirtualCore extends Core implements Executor, Runnable {
    private static final JavaLangAccess JLA = SharedSecrets.getJavaLangAccess();
    private static final int NO_INHERITED_THREAD_LOCALS = 1 << 2;
    private static final ClassLoader SYSTEM_LOADER = ClassLoader.getSystemClassLoader();
    private static final MethodHandle NEW_VIRTUAL_THREAD;
    private static final VarHandle THREAD_LOCALS;
    private static final VarHandle INHERITABLE_THREAD_LOCALS;
    private static final VarHandle SCOPES;
    private static final VarHandle CONTINUATION;
    private static final VarHandle NIO_BLOCKER;
    private static final MethodHandle BLOCKED_ON;
    private static final VarHandle SCHEDULER;

    /** What the JDK tells of an interrupt of a core, if that has asked for it; one for all. */
    private static final Object LISTENER;

    static {
        try {
            var lookup = MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup());
            Class<?> builders = lookup.findClass("java.lang.ThreadBuilders");
            NEW_VIRTUAL_THREAD =
                    lookup.findStatic(
                            builders,
                            "newVirtualThread",
                            MethodType.methodType(
                                    Thread.class,
                                    Executor.class,
                                    String.class,
                                    int.class,
                                    Runnable.class));
            Class<?> map = lookup.findClass("java.lang.ThreadLocal$ThreadLocalMap");
            THREAD_LOCALS = lookup.findVarHandle(Thread.class, "threadLocals", map);
            INHERITABLE_THREAD_LOCALS =
                    lookup.findVarHandle(Thread.class, "inheritableThreadLocals", map);
            SCOPES =
                    lookup.findVarHandle(Thread.class, "headStackableScopes", StackableScope.class);
            Class<?> virtual = lookup.findClass("java.lang.VirtualThread");
            CONTINUATION =
                    MethodHandles.privateLookupIn(virtual, MethodHandles.lookup())
                            .findVarHandle(virtual, "cont", Continuation.class);
            SCHEDULER =
                    MethodHandles.privateLookupIn(virtual, MethodHandles.lookup())
                            .findVarHandle(virtual, "scheduler", Executor.class);
            Class<?> listener = Class.forName("sun.nio.ch.Interruptible");
            NIO_BLOCKER = lookup.findVarHandle(Thread.class, "nioBlocker", listener);
            BLOCKED_ON =
                    lookup.findVirtual(
                                    Thread.class,
                                    "blockedOn",
                                    MethodType.methodType(void.class, listener))
                            .asType(MethodType.methodType(void.class, Thread.class, Object.class));
            LISTENER =
                    Proxy.newProxyInstance(
                            VirtualCore.class.getClassLoader(),
                            new Class<?>[] {listener},
                            VirtualCore::onInterrupt);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // The first call links it, which takes memory; a wait may begin when there is none.
        blockedOn(Thread.currentThread(), null);
    }

    private final Thread thread;
    private boolean isNamed; // for the task that it runs
    private @Nullable Runnable
            continuation; // given by the JDK at start; mounts and runs the thread

    VirtualCore(ThreadContainer container) {
        thread = newThread(this);
        JLA.start(thread, container);
    }

    @SuppressWarnings("cast") // the casts make the call site's type exact
    private static Thread newThread(VirtualCore core) {
        try {
            return (Thread)
                    NEW_VIRTUAL_THREAD.invokeExact(
                            (Executor) core,
                            (@Nullable String) null,
                            NO_INHERITED_THREAD_LOCALS,
                            (Runnable) core);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new SchedulerBug("cannot make a virtual thread: " + e);
        }
    }

    @Override
    public void execute(Runnable command) {
        if (continuation == null) {
            continuation = command;
            return;
        }
        if (command != continuation) {
            JLA.virtualThreadDefaultScheduler().execute(command);
            return;
        }
        Processor here = Processor.currentOrNull();
        if (here != null && here.mounted == this && op != NONE) {
            int asked = op;
            op = NONE;
            here.commit(this, asked);
        } else {
            jobOrBug().wokenByJdk();
        }
    }

    @Override
    void resume(Processor processor) {
        Runnable c = continuation;
        if (c == null) {
            throw new SchedulerBug("a virtual core that was not started");
        }
        c.run();
    }

    @Override
    public void run() {
        runTasks();
    }

    @Override
    public void runWith(Object bound, Runnable body) {
        Bindings.run(thread, bound, body);
    }

    @Override
    public void closeScopes() {
        if (SCOPES.get(thread) != null) {
            StackableScope.popAll();
        }
    }

    @Override
    public boolean isThread() {
        return true;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // our own executor decides what a yield means
    void unmount() {
        Thread.yield();
    }

    @Override
    void pin() {
        Continuation.pin();
    }

    @Override
    void unpin() {
        Continuation.unpin();
    }

    @Override
    public void callIt(String name) {
        thread.setName(name);
        isNamed = true;
    }

    @Override
    void cleanUp() {
        Thread me = thread;
        if (isNamed) {
            me.setName("");
            isNamed = false;
        }
        if (me.isInterrupted()) {
            Thread.interrupted();
        }
        if (THREAD_LOCALS.get(me) != null) {
            THREAD_LOCALS.set(me, null);
        }
        if (INHERITABLE_THREAD_LOCALS.get(me) != null) {
            INHERITABLE_THREAD_LOCALS.set(me, null);
        }
        if (me.getContextClassLoader() != SYSTEM_LOADER) {
            me.setContextClassLoader(SYSTEM_LOADER);
        }
        if (!me.getName().isEmpty()) {
            me.setName("");
        }
    }

    @Override
    public void interrupt() {
        thread.interrupt();
    }

    // ---- interrupts by others

    /**
     * Has the JDK tell of an interrupt of this thread, on its own stack. The JDK has one such place
     * in a thread, meant for channels, which use it and leave it empty; so it is looked at before
     * every wait.
     */
    @Override
    public void listen() {
        if (NIO_BLOCKER.get(thread) != LISTENER) {
            blockedOn(thread, LISTENER);
        }
    }

    private static void blockedOn(Thread thread, @Nullable Object listener) {
        try {
            BLOCKED_ON.invokeExact(thread, listener);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new SchedulerBug("cannot listen for interrupts: " + e);
        }
    }

    @Override
    public boolean isInterrupted() {
        return thread.isInterrupted();
    }

    /**
     * Called by the JDK on the thread that interrupts, under the lock of the interrupted one, when
     * the flag is set: must not wait. A wake of a task that is no longer there, or waits for
     * something else, does no harm.
     *
     * <p>The task that parks is seen here: before it looks at the flag it has put its node where
     * others find it, by a CAS or a lock, which comes after the write of {@link Core#job()}.
     */
    private static @Nullable Object onInterrupt(
            Object proxy, Method method, Object @Nullable [] args) {
        if (args == null || args.length != 1) {
            return method.getReturnType() == int.class ? 0 : null; // told again, after the lock
        }
        if (!(args[0] instanceof Thread interrupted)) {
            return proxy == args[0]; // equals
        }
        if (SCHEDULER.get(interrupted) instanceof VirtualCore core) {
            Job job = core.job();
            if (job != null) {
                job.unpark();
            }
        }
        return null;
    }

    @Override
    public Thread pinnedThread() {
        return thread;
    }

    @Override
    public long stackInUse() {
        return StackInUse.of(CONTINUATION.get(thread));
    }

    @Override
    public StackTraceElement[] stackTrace() {
        return thread.getStackTrace();
    }

    @Override
    public Thread thread() {
        return thread;
    }
}
