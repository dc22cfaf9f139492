package dev.stint.hooks;

import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * A thread that carries metered code, with the counters that the code on it counts down.
 *
 * <p>The counters hold what is lent to the task that is mounted now; whoever mounts and unmounts
 * lends and takes back. A counter below zero is a debt of which the books do not know yet.
 *
 * <p>They are here, and not in the task, because from running code the carrier is the only thing
 * that can be reached without a chain of loads, on virtual threads as well as on bare
 * continuations. No code between finding the meter and using it may suspend.
 */
public abstract class Meter extends Thread {
    /** The stack of a task in bytes, in the model of the charging rule. */
    public static final int STACK = 1 << 20;

    /**
     * The real one. Much more, because it is measured only now and then, and because between
     * metered code that calls the JDK and what the JDK calls back there may be much that the model
     * does not see. Memory is taken only as far as the stack is used. Not final: tests that
     * overflow it often make it small first.
     */
    private static long realStack = 192L << 20;

    private static final JavaLangAccess JLA = SharedSecrets.getJavaLangAccess();

    /**
     * The runtime's carriers, which are all the meters that there are but in tests. To compare with
     * a constant takes half the instructions of looking through a class's ancestors, and this is
     * done at every charge: five kernels took 1.38 instead of 1.45. Null if the runtime cannot be
     * seen from here, because the hooks are the JDK's.
     */
    private static final @Nullable Class<?> USUAL = usual();

    /**
     * Operations that code of the JDK may count below zero before it asks on whose behalf it runs:
     * that takes as long as some thousand of them.
     */
    private static final int PATIENCE = 1 << 14;

    /** Charges of bytes that pass after one was found to be nobody's, before the next asks. */
    private static final int DEAF = 256;

    /** And the bytes that pass: one large array is asked about, whatever came before it. */
    private static final long DEAF_BYTES = 1 << 16;

    /** Below this nothing is counted any more: a counter must not get around to being positive. */
    private static final int LEAST = -(1 << 30);

    /** The lap of code that is on no meter, or on one that says nothing else. */
    protected static final int LAP = 1024;

    /** Operations that may still be counted before the next look. */
    protected int ops;

    /** Bytes that may still be allocated. */
    protected long bytes;

    /** Of the operations that were counted, those that were rounds of loops and no calls. */
    protected int rounds;

    /**
     * Operations that a loop may count in a variable before it books them here. It is that of the
     * scheduler whose tasks are mounted, and changes only while none is.
     */
    protected int lap = LAP;

    /** How often a task was mounted here. It may get around. */
    protected int mounts;

    /** Bytes of modelled stack that are left to the task which is mounted. */
    protected int stack = STACK;

    // ---- charges inside the JDK

    private int asksBelow = -PATIENCE; // of the operations
    private int deaf; // charges of bytes that do not ask
    private long asksBelowBytes = -DEAF_BYTES; // although it is deaf
    private boolean asking;
    private boolean running;

    protected Meter(Runnable loop, String name) {
        super(null, loop, name, realStack, false);
    }

    /** Once, by its own start: code on it may know it as a runnable, and must not begin it anew. */
    @Override
    public void run() {
        if (running) {
            throw new AccessRefusedException(
                    "thread '"
                            + getName()
                            + "' cannot be run by code that runs on it: it belongs to the"
                            + " scheduler. Start a task.");
        }
        running = true;
        super.run();
    }

