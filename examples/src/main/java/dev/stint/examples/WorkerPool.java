package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/** A bounded pool: a few workers, many jobs, never more at once than there are workers. */
public final class WorkerPool {
    private static final int WORKERS = 3;
    private static final int JOBS = 20;

    private WorkerPool() {}

    public static void main(String[] args) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            int atOnce = scheduler.<Integer>run(WorkerPool::work);
            System.out.println(JOBS + " jobs done, at most " + atOnce + " at once");
        }
    }

    // tag::pool
    static int work() throws InterruptedException {
        Queue<Integer> jobs = new ArrayDeque<>();
        for (int job = 0; job < JOBS; job++) {
            jobs.add(job);
        }
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        Stint.runInNursery(
                n -> n.withName("pool"),
                nursery -> {
                    for (int w = 0; w < WORKERS; w++) {
                        nursery.spawn(
                                "worker " + w,
                                () -> {
                                    while (jobs.poll() != null) { // one worker: no lock needed
                                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                                        Stint.sleep(Duration.ofMillis(10));
                                        running.decrementAndGet();
                                    }
                                });
                    }
                }); // throws if a job failed; the other workers are cancelled first
        return most.get();
    }
    // end::pool
}
