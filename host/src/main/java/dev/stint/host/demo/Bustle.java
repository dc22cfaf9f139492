package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.env.Xoshiro256;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A steady stream of small tasks that do everything a task may do: spawn, yield, sleep, wait for
 * each other, and block on locks, monitors, latches and queues of the JDK.
 *
 * <p>Everything is counted twice or more, by different means, so that a lost or doubled task shows:
 * each spawn and each end as it happens, each task in its parent's result, each turn in a counter
 * that only a lock or a monitor protects, each message by its sender and its receiver.
 */
final class Bustle {
    private static final int STREAMS_PER_WORKER = 24;
    private static final int MESSAGES = 6;
    private static final int KINDS = 6;
    private static final long WAIT_SECONDS = 30;

    private final Scheduler scheduler;
    private final long seed;
    private final LongAdder spawned = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder lockTurns = new LongAdder();
    private final LongAdder monitorTurns = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final Lock lock = new ReentrantLock();
    private final Object monitor = new Object();
    private long underLock; // guarded by lock
    private long underMonitor; // guarded by monitor

    Bustle(Scheduler scheduler, long seed) {
        this.scheduler = scheduler;
        this.seed = seed;
    }

    /** Starts it; the value of the task is the number of all tasks there were. */
    Task<Long> begin(Duration duration) {
        int streams = STREAMS_PER_WORKER * scheduler.config().workers();
        return start(
                "bustle",
                () -> {
                    long until = Stint.nanoTime() + duration.toNanos();
                    List<Task<Long>> all = new ArrayList<>();
                    for (int i = 0; i < streams; i++) {
                        var chance = new Xoshiro256(seed + i);
                        all.add(start("stream", () -> stream(chance, until)));
                    }
                    return 1 + sum(all);
                });
    }

    /** Checks every count against the others. Only when all has ended. */
    void check(Findings findings, long total, long finishedByScheduler) {
        findings.number("tasks", total);
        findings.number("messages", sent.sum());
        findings.number("lockTurns", lockTurns.sum());
        findings.number("monitorTurns", monitorTurns.sum());
        findings.expect(total > 1, "no task was spawned");
        findings.expectEqual("tasks spawned", spawned.sum(), total);
        findings.expectEqual("tasks ended", ended.sum(), total);
        findings.expectEqual("tasks the scheduler finished", finishedByScheduler, total);
        findings.expectEqual("messages received", received.sum(), sent.sum());
        findings.expectEqual("turns under the lock", underLock, lockTurns.sum());
        findings.expectEqual("turns in the monitor", underMonitor, monitorTurns.sum());
    }

    private Task<Long> start(String name, Callable<Long> body) {
        spawned.increment();
        return scheduler
                .root()
                .spawn(
                        name,
                        () -> {
                            try {
                                return body.call();
                            } finally {
                                ended.increment();
                            }
                        });
    }

    private static long sum(List<Task<Long>> tasks) throws InterruptedException {
        long total = 0;
        for (Task<Long> task : tasks) {
            total += task.await();
        }
        return total;
    }

    private long stream(Xoshiro256 chance, long until) throws InterruptedException {
        long total = 1;
        while (Stint.nanoTime() < until) {
            int size = 1 + chance.nextInt(8);
            total +=
                    switch (chance.nextInt(KINDS)) {
                        case 0 -> sum(several(size, "fan", this::yieldOnce));
                        case 1 -> start("chain", () -> chain(size)).await();
                        case 2 -> start("nap", () -> nap(size)).await();
                        case 3 -> sum(several(size, "lock", this::lockTurn));
                        case 4 -> sum(several(size, "monitor", this::monitorTurn));
                        default -> conversation();
                    };
        }
        return total;
    }

    private List<Task<Long>> several(int count, String name, Callable<Long> body) {
        List<Task<Long>> tasks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            tasks.add(start(name, body));
        }
        return tasks;
    }

    private long yieldOnce() throws InterruptedException {
        Stint.yield();
        return 1;
    }

    private long chain(int links) throws InterruptedException {
        return links == 1 ? 1 : 1 + start("chain", () -> chain(links - 1)).await();
    }

    private long nap(int size) throws InterruptedException {
        Stint.sleep(Duration.ofNanos(size * 100_000L));
        return 1;
    }

    private long lockTurn() throws InterruptedException {
        lockTurns.increment();
        lock.lock();
        try {
            long seen = underLock;
            Stint.yield(); // somebody else runs now, and must not get in
            underLock = seen + 1;
        } finally {
            lock.unlock();
        }
        return 1;
    }

    private long monitorTurn() {
        monitorTurns.increment();
        synchronized (monitor) {
            underMonitor++;
        }
        return 1;
    }

    /** A sender and a receiver with a queue that holds one message, and a latch for the end. */
    private long conversation() throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        var over = new CountDownLatch(2);
        var sender = start("send", () -> send(queue, over));
        var receiver = start("receive", () -> receive(queue, over));
        if (!over.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("a conversation did not end");
        }
        return sender.await() + receiver.await();
    }

    private long send(BlockingQueue<Integer> queue, CountDownLatch over)
            throws InterruptedException {
        for (int i = 0; i < MESSAGES; i++) {
            queue.put(i);
            sent.increment();
        }
        over.countDown();
        return 1;
    }

    private long receive(BlockingQueue<Integer> queue, CountDownLatch over)
            throws InterruptedException {
        for (int i = 0; i < MESSAGES; i++) {
            int message = queue.take();
            if (message != i) {
                throw new IllegalStateException("message " + message + " came in place of " + i);
            }
            received.increment();
        }
        over.countDown();
        return 1;
    }
}
