package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.budget.Receipt;
import dev.stint.error.BudgetExhausted;
import dev.stint.nursery.Nursery;
import dev.stint.policy.SchedulerConfig;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The yield interval of a scheduler says how late its woven code is, whatever code that is. */
@Timeout(60)
class IntervalTest {
    private static final Budget PLENTY = new Budget(1L << 40, 1L << 40, 1 << 10, 0, 0);
    private static final int[] INTERVALS = {8192, 1024, 512, 64};

    /** What one round and the way to it may add. */
    private static final int A_ROUND = 8;

    /** Code that goes round for so long as it is told to, and calls somebody in one round. */
    abstract static class Rounds implements Consumer<Runnable> {
        final long[] told; // rounds done; rounds to do; the round in which to call

        Rounds(long[] told) {
            this.told = told;
        }
    }

    /** One operation a round, counted in a variable. */
    static final class InALoop extends Rounds {
        InALoop(long[] told) {
            super(told);
        }

        @Override
        public void accept(Runnable call) {
            while (told[0] < told[1]) {
                if (++told[0] == told[2]) {
                    call.run();
                }
            }
        }
    }

    /** Two operations a round, counted on the carrier. */
    static class WithCalls extends Rounds {
        WithCalls(long[] told) {
            super(told);
        }

        void callee() {}

        @Override
        public void accept(Runnable call) {
            while (told[0] < told[1]) {
                callee();
                if (++told[0] == told[2]) {
                    call.run();
                }
            }
        }
    }

    /** Two operations a round, and bytes. */
    static final class WithArrays extends Rounds {
        WithArrays(long[] told) {
            super(told);
        }

        static byte[] last = {};

        @Override
        public void accept(Runnable call) {
            while (told[0] < told[1]) {
                last = new byte[8];
                if (++told[0] == told[2]) {
                    call.run();
                }
            }
        }
    }

    enum Kind {
        IN_A_LOOP(InALoop.class, 1),
        WITH_CALLS(WithCalls.class, 2),
        WITH_ARRAYS(WithArrays.class, 2);

        private final Class<?> type;
        private final int perRound;

        Kind(Class<?> type, int perRound) {
            this.type = type;
            this.perRound = perRound;
        }

        @SuppressWarnings("unchecked") // the twin implements what its original does
        Consumer<Runnable> with(long... told) throws ReflectiveOperationException {
            var constructor =
                    WovenClasses.of(IntervalTest.class)
                            .twin(type)
                            .getDeclaredConstructor(long[].class);
            constructor.setAccessible(true);
            return (Consumer<Runnable>) constructor.newInstance((Object) told);
        }
    }

    static Stream<Arguments> all() {
        return Stream.of(Kind.values())
                .flatMap(
                        kind ->
                                Arrays.stream(INTERVALS)
                                        .mapToObj(interval -> Arguments.of(kind, interval)));
    }

    /** How late something is seen depends on where in an interval it happens. */
    static Stream<Arguments> allTimesFour() {
        return all().flatMap(
                        each ->
                                Stream.of(0, 300, 600, 900)
                                        .map(
                                                more ->
                                                        Arguments.of(
                                                                each.get()[0],
                                                                each.get()[1],
                                                                more)));
    }

    private static Scheduler open(int interval, UnaryOperator<SchedulerConfig> more) {
        return Scheduler.open(c -> more.apply(c.withWorkers(1).withYieldInterval(interval)));
    }

    private static Nursery nursery(Scheduler scheduler, Budget each) {
        return scheduler.nursery(
                n ->
                        n.withBudget(PLENTY.times(4))
                                .withChildBudget(each)
                                .withOnExhaustion(OnExhaustion.FAIL)
                                .withCancelOnError(false));
    }

    @ParameterizedTest
    @MethodSource("allTimesFour")
    @DisplayName("[SCHED:4.1.1] [SCHED:4.3.1] debt is at most the interval of the scheduler")
    void exhausted_isNoticedWithinTheInterval(Kind kind, int interval, int more) throws Exception {
        long has = 20_000L + more;
        Consumer<Runnable> endless = kind.with(0, Long.MAX_VALUE, 0);
        try (Scheduler scheduler = open(interval, c -> c)) {
            Nursery nursery = nursery(scheduler, PLENTY.withOps(has));
            Task<@Nullable Void> task = nursery.spawn("spender", () -> endless.accept(() -> {}));

            assertThat(task.awaitOutcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failure.class,
                            failure ->
                                    assertThat(failure.cause())
                                            .isInstanceOf(BudgetExhausted.class));
            Receipt receipt = task.receipt().orElseThrow();
            assertThat(receipt.debt().ops()).isBetween(0L, (long) interval);
            assertThat(receipt.spent().ops()).isEqualTo(has + receipt.debt().ops());
        }
    }

    @ParameterizedTest
    @MethodSource("allTimesFour")
    @DisplayName("[SCHED:4.1.2] [SCHED:4.3.1] a cancel is seen when an interval is booked")
    void cancelled_isNoticedWithinTwoIntervals(Kind kind, int interval, int more) throws Exception {
        long at = 5_000L + more;
        long[] told = {0, Long.MAX_VALUE, at};
        Consumer<Runnable> endless = kind.with(told);
        var self = new CompletableFuture<Task<@Nullable Void>>();
        try (Scheduler scheduler = open(interval, c -> c);
                Nursery nursery = nursery(scheduler, PLENTY)) {
            Task<@Nullable Void> task =
                    nursery.spawn("canceller", () -> endless.accept(() -> self.join().cancel()));
            self.complete(task);

            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThat((told[0] - at) * kind.perRound).isBetween(0L, 2L * interval + A_ROUND);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName(
            "[SCHED:4.1.2] [SCHED:4.3.1] the end of a slice is seen when an interval is booked")
    void sliceEnds_isNoticedWithinTwoIntervals(Kind kind, int interval) throws Exception {
        long slice = 20_000;
        long[] told = {0, Long.MAX_VALUE, 1};
        Consumer<Runnable> endless = kind.with(told);
        var seen = new AtomicLong();
        try (Scheduler scheduler = open(interval, c -> c.withSlice(slice));
                Nursery nursery = nursery(scheduler, PLENTY)) {
            Runnable other =
                    () ->
                            nursery.spawn(
                                    "other",
                                    () -> {
                                        seen.set(told[0]);
                                        nursery.cancel();
                                    });
            nursery.spawn("endless", () -> endless.accept(other)).awaitOutcome();

            assertThat(seen.get() * kind.perRound).isBetween(1L, slice + 2L * interval + A_ROUND);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("[SCHED:4.3.1] receipts do not depend on the interval")
    void receipts_areTheSameForEveryInterval(Kind kind) throws Exception {
        Set<Receipt> receipts = new HashSet<>();
        for (int interval : INTERVALS) {
            for (long rounds : new long[] {7, 64, 1_000, 12_345}) {
                Consumer<Runnable> code = kind.with(0, rounds, rounds / 2);
                try (Scheduler scheduler = open(interval, c -> c);
                        Nursery nursery = nursery(scheduler, PLENTY)) {
                    Task<@Nullable Void> task =
                            nursery.spawn("r" + rounds, () -> code.accept(() -> {}));
                    task.await();
                    receipts.add(task.receipt().orElseThrow());
                }
            }
        }
        assertThat(receipts).hasSize(4);
        assertThat(receipts)
                .filteredOn(receipt -> receipt.name().contains("r12345"))
                .singleElement()
                .satisfies(
                        receipt ->
                                assertThat(receipt.spent().ops())
                                        .isGreaterThan(12_345L * kind.perRound));
    }
}
