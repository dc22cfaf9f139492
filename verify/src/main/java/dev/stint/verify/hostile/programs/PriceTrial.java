package dev.stint.verify.hostile.programs;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import dev.stint.verify.hostile.Usage;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One member, called with the values of one class file in a task of its own, again and again, and
 * what that took, allocated and paid each time.
 *
 * <p>It is called in two ways: once with values that are fresh, for what can be called but once, as
 * a stream; and more and more often with the same ones, because what is small shows only then.
 */
final class PriceTrial {
    static final double MOST_NANOS_AN_OP = 1_000;
    static final long MOST_BYTES_A_BYTE = 2;

    /** A view, an iterator or a number, of each call. */
    static final long UNNOTICED_BYTES_A_CALL = 192;

    /**
     * A look at the stack copies it, and comes after 65,536 operations: a few KB of it, or all that
     * a task may have.
     */
    static final long BYTES_OF_A_LOOK = 8 << 10;

    static final long BYTES_OF_A_DEEP_LOOK = 3 << 19;
    static final long OPS_OF_A_LOOK = 1 << 16;

    /** Of all calls together: a buffer that is made at the first of them, and kept. */
    static final long UNNOTICED_BYTES = 20 << 10;

    /**
     * Below this it is not a large call, and what it takes is the interpreter's and the clock's.
     */
    static final long UNNOTICED_NANOS = 1_000_000;

    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(8);
    private static final Budget BUDGET = new Budget(1L << 31, 1L << 31, 1_000, 100_000, 100_000);
    private static final Budget EACH = new Budget(200_000_000, 512L << 20, 100, 100_000, 100_000);

    /** Of a hundred nanoseconds that pass one is the scheduler's, whatever the task does. */
    private static final long PASSING = 100;

    /** With less left than this, a call may have failed because it could not pay. */
    private static final long SCARCE_OPS = 2 << 20;

    private static final long SCARCE_BYTES = 64 << 20;

    private static final int FRESH = 3;
    private static final int FRESH_IF_SLOW = 40;
    private static final int LEAST_CALLS = 4;
    private static final int MOST_CALLS = 1 << 14;
    private static final long ENOUGH_NANOS = 3_000_000;
    private static final long ENOUGH_IF_SLOW_NANOS = 400_000_000;

    private final Method prepare;
    private final Method calls;
    private final long look;
    private final long[] threads = ManagementFactory.getThreadMXBean().getAllThreadIds();
    private volatile @Nullable Reading fresh;
    private volatile @Nullable Reading many;
    private volatile boolean hasReturned;
    private volatile boolean hasValues;

