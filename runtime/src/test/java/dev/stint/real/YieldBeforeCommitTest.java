package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.event.Event;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A task is seen as parked or queued only when nothing runs on its stack any more, so that whoever
 * sees it may take it.
 */
@Timeout(120)
class YieldBeforeCommitTest {
    private static final int WORKERS = 4;
    private static final int TASKS = 16;
    private static final int ROUNDS = 3_000;

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();

    /**
     * The moment itself: when it is told that a task has parked or given way, its word says so
     * already. Whoever tells it must not stand on that task's stack.
     */
    @ParameterizedTest
    @EnumSource
    @DisplayName("[FIBER:yield-before-commit] what suspends a task does not run on its stack")
    void suspension_announced_isNotOnTheStackOfTheTask(Cores cores) throws Exception {
        Queue<List<StackWalker.StackFrame>> stacks = new ConcurrentLinkedQueue<>();
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withCores(cores)
                                        .withWorkers(2)
                                        .withSink(
                                                event -> {
                                                    if (event instanceof Event.TaskYielded
                                                            || event instanceof Event.TaskParked) {
                                                        stacks.add(here());
                                                    }
                                                }));
        Task<@Nullable Void> waiter = scheduler.root().spawn(() -> body(Waits.newNode()));
        lab.until("it is parked", () -> stacks.size() >= 2);
        ((TaskImpl<?>) waiter).cancel();
        lab.outcome(waiter);

        assertThat(stacks).hasSizeGreaterThanOrEqualTo(2);
        assertThat(stacks)
                .allSatisfy(
                        stack ->
                                assertThat(stack)
                                        .extracting(StackWalker.StackFrame::getMethodName)
                                        .doesNotContain("body"));
    }

    private static List<StackWalker.StackFrame> here() {
        return StackWalker.getInstance().walk(frames -> frames.toList());
    }

    private static void body(WaitNode never) throws InterruptedException {
        Stint.yield();
        await(never);
    }

    /**
     * On threads: while one worker unmounts a task, the others look for work and wakers wake it. A
     * worker that mounted a stack in use would die of it, or the task would be lost.
     */
    @ParameterizedTest
    @EnumSource
    @DisplayName("[FIBER:yield-before-commit] no worker mounts a stack that another still uses")
    void suspension_othersAtWork_isNeverMountedTooSoon(Cores cores) throws Exception {
        Scheduler scheduler = lab.open(c -> c.withCores(cores).withWorkers(WORKERS));
        var nodes = new AtomicReferenceArray<@Nullable WaitNode>(TASKS);
        var tasks = new ArrayList<Task<Integer>>();
        for (int i = 0; i < TASKS; i++) {
            int mine = i;
            tasks.add(scheduler.root().spawn(() -> suspendOften(nodes, mine)));
        }
        Task<@Nullable Void> waker =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    while (!tasks.stream().allMatch(t -> t.state().isFinal())) {
                                        wakeAll(nodes);
                                        Stint.yield();
                                    }
                                });
        lab.joinAll(tasks);
        lab.join(waker);

        for (Task<Integer> task : tasks) {
            assertThat(lab.join(task)).isEqualTo(ROUNDS);
        }
    }

    private static int suspendOften(AtomicReferenceArray<@Nullable WaitNode> nodes, int mine)
            throws InterruptedException {
        int done = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (round % 3 == 0) {
                var node = Waits.newNode();
                nodes.set(mine, node);
                await(node);
            } else {
                Stint.yield();
            }
            done++;
        }
        return done;
    }

    private static void wakeAll(AtomicReferenceArray<@Nullable WaitNode> nodes) {
        for (int i = 0; i < TASKS; i++) {
            WaitNode node = nodes.get(i);
            if (node != null) {
                node.notifyWaiter(WaitNode.DATA);
            }
        }
    }

    private static void await(WaitNode node) {
        TaskImpl.ensureCurrent("wait").awaitNode(node, TimerHeap.NONE);
    }
}
