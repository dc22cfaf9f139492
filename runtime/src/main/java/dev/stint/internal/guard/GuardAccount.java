package dev.stint.internal.guard;

import dev.stint.budget.Budget;
import dev.stint.error.GuardExceededException;
import dev.stint.guard.Guard;
import dev.stint.guard.GuardReading;
import dev.stint.guard.KeptHeap;
import dev.stint.guard.Limits;
import dev.stint.internal.SchedulerBug;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The guard account of a tenant: what it was seen to use, what of that was charged, and what it may
 * use beyond. Any thread, but for what is the monitor's.
 *
 * <p>Bytes are summed over the whole life of the tenant: a charge comes before the allocation, and
 * the two may fall into different stays on a worker. So what is charged too much pays for what is
 * charged too little; all that was allocated is never more than all that was charged and the
 * allowance.
 */
public final class GuardAccount {
    private final String tenant;
    private final Limits limits;
    private final long timeAllowance;
    private final AtomicLong memoryGranted = new AtomicLong();
    private final AtomicLong allocated = new AtomicLong();
    private final AtomicLong charged = new AtomicLong();
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong files = new AtomicLong();
    private final AtomicLong sockets = new AtomicLong();
    private final AtomicLong output = new AtomicLong();
    private final @Nullable HeapAccount heap; // null if it may keep whatever it likes
    private final AtomicBoolean noted = new AtomicBoolean(); // for the monitor's next look
    private volatile @Nullable GuardExceededException stopped; // written once, under the monitor

    // ---- the monitor's: what carriers have used since they last reported
    private long restAllocated;
    private long restCharged;
    private long restNanos;
    private int looksOver;

    public GuardAccount(String tenant, Limits limits) {
        this.tenant = tenant;
        this.limits = limits;
        this.heap = limits.heap().map(HeapAccount::new).orElse(null);
        this.timeAllowance =
                limits.processorTime().map(GuardAccount::nanosOf).orElse(Limits.UNLIMITED);
    }

    /** Its budget has grown, and with it what it may use, if that follows the budget. */
    public void granted(long memory) {
        memoryGranted.accumulateAndGet(memory, GuardAccount::sum);
    }

