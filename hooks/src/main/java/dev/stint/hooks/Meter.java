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
     * does not see. Memory is taken only as far as the stack is used.
     */
    private static final long REAL_STACK = 128L << 20;

    private static final JavaLangAccess JLA = SharedSecrets.getJavaLangAccess();

    /** Operations that may still be counted before the next look. */
    protected int ops;

    /** Bytes that may still be allocated. */
    protected long bytes;

    /** Of the operations that were counted, those that were rounds of loops and no calls. */
    protected int rounds;

    /** Bytes of modelled stack that are left to the task which is mounted. */
    protected int stack;

    protected Meter(Runnable loop, String name) {
        super(null, loop, name, REAL_STACK, false);
    }

    /** The meter under the calling code; null on a thread that is not metered. */
    static @Nullable Meter current() {
        return JLA.currentCarrierThread() instanceof Meter meter ? meter : null;
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
