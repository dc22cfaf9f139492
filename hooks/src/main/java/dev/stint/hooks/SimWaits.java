package dev.stint.hooks;

import java.util.Date;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.TransferQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's waits with a timeout. In a simulation each is the same wait without one, which the
 * virtual clock ends; elsewhere it is the JDK's own.
 */
@SuppressWarnings({"WaitNotInLoop", "JavaUtilDate"}) // as the code that is woven has it
public final class SimWaits {
    /** That the time was up, where null is an answer. */
    private static final Object LATE = new Object();

    private SimWaits() {}

    /** Waits for something that is there or not there. */
    private static <E extends Exception> boolean happens(
            Simulation sim, long timeout, TimeUnit unit, Happening<E> wait)
            throws InterruptedException, E {
        return sim.within(
                unit.toNanos(timeout),
                () -> {
                    wait.await();
                    return true;
                },
                false);
    }

    /** Waits for an item; null if there came none. */
    private static @Nullable Object taken(
            Simulation sim,
            long timeout,
            TimeUnit unit,
            Simulation.Wait<Object, RuntimeException> wait)
            throws InterruptedException {
        Object got = sim.within(unit.toNanos(timeout), wait, LATE);
        return got == LATE ? null : got;
    }

    @FunctionalInterface
    private interface Happening<E extends Exception> {
        void await() throws InterruptedException, E;
    }

    // ---- locks

    public static boolean tryLock(Lock lock, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        return sim == null
                ? lock.tryLock(timeout, unit)
                : happens(sim, timeout, unit, lock::lockInterruptibly);
    }

    public static boolean await(Condition condition, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        return sim == null
                ? condition.await(timeout, unit)
                : happens(sim, timeout, unit, condition::await);
    }

    public static long awaitNanos(Condition condition, long nanos) throws InterruptedException {
        Simulation sim = SimHook.here();
        if (sim == null) {
            return condition.awaitNanos(nanos);
        }
        long deadline = sim.nanos() + nanos;
        happens(sim, nanos, TimeUnit.NANOSECONDS, condition::await);
        return deadline - sim.nanos();
    }

    public static boolean awaitUntil(Condition condition, Date deadline)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        return sim == null
                ? condition.awaitUntil(deadline)
                : happens(
                        sim,
                        SimTime.nanosUntil(deadline.getTime()),
                        TimeUnit.NANOSECONDS,
                        condition::await);
    }

    // ---- synchronizers

    public static boolean tryAcquire(Semaphore semaphore, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        return sim == null
                ? semaphore.tryAcquire(timeout, unit)
                : happens(sim, timeout, unit, semaphore::acquire);
    }

    public static boolean tryAcquire(Semaphore semaphore, int permits, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        return sim == null
                ? semaphore.tryAcquire(permits, timeout, unit)
                : happens(sim, timeout, unit, () -> semaphore.acquire(permits));
    }

    public static boolean await(CountDownLatch latch, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        return sim == null ? latch.await(timeout, unit) : happens(sim, timeout, unit, latch::await);
    }

    public static int await(CyclicBarrier barrier, long timeout, TimeUnit unit)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        Simulation sim = SimHook.here();
        if (sim == null) {
            return barrier.await(timeout, unit);
        }
        Object got =
                sim.<Object, BrokenBarrierException>within(
                        unit.toNanos(timeout), barrier::await, LATE);
        return (Integer) orLate(got, "barrier", timeout, unit);
    }

    public static int awaitAdvanceInterruptibly(
            Phaser phaser, int phase, long timeout, TimeUnit unit)
            throws InterruptedException, TimeoutException {
        Simulation sim = SimHook.here();
        if (sim == null) {
            return phaser.awaitAdvanceInterruptibly(phase, timeout, unit);
        }
        Object got =
                sim.<Object, RuntimeException>within(
                        unit.toNanos(timeout), () -> phaser.awaitAdvanceInterruptibly(phase), LATE);
        return (Integer) orLate(got, "phaser", timeout, unit);
    }

    @SuppressWarnings("unchecked") // one exchanger, one type
    public static @Nullable Object exchange(
            Exchanger<?> exchanger, @Nullable Object mine, long timeout, TimeUnit unit)
            throws InterruptedException, TimeoutException {
        Simulation sim = SimHook.here();
        var any = (Exchanger<@Nullable Object>) exchanger;
        if (sim == null) {
            return any.exchange(mine, timeout, unit);
        }
        Object got =
                sim.<@Nullable Object, RuntimeException>within(
                        unit.toNanos(timeout), () -> any.exchange(mine), LATE);
        return orLate(got, "exchanger", timeout, unit);
    }

    public static @Nullable Object get(Future<?> future, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        Simulation sim = SimHook.here();
        if (sim == null) {
            return future.get(timeout, unit);
        }
        Object got =
                sim.<@Nullable Object, ExecutionException>within(
                        unit.toNanos(timeout), future::get, LATE);
        return orLate(got, "future", timeout, unit);
    }

    @SuppressWarnings("NullAway") // null is passed on as it came
    private static Object orLate(@Nullable Object got, String what, long timeout, TimeUnit unit)
            throws TimeoutException {
        if (got == LATE) {
            throw new TimeoutException("the " + what + " took longer than " + timeout + " " + unit);
        }
        return got;
    }

    // ---- queues

    public static @Nullable Object poll(BlockingQueue<?> queue, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        return sim == null ? queue.poll(timeout, unit) : taken(sim, timeout, unit, queue::take);
    }

    @SuppressWarnings("unchecked") // one queue, one type
    public static boolean offer(BlockingQueue<?> queue, Object item, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        var any = (BlockingQueue<Object>) queue;
        return sim == null
                ? any.offer(item, timeout, unit)
                : happens(sim, timeout, unit, () -> any.put(item));
    }

    public static @Nullable Object pollFirst(BlockingDeque<?> queue, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        return sim == null
                ? queue.pollFirst(timeout, unit)
                : taken(sim, timeout, unit, queue::takeFirst);
    }

    public static @Nullable Object pollLast(BlockingDeque<?> queue, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        return sim == null
                ? queue.pollLast(timeout, unit)
                : taken(sim, timeout, unit, queue::takeLast);
    }

    @SuppressWarnings("unchecked") // one queue, one type
    public static boolean offerFirst(
            BlockingDeque<?> queue, Object item, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        var any = (BlockingDeque<Object>) queue;
        return sim == null
                ? any.offerFirst(item, timeout, unit)
                : happens(sim, timeout, unit, () -> any.putFirst(item));
    }

    @SuppressWarnings("unchecked") // one queue, one type
    public static boolean offerLast(
            BlockingDeque<?> queue, Object item, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        var any = (BlockingDeque<Object>) queue;
        return sim == null
                ? any.offerLast(item, timeout, unit)
                : happens(sim, timeout, unit, () -> any.putLast(item));
    }

    @SuppressWarnings("unchecked") // one queue, one type
    public static boolean tryTransfer(
            TransferQueue<?> queue, Object item, long timeout, TimeUnit unit)
            throws InterruptedException {
        Simulation sim = SimHook.here();
        var any = (TransferQueue<Object>) queue;
        return sim == null
                ? any.tryTransfer(item, timeout, unit)
                : happens(sim, timeout, unit, () -> any.transfer(item));
    }
}