    private static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Budget.MOST : sum;
    }

    private long memoryAllowance() {
        if (limits.unchargedMemory().isPresent()) {
            return limits.unchargedMemory().getAsLong();
        }
        long budget = memoryGranted.get();
        return budget == Budget.MOST ? Limits.UNLIMITED : Math.max(Limits.LEAST_UNCHARGED, budget);
    }

    private static long nanosOf(Duration time) {
        try {
            return time.toNanos();
        } catch (ArithmeticException e) {
            return Limits.UNLIMITED;
        }
    }

    // ---- what is measured

    /**
     * A stay on a worker is over.
     *
     * @param own what the runtime allocates for such a stay, at most: so much is not the tenant's.
     *     It is no credit: what of it was not used is gone
     */
    public void add(long bytes, long paid, long own, long processorNanos) {
        long ours = Math.max(0, Math.min(own, bytes - paid));
        charged.addAndGet(paid + ours);
        allocated.addAndGet(bytes);
        nanos.addAndGet(processorNanos);
    }

    /**
     * True for who has to tell the monitor that something was added. After that: pairs with the
     * look, which comes after the note is taken back.
     */
    public boolean note() {
        return !noted.get() && noted.compareAndSet(false, true);
    }

    /** The monitor begins a look, and with it takes the note back. */
    public void beginLook() {
        noted.set(false);
        restAllocated = 0;
        restCharged = 0;
        restNanos = 0;
    }

    /** A stay that goes on, as far as the monitor can tell. */
    public void addForLook(long bytes, long paid, long own, long processorNanos) {
        restAllocated += bytes;
        restCharged += paid + Math.max(0, Math.min(own, bytes - paid));
        restNanos += processorNanos;
    }

    /**
     * The guard that finds it over its allowance, or null. In two looks in a row: what is read of a
     * thread that runs on may not belong together.
     */
    public @Nullable GuardReading endLook() {
        long unpaid = allocated.get() + restAllocated - charged.get() - restCharged;
        boolean isMemory = unpaid > memoryAllowance();
        if (!isMemory && nanos.get() + restNanos <= timeAllowance) {
            looksOver = 0;
            return null;
        }
        looksOver++;
        return looksOver < 2 ? null : isMemory ? memory(restAllocated, restCharged) : time();
    }

    /** True if the last look found it over its allowance. */
    public boolean isOver() {
        return looksOver > 0;
    }

    private GuardReading memory(long moreAllocated, long moreCharged) {
        return new GuardReading(
                Guard.MEMORY,
                allocated.get() + moreAllocated,
                charged.get() + moreCharged,
                memoryAllowance());
    }

    private GuardReading time() {
        return new GuardReading(Guard.PROCESSOR_TIME, nanos.get() + restNanos, 0, timeAllowance);
    }

    /** Notes what the tenant is stopped with; false if it was stopped before. */
    public synchronized boolean stop(GuardExceededException why) {
        if (stopped != null) {
            return false;
        }
        stopped = why;
        return true;
    }

    public @Nullable GuardExceededException stopped() {
        return stopped;
    }

    // ---- what is estimated

    /** What it keeps alive; null if it may keep whatever it likes. */
    public @Nullable HeapAccount heap() {
        return heap;
    }

    /** What marks its allocations; 0 if nobody watches what it keeps. */
    public long heapNumber() {
        return heap == null ? 0 : heap.number();
    }

    /** What it keeps now, by estimate and class; null if nobody watches it. */
    public @Nullable KeptHeap keptByClass() {
        return heap == null ? null : heap.keptByClass();
    }

    /** It is about to be forgotten: what it has left behind is nobody's. Any number of times. */
    public void unwatch() {
        if (heap != null) {
            heap.unwatch();
        }
    }

    // ---- what is counted

    /** Counts so many more, or throws that it would be too many; then nothing is counted. */
    public void count(Guard guard, long more, String who, String tried) {
        AtomicLong counter = counter(guard);
        long now = counter.addAndGet(more);
        GuardReading reading = new GuardReading(guard, now, 0, most(guard));
        if (reading.isExceeded()) {
            counter.addAndGet(-more);
            throw new GuardExceededException(tenant, who, tried, reading);
        }
    }

    /** Takes one out of the count. */
    public void uncount(Guard guard) {
        counter(guard).decrementAndGet();
    }

    private AtomicLong counter(Guard guard) {
        return switch (guard) {
            case MEMORY -> allocated;
            case PROCESSOR_TIME -> nanos;
            case FILES -> files;
            case SOCKETS -> sockets;
            case OUTPUT -> output;
            case HEAP -> throw new SchedulerBug("what a tenant keeps alive is not counted");
        };
    }

    private long most(Guard guard) {
        return switch (guard) {
            case MEMORY -> memoryAllowance();
            case PROCESSOR_TIME -> timeAllowance;
            case FILES -> limits.files();
            case SOCKETS -> limits.sockets();
            case OUTPUT -> limits.output();
            case HEAP -> heap == null ? Limits.UNLIMITED : heap.limit().bytes();
        };
    }

    /** What all guards show; what it keeps alive only where that is watched. */
    public List<GuardReading> readings() {
        List<GuardReading> all = new ArrayList<>();
        for (Guard guard : Guard.values()) {
            GuardReading shown = reading(guard);
            if (shown != null) {
                all.add(shown);
            }
        }
        return List.copyOf(all);
    }

    private @Nullable GuardReading reading(Guard guard) {
        return switch (guard) {
            case MEMORY -> memory(0, 0);
            case HEAP -> {
                KeptHeap now = heap == null ? null : heap.kept();
                yield heap == null || now == null ? null : heap.reading(now);
            }
            case PROCESSOR_TIME, FILES, SOCKETS, OUTPUT ->
                    new GuardReading(guard, counter(guard).get(), 0, most(guard));
        };
    }
}
