package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.context.Overrun;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** [EVOLUTION:stage-4] [EVOLUTION:gate-contexts] Budgets, periods and the order of contexts. */
@Timeout(60)
class ContextsTest extends ContextRuns {
    // ---- budget, period, replenishment

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void depletionAndReplenishment_ofWhoUsesMore_spreadItOverThePeriods(int workers)
            throws Exception {
        long budget = 10_000;
        long rounds = 200;
        var perPeriod = new long[64];
        try (var scheduler = open(1, workers)) {
            var context = context(scheduler, budget);
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        for (int i = 0; i < rounds; i++) {
                                            Stint.checkpoint(LOOK);
                                            perPeriod[(int) (Stint.nanoTime() / PERIOD)] += LOOK;
                                        }
                                    });
            context.bind(task);
            task.await();

            var seen = context.snapshot();
            long used = rounds * LOOK;
            assertThat(seen.operationsUsed()).isBetween(used, used + 20 * STEP);
            assertThat(seen.depletions()).isBetween(used / budget, used / budget + 4);
            assertThat(seen.tasks()).isZero();
            assertThat(seen.waiting()).isZero();
        }

        assertThat(perPeriod[0]).isPositive();
        long sum = 0;
        for (int i = 0; i < perPeriod.length; i++) {
            sum += perPeriod[i];
            assertThat(sum)
                    .as("until period " + i)
                    .isLessThanOrEqualTo((i + 1) * budget + INTERVAL);
        }
        assertThat(sum).isEqualTo(rounds * LOOK);
    }

    @Test
    void debt_ofALateLook_isTakenFromWhatComesNext() throws Exception {
        try (var scheduler = open(1, 1)) {
            var context = context(scheduler, 10_000);
            var times = new ArrayList<Long>();
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        Stint.checkpoint(35_000);
                                        times.add(Stint.nanoTime());
                                        Stint.checkpoint(1);
                                        Stint.yield();
                                        times.add(Stint.nanoTime());
                                    });
            context.bind(task);
            task.await();

            assertThat(times.getLast()).isEqualTo(3 * PERIOD);
        }
    }

    @Test
    void others_whileAContextIsUsedUp_run() throws Exception {
        var order = new ArrayList<String>();
        try (var scheduler = open(3, 1)) {
            var context = context(scheduler, 5_000);
            Task<?> bound = scheduler.root().spawn(() -> noted(order, "context", 20_000));
            context.bind(bound);
            Task<?> other = scheduler.root().spawn(() -> noted(order, "other", 1_000_000));
            bound.await();
            other.await();
        }

        assertThat(order).containsExactly("context begins", "other begins", "other", "context");
    }

    private static void noted(List<String> order, String name, long operations)
            throws InterruptedException {
        order.add(name + " begins");
        work(operations);
        order.add(name);
    }

    @Test
    void demoted_whenUsedUp_goesOnAsOthersDo() throws Exception {
        try (var scheduler = open(1, 1)) {
            var context = context(scheduler, 5_000, c -> c.withOverrun(Overrun.DEMOTE));
            var until = new AtomicLong();
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        work(100_000);
                                        until.set(Stint.nanoTime());
                                    });
            context.bind(task);
            task.await();

            assertThat(until.get()).isZero();
            assertThat(context.snapshot().depletions()).isEqualTo(1);
            assertThat(context.snapshot().operationsUsed()).isLessThan(5_000 + 2 * INTERVAL);
        }
    }

    // ---- order

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void order_ofContexts_isByDeadlineAndBeforeAllOthers(long seed) throws Exception {
        var order = new ArrayList<String>();
        try (var scheduler = open(seed, 1)) {
            var late = context(scheduler, 50_000);
            var soon = context(scheduler, 50_000, c -> c.withDeadline(Duration.ofMillis(4)));
            var first =
                    context(
                            scheduler,
                            50_000,
                            c -> c.withDeadline(Duration.ofMillis(4)).withPriority(Priority.HIGH));
            var nursery = scheduler.root();
            var tasks = new ArrayList<Task<?>>();
            tasks.add(nursery.spawn(() -> noted(order, "other", 10_000)));
            tasks.add(nursery.spawn(() -> noted(order, "late", 10_000)));
            tasks.add(nursery.spawn(() -> noted(order, "soon", 10_000)));
            tasks.add(nursery.spawn(() -> noted(order, "first", 10_000)));
            late.bind(tasks.get(1));
            soon.bind(tasks.get(2));
            first.bind(tasks.get(3));
            for (Task<?> task : tasks) {
                task.await();
            }
        }

        order.removeIf(line -> line.endsWith("begins"));
        assertThat(order).containsExactly("first", "soon", "late", "other");
    }

    @Test
    void earlierDeadline_thatBecomesReady_overtakesAtTheNextLook() throws Exception {
        try (var scheduler = open(5, 1)) {
            var late = context(scheduler, 500_000);
            var soon = context(scheduler, 50_000, c -> c.withDeadline(Duration.ofMillis(4)));
            var bell = Channel.<Integer>buffered(1);
            var done = new AtomicLong();
            var seen = new AtomicLong(-1);
            Task<?> waiter =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        bell.receive();
                                        seen.set(done.get());
                                    });
            soon.bind(waiter);
            Task<?> worker =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        Stint.sleep(Duration.ofNanos(1)); // until the other waits
                                        bell.send(1);
                                        for (int i = 0; i < 200; i++) {
                                            Stint.checkpoint(LOOK);
                                            done.addAndGet(LOOK);
                                        }
                                    });
            late.bind(worker);
            waiter.await();
            worker.await();

            assertThat(seen.get()).isBetween(0L, 2 * INTERVAL);
        }
    }

    @Test
    void context_thatPays_leavesTheShareOfItsTenantAlone() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(4).withWorkers(1).withSlice(10_000))) {
            var context = context(scheduler, 5_000_000, c -> c.withTime(Duration.ofMillis(5)));
            Tenant one = scheduler.openTenant(t -> t.withName("one"));
            Tenant other = scheduler.openTenant(t -> t.withName("other"));
            var byOne = new AtomicLong();
            var byOther = new AtomicLong();
            context.bind(one.root().spawn(() -> spin(new AtomicLong())));
            one.root().spawn(() -> spin(byOne));
            other.root().spawn(() -> spin(byOther));
            scheduler.run(
                    () -> {
                        while (byOne.get() + byOther.get() < 5_000_000) {
                            Stint.yield();
                        }
                    });

            double share = (double) byOne.get() / (byOne.get() + byOther.get());
            assertThat(share).isCloseTo(0.5, within(0.02));
            assertThat(context.snapshot().operationsUsed()).isGreaterThanOrEqualTo(5_000_000);
            assertThat(one.root().usage().ops()).isGreaterThan(7_000_000);
            one.close();
            other.close();
        }
    }
}
