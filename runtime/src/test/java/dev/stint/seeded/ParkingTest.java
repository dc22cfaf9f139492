package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Spec 4, parking and unparking, under thousands of schedules: [FIBER:park_if] [FIBER:unpark]
 * [FIBER:set-flag-then-unpark] [FIBER:spurious-wake].
 */
class ParkingTest {
    private static final int SEEDS = 1000;

    @ParameterizedTest
    @EnumSource(Cores.class)
    void wake_anyOrderOfFlagAndPark_isNeverLost(Cores cores) {
        Replay.with(cores, 3)
                .seeds(
                        0,
                        SEEDS,
                        scheduler ->
                                scheduler.run(
                                        () -> {
                                            var node = Waits.newNode();
                                            scheduler
                                                    .root()
                                                    .spawn(
                                                            () -> {
                                                                Stint.yield();
                                                                assertThat(
                                                                                node.notifyWaiter(
                                                                                        WaitNode
                                                                                                .DATA))
                                                                        .isTrue();
                                                            });
                                            Stint.yield();
                                            assertThat(await(node)).isEqualTo(WaitNode.DATA);
                                        }));
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void unpark_manyTimes_runsTheTaskOnce(Cores cores) {
        Replay.with(cores, 4)
                .seeds(
                        0,
                        SEEDS,
                        scheduler -> {
                            int[] resumed = new int[1];
                            scheduler.run(() -> manyWakers(scheduler, resumed));
                            assertThat(resumed[0]).isOne();
                        });
    }

    private static void manyWakers(Scheduler scheduler, int[] resumed) throws Exception {
        WaitNode[] node = new WaitNode[1];
        Task<?> waiter =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    node[0] = Waits.newNode();
                                    await(node[0]);
                                    resumed[0]++;
                                });
        while (node[0] == null) {
            Stint.yield();
        }
        List<Task<?>> wakers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            wakers.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        node[0].claim(WaitNode.SIGNAL);
                                        node[0].wake();
                                        node[0].wake();
                                    }));
        }
        waiter.await();
        for (Task<?> waker : wakers) {
            waker.await();
        }
    }

    /**
     * An unpark of a task that is not parked leaves one permit: the next parkIf returns at once.
     */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void parkIf_afterUnpark_returnsOnceWithoutSleeping(Cores cores) {
        Replay.with(cores, 2)
                .seeds(
                        0,
                        200,
                        scheduler ->
                                scheduler.run(
                                        () -> {
                                            TaskImpl<?> me = TaskImpl.ensureCurrent("test");
                                            var never = Waits.newNode();
                                            me.unpark();
                                            me.unpark();
                                            Stint.yield(); // the permit outlives a yield
                                            TaskImpl.parkIf(never);
                                            assertThat(never.isWaiting()).isTrue();
                                            // consumed: only the claim ends the next one
                                            scheduler
                                                    .root()
                                                    .spawn(
                                                            () ->
                                                                    never.notifyWaiter(
                                                                            WaitNode.SIGNAL));
                                            assertThat(await(never)).isEqualTo(WaitNode.SIGNAL);
                                        }));
    }

    /**
     * Wakes for no reason are allowed: a waiter that looks again is not hurt by any number of them.
     */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void unpark_withoutClaim_isSpuriousAndHarmless(Cores cores) {
        Replay.with(cores, 3)
                .seeds(
                        0,
                        SEEDS,
                        scheduler ->
                                scheduler.run(
                                        () -> {
                                            TaskImpl<?> me = TaskImpl.ensureCurrent("test");
                                            var node = Waits.newNode();
                                            Task<?> nuisance =
                                                    scheduler
                                                            .root()
                                                            .spawn(
                                                                    () -> {
                                                                        for (int i = 0;
                                                                                i < 5;
                                                                                i++) {
                                                                            me.unpark();
                                                                            Stint.yield();
                                                                        }
                                                                    });
                                            scheduler
                                                    .root()
                                                    .spawn(
                                                            () -> {
                                                                nuisance.await();
                                                                node.notifyWaiter(WaitNode.DATA);
                                                            });
                                            assertThat(await(node)).isEqualTo(WaitNode.DATA);
                                        }));
    }

    /** A queue with many producers and consumers, built on nothing but wait nodes. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void waitQueue_manyOnBothSides_deliversEachItemOnce(Cores cores) {
        Replay.with(cores, 4)
                .seeds(
                        0,
                        SEEDS,
                        scheduler -> {
                            var queue = new WaitQueue();
                            int sum = scheduler.run(() -> produceAndConsume(scheduler, queue));
                            assertThat(sum).isEqualTo(3 * (0 + 1 + 2 + 3 + 4));
                        });
    }

    private static int produceAndConsume(Scheduler scheduler, WaitQueue queue) throws Exception {
        List<Task<Integer>> consumers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            consumers.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        int sum = 0;
                                        for (int k = 0; k < 5; k++) {
                                            sum += queue.take();
                                        }
                                        return sum;
                                    }));
        }
        for (int i = 0; i < 3; i++) {
            scheduler
                    .root()
                    .spawn(
                            () -> {
                                for (int k = 0; k < 5; k++) {
                                    queue.put(k);
                                    Stint.yield();
                                }
                            });
        }
        int sum = 0;
        for (Task<Integer> consumer : consumers) {
            sum += consumer.await();
        }
        return sum;
    }

    /** Under a seed tasks change hands only at suspension points, so plain collections will do. */
    private static final class WaitQueue {
        private final Queue<Integer> items = new ArrayDeque<>();
        private final Queue<WaitNode> waiting = new ArrayDeque<>();

        void put(int item) {
            items.add(item);
            WaitNode node = waiting.poll();
            if (node != null) {
                node.notifyWaiter(WaitNode.DATA);
            }
        }

        int take() throws InterruptedException {
            while (items.isEmpty()) {
                var node = Waits.newNode();
                waiting.add(node);
                await(node);
            }
            return items.remove();
        }
    }

    private static int await(WaitNode node) {
        return TaskImpl.ensureCurrent("wait").awaitNode(node, TimerHeap.NONE);
    }
}
