package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.context.ContextConfig;
import dev.stint.context.ContextState;
import dev.stint.context.Overrun;
import dev.stint.context.SchedulingContext;
import dev.stint.env.Faults;
import dev.stint.env.TaskDecisions;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [EVOLUTION:stage-4] [EVOLUTION:gate-contexts] Rights to processor time, in runs that a seed
 * decides. The virtual clock stands still while anything can run, so a budget in time is used by
 * nobody, and the next period comes when all wait.
 */
@Timeout(60)
class ContextsTest {
    private static final long PERIOD = Duration.ofMillis(10).toNanos();

    /** What taking one task counts as. */
    private static final long STEP = 1_000;

    private static final int LOOK = 500;

    /** How late a task may see that nothing is left. */
    private static final long INTERVAL = 1_024;

    private static Scheduler open(long seed, int workers) {
        return Scheduler.open(
                c ->
                        c.withSeed(seed)
                                .withWorkers(workers)
                                .withCloseTimeout(Duration.ofSeconds(10)));
    }

    private static SchedulingContext context(
            Scheduler scheduler, long operations, UnaryOperator<ContextConfig> more) {
        return scheduler.openContext(
                c ->
                        more.apply(
                                c.withOperations(operations)
                                        .withTime(Duration.ofMillis(1))
                                        .withPeriod(Duration.ofNanos(PERIOD))));
    }

    private static SchedulingContext context(Scheduler scheduler, long operations) {
        return context(scheduler, operations, UnaryOperator.identity());
    }

    private static void work(long operations) throws InterruptedException {
        for (long done = 0; done < operations; done += LOOK) {
            Stint.checkpoint(LOOK);
        }
    }

