package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Forever;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.sync.Latch;
import dev.stint.task.NurseryCancelledException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** [FIBER:ordered] [FIBER:send-failure-join] */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class OrderedChannelTest {
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final Duration LONG = Duration.ofHours(1);

    private final Setting on;

    OrderedChannelTest(Setting on) {
        this.on = on;
    }

    @Test
    @DisplayName("results come in the order of the sends, not of the ends")
    void receive_tasksEndInAnotherOrder_comeInTheOrderOfTheSends() throws Exception {
        on.everywhere(
                place -> {
                    List<Integer> got = new ArrayList<>();
                    List<Integer> ends = Collections.synchronizedList(new ArrayList<>());
                    try (Nursery nursery = place.open()) {
                        OrderedChannel<Integer> results = OrderedChannel.over(nursery, 5);
                        for (int i = 0; i < 5; i++) {
                            int number = i;
                            results.send(
                                    "job " + i,
                                    () -> {
                                        Stint.sleep(Duration.ofMillis(40 - 10L * number));
                                        ends.add(number);
                                        return number;
                                    });
                        }
                        results.close();
                        for (int number : results) {
                            got.add(number);
                        }
                    }
                    assertThat(got).containsExactly(0, 1, 2, 3, 4);
                    if (on.isSeeded()) {
                        assertThat(ends).containsExactly(4, 3, 2, 1, 0);
                    }
                });
    }

    @Test
    @DisplayName("head-of-line blocking: what has ended waits behind what has not")
    void receive_firstStalls_laterOnesAreNotSeen() throws Exception {
        on.everywhere(
                place -> {
                    var gate = Latch.of(1);
                    try (Nursery nursery = place.open()) {
                        OrderedChannel<String> results = OrderedChannel.over(nursery, 3);
                        results.send(
                                () -> {
                                    gate.await();
                                    return "slow";
                                });
                        var fast = new AtomicBoolean();
                        results.send(
                                () -> {
                                    fast.set(true);
                                    return "fast";
                                });
                        place.until(fast::get);
                        assertThat(results.tryReceive()).isEmpty();
                        assertThat(results.receive(SHORT)).isEmpty();
                        gate.countDown();
                        assertThat(results.receive()).isEqualTo("slow");
                        assertThat(results.receive()).isEqualTo("fast");
                        assertThat(results.tryReceive()).isEmpty();
                    }
                });
    }

    @Test
    @DisplayName("a send waits for a place before it starts its task")
    void send_allPlacesTaken_startsNothing() throws Exception {
        on.everywhere(
                place -> {
                    var started = new AtomicInteger();
                    try (Nursery nursery = place.open();
                            Nursery senders = place.open()) {
                        OrderedChannel<Integer> results = OrderedChannel.over(nursery, 2);
                        results.send(started::incrementAndGet);
                        results.send(started::incrementAndGet);
                        assertThat(
                                        results.send(
                                                TaskOptions.defaults(),
                                                started::incrementAndGet,
                                                SHORT))
                                .isFalse();
                        Task<?> cancelled =
                                senders.spawn(() -> results.send(started::incrementAndGet));
                        place.until(() -> results.snapshot().sendersWaiting() == 1);
                        cancelled.cancel();
                        cancelled.awaitOutcome();
                        assertThat(results.snapshot().sendersWaiting()).isZero();
                        Task<?> third = senders.spawn(() -> results.send(started::incrementAndGet));
                        place.until(() -> results.snapshot().sendersWaiting() == 1);
                        assertThat(results.snapshot().buffered()).isEqualTo(2);
                        results.receive();
                        third.await();
                        results.receive();
                        results.receive();
                        assertThat(started.get()).isEqualTo(3);
                    }
                });
    }

    @Test
    void receive_taskHasFailed_throwsAsItsAwaitWould() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open(n -> n.withPolicy(Policy.collect()))) {
                        OrderedChannel<String> results = OrderedChannel.over(nursery, 9);
                        for (int i = 0; i < 3; i++) {
                            results.send(
                                    "bad",
                                    () -> {
                                        throw new IOException("planned");
                                    });
                        }
                        results.send(() -> "good");
                        assertThatThrownBy(results::receive)
                                .isInstanceOf(TaskFailedException.class)
                                .hasMessageContaining("'bad'")
                                .hasCauseInstanceOf(IOException.class);
                        assertThat(results.receiveOrClosed().toOptional().orElseThrow())
                                .isInstanceOf(Outcome.Failure.class);
                        var iterator = results.iterator();
                        assertThat(iterator.hasNext()).isTrue();
                        assertThatThrownBy(iterator::next).isInstanceOf(TaskFailedException.class);
                        assertThat(iterator.next()).isEqualTo("good");
                    }
                });
    }

    @Test
    void receive_taskWasCancelled_saysSo() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open()) {
                        OrderedChannel<String> results = OrderedChannel.over(nursery, 2);
                        for (int i = 0; i < 2; i++) {
                            results.send(
                                    () -> {
                                        Forever.sleeps();
                                        return "";
                                    });
                        }
                        nursery.cancel();
                        assertThatThrownBy(results::receive) // like all that stands in its block
                                .isInstanceOf(NurseryCancelledException.class);
                        nursery.awaitAll();
                        assertThatThrownBy(results::receive)
                                .isInstanceOf(CancellationException.class);
                        assertThat(results.receive(LONG)).contains(new Outcome.Cancelled<>());
                    }
                });
    }

    @Test
    void close_whatWasSent_isStillReceived() throws Exception {
        on.everywhere(
                place -> {
                    var reason = new IOException("planned");
                    try (Nursery nursery = place.open()) {
                        OrderedChannel<Integer> results =
                                OrderedChannel.<Integer>over(nursery, 2).named("out");
                        results.send(() -> 1);
                        results.close(reason);
                        results.close();
                        assertThatThrownBy(() -> results.send(() -> 2))
                                .isInstanceOf(ChannelClosedException.class)
                                .hasMessageContaining("ordered channel 'out'")
                                .hasCause(reason);
                        assertThat(results.receive()).isEqualTo(1);
                        assertThatThrownBy(results::receive)
                                .isInstanceOf(ChannelClosedException.class);
                        assertThatThrownBy(results::tryReceive)
                                .isInstanceOf(ChannelClosedException.class);
                        assertThat(results.receiveOrClosed())
                                .isEqualTo(new Received.Failed<>(reason));
                        assertThatThrownBy(() -> results.iterator().hasNext())
                                .isInstanceOf(ChannelClosedException.class);
                        assertThat(results.isClosed()).isTrue();
                    }
                });
    }

    @Test
    void close_whileSendsAndReceivesWait_endsThem() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open(n -> n.withPolicy(Policy.collect()))) {
                        OrderedChannel<Integer> full = OrderedChannel.over(nursery, 1);
                        full.send(() -> 1);
                        Task<?> sends = nursery.spawn(() -> full.send(() -> 2));
                        OrderedChannel<Integer> empty = OrderedChannel.over(nursery, 1);
                        Task<Received<?>> receives = nursery.spawn(() -> empty.receiveOrClosed());
                        place.until(
                                () ->
                                        full.snapshot().sendersWaiting() == 1
                                                && empty.snapshot().receiversWaiting() == 1);
                        full.close();
                        empty.close();
                        assertThatThrownBy(sends::await)
                                .hasCauseInstanceOf(ChannelClosedException.class);
                        assertThat(receives.await()).isEqualTo(new Received.Done<>());
                        assertThat(full.receive()).isEqualTo(1);
                    }
                });
    }

    @Test
    void close_receivesWaitBehindTheLast_theyFindItDone() throws Exception {
        on.everywhere(
                place -> {
                    var gate = Latch.of(1);
                    try (Nursery nursery = place.open();
                            Nursery readers = place.open()) {
                        OrderedChannel<Integer> results = OrderedChannel.over(nursery, 1);
                        results.send(
                                () -> {
                                    gate.await();
                                    return 1;
                                });
                        List<Task<Received<Outcome<Integer>>>> all = new ArrayList<>();
                        for (int i = 0; i < 3; i++) {
                            int waiting = i + 1;
                            all.add(readers.spawn(() -> results.receiveOrClosed()));
                            place.until(() -> results.snapshot().receiversWaiting() == waiting);
                        }
                        results.close();
                        gate.countDown();
                        assertThat(all.get(0).await().toOptional())
                                .contains(new Outcome.Success<>(1));
                        assertThat(all.get(1).await()).isEqualTo(new Received.Done<>());
                        assertThat(all.get(2).await()).isEqualTo(new Received.Done<>());
                    }
                });
    }

    // ---- a close between the start of the task and the sending of its handle

    private static <T> OrderedChannel<T> closedInTheMiddle(Nursery nursery) {
        return closedInTheMiddle(nursery, () -> {});
    }

    /** One that is closed after each start. */
    private static <T> OrderedChannel<T> closedInTheMiddle(Nursery nursery, Runnable andThen) {
        List<OrderedChannel<?>> toClose = new ArrayList<>();
        var results =
                new OrderedChannelImpl<T>(
                        (options, body) -> {
                            Task<T> started = nursery.spawn(options, body);
                            toClose.forEach(OrderedChannel::close);
                            andThen.run();
                            return started;
                        },
                        1);
        toClose.add(results);
        return results;
    }

    @Test
    @DisplayName("a task that was started in vain is joined before the send fails")
    void send_closedAfterTheStart_joinsTheTask() throws Exception {
        on.everywhere(
                place -> {
                    var ended = new AtomicBoolean();
                    try (Nursery nursery = place.open(n -> n.withPolicy(Policy.collect()))) {
                        OrderedChannel<String> results = closedInTheMiddle(nursery);
                        assertThatThrownBy(
                                        () ->
                                                results.send(
                                                        () -> {
                                                            Stint.sleep(Duration.ofMillis(20));
                                                            ended.set(true);
                                                            throw new IOException("planned");
                                                        }))
                                .isInstanceOf(ChannelClosedException.class)
                                .satisfies(
                                        e ->
                                                assertThat(e.getSuppressed()[0])
                                                        .hasMessage("planned"));
                        assertThat(ended.get()).isTrue();
                        assertThat(results.receiveOrClosed()).isEqualTo(new Received.Done<>());
                    }
                });
    }

    @Test
    @DisplayName("a sender that is cancelled in that join has the task cancelled, and waits for it")
    void send_closedAfterTheStartAndCancelled_cancelsTheTaskAndWaits() throws Exception {
        on.everywhere(
                place -> {
                    var runs = new AtomicBoolean();
                    var unwound = new AtomicBoolean();
                    try (Nursery nursery = place.open();
                            Nursery senders = place.open()) {
                        OrderedChannel<String> results = closedInTheMiddle(nursery);
                        Task<Boolean> sender =
                                senders.spawn(
                                        () -> {
                                            try {
                                                results.send(
                                                        () -> {
                                                            runs.set(true);
                                                            return endless(unwound);
                                                        });
                                            } catch (ChannelClosedException e) {
                                                return unwound.get();
                                            }
                                            return false;
                                        });
                        place.until(runs::get);
                        sender.cancel();
                        assertThat(sender.await()).isTrue();
                    }
                });
    }

    private static String endless(AtomicBoolean unwound) throws Exception {
        try {
            Forever.sleeps();
        } finally {
            Stint.shielded(() -> Stint.sleep(Duration.ofMillis(10)));
            unwound.set(true);
        }
        return "";
    }

    @Test
    void send_closedAfterTheStartAndInterruptedOutside_cancelsTheTaskAndWaits() throws Exception {
        try (var scheduler = on.open();
                Nursery nursery = scheduler.nursery()) {
            OrderedChannel<String> results =
                    closedInTheMiddle(nursery, () -> Thread.currentThread().interrupt());
            assertThatThrownBy(
                            () ->
                                    results.send(
                                            () -> {
                                                Forever.sleeps();
                                                return "";
                                            }))
                    .isInstanceOf(ChannelClosedException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void send_nurseryTakesNoMore_givesItsPlaceBack() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open()) {
                        OrderedChannel<Integer> results = OrderedChannel.over(nursery, 1);
                        nursery.awaitAll();
                        for (int i = 0; i < 3; i++) {
                            assertThatThrownBy(() -> results.send(() -> 1))
                                    .isInstanceOf(NurseryNotActiveException.class);
                        }
                    }
                });
    }

    // ---- receivers that give up

    @Test
    void receive_cancelled_leavesTheResultToTheNext() throws Exception {
        on.everywhere(
                place -> {
                    var gate = Latch.of(1);
                    try (Nursery nursery = place.open();
                            Nursery readers = place.open()) {
                        OrderedChannel<Integer> results = OrderedChannel.over(nursery, 2);
                        results.send(
                                () -> {
                                    gate.await();
                                    return 1;
                                });
                        Task<?> first = readers.spawn(() -> results.receive());
                        place.until(() -> results.snapshot().receiversWaiting() == 1);
                        Task<Integer> second = readers.spawn(() -> results.receive());
                        Task<?> third = readers.spawn(() -> results.receive());
                        place.until(() -> results.snapshot().receiversWaiting() == 3);
                        first.cancel();
                        third.cancel();
                        third.awaitOutcome();
                        first.awaitOutcome();
                        place.until(() -> results.snapshot().receiversWaiting() == 1);
                        gate.countDown();
                        assertThat(second.await()).isEqualTo(1);
                        assertThat(results.snapshot().buffered()).isZero();
                    }
                });
    }

    @Test
    void receive_byTheTaskItself_isAnErrorAndNotAHang() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open(n -> n.withPolicy(Policy.collect()))) {
                        OrderedChannel<Integer> results = OrderedChannel.over(nursery, 2);
                        var sent = Latch.of(1);
                        results.send(
                                () -> {
                                    sent.await();
                                    return results.receive();
                                });
                        sent.countDown();
                        assertThatThrownBy(results::receive)
                                .hasCauseInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("it would wait for ever");
                    }
                });
    }

    @Test
    void receive_severalReceivers_eachResultOnce() throws Exception {
        on.everywhere(
                place -> {
                    List<Integer> got = Collections.synchronizedList(new ArrayList<>());
                    try (Nursery nursery = place.open()) {
                        OrderedChannel<Integer> results = OrderedChannel.over(nursery, 3);
                        for (int r = 0; r < 3; r++) {
                            nursery.spawn(
                                    () -> {
                                        for (int number : results) {
                                            got.add(number);
                                        }
                                    });
                        }
                        for (int i = 0; i < 60; i++) {
                            int number = i;
                            results.send(
                                    () -> {
                                        Stint.yield();
                                        return number;
                                    });
                        }
                        results.close();
                        nursery.join();
                    }
                    assertThat(got).hasSize(60).doesNotHaveDuplicates();
                });
    }

    @Test
    void badInput_isRefused() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open()) {
                        assertThatThrownBy(() -> OrderedChannel.over(nursery, 0))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining("1 task or more");
                    }
                });
    }

    @Test
    void operations_cost_whatASpawnAndAChannelOperationCost() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        OrderedChannel<Integer> results = OrderedChannel.over(scheduler.root(), 1);
                        long ops = Stint.budgetLeft().ops();
                        long channelOps = Stint.budgetLeft().channelOps();
                        results.send(() -> 1);
                        results.receive();
                        assertThat(ops - Stint.budgetLeft().ops()).isEqualTo(3);
                        assertThat(channelOps - Stint.budgetLeft().channelOps()).isEqualTo(2);
                    });
        }
    }
}
