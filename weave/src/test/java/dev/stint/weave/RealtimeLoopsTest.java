package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.budget.Receipt;
import dev.stint.config.Profile;
import dev.stint.config.SchedulerConfig;
import dev.stint.config.SysmonConfig;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [SCHED:16.2] A timer ends the slices of woven loops, and what they pay stays what it is. */
@Timeout(60)
class RealtimeLoopsTest {
    private static final Budget PLENTY = new Budget(1L << 40, 1L << 30, 1 << 10, 0, 0);
    private static final SysmonConfig IDLE =
            SysmonConfig.defaults().withStallAfter(Duration.ofSeconds(50)).withMaxTemporary(0);

    /** One operation a round, counted in a variable. */
    static final class Counting implements LongSupplier {
        private final AtomicBoolean isOver;
        private final long most;

        Counting(AtomicBoolean isOver, long most) {
            this.isOver = isOver;
            this.most = most;
        }

        @Override
        public long getAsLong() {
            long rounds = 0;
            while (rounds < most && !isOver.get()) {
                rounds++;
            }
            return rounds;
        }
    }

    /** No call at all: the loop counts in a variable only. */
    static final class Bare implements LongSupplier {
        private final long most;

        Bare(long most) {
            this.most = most;
        }

        @Override
        public long getAsLong() {
            long sum = 0;
            for (long i = 0; i < most; i++) {
                sum += i ^ (sum << 1);
            }
            return sum;
        }
    }

    private static LongSupplier woven(Class<?> type, Object... arguments) throws Exception {
        var constructor =
                WovenClasses.of(RealtimeLoopsTest.class).twin(type).getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return (LongSupplier) constructor.newInstance(arguments);
    }

    private static Nursery nursery(Scheduler scheduler) {
        return scheduler.nursery(n -> n.withBudget(PLENTY.times(16)).withChildBudget(PLENTY));
    }

    @Test
    void endlessLoop_onTheOnlyWorker_givesWay() throws Exception {
        var isOver = new AtomicBoolean();
        LongSupplier loop = woven(Counting.class, isOver, Long.MAX_VALUE);
        try (var scheduler =
                Scheduler.open(
                        c -> c.withProfile(Profile.REALTIME).withWorkers(1).withSysmon(IDLE))) {
            Task<Long> hog;
            try (Nursery nursery = nursery(scheduler)) {
                hog = nursery.spawn(loop::getAsLong);
                nursery.spawn(() -> isOver.set(true)).await();
                assertThat(hog.await()).isPositive();
            }
            assertThat(hog.usage().preemptions()).isPositive();
        }
    }

    /** The loop has done ten slices of operations, with somebody waiting, and was not stopped. */
    @Test
    void slices_areNotCounted() throws Exception {
        LongSupplier loop = woven(Bare.class, 1_000_000L);
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withProfile(Profile.REALTIME)
                                        .withSliceTime(Duration.ofSeconds(1))
                                        .withWorkers(1)
                                        .withSysmon(IDLE))) {
            List<Task<?>> tasks = new ArrayList<>();
            try (Nursery nursery = nursery(scheduler)) {
                for (int i = 0; i < 3; i++) {
                    tasks.add(nursery.spawn(loop::getAsLong));
                }
            }
            // Once in 65,536 operations the stack is measured, which suspends a task, too.
            for (Task<?> task : tasks) {
                assertThat(task.usage().preemptions()).isLessThanOrEqualTo(1_000_000 / 65_536 + 1);
            }
        }
    }

    @Test
    void receipts_underEachProfileAndOnEachDriver_areTheSame() throws Exception {
        List<UnaryOperator<SchedulerConfig>> settings =
                List.of(
                        c -> c.withWorkers(1),
                        c -> c.withWorkers(1).withSeed(3).withSlice(2_000),
                        c ->
                                c.withProfile(Profile.REALTIME)
                                        .withSliceTime(Duration.ofNanos(100_000))
                                        .withWorkers(2),
                        c -> c.withProfile(Profile.REALTIME).withWorkers(2).withSeed(3),
                        c -> c.withProfile(Profile.REALTIME).withWorkers(1).withSeed(4));
        var seen = new ArrayList<List<Budget>>();
        for (UnaryOperator<SchedulerConfig> setting : settings) {
            var spent = new ArrayList<Budget>();
            try (var scheduler = Scheduler.open(setting)) {
                List<Task<?>> tasks = new ArrayList<>();
                try (Nursery nursery = nursery(scheduler)) {
                    for (long rounds : new long[] {10, 70_000, 300_000}) {
                        LongSupplier bare = woven(Bare.class, rounds);
                        LongSupplier counting = woven(Counting.class, new AtomicBoolean(), rounds);
                        tasks.add(nursery.spawn(bare::getAsLong));
                        tasks.add(nursery.spawn(counting::getAsLong));
                    }
                }
                for (Task<?> task : tasks) {
                    Receipt receipt = task.receipt().orElseThrow();
                    spent.add(receipt.spent());
                }
            }
            seen.add(spent);
        }
        assertThat(seen).allMatch(seen.getFirst()::equals);
    }

    /** Under a seed a woven loop gives way where the seed says. */
    @Test
    void seeded_loops_interleaveTheSameWayTwice() throws Exception {
        for (long seed = 0; seed < 10; seed++) {
            long its = seed;
            assertThat(hashOf(its)).as("seed %d", its).isEqualTo(hashOf(its));
        }
        assertThat(hashOf(1)).isNotEqualTo(hashOf(2));
    }

    private static long hashOf(long seed) throws Exception {
        try (var scheduler =
                Scheduler.open(
                        c -> c.withProfile(Profile.REALTIME).withWorkers(2).withSeed(seed))) {
            try (Nursery nursery = nursery(scheduler)) {
                for (int i = 0; i < 3; i++) {
                    LongSupplier bare = woven(Bare.class, 30_000L);
                    nursery.spawn(bare::getAsLong);
                }
            }
            return scheduler.traceHash();
        }
    }
}