    // ---- budget, period, replenishment

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void depletion_ofWhoUsesMore_spreadsItOverThePeriods(int workers) throws Exception {
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

    private static void spin(AtomicLong counter) throws InterruptedException {
        while (true) {
            counter.addAndGet(LOOK);
            Stint.checkpoint(LOOK);
        }
    }

    // ---- cancelling, closing, revoking

    @ParameterizedTest
    @EnumSource(Cores.class)
    void cancelled_whileItsContextIsUsedUp_endsAtOnce(Cores cores) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(2).withCores(cores))) {
            var context = context(scheduler, 5_000);
            var cleanedUp = new AtomicLong(-1);
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        try {
                                            work(Long.MAX_VALUE / 2);
                                        } finally {
                                            cleanedUp.set(Stint.nanoTime());
                                        }
                                    });
            var unbegun = new ArrayList<Task<?>>();
            context.bind(task);
            scheduler.run(
                    () -> {
                        while (context.snapshot().state() != ContextState.DEPLETED) {
                            Stint.yield();
                        }
                        unbegun.add(scheduler.root().spawn(() -> work(1)));
                        context.bind(unbegun.getFirst());
                        task.cancel();
                        unbegun.getFirst().cancel();
                    });
            task.awaitOutcome();
            unbegun.getFirst().awaitOutcome();

            assertThat(cleanedUp.get()).isZero();
            assertThat(context.snapshot().waiting()).isZero();
            assertThat(context.snapshot().tasks()).isZero();
        }
    }

    @Test
    void cut_ofTheBlockItStandsIn_isHeardWhileItsContextIsUsedUp() throws Exception {
        try (var scheduler = open(1, 1)) {
            var context = context(scheduler, 5_000);
            var at = new AtomicLong(-1);
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        try {
                                            Stint.within(
                                                    Duration.ofMillis(2),
                                                    () -> work(Long.MAX_VALUE / 2));
                                        } catch (Exception e) {
                                            at.set(Stint.nanoTime());
                                        }
                                    });
            context.bind(task);
            task.awaitOutcome();

            assertThat(at.get()).isEqualTo(Duration.ofMillis(2).toNanos());
        }
    }

    @Test
    void close_ofTheScheduler_waitsForTheNextPeriod() {
        var ended = new AtomicLong();
        var scheduler = open(1, 2);
        var context = context(scheduler, 5_000);
        context.bind(
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    work(20_000);
                                    ended.set(Stint.nanoTime());
                                }));

        scheduler.close();

        assertThat(ended.get()).isGreaterThan(3 * PERIOD);
        assertThatThrownBy(() -> context(scheduler, 5_000))
                .hasMessageContaining("takes no new scheduling context");
        context.close();
    }

    @Test
    void close_beforeTheNextPeriod_cancelsWhoWaitsForIt() {
        var scheduler = Scheduler.open(c -> c.withSeed(1).withCloseTimeout(Duration.ofMillis(3)));
        var context = context(scheduler, 5_000);
        Task<?> task = scheduler.root().spawn(() -> work(Long.MAX_VALUE / 2));
        context.bind(task);

        scheduler.close();

        assertThat(task.tryOutcome()).isPresent();
        assertThat(context.snapshot().waiting()).isZero();
    }

    @Test
    void drain_whileATaskWaitsForItsContext_tellsNobodyWhoWaitsForThatTask() throws Exception {
        try (var scheduler = open(1, 1)) {
            var context = context(scheduler, 5_000);
            var channel = Channel.<Integer>rendezvous();
            context.bind(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        work(20_000);
                                        channel.send(1);
                                    }));
            Task<Integer> receiver = scheduler.root().spawn(() -> channel.receive());

            assertThat(scheduler.drain(Duration.ofSeconds(1)).told()).isEmpty();
            assertThat(receiver.await()).isEqualTo(1);
        }
    }

    @Test
    void revoked_whileTasksRunAndWait_letsThemGoOn() throws Exception {
        try (var scheduler = open(2, 1)) {
            var context = context(scheduler, 5_000);
            var ends = new ArrayList<Long>();
            var tasks = new ArrayList<Task<?>>();
            for (int i = 0; i < 3; i++) {
                tasks.add(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            work(20_000);
                                            ends.add(Stint.nanoTime());
                                        }));
            }
            tasks.forEach(context::bind);
            scheduler.run(
                    () -> {
                        while (context.snapshot().waiting() < 2) {
                            Stint.yield();
                        }
                        context.close();
                        context.close();
                    });
            for (Task<?> task : tasks) {
                task.await();
            }

            assertThat(ends).containsOnly(0L);
            assertThat(context.snapshot().state()).isEqualTo(ContextState.REVOKED);
            assertThat(context.snapshot().tasks()).isZero();
        }
    }

    @Test
    void unbound_whileItWaits_goesOn() throws Exception {
        try (var scheduler = open(2, 1)) {
            var context = context(scheduler, 5_000);
            var end = new AtomicLong(-1);
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        work(20_000);
                                        end.set(Stint.nanoTime());
                                    });
            context.bind(task);
            scheduler.run(
                    () -> {
                        while (context.snapshot().waiting() < 1) {
                            Stint.yield();
                        }
                        context.unbind(task);
                        context.unbind(task);
                    });
            task.await();

            assertThat(end.get()).isZero();
        }
    }

    // ---- what a seed promises

    @ParameterizedTest
    @EnumSource(Cores.class)
    void runs_withTheSameSeed_areTheSame(Cores cores) throws Exception {
        for (long seed = 0; seed < 20; seed++) {
            List<Object> once = mixture(seed, cores);
            List<Object> again = mixture(seed, cores);

            assertThat(again).as("seed " + seed).isEqualTo(once);
        }
    }

    /** Contexts, tenants, channels, sleeps and cancelling, by chance; and what came of it. */
    private static List<Object> mixture(long seed, Cores cores) throws Exception {
        var chance = new Random(seed);
        var result = new ArrayList<Object>();
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withSeed(seed)
                                        .withWorkers(1 + chance.nextInt(3))
                                        .withCores(cores)
                                        .withSlice(5_000))) {
            var tenant = scheduler.openTenant(t -> t.withName("tenant"));
            var contexts = new ArrayList<SchedulingContext>();
            for (int i = 0; i < 4; i++) {
                Overrun overrun = chance.nextBoolean() ? Overrun.SUSPEND : Overrun.DEMOTE;
                contexts.add(
                        context(
                                scheduler,
                                3_000 + chance.nextInt(20_000),
                                c -> c.withOverrun(overrun)));
            }
            var channel = Channel.<Integer>buffered(2);
            var tasks = new ArrayList<Task<?>>();
            for (int i = 0; i < 16; i++) {
                int rounds = 5 + chance.nextInt(20);
                long pause = chance.nextInt(3) * 3_000_000L;
                var nursery = chance.nextBoolean() ? scheduler.root() : tenant.root();
                boolean sends = i % 2 == 0;
                tasks.add(
                        nursery.spawn(
                                () -> {
                                    for (int round = 0; round < rounds; round++) {
                                        work(2_000);
                                        if (sends) {
                                            channel.trySend(round);
                                        } else {
                                            channel.tryReceive();
                                        }
                                        if (pause > 0) {
                                            Stint.sleep(Duration.ofNanos(pause));
                                        }
                                    }
                                }));
                if (chance.nextInt(4) > 0) {
                    contexts.get(chance.nextInt(4)).bind(tasks.getLast());
                }
            }
            Task<?> victim = tasks.get(chance.nextInt(16));
            scheduler.run(
                    () -> {
                        Stint.sleep(Duration.ofMillis(15));
                        victim.cancel();
                        contexts.get(0).close();
                    });
            for (Task<?> task : tasks) {
                result.add(task.awaitOutcome().getClass().getSimpleName());
                result.add(task.receipt());
            }
            for (SchedulingContext context : contexts) {
                var seen = context.snapshot();
                assertThat(seen.tasks()).isZero();
                assertThat(seen.waiting()).isZero();
                result.add(seen);
            }
            result.add(scheduler.traceHash());
            tenant.close();
        }
        return result;
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void death_ofAWorkerAtEachPoint_losesNoTaskAndNoPeriod(Cores cores) throws Exception {
        int points = killedAt(-1, cores);
        assertThat(points).isPositive();
        for (int nth = 0; nth < points; nth++) {
            killedAt(nth, cores);
        }
    }

    /** Runs two tasks on a context with a death at the n-th point; returns how many there were. */
    private static int killedAt(int nth, Cores cores) throws Exception {
        var reached = new AtomicLong();
        Faults faults =
                new Faults() {
                    @Override
                    public void at(Point point, int worker) {
                        if (reached.getAndIncrement() == nth) {
                            throw new Error("killed at " + point);
                        }
                    }
                };
        try (var scheduler =
                Scheduler.open(
                        c -> c.withSeed(1).withWorkers(2).withCores(cores).withFaults(faults))) {
            var context = context(scheduler, 5_000);
            var bell = Channel.<Integer>rendezvous();
            Task<?> first =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        work(10_000);
                                        bell.send(1);
                                    });
            Task<?> second =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        bell.receive();
                                        work(10_000);
                                    });
            context.bind(first);
            context.bind(second);
            first.await();
            second.await();

            var seen = context.snapshot();
            assertThat(seen.tasks()).as("killed at %d", nth).isZero();
            assertThat(seen.waiting()).as("killed at %d", nth).isZero();
            assertThat(seen.operationsUsed()).isGreaterThanOrEqualTo(20_000);
        }
        return (int) reached.get();
    }

    @Test
    void simulated_byTasks_waitsForThePeriodToo() throws Exception {
        var decisions =
                new TaskDecisions() {
                    @Override
                    public int next(Ready ready) {
                        return ready.count() - 1;
                    }

                    @Override
                    public int choose(Kind kind, int alternatives) {
                        return 0;
                    }
                };
        try (var scheduler = Scheduler.open(c -> c.withDecisions(decisions).withWorkers(2))) {
            var context = context(scheduler, 5_000);
            var end = new AtomicLong();
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        work(20_000);
                                        end.set(Stint.nanoTime());
                                    });
            context.bind(task);
            task.await();

            assertThat(end.get()).isGreaterThan(3 * PERIOD);
        }
    }
}
