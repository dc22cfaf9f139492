package dev.stint.weave;

import static java.lang.Math.abs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.budget.Receipt;
import dev.stint.config.SchedulerConfig;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.internal.stack.Carrier;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
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

    /** What the way to a round may add. */
    private static final int THE_WAY = 8;

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

    /** A loop of short loops, each in a method of its own: 52 operations a round. */
    static class OfShortLoops extends Rounds {
        static final int SHORT = 50;

        OfShortLoops(long[] told) {
            super(told);
        }

        static int sum;

        private static int sumTo(int n) {
            int to = 0;
            for (int i = 0; i < n; i++) {
                to += i;
            }
            return to;
        }

        @Override
        public void accept(Runnable call) {
            while (told[0] < told[1]) {
                sum += sumTo(SHORT);
                if (++told[0] == told[2]) {
                    call.run();
                }
            }
        }
    }

    /** Eight short loops in a row: 402 operations a round. */
    static class OfLoopsInARow extends OfShortLoops {
        OfLoopsInARow(long[] told) {
            super(told);
        }

        void sumUp() {
            int n = 0;
            for (int i = 0; i < SHORT; i++) {
                n += i;
            }
            for (int i = 0; i < SHORT; i++) {
                n -= i;
            }
            for (int i = 0; i < SHORT; i++) {
                n ^= i;
            }
            for (int i = 0; i < SHORT; i++) {
                n += i;
            }
            for (int i = 0; i < SHORT; i++) {
                n -= i;
            }
            for (int i = 0; i < SHORT; i++) {
                n ^= i;
            }
            for (int i = 0; i < SHORT; i++) {
                n += i;
            }
            for (int i = 0; i < SHORT; i++) {
                n -= i;
            }
            sum += n;
        }

        @Override
        public void accept(Runnable call) {
            while (told[0] < told[1]) {
                sumUp();
                if (++told[0] == told[2]) {
                    call.run();
                }
            }
        }
    }

    /** A round that costs more than the shortest interval: 73 operations. */
    static final class InLongRounds extends Rounds {
        InLongRounds(long[] told) {
            super(told);
        }

        static int at;

        @Override
        public void accept(Runnable call) {
            while (told[0] < told[1]) {
                at = abs(abs(abs(abs(abs(abs(abs(abs(abs(at - 1)))))))));
                at = abs(abs(abs(abs(abs(abs(abs(abs(abs(at - 2)))))))));
                at = abs(abs(abs(abs(abs(abs(abs(abs(abs(at - 3)))))))));
                at = abs(abs(abs(abs(abs(abs(abs(abs(abs(at - 4)))))))));
                at = abs(abs(abs(abs(abs(abs(abs(abs(abs(at - 5)))))))));
                at = abs(abs(abs(abs(abs(abs(abs(abs(abs(at - 6)))))))));
                at = abs(abs(abs(abs(abs(abs(abs(abs(abs(at - 7)))))))));
                at = abs(abs(abs(abs(abs(abs(abs(abs(abs(at - 8)))))))));
                if (++told[0] == told[2]) {
                    call.run();
                }
            }
        }
    }

    enum Kind {
        IN_A_LOOP(InALoop.class, 1),
        WITH_CALLS(WithCalls.class, 2),
        WITH_ARRAYS(WithArrays.class, 2),
        OF_SHORT_LOOPS(OfShortLoops.class, 52),
        OF_LOOPS_IN_A_ROW(OfLoopsInARow.class, 402),
        IN_LONG_ROUNDS(InLongRounds.class, 73);

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

    /** What endless code has spent, and owes, when it has run out. */
    private static Receipt exhaust(Scheduler scheduler, Kind kind, long has) throws Exception {
        Consumer<Runnable> endless = kind.with(0, Long.MAX_VALUE, 0);
        try (Tenant tenant = scheduler.openTenant(t -> t.withName("spender"))) {
            Nursery nursery = tenant.nursery(n -> of(n, PLENTY.withOps(has)));
            Task<@Nullable Void> task = nursery.spawn("spender", () -> endless.accept(() -> {}));
            assertThat(task.awaitOutcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failure.class,
                            failure ->
                                    assertThat(failure.cause())
                                            .isInstanceOf(BudgetExhaustedException.class));
            return task.receipt().orElseThrow();
        }
    }

    private static Scheduler open(int interval, UnaryOperator<SchedulerConfig> more) {
        return Scheduler.open(c -> more.apply(c.withWorkers(1).withYieldInterval(interval)));
    }

    private static Nursery nursery(Scheduler scheduler, Budget each) {
        return scheduler.nursery(n -> of(n, each));
    }

    private static NurseryConfig of(NurseryConfig config, Budget each) {
        return config.withBudget(PLENTY.times(4))
                .withChildBudget(each)
                .withOnExhaustion(OnExhaustion.FAIL)
                .withCancelOnError(false);
    }

    @ParameterizedTest
    @MethodSource("allTimesFour")
    @DisplayName("[SCHED:4.1.1] [SCHED:4.3.1] debt is at most the interval of the scheduler")
    void exhausted_isNoticedWithinTheInterval(Kind kind, int interval, int more) throws Exception {
        long has = 20_000L + more;
        try (Scheduler scheduler = open(interval, c -> c)) {
            Receipt receipt = exhaust(scheduler, kind, has);

            assertThat(receipt.debt().ops()).isBetween(0L, (long) interval);
            assertThat(receipt.spent().ops() - receipt.debt().ops())
                    .isBetween(has - kind.perRound, has);
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
            assertThat((told[0] - at) * kind.perRound)
                    .isBetween(0L, 2L * interval + kind.perRound + THE_WAY);
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

            assertThat(seen.get() * kind.perRound)
                    .isBetween(1L, slice + 2L * interval + kind.perRound + THE_WAY);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("[SCHED:4.3.1] a loop gives way within two intervals to a task that waits")
    void givesWay_slicesOfNothing_everyInterval(Kind kind, int interval) throws Exception {
        long[] told = {0, 20L * interval / kind.perRound, 0};
        Consumer<Runnable> code = kind.with(told);
        long[] longest = {0, 0, 2}; // the most between two turns, the last, turns to begin with
        try (Scheduler scheduler = open(interval, c -> c.withSeed(1).withSlice(1));
                Nursery nursery = nursery(scheduler, PLENTY)) {
            nursery.spawn("spinner", () -> code.accept(() -> {}));
            nursery.spawn(
                    "other",
                    () -> {
                        while (told[0] < told[1]) {
                            if (longest[2]-- <= 0) {
                                longest[0] = Math.max(longest[0], told[0] - longest[1]);
                            }
                            longest[1] = told[0];
                            Stint.yield();
                        }
                    });
            nursery.awaitAll();
        }
        assertThat(longest[0] * kind.perRound).isBetween(1L, 2L * interval + kind.perRound);
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("[SCHED:4.3.1] receipts do not depend on other schedulers")
    void receipts_otherSchedulersBesides_areTheSame(Kind kind, int interval) throws Exception {
        long has = 20_345L;
        try (Scheduler scheduler = open(interval, c -> c)) {
            Receipt alone = exhaust(scheduler, kind, has);
            for (int of : new int[] {1, 16, 100, 4096}) {
                try (Scheduler other = open(of, c -> c)) {
                    Receipt before = exhaust(scheduler, kind, has);
                    Receipt others = exhaust(other, kind, has);
                    Receipt after = exhaust(scheduler, kind, has);

                    assertThat(others.debt().ops()).isBetween(0L, Math.max(64L, of));
                    assertThat(before.spent()).isEqualTo(alone.spent());
                    assertThat(after.spent()).isEqualTo(alone.spent());
                    assertThat(after.debt()).isEqualTo(alone.debt());
                }
            }
            assertThat(exhaust(scheduler, kind, has).spent()).isEqualTo(alone.spent());
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("[SCHED:4.3.1] schedulers that take turns on a thread have their own intervals")
    void receipts_onACarrierOfTwoSchedulers_areTheirOwn(Kind kind) throws Exception {
        var debts = new CompletableFuture<List<Budget>>();
        var host =
                new Carrier(
                        () -> {
                            try (Scheduler one = open(64, c -> c.withSeed(1));
                                    Scheduler two = open(8192, c -> c.withSeed(1))) {
                                debts.complete(
                                        List.of(
                                                exhaust(two, kind, 20_345).debt(),
                                                exhaust(one, kind, 20_345).debt(),
                                                exhaust(two, kind, 20_345).debt(),
                                                exhaust(one, kind, 20_345).debt()));
                            } catch (Throwable e) {
                                debts.completeExceptionally(e);
                            }
                        },
                        "host");
        host.start();
        List<Budget> all = debts.get();

        for (int i = 0; i < all.size(); i++) {
            int interval = i % 2 == 0 ? 8192 : 64;
            try (Scheduler own = open(interval, c -> c)) {
                assertThat(exhaust(own, kind, 20_345).debt()).isEqualTo(all.get(i));
            }
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
