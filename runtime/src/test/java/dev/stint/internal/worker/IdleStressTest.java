package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Together;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Idle and Sleeper on real threads, with the queues reduced to one: no item is left while a worker
 * sleeps. A lost wake leaves the pusher waiting for ever, which fails the test. [SCHED:6.3.1]
 */
class IdleStressTest {
    private final Idle idle = new Idle();
    private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger consumed = new AtomicInteger();
    private final AtomicInteger parks = new AtomicInteger();
    private volatile boolean stopped;

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "1, 2", "2, 2", "3, 2", "1, 3"})
    void push_againstWorkersFallingAsleep_noItemIsLeft(int workers, int pushers) {
        int rounds = 40_000 / pushers;
        var threads = new AtomicReferenceArray<@Nullable Thread>(workers);
        var sleepers = new Sleeper[workers];
        Arrays.setAll(sleepers, i -> new Sleeper(idle, () -> LockSupport.unpark(threads.get(i))));
        var pushed = new AtomicInteger();
        var pushing = new AtomicInteger(pushers);
        List<Together.Piece> pieces = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            int id = w;
            pieces.add(
                    () -> {
                        threads.set(id, Thread.currentThread());
                        work(sleepers, id);
                    });
        }
        for (int p = 0; p < pushers; p++) {
            int seed = p;
            pieces.add(
                    () -> {
                        pushInBursts(sleepers, rounds, seed, pushed);
                        if (pushing.decrementAndGet() == 0) {
                            stop(sleepers);
                        }
                    });
        }

        Together.run(pieces);

        assertThat(consumed.get()).isEqualTo(pushed.get());
        assertThat(idle.sleepers()).as("sleepers").isZero();
        assertThat(idle.searching()).as("searching").isZero();
        assertThat(parks.get()).as("parks").isPositive();
    }

    private void pushInBursts(Sleeper[] sleepers, int rounds, int seed, AtomicInteger pushed)
            throws InterruptedException {
        var random = new SplittableRandom(seed);
        for (int round = 0; round < rounds; round++) {
            int burst = 1 + random.nextInt(3);
            for (int i = 0; i < burst; i++) {
                pushed.incrementAndGet();
                queue.add(i);
                VarHandle.fullFence();
                if (idle.shouldWake()) {
                    idle.wakeOne(() -> sleepers);
                }
            }
            int target = random.nextInt(4) == 0 ? 0 : pushed.get(); // or do not wait at all
            while (consumed.get() < target) {
                Together.breathe();
            }
            for (int pause = random.nextInt(400); pause > 0; pause--) {
                Thread.onSpinWait(); // long enough, sometimes, for a worker to fall asleep
            }
        }
        while (!queue.isEmpty()) {
            Together.breathe();
        }
    }

    /** The steps of a worker: look, search, lie down, look again, sleep. */
    private void work(Sleeper[] sleepers, int id) throws InterruptedException {
        Sleeper me = sleepers[id];
        int round = 0;
        while (true) {
            Integer item = queue.poll();
            if (item != null) {
                if (me.endSearch() && !queue.isEmpty()) {
                    idle.wakeOne(() -> sleepers);
                }
                consumed.incrementAndGet();
                round = 0;
                continue;
            }
            if (stopped) {
                me.endSearch();
                return;
            }
            me.beginSearch();
            if (queue.isEmpty()) {
                me.lieDown();
                if (queue.isEmpty() && !stopped) {
                    rest(me, round++);
                }
                me.getUp();
            }
        }
    }

    /** As production does it: a few short rests that end by themselves, then for ever. */
    private void rest(Sleeper me, int round) throws InterruptedException {
        if (round < 3) {
            for (int i = 0; i < 20 << round && me.isAsleep(); i++) {
                Thread.onSpinWait();
            }
            return;
        }
        while (me.isAsleep()) {
            parks.incrementAndGet();
            LockSupport.park(this);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private void stop(Sleeper[] sleepers) {
        stopped = true;
        for (Sleeper sleeper : sleepers) {
            sleeper.wake();
        }
    }
}
