package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.env.Faults;
import dev.stint.event.Event;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [SCHED:14.1.1] WorkerPanicException: a worker killed by an Error is restarted and nothing is
 * lost, whatever it was doing. Every fault point of a run is tried, one after the other.
 */
class WorkerDeathTest {
    /** Kills at the n-th point reached, and at none if n is negative. */
    private static final class KillAt implements Faults {
        private final int nth;
        private final Set<Point> seen = EnumSet.noneOf(Point.class);
        private int reached;

        KillAt(int nth) {
            this.nth = nth;
        }

        @Override
        public void at(Point point, int worker) {
            seen.add(point);
            if (reached++ == nth) {
                throw new Error("killed at " + point);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void worker_killedAtEachPointInTurn_losesNothing(Cores cores) {
        for (long seed = 0; seed < 5; seed++) {
            var counting = new KillAt(-1);
            replay(cores, () -> counting, new ArrayList<>())
                    .once(seed, WorkerDeathTest::everything);
            assertThat(counting.seen).containsExactlyInAnyOrder(Faults.Point.values());
            for (int n = 0; n < counting.reached; n++) {
                int nth = n;
                List<Event> events = new ArrayList<>();
                replay(cores, () -> new KillAt(nth), events)
                        .twice(seed, WorkerDeathTest::everything);
                assertThat(events)
                        .as("seed %d, killed at point %d, in each of two runs", seed, n)
                        .filteredOn(e -> e instanceof Event.WorkerPanicked)
                        .hasSize(2);
            }
        }
    }

    private static Replay replay(Cores cores, Supplier<Faults> faults, List<Event> events) {
        return Replay.with(cores, 2).and(c -> c.withFaults(faults.get()).withSink(events::add));
    }

    /** Spawns, yields, sleeps, parks, hands off and steals. */
    private static void everything(Scheduler scheduler) throws Exception {
        int sum = scheduler.run(() -> program(scheduler));
        assertThat(sum).isEqualTo(4 + 1 + 2 + 3);
    }

    private static int program(Scheduler scheduler) throws Exception {
        var node = Waits.newNode();
        List<Task<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tasks.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        Stint.yield();
                                        return 1;
                                    }));
        }
        tasks.add(
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    Stint.sleep(Duration.ofMillis(5));
                                    return 1;
                                }));
        tasks.add(
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    node.notifyWaiter(WaitNode.DATA);
                                    return 2;
                                }));
        tasks.add(
                scheduler.root().spawn(() -> 1 + scheduler.root().<Integer>spawn(() -> 2).await()));
        TaskImpl.ensureCurrent("wait").awaitNode(node, TimerHeap.NONE);
        int sum = 0;
        for (Task<Integer> task : tasks) {
            sum += task.await();
        }
        return sum;
    }

    /** Deaths again and again, at points that the seed decides. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void worker_killedOften_losesNothing(Cores cores) {
        for (long seed = 0; seed < 500; seed++) {
            long start = seed;
            Replay.with(cores, 3)
                    .and(c -> c.withFaults(new KillOften(start)))
                    .twice(seed, WorkerDeathTest::everything);
        }
    }

    /** Kills at one point of seven, by a generator of its own. */
    private static final class KillOften implements Faults {
        private long n;

        KillOften(long start) {
            n = start;
        }

        @Override
        public void at(Point point, int worker) {
            n = n * 6364136223846793005L + 1442695040888963407L;
            if ((n >>> 33) % 7 == 0) {
                throw new Error("killed at " + point);
            }
        }
    }
}