    private static @Nullable Class<?> usual() {
        try {
            ClassLoader own = Meter.class.getClassLoader();
            return Class.forName("dev.stint.internal.stack.Carrier", false, own);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** The meter under the calling code; null on a thread that is not metered. */
    static @Nullable Meter current() {
        Thread carrier = JLA.currentCarrierThread();
        return carrier.getClass() == USUAL ? (Meter) carrier : unusual(carrier);
    }

    /** Apart, so that what is above is small enough for any compiler to inline. */
    private static @Nullable Meter unusual(Thread carrier) {
        return carrier instanceof Meter meter ? meter : null;
    }

    /**
     * A counter is below zero. Books what was counted, gives way if it is time to, and lends more.
     *
     * @param operations of what was counted, those that are not done yet: they are paid before they
     *     are done, or not at all. The rest is done, and owed whatever happens
     * @param memory the same of bytes
     * @throws Stop if the task must end
     */
    protected abstract void ranOut(int operations, long memory);

    /**
     * The same inside the JDK. If that may not be ended or suspended where it is, what was counted
     * stays where it is, below zero, and the next charge of the task's own code finds it.
     *
     * @throws Stop if the task must end
     */
    final void ranOutInJdk(int operations, long memory) {
        if (!asking && shouldAsk() && isOfTask()) {
            ranOut(operations, memory); // and perhaps it comes back on another one
        }
    }

    private boolean shouldAsk() {
        ops = Math.max(ops, LEAST);
        if (ops > asksBelow + PATIENCE) {
            asksBelow = -PATIENCE; // it was filled since
        }
        if (bytes > asksBelowBytes + DEAF_BYTES) {
            asksBelowBytes = -DEAF_BYTES;
        }
        if (bytes >= 0 || deaf == 0 || bytes <= asksBelowBytes) {
            return bytes < 0 || ops <= asksBelow;
        }
        deaf--;
        return ops <= asksBelow;
    }

    /** Asks the stack, at nobody's expense: that runs code of the JDK itself. */
    private boolean isOfTask() {
        int opsBefore = ops;
        long bytesBefore = bytes;
        boolean is = false;
        asking = true;
        try {
            is = Chain.isOfTask();
        } catch (RuntimeException | Error e) {
            // There is no room to ask, or the walker takes this thread for another, as it may on a
            // bare core. Nobody expects an exception here.
            is = false;
        } finally {
            ops = opsBefore;
            bytes = bytesBefore;
            asksBelow = is ? -PATIENCE : opsBefore - PATIENCE;
            deaf = is ? 0 : DEAF;
            asksBelowBytes = is ? -DEAF_BYTES : bytesBefore - DEAF_BYTES;
            asking = false;
        }
        return is;
    }

    /** True if classes of the JDK are woven, so that everything counts which uses them. */
    protected static boolean countsJdk() {
        return Chain.isInstalled();
    }

    /** What a task causes and does not pay for. */
    @FunctionalInterface
    public interface Errand<T extends @Nullable Object, E extends Exception> {
        T run() throws E;
    }

    /** Runs something that the calling task has caused, but that is not its work. */
    public static <T extends @Nullable Object, E extends Exception> T uncounted(Errand<T, E> errand)
            throws E {
        Meter m = current();
        if (m == null) {
            return errand.run();
        }
        int ops = m.ops;
        long bytes = m.bytes;
        int mounts = m.mounts;
        long allocated = m.allocatedByTask();
        try {
            T result = errand.run();
            if (current() == m && m.mounts == mounts) { // an errand that fails is its own affair
                m.forgive(m.allocatedByTask() - allocated);
            }
            return result;
        } finally {
            if (current() == m && m.mounts == mounts) { // or else it was suspended, and has paid
                m.ops = ops;
                m.bytes = bytes;
            }
        }
    }

    /** The bytes that were allocated here, but for what was forgiven; 0 if nobody wants to know. */
    protected long allocatedByTask() {
        return 0;
    }

    /** Has these bytes not counted as the task's. */
    protected void forgive(long allocated) {}

    /**
     * Pays for something, all of it before it is done.
     *
     * @throws Stop if the task must end
     */
    final void pay(long operations, long memory, long syscalls) {
        if (operations <= ops && memory <= bytes && syscalls == 0) {
            ops -= (int) operations;
            bytes -= memory;
        } else {
            payRarely(operations, memory, syscalls);
        }
    }

    /**
     * The same if what is in the meter does not suffice.
     *
     * @throws Stop if the task must end
     */
    protected abstract void payRarely(long operations, long memory, long syscalls);
}
