package dev.stint.bench;

import dev.stint.bench.kernel.Spinner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/** Tenants that are executors of the JDK: virtual threads, or each a pool of threads. */
final class ThreadRivals implements Rivals {
    /** What the least weight is as a priority; those go from 1 to 10. */
    private static final int LOW = 3;

    private final AtomicBoolean isOver = new AtomicBoolean();
    private final List<ExecutorService> tenants = new ArrayList<>();
    private final List<Semaphore> bells = new ArrayList<>();
    private final IntFunction<ExecutorService> ofWeight;

    private ThreadRivals(IntFunction<ExecutorService> ofWeight) {
        this.ofWeight = ofWeight;
    }

    static ThreadRivals virtual() {
        return new ThreadRivals(_ -> Executors.newVirtualThreadPerTaskExecutor());
    }

    /** A pool for each, of as many threads as there are processors. */
    static ThreadRivals pools(int threads) {
        return new ThreadRivals(
                weight -> Executors.newFixedThreadPool(threads, run -> thread(run, weight)));
    }

    @SuppressWarnings("ThreadPriorityCheck") // it is what is measured
    private static Thread thread(Runnable run, int weight) {
        var thread = new Thread(run, "tenant of weight " + weight);
        thread.setDaemon(true);
        thread.setPriority(priority(weight));
        return thread;
    }

    /** The nearest that the JDK has to a weight. */
    static int priority(int weight) {
        return Math.clamp(LOW + weight - 1L, Thread.MIN_PRIORITY, Thread.MAX_PRIORITY);
    }

    @Override
    public Rival open(int weight, long slice) {
        ExecutorService tenant = ofWeight.apply(weight);
        tenants.add(tenant);
        return new Rival() {
            @Override
            public void spin(AtomicLong rounds) {
                tenant.execute(() -> new Spinner().accept(rounds, isOver));
            }

            @Override
            public Bell answerWith(Runnable answer) {
                var bell = new Semaphore(0);
                bells.add(bell);
                tenant.execute(() -> answer(bell, answer));
                return bell::release;
            }
        };
    }

    private void answer(Semaphore bell, Runnable answer) {
        while (true) {
            bell.acquireUninterruptibly();
            if (isOver.get()) {
                return;
            }
            answer.run();
        }
    }

    @Override
    public void close() {
        isOver.set(true);
        bells.forEach(Semaphore::release);
        tenants.forEach(ExecutorService::close);
    }
}
