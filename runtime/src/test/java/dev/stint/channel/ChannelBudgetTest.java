package dev.stint.channel;

import static dev.stint.channel.Kind.sendersOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.budget.Receipt;
import dev.stint.error.ChannelBudgetExhaustedException;
import dev.stint.error.ChannelClosedException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What channel operations cost, and what a lack of money does to a channel. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class ChannelBudgetTest {
    private static final Duration SHORT = Duration.ofNanos(1000);

    private final Setting on;

    ChannelBudgetTest(Setting on) {
        this.on = on;
    }

    /** What a task that does this spends. */
    private Budget costOf(Action body) throws Exception {
        try (var scheduler = on.open()) {
            Nursery nursery = scheduler.nursery(n -> n.withCancelOnError(false));
            Task<?> task = nursery.spawn(body);
            if (task.awaitOutcome() instanceof Outcome.Failure<?> failure) {
                throw new AssertionError(failure.cause());
            }
            nursery.awaitAll();
            nursery.close();
            return task.receipt().orElseThrow().spent();
        }
    }

    private static Budget times(int count) {
        return Budget.ofOps(count).withChannelOps(count);
    }

    @Test
    @DisplayName("[SCHED:3.3.1] every operation costs 1 op and 1 channel op, done or not")
    void operation_inAnyState_costsOne() throws Exception {
        for (SendForm form : SendForm.values()) {
            Channel<Integer> room = Channel.buffered(2);
            Channel<Integer> full = Channel.buffered(1);
            full.send(0);
            Channel<Integer> closed = Channel.buffered(1);
            closed.close();
            assertThat(
                            costOf(
                                    () -> {
                                        form.send(room, 1, SHORT);
                                        if (!form.waits || form.isTimed()) {
                                            form.send(full, 1, SHORT);
                                        } else {
                                            room.tryReceive();
                                        }
                                        form.send(closed, 1, SHORT);
                                    }))
                    .as("%s", form)
                    .isEqualTo(times(3));
        }
        for (ReceiveForm form : ReceiveForm.values()) {
            Channel<Integer> some = Channel.buffered(2);
            some.send(0);
            Channel<Integer> none = Channel.buffered(1);
            Channel<Integer> closed = Channel.buffered(1);
            closed.close();
            assertThat(
                            costOf(
                                    () -> {
                                        form.receive(some, SHORT);
                                        if (!form.waits || form.isTimed()) {
                                            form.receive(none, SHORT);
                                        } else {
                                            some.trySend(1);
                                        }
                                        form.receive(closed, SHORT);
                                    }))
                    .as("%s", form)
                    .isEqualTo(times(3));
        }
    }

    @Test
    @DisplayName("[SCHED:3.3.1] an operation that had to wait costs no more")
    void operation_thatWaits_costsOne() throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        try (var scheduler = on.open()) {
            Nursery nursery = scheduler.nursery();
            Task<?> sender = nursery.spawn(() -> channel.send(1));
            Setting.until(scheduler, () -> sendersOf(channel) == 1);
            Task<?> receiver = nursery.spawn(() -> channel.receive());
            nursery.awaitAll();
            assertThat(sender.receipt().orElseThrow().spent()).isEqualTo(times(1));
            assertThat(receiver.receipt().orElseThrow().spent()).isEqualTo(times(1));
            nursery.close();
        }
    }

    @Test
    void select_anyNumberOfClauses_costsOne() throws Exception {
        Channel<Integer> a = Channel.buffered(1);
        Channel<Integer> b = Channel.buffered(1);
        b.close();
        assertThat(
                        costOf(
                                () -> {
                                    Select.from(a.onSend(1, () -> 0), a.onReceive(v -> 0));
                                    Select.from(
                                            a.onSend(1, () -> 0),
                                            b.onReceiveOrClosed(r -> 0),
                                            Select.otherwise(() -> 0));
                                    Select.from(
                                            Channel.<Integer>rendezvous().onReceive(v -> 0),
                                            Select.onTimeout(SHORT, () -> 0));
                                }))
                .isEqualTo(times(3));
        assertThat(costOf(() -> Select.from(Select.onTimeout(SHORT, () -> 0))))
                .as("no channel in it")
                .isEqualTo(Budget.ofOps(1));
    }

    @Test
    void drain_costsPerValue() throws Exception {
        for (int count : new int[] {0, 1, 7, 5000}) {
            Channel<Integer> channel = Channel.unbounded();
            for (int i = 0; i < count; i++) {
                channel.send(i);
            }
            assertThat(costOf(() -> assertThat(channel.drain()).hasSize(count)))
                    .isEqualTo(times(Math.max(1, count)));
        }
    }

    @Test
    void iterator_costsPerValueAndOneForTheEnd() throws Exception {
        Channel<Integer> channel = Channel.unbounded();
        for (int i = 0; i < 10; i++) {
            channel.send(i);
        }
        channel.close();
        assertThat(costOf(() -> channel.forEach(v -> {}))).isEqualTo(times(11));
    }

    @Test
    void faceOfAChannel_costsNothing() throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        assertThat(
                        costOf(
                                () -> {
                                    channel.snapshot();
                                    channel.named("x").sender().isClosed();
                                    channel.receiver().close();
                                }))
                .isEqualTo(Budget.ZERO);
    }

    /** More than the operations lent at once, to the unit. */
    @Test
    void operation_many_areCountedExactly() throws Exception {
        Channel<Integer> channel = Channel.unbounded();
        assertThat(
                        costOf(
                                () -> {
                                    for (int i = 0; i < 4321; i++) {
                                        channel.send(i);
                                    }
                                }))
                .isEqualTo(times(4321));
    }

    // ---- running out

    private static TaskOptions with(int channelOps) {
        return TaskOptions.defaults().withBudget(Budget.ofOps(1000).withChannelOps(channelOps));
    }

    /** With its 3 operations it sends 3 values; the 4th is never touched. */
    @Test
    void send_exhaustedAndFails_theValueIsStillItsOwners() throws Exception {
        for (Kind kind : new Kind[] {Kind.MANY, Kind.UNBOUNDED, Kind.ONE}) {
            try (var scheduler = on.open()) {
                Channel<Integer> channel = kind.open();
                var kept = new ArrayList<Integer>();
                Nursery nursery =
                        scheduler.nursery(
                                n ->
                                        n.withOnExhaustion(OnExhaustion.FAIL)
                                                .withCancelOnError(false));
                Task<?> sender =
                        nursery.spawn(
                                with(3),
                                () -> {
                                    for (int i = 0; i < 10; i++) {
                                        try {
                                            channel.send(i);
                                        } catch (ChannelBudgetExhaustedException e) {
                                            kept.add(i);
                                            throw e;
                                        }
                                    }
                                });
                var got = new ArrayList<Integer>();
                for (int i = 0; i < 3; i++) {
                    got.add(channel.receive());
                }
                assertThat(sender.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
                assertThat(got).containsExactly(0, 1, 2);
                assertThat(kept).containsExactly(3);
                assertThat(channel.drain()).isEmpty();
                assertThat(sendersOf(channel)).isZero();
                assertThat(sender.receipt().orElseThrow().spent()).isEqualTo(times(3));
                nursery.awaitAll();
                nursery.close();
            }
        }
    }

    /** While it waits for money it stands in no line, and others go on. */
    @Test
    void send_exhaustedAndWaits_goesOnWhenRecharged() throws Exception {
        try (var scheduler = on.open()) {
            Channel<Integer> channel = Channel.unbounded();
            Nursery nursery = scheduler.nursery(n -> n.withOnExhaustion(OnExhaustion.WAIT));
            Task<?> sender =
                    nursery.spawn(
                            with(2),
                            () -> {
                                for (int i = 0; i < 4; i++) {
                                    channel.send(i);
                                }
                            });
            Setting.until(scheduler, () -> sender.state() == TaskState.BUDGET_EXHAUSTED);
            assertThat(channel.snapshot().buffered()).isEqualTo(2);
            assertThat(sendersOf(channel)).isZero();
            channel.send(100); // nobody holds the channel

            assertThat(nursery.recharge(sender, times(1))).isTrue();
            Setting.until(scheduler, () -> channel.snapshot().buffered() == 4);
            Setting.until(scheduler, () -> sender.state() == TaskState.BUDGET_EXHAUSTED);
            nursery.recharge(sender, times(1));
            nursery.awaitAll();
            assertThat(channel.drain()).containsExactly(0, 1, 100, 2, 3);
            assertThat(sender.receipt().orElseThrow().spent()).isEqualTo(times(4));
            nursery.close();
        }
    }

    @Test
    void receiveUntil_waitsForMoneyFirst_endsAtTheMoment() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withCores(on.cores()).withSeed(1))) {
            Channel<Integer> channel = Channel.rendezvous();
            Nursery nursery = scheduler.nursery(n -> n.withOnExhaustion(OnExhaustion.WAIT));
            Task<Long> late =
                    nursery.<Long>spawn(
                            with(0),
                            () -> {
                                long moment = Stint.nanoTime() + Duration.ofSeconds(5).toNanos();
                                assertThat(channel.receiveUntil(moment)).isEmpty();
                                return Stint.nanoTime() - moment;
                            });
            scheduler.run(() -> Stint.sleep(Duration.ofSeconds(3)));
            assertThat(late.state()).isEqualTo(TaskState.BUDGET_EXHAUSTED);
            nursery.recharge(late, times(1));
            assertThat(late.await()).isZero();
            nursery.close();
        }
    }

    @Test
    void receive_exhaustedAndFails_leavesTheValue() throws Exception {
        try (var scheduler = on.open()) {
            Channel<Integer> channel = Channel.unbounded();
            channel.send(1);
            channel.send(2);
            Nursery nursery =
                    scheduler.nursery(
                            n -> n.withOnExhaustion(OnExhaustion.FAIL).withCancelOnError(false));
            Task<?> receiver =
                    nursery.spawn(
                            with(1),
                            () -> {
                                channel.receive();
                                Select.from(channel.onReceive(v -> v));
                            });
            assertThat(receiver.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
            assertThat(channel.drain()).containsExactly(2);
            nursery.awaitAll();
            nursery.close();
        }
    }

    /** A drain that cannot be paid takes nothing. */
    @Test
    void drain_exhaustedAndFails_leavesAll() throws Exception {
        try (var scheduler = on.open()) {
            Channel<Integer> channel = Channel.unbounded();
            for (int i = 0; i < 10; i++) {
                channel.send(i);
            }
            Nursery nursery =
                    scheduler.nursery(
                            n -> n.withOnExhaustion(OnExhaustion.FAIL).withCancelOnError(false));
            Task<?> poor = nursery.spawn(with(5), () -> channel.drain());
            assertThat(poor.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
            assertThat(channel.drain()).isEqualTo(Kind.upTo(10));
            nursery.awaitAll();
            nursery.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "8, 0", "9, 9", "1000, 1000"})
    void select_manyClauses_costsEachOfThem(int clauses, long more) throws Exception {
        try (var scheduler = on.open()) {
            Channel<Integer> channel = Channel.unbounded();
            channel.send(1);
            channel.send(2);
            List<Clause<Integer>> all =
                    Collections.nCopies(clauses, channel.receiver().onReceive(i -> i));
            Task<Integer> one = scheduler.root().spawn(() -> channel.receiver().receive());
            Task<Integer> select = scheduler.root().spawn(() -> Select.from(all));
            one.await();
            select.await();

            assertThat(opsOf(select) - opsOf(one)).isEqualTo(more);
        }
    }

    private static long opsOf(Task<?> task) {
        return task.receipt().orElseThrow().spent().ops();
    }

    @Test
    void send_exhaustedAndDraws_takesFromThePool() throws Exception {
        try (var scheduler = on.open()) {
            Channel<Integer> channel = Channel.unbounded();
            Nursery nursery =
                    scheduler.nursery(
                            n ->
                                    n.withOnExhaustion(OnExhaustion.DRAW)
                                            .withCancelOnError(false)
                                            .withChildBudget(Budget.ofOps(50).withChannelOps(4))
                                            .withBudget(
                                                    Budget.ofOps(1000)
                                                            .withChannelOps(20)
                                                            .withSpawns(1)));
            Task<?> sender =
                    nursery.spawn(
                            () -> {
                                for (int i = 0; i < 100; i++) {
                                    channel.send(i);
                                }
                            });
            assertThat(sender.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
            assertThat(channel.drain()).isEqualTo(Kind.upTo(20));
            nursery.awaitAll();
            assertThat(nursery.receipt().orElseThrow().spent().channelOps()).isEqualTo(20);
            nursery.close();
        }
    }

    @Test
    void operation_outside_costsNobodyAnything() throws Exception {
        try (var scheduler = on.open()) {
            Channel<Integer> channel = Channel.buffered(4);
            Budget before = scheduler.tenant().ledger().spent();
            for (int i = 0; i < 4; i++) {
                channel.send(i);
            }
            channel.receive();
            Select.from(channel.onReceive(v -> v));
            channel.drain();
            channel.close();
            assertThat(channel.receiveOrClosed()).isEqualTo(new Received.Done<>());
            assertThat(scheduler.tenant().ledger().spent()).isEqualTo(before);
        }
    }

    /** A task that is at its end for lack of money stays there, whatever channel it turns to. */
    @Test
    void operation_afterExhaustion_throwsAgain() throws Exception {
        try (var scheduler = on.open()) {
            Channel<Integer> channel = Channel.unbounded();
            var thrown = new ArrayList<Throwable>();
            Nursery nursery =
                    scheduler.nursery(
                            n -> n.withOnExhaustion(OnExhaustion.FAIL).withCancelOnError(false));
            Task<?> task =
                    nursery.spawn(
                            with(1),
                            () -> {
                                channel.send(0);
                                for (int i = 0; i < 3; i++) {
                                    try {
                                        channel.trySend(i);
                                    } catch (ChannelBudgetExhaustedException
                                            | ChannelClosedException e) {
                                        thrown.add(e);
                                    }
                                }
                            });
            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
            assertThat(thrown)
                    .hasSize(3)
                    .allMatch(e -> e instanceof ChannelBudgetExhaustedException);
            assertThat(channel.drain()).containsExactly(0);
            nursery.awaitAll();
            nursery.close();
        }
    }

    @Test
    void receipt_sameSeed_isTheSame() throws Exception {
        assumeTrue(on.isSeeded(), "threads decide for themselves who waits how often");
        assertThat(receipts()).isEqualTo(receipts());
    }

    private List<Receipt> receipts() throws Exception {
        try (var scheduler = on.open()) {
            Channel<Integer> channel = Channel.buffered(2);
            Nursery nursery = scheduler.nursery();
            var tasks = new ArrayList<Task<?>>();
            for (int i = 0; i < 4; i++) {
                int value = i;
                tasks.add(
                        nursery.spawn(
                                "sender " + i,
                                () -> {
                                    for (int k = 0; k < 50; k++) {
                                        while (!channel.trySend(value)) {
                                            Stint.yield();
                                        }
                                    }
                                }));
            }
            tasks.add(
                    nursery.spawn(
                            "receiver",
                            () -> {
                                for (int k = 0; k < 200; k++) {
                                    channel.receive();
                                }
                            }));
            nursery.awaitAll();
            nursery.close();
            return tasks.stream().map(t -> t.receipt().orElseThrow()).toList();
        }
    }
}