    /**
     * A trial.
     *
     * @param isDeep whether its stack may get deep
     */
    PriceTrial(Class<?> program, boolean isDeep) {
        look = isDeep ? BYTES_OF_A_DEEP_LOOK : BYTES_OF_A_LOOK;
        try {
            prepare = program.getMethod("prepare0");
            calls = program.getMethod("calls0", int.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a program without a method to measure", e);
        }
    }

    /** What so many calls took, allocated and paid, and what a look at the stack allocates. */
    record Reading(int calls, long nanos, long bytes, long ops, long memory, long look) {
        double nanosAnOp() {
            return (double) nanos / Math.max(1, ops);
        }

        boolean isSlow() {
            return nanos > UNNOTICED_NANOS && nanosAnOp() > MOST_NANOS_AN_OP;
        }

        boolean isHeavy() {
            long unnoticed =
                    UNNOTICED_BYTES + UNNOTICED_BYTES_A_CALL * calls + ops * look / OPS_OF_A_LOOK;
            return bytes > unnoticed + MOST_BYTES_A_BYTE * memory;
        }

        /**
         * With what its values have allocated and paid when they were made: what grows by doubling
         * pays for it little by little.
         */
        Reading with(Reading values) {
            return new Reading(
                    calls,
                    nanos + values.nanos,
                    bytes + values.bytes,
                    ops + values.ops,
                    memory + values.memory,
                    look);
        }
    }

    /**
     * What came of it.
     *
     * @param fresh the cheapest call with fresh values; null if there was none
     * @param many the last series of calls; null if there was none
     * @param hasReturned whether a call has returned, and not thrown
     * @param hasValues whether its values could be made
     * @param end how the task ended, in a word; null if it never did
     */
    record Result(
            @Nullable Reading fresh,
            @Nullable Reading many,
            boolean hasReturned,
            boolean hasValues,
            @Nullable String end) {}

    Result run(Scheduler scheduler) throws InterruptedException {
        Tenant tenant = scheduler.openTenant(t -> t.withName("audited").withBudget(BUDGET));
        Nursery nursery =
                tenant.nursery(
                        n ->
                                n.withDeadline(DEADLINE)
                                        .withBudget(BUDGET)
                                        .withChildBudget(EACH)
                                        .withOnExhaustion(OnExhaustion.FAIL)
                                        .withCancelOnError(false));
        Task<?> task = nursery.spawn("audited", () -> measure());
        Optional<? extends Outcome<?>> outcome = task.awaitOutcome(DEADLINE.plus(PATIENCE));
        var closer = new Thread(tenant::close, "closes the audited");
        closer.setDaemon(true);
        closer.start();
        boolean isClosed = closer.join(PATIENCE);
        String end = outcome.isPresent() && isClosed ? Attack.inAWord(outcome.get()) : null;
        return new Result(fresh, many, hasReturned, hasValues, end);
    }

    private @Nullable Object measure() throws Exception {
        try {
            measureFresh();
            measureMany();
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    private void measureFresh() throws ReflectiveOperationException, InterruptedException {
        Reading least = null;
        for (int i = 0; i < FRESH || (i < FRESH_IF_SLOW && least != null && least.isSlow()); i++) {
            Reading values = measure(1, this::prepare);
            Reading reading = values == null ? null : measure(1);
            if (values == null || reading == null) {
                return;
            }
            if (reading.isHeavy() || reading.isSlow()) {
                reading = reading.with(values);
            }
            // The first loads classes and links: that is done once in a JVM.
            if (i > 0) {
                least = least == null ? reading : leastOf(least, reading);
                fresh = least;
            }
        }
    }

    private static Reading leastOf(Reading one, Reading other) {
        return one.isHeavy() == other.isHeavy()
                ? other.nanosAnOp() < one.nanosAnOp() ? other : one
                : one.isHeavy() ? other : one;
    }

    private void measureMany() throws ReflectiveOperationException, InterruptedException {
        prepare.invoke(null);
        long spent = 0;
        for (int n = 1; n <= MOST_CALLS; n *= 2) {
            Reading reading = measure(n);
            if (reading == null) {
                return;
            }
            many = reading;
            spent += reading.nanos();
            boolean isOdd = reading.isSlow() || reading.isHeavy();
            if (n >= LEAST_CALLS && spent > (isOdd ? ENOUGH_IF_SLOW_NANOS : ENOUGH_NANOS)) {
                return;
            }
        }
    }

    private @Nullable Reading measure(int n)
            throws ReflectiveOperationException, InterruptedException {
        return measure(
                n,
                () -> {
                    if ((int) calls.invoke(null, n) > 0) {
                        hasReturned = true;
                    }
                });
    }

    private void prepare() throws ReflectiveOperationException {
        prepare.invoke(null);
        hasValues = true;
    }

    /** Something that a tenant's code does. */
    @FunctionalInterface
    private interface Work {
        void run() throws ReflectiveOperationException;
    }

    /** Null if it has run out of its budget, and was not measured. */
    private @Nullable Reading measure(int n, Work work)
            throws ReflectiveOperationException, InterruptedException {
        Usage idle = idle();
        Budget left = Stint.budgetLeft();
        long begun = System.nanoTime();
        Usage before = Usage.of(threads);
        work.run();
        Usage used = Usage.of(threads).since(before);
        long passing = (System.nanoTime() - begun) / PASSING;
        Budget now = Stint.budgetLeft();
        Stint.checkpoint();
        if (now.ops() < SCARCE_OPS || now.memory() < SCARCE_BYTES) {
            return null;
        }
        return new Reading(
                n,
                Math.max(0, used.nanos() - idle.nanos() - passing),
                Math.max(0, used.bytes() - idle.bytes()),
                left.ops() - now.ops(),
                left.memory() - now.memory(),
                look);
    }

    /** What it takes to look. */
    private Usage idle() throws ReflectiveOperationException {
        Usage before = Usage.of(threads);
        calls.invoke(null, 0);
        return Usage.of(threads).since(before);
    }
}
