package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.config.Cores;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [SCHED:13.2.1] Many workers, very many tasks. */
@Tag("scale")
@Timeout(120)
@TestMethodOrder(MethodOrderer.MethodName.class)
class ScaleTest {
    private static final int MILLION = 1_000_000;

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();

    @Test
    @DisplayName("[SCHED:13.2.1] 256 workers open, run a million tasks and drain")
    void workers256_runAMillionTasks_andDrain() throws Exception {
        Scheduler scheduler = lab.open(256);
        var ran = new LongAdder();
        int perParent = 1000;
        var parents = new ArrayList<Task<Integer>>();
        for (int p = 0; p < MILLION / perParent; p++) {
            parents.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        for (int i = 1; i < perParent; i++) {
                                            scheduler.root().spawn(ran::increment);
                                        }
                                        ran.increment();
                                        return perParent;
                                    }));
        }
        lab.joinAll(parents);

        assertThat(scheduler.drain(SchedulerLab.PATIENCE.multipliedBy(3)).complete()).isTrue();
        assertThat(ran.sum()).isEqualTo(MILLION);
        assertThat(scheduler.snapshot().finished()).isEqualTo(MILLION);
        assertThat(scheduler.snapshot().workers()).hasSizeGreaterThanOrEqualTo(256);
        scheduler.close();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("[SCHED:13.2.1] a million tasks parked at once, all woken, all finished")
    void parkedTasks_aMillion_areWokenAndFinish(Cores cores) throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(2).withCores(cores));
        // Cold frames are larger, and a million of them would be compiled one by one on waking.
        for (int round = 0; round < 5; round++) {
            wakeAll(parkMany(scheduler, 20_000));
            lab.until("the warm-up ends", () -> scheduler.snapshot().activeTasks() == 0);
        }
        long before = usedAfterGc();

        WaitNode[] nodes = parkMany(scheduler, MILLION);
        long bytes = (usedAfterGc() - before) / MILLION;
        System.out.println("a parked task on a " + cores + " core takes " + bytes + " bytes");
        wakeAll(nodes);

        assertThat(scheduler.drain(SchedulerLab.PATIENCE.multipliedBy(3)).complete()).isTrue();
        assertThat(bytes).as("bytes per parked task").isLessThan(2048);
        scheduler.close();
    }

    private WaitNode[] parkMany(Scheduler scheduler, int n) {
        var nodes = new WaitNode[n];
        var parked = new LongAdder();
        for (int from = 0; from < n; from += 1000) {
            int first = from;
            scheduler
                    .root()
                    .spawn(
                            () -> {
                                for (int i = first; i < first + 1000; i++) {
                                    int index = i;
                                    scheduler.root().spawn(() -> park(nodes, index, parked));
                                }
                            });
        }
        lab.until("all are about to park", () -> parked.sum() == n);
        return nodes;
    }

    private static void wakeAll(WaitNode[] nodes) {
        for (WaitNode node : nodes) {
            node.notifyWaiter(WaitNode.DATA);
        }
    }

    private static void park(WaitNode[] nodes, int index, LongAdder parked) {
        var node = Waits.newNode();
        nodes[index] = node;
        parked.increment();
        TaskImpl.ensureCurrent("park").awaitNode(node, Long.MAX_VALUE);
    }

    private static long usedAfterGc() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
