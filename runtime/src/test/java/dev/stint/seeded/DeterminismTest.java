package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.SideBySide;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.config.VictimStrategy;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** [SCHED:9.1.1] [SCHED:9.2.1] [SCHED:9.3.1] The same seed gives the same run. */
class DeterminismTest {
    private static final List<Priority> PRIORITIES = List.of(Priority.values());

    static Stream<Arguments> coresAndWorkers() {
        return Arrays.stream(Cores.values())
                .flatMap(c -> Stream.of(1, 2, 4, 16).map(w -> Arguments.of(c, w)));
    }

    @SideBySide
    @ParameterizedTest
    @MethodSource("coresAndWorkers")
    void traceHash_sameSeed_isEqual(Cores cores, int workers) {
        Set<Long> hashes = Replay.with(cores, workers).seeds(0, 1000, DeterminismTest::mixed);

        assertThat(hashes).as("distinct runs of 1000 seeds").hasSizeGreaterThan(990);
    }

    /** A bit of everything the runtime decides. */
    private static void mixed(Scheduler scheduler) throws Exception {
        int sum = scheduler.run(() -> sumOf(scheduler, 3));
        assertThat(sum).isEqualTo(1 + 4 + 16);
    }

    private static int sumOf(Scheduler scheduler, int depth) throws Exception {
        List<Task<Integer>> children = new ArrayList<>();
        for (int i = 0; depth > 1 && i < 4; i++) {
            int nth = i;
            var options = TaskOptions.defaults().withPriority(PRIORITIES.get(i % 3));
            children.add(scheduler.root().spawn(options, () -> child(scheduler, depth - 1, nth)));
        }
        int sum = 1;
        for (Task<Integer> child : children) {
            sum += child.await();
        }
        return sum;
    }

    private static int child(Scheduler scheduler, int depth, int nth) throws Exception {
        switch (nth) {
            case 0 -> Stint.yield();
            case 1 -> Stint.sleep(Duration.ofMillis(depth));
            case 2 -> Stint.checkpoint(250_000);
            default -> {}
        }
        return sumOf(scheduler, depth);
    }

    @SideBySide
    @ParameterizedTest
    @EnumSource(VictimStrategy.class)
    void traceHash_anyVictimStrategy_isEqual(VictimStrategy victims) {
        Replay.with(Cores.VIRTUAL, 5)
                .and(c -> c.withVictims(victims).withStealAttempts(2))
                .seeds(0, 100, DeterminismTest::mixed);
    }

    /**
     * Untimed blocking of java.util.concurrent between tasks is decided by the seed, too (R4). It
     * is for virtual cores: a bare one would block its carrier.
     */
    @SideBySide
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 16})
    void traceHash_blockingOfTheJdk_isEqual(int workers) {
        Replay.with(Cores.VIRTUAL, workers).seeds(0, 100, DeterminismTest::locksAndQueues);
    }

    private static void locksAndQueues(Scheduler scheduler) throws Exception {
        var lock = new ReentrantLock();
        var queue = new LinkedBlockingQueue<Integer>();
        int[] counter = new int[1];
        int total =
                scheduler.run(
                        () -> {
                            for (int i = 0; i < 8; i++) {
                                scheduler.root().spawn(() -> locked(lock, counter, queue));
                            }
                            int sum = 0;
                            for (int i = 0; i < 8; i++) {
                                sum += queue.take();
                            }
                            return sum;
                        });
        assertThat(total).isEqualTo(1 + 2 + 3 + 4 + 5 + 6 + 7 + 8);
    }

    private static void locked(
            ReentrantLock lock, int[] counter, LinkedBlockingQueue<Integer> queue)
            throws InterruptedException {
        lock.lock();
        try {
            Stint.yield(); // holding the lock, so that the others block on it
            queue.add(++counter[0]);
        } finally {
            lock.unlock();
        }
    }

    @SideBySide
    @ParameterizedTest
    @EnumSource(Cores.class)
    void traceHash_thousandTasksStealing_isEqual(Cores cores) {
        Replay.with(cores, 8)
                .seeds(
                        0,
                        20,
                        scheduler ->
                                scheduler.run(
                                        () -> {
                                            List<Task<?>> all = new ArrayList<>();
                                            for (int i = 0; i < 1000; i++) {
                                                all.add(
                                                        scheduler
                                                                .root()
                                                                .spawn(() -> Stint.yield()));
                                            }
                                            for (Task<?> task : all) {
                                                task.await();
                                            }
                                        }));
    }
}
