package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import dev.stint.task.Usage;
import dev.stint.tenant.Tenant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * [EVOLUTION:stage-2] [EVOLUTION:gate-accounting] Accounts on threads, as seen by a thread outside
 * while tasks run.
 */
@Timeout(60)
class UsageOnThreadsTest {
    private static final List<ToLongFunction<Usage>> ALL =
            List.of(
                    Usage::ops,
                    Usage::runs,
                    Usage::yields,
                    Usage::preemptions,
                    Usage::blocks,
                    Usage::jdkBlocks,
                    Usage::steals,
                    Usage::waitNanos,
                    Usage::runNanos);

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();

    /** The last that was seen; whatever is seen next must not be less, in anything. */
    private static final class Watch {
        private final Supplier<Usage> what;
        private Usage last = Usage.NONE;

        Watch(Supplier<Usage> what) {
            this.what = what;
        }

        Usage look() {
            Usage now = what.get();
            for (ToLongFunction<Usage> part : ALL) {
                assertThat(part.applyAsLong(now))
                        .as("of %s, after %s", now, last)
                        .isGreaterThanOrEqualTo(part.applyAsLong(last));
            }
            last = now;
            return now;
        }
    }

    /** The validation gate: measured run time grows while a task runs, and stops when it waits. */
    @Test
    void runNanos_taskThatRunsAndThenWaits_growsAndStops() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1));
        var stop = new AtomicBoolean();
        Task<?> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    while (!stop.get()) {
                                        Thread.onSpinWait(); // never looks around
                                    }
                                    LockSupport.park();
                                });
        var watch = new Watch(task::usage);
        lab.until("it has run", () -> watch.look().runNanos() > 20_000_000);
        assertThat(watch.look().jdkBlocks()).isZero();

        stop.set(true);
        lab.until("it is blocked", () -> task.state() == TaskState.BLOCKED);
        Usage blocked = watch.look();
        assertThat(blocked.jdkBlocks()).isEqualTo(1);
        lab.join(scheduler.root().spawn(() -> spinFor(20)));
        assertThat(watch.look()).isEqualTo(blocked);

        task.cancel();
        lab.until("it has ended", () -> task.state().isFinal());
        assertThat(watch.look().runs())
                .isGreaterThan(blocked.runs()); // the JDK may wake it more often
    }

    private static void spinFor(long millis) {
        long until = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    /** The one waits while the other runs; together they have what the clock says. */
    @Test
    void nanos_twoTasksOnOneWorker_shareTheTime() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1));
        long began = System.nanoTime();
        Task<?> one = scheduler.root().spawn(UsageOnThreadsTest::spinAndYield);
        Task<?> other = scheduler.root().spawn(UsageOnThreadsTest::spinAndYield);
        lab.join(one);
        lab.join(other);
        long took = System.nanoTime() - began;

        Usage first = one.usage();
        Usage second = other.usage();
        assertThat(first.runNanos() + second.runNanos()).isBetween(took / 4, took + took / 4);
        assertThat(first.waitNanos() + second.waitNanos()).isBetween(took / 8, 2 * took);
    }

    private static void spinAndYield() throws InterruptedException {
        for (int i = 0; i < 40; i++) {
            spinFor(3);
            Stint.yield();
        }
    }

    /** Nothing that anybody sees ever becomes less, whatever comes and goes meanwhile. */
    @Test
    void usage_manyTasksAndNurseries_onlyGrows() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(3).withSlice(20_000));
        Tenant tenant = scheduler.openTenant(t -> t.withName("watched"));
        try (Nursery nursery = tenant.nursery(n -> n)) {
            Task<?> top =
                    nursery.spawn(
                            () -> {
                                for (int i = 0; i < 150; i++) {
                                    tree(4);
                                }
                            });
            List<Watch> watches =
                    List.of(
                            new Watch(top::usage),
                            new Watch(nursery::usage),
                            new Watch(tenant::usage));
            while (!top.state().isFinal()) {
                watches.forEach(Watch::look);
            }
            nursery.awaitAll();
            watches.forEach(Watch::look);

            Usage sum = nursery.usage();
            assertThat(sum.runs() - sum.switches()).isEqualTo(1 + 150 * 30);
            assertThat(sum.ops()).isEqualTo(nursery.ledger().spent().ops());
            assertThat(tenant.usage()).isEqualTo(sum);
        }
        tenant.close();
    }

    private static void tree(int depth) throws InterruptedException {
        Stint.checkpoint(3_000);
        if (depth == 0) {
            return;
        }
        try (Nursery nursery = Stint.nursery(n -> n)) {
            nursery.spawn(() -> tree(depth - 1));
            nursery.spawn(() -> tree(depth - 1));
            Stint.yield();
        }
    }
}
