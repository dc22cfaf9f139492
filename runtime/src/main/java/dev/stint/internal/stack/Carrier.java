package dev.stint.internal.stack;

import dev.stint.env.Readings;
import dev.stint.env.Seam;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.hooks.Foreign;
import dev.stint.hooks.Meter;
import dev.stint.internal.SchedulerBug;
import dev.stint.task.CancelledException;
import java.util.Objects;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * The platform thread that drives a worker; the way back from running code to its worker, and the
 * meter that metered code on it counts down.
 *
 * <p>Code on a core asks for the carrier, never for the current thread: on a virtual-thread core
 * that is the core itself, and on a bare core the compiler may treat it as constant across a
 * suspension.
 *
 * <p>The meter is empty when a task is mounted. Its first charge brings it here, and its purse
 * lends something; whoever unmounts the task takes back what is left.
 */
@Seam("carriers are the threads that everything else runs on")
public final class Carrier extends Meter {
    private static final JavaLangAccess JLA = SharedSecrets.getJavaLangAccess();
    private static final int NOBODYS = 1 << 30;

    /**
     * However long the interval is: a few thousand methods that are left by an exception may each
     * book a lap before anybody looks, and the counter must not get around to being positive.
     */
    private static final int LONGEST_LAP = 1 << 16;

    /** Written by this thread only: the worker it is stepping. */
    @Nullable Processor processor;

    private @Nullable Lender lender; // whose money is in the meter
    private @Nullable Core stacked; // whose modelled stack is in the meter

    // ---- for guards: written by this thread and what is mounted on it, read by the monitor, too
    private long lentBytes; // of what is in the meter
    private long charged; // bytes, of tasks that were mounted here, but for what is in the meter
    private long forgiven; // bytes that tasks caused to be allocated and that are not theirs

    public Carrier(Runnable loop, String name) {
        super(loop, name);
        setDaemon(true);
    }

    /** The calling thread, if it is a carrier that drives nothing now; otherwise null. */
    public static @Nullable Carrier hostOrNull() {
        return Thread.currentThread() instanceof Carrier me && me.processor == null ? me : null;
    }

    /** True if the calling code runs on this carrier, itself or mounted. */
    public static boolean isCurrent(Carrier carrier) {
        return JLA.currentCarrierThread() == carrier;
    }

    /** Sets the worker that this thread, the caller, steps from now on. */
    public void drive(@Nullable Processor processor) {
        this.processor = processor;
        lap = processor == null ? LAP : Math.min(processor.interval, LONGEST_LAP);
    }

    /** The carrier under the calling code. */
    public static Carrier current() {
        if (JLA.currentCarrierThread() instanceof Carrier carrier) {
            return carrier;
        }
        throw new SchedulerBug("code of a core runs on a thread that is no carrier");
    }

    // ---- the meter; on this thread, or on a core that is mounted here

    /** Fills the meter. It holds what the last charges have overdrawn, as negative numbers. */
    public void lend(Lender from, int operations, long memory) {
        lender = from;
        ops += operations;
        lentBytes +=
                memory; // first: whoever looks in between sees too much charged, not too little
        bytes += memory;
    }

    /** Sets what may be counted before the next look. */
    public void refill(int operations) {
        ops = operations;
    }

    /** The worker that runs the task which calls. */
    public Processor driven() {
        return Objects.requireNonNull(processor);
    }

    /** Takes out of the count what was counted and will not be done. */
    public void giveBack(int operations, long memory) {
        ops += operations;
        bytes += memory;
    }

    /** Empties the meter into the purse of the task that is mounted, while it still is. */
    public static void takeBack() {
        Carrier here = current();
        if (here.stacked != null) {
            here.stacked.stackLeft = here.stack;
            here.stacked = null;
        }
        if (here.lender == null) {
            if (here.ops == 0 && here.bytes == 0) {
                return;
            }
            // If the JDK counts, too, most of it is the scheduler's own.
            Lender late = countsJdk() ? null : here.lenderOfRunning();
            if (late == null) {
                here.empty(); // what was counted is nobody's
                return;
            }
            late.ensureMeter();
        }
        Objects.requireNonNull(here.lender).settleMeter();
    }

    /** Before a task is mounted: what scheduler code has counted meanwhile is nobody's. */
    public static void reset(Core core) {
        Carrier here = current();
        here.empty();
        here.mounts++;
        here.stacked = core;
        here.stack = core.stackLeft;
    }

    /** How many rounds of loops there were since the last time. */
    public int takeRounds() {
        int taken = rounds;
        rounds = 0;
        return taken;
    }

    public void empty() {
        lender = null;
        ops = 0;
        rounds = 0;
        lentBytes = 0;
        bytes = 0;
    }

    // ---- what guards ask

    /** Notes that a task which is mounted here has paid for so many bytes. */
    public void noteCharged(long memory) {
        charged += memory;
    }

    /** The bytes that tasks have paid for here; any thread, as far as it can tell. */
    public long charged() {
        long lent = lentBytes;
        return charged + (lent == 0 ? 0 : Math.max(0, lent - bytes));
    }

    /** How often a task was mounted here; gets around. */
    public int mounts() {
        return mounts;
    }

    /** Bytes that were allocated here on behalf of tasks and that are not theirs. Any thread. */
    public long forgiven() {
        return forgiven;
    }

    @Override
    protected long allocatedByTask() {
        Processor p = processor;
        Readings from = p == null ? null : p.readings();
        return from == null ? 0 : from.allocatedBytes(this) - forgiven;
    }

    @Override
    protected void forgive(long allocated) {
        forgiven += allocated;
    }

    /** True if methods are active that take room on the modelled stack. */
    public boolean countsStack() {
        return stack != STACK;
    }

    public int opsLeft() {
        return ops;
    }

    public long bytesLeft() {
        return bytes;
    }

    @Override
    protected void ranOut(int operations, long memory) {
        Lender known = lender;
        if (known != null && bytes >= 0 && known.glance(this)) {
            return;
        }
        Lender purse = lenderOfRunning();
        if (purse == null) {
            ops = NOBODYS;
            bytes = Long.MAX_VALUE;
            return;
        }
        try {
            purse.ranOut(this, operations, memory);
        } catch (Throwable e) {
            throw signal(purse, e);
        }
    }

    @Override
    protected void payRarely(long operations, long memory, long syscalls) {
        Lender purse = lenderOfRunning();
        if (purse == null) {
            return;
        }
        try {
            purse.payRarely(operations, memory, syscalls);
        } catch (Throwable e) {
            throw signal(purse, e);
        }
    }

    /**
     * What a charge ends metered code with. Callers catch everything: code of C2 that was compiled
     * before anything was thrown has been seen to pass by a handler for the right type once, when
     * the class of what was thrown was first loaded to throw it.
     */
    private static Error signal(Lender purse, Throwable thrown) {
        return switch (thrown) {
            case CancelledException e -> purse.stop(e);
            case BudgetExhaustedException e -> purse.stop(e);
            case RuntimeException e -> throw e;
            case Error e -> e;
            default -> throw new SchedulerBug("a charge has thrown " + Foreign.inWords(thrown));
        };
    }

    /** Null if scheduler code has called woven code, which is nobody's work. */
    private @Nullable Lender lenderOfRunning() {
        Processor p = processor;
        Core core = p == null ? null : p.mounted;
        Job job = core == null ? null : core.job();
        return job == null ? null : job.lender();
    }
}
