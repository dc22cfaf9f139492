package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.ReentrantLock;

/** A thousand tasks block in calls of the JDK, on a single worker. */
public final class BlockingIsFine {
    private static final int TASKS = 1_000;

    private BlockingIsFine() {}

    public static void main(String[] args) throws InterruptedException {
        // tag::block
        var queue = new SynchronousQueue<Integer>();
        var lock = new ReentrantLock();
        var ready = new CountDownLatch(TASKS);
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1))) {
            List<Task<Integer>> takers = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
                takers.add(scheduler.root().spawn(() -> take(queue, lock, ready)));
            }
            ready.await(); // all have started: one worker, a thousand blocked calls
            scheduler.run(
                    () -> {
                        for (int i = 0; i < TASKS; i++) {
                            queue.put(i);
                        }
                    });
            long sum = 0;
            for (Task<Integer> taker : takers) {
                sum += taker.await();
            }
            System.out.println(TASKS + " tasks blocked and were released, sum " + sum);
        }
        // end::block
    }

    private static int take(BlockingQueue<Integer> queue, ReentrantLock lock, CountDownLatch ready)
            throws InterruptedException {
        ready.countDown();
        int taken = queue.take();
        lock.lock();
        try {
            Thread.sleep(0, 1_000);
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
