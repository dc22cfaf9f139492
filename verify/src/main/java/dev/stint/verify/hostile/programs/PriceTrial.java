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

    private static final int FRESH = 3;
    private static final int FRESH_IF_SLOW = 40;
    private static final int LEAST_CALLS = 4;
    private static final int MOST_CALLS = 1 << 14;
    private static final long ENOUGH_NANOS = 3_000_000;
    private static final long ENOUGH_IF_SLOW_NANOS = 400_000_000;

    private final Method prepare;
    private final Method calls;
    private final long[] threads = ManagementFactory.getThreadMXBean().getAllThreadIds();
    private volatile @Nullable Reading fresh;
    private volatile @Nullable Reading many;
    private volatile boolean hasReturned;

    PriceTrial(Class<?> program) {
        try {
            prepare = program.getMethod("prepare0");
            calls = program.getMethod("calls0", int.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a program without a method to measure", e);
        }
    }

    /** What so many calls took, allocated and paid. */
    record Reading(int calls, long nanos, long bytes, long ops, long memory) {
        double nanosAnOp() {
            return (double) nanos / Math.max(1, ops);
        }

        boolean isSlow() {
            return nanos > UNNOTICED_NANOS && nanosAnOp() > MOST_NANOS_AN_OP;
        }

        boolean isHeavy() {
            long unnoticed = UNNOTICED_BYTES + UNNOTICED_BYTES_A_CALL * calls;
            return bytes > unnoticed + MOST_BYTES_A_BYTE * memory;
        }
    }

    /**
     * What came of it.
     *
     * @param fresh the cheapest call with fresh values; null if there was none
     * @param many the last series of calls; null if there was none
     * @param hasReturned whether a call has returned, and not thrown
     * @param end how the task ended, in a word; null if it never did
     */
    record Result(
            @Nullable Reading fresh,
            @Nullable Reading many,
            boolean hasReturned,
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
        return new Result(fresh, many, hasReturned, end);
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
            prepare.invoke(null);
            Reading reading = measure(1);
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
            many = reading;
            spent += reading.nanos();
            boolean isOdd = reading.isSlow() || reading.isHeavy();
            if (n >= LEAST_CALLS && spent > (isOdd ? ENOUGH_IF_SLOW_NANOS : ENOUGH_NANOS)) {
                return;
            }
        }
    }

    private Reading measure(int n) throws ReflectiveOperationException, InterruptedException {
        Usage idle = idle();
        Budget left = Stint.budgetLeft();
        Usage before = Usage.of(threads);
        int returned = (int) calls.invoke(null, n);
        Usage used = Usage.of(threads).since(before);
        Budget now = Stint.budgetLeft();
        Stint.checkpoint(); // what has run out of its budget was not measured
        if (returned > 0) {
            hasReturned = true;
        }
        return new Reading(
                n,
                Math.max(0, used.nanos() - idle.nanos()),
                Math.max(0, used.bytes() - idle.bytes()),
                left.ops() - now.ops(),
                left.memory() - now.memory());
    }

    /** What it takes to look. */
    private Usage idle() throws ReflectiveOperationException {
        Usage before = Usage.of(threads);
        calls.invoke(null, 0);
        return Usage.of(threads).since(before);
    }
}
