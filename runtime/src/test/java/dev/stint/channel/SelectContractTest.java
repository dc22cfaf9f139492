package dev.stint.channel;

import static dev.stint.channel.Kind.giveWayUntil;
import static dev.stint.channel.Kind.isDeserted;
import static dev.stint.channel.Kind.receiversOf;
import static dev.stint.channel.Kind.sendersOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.ChannelClosedException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * [FIBER:select-winner] [FIBER:select-cleanup] A select does exactly one of its clauses, and
 * withdraws the others before it runs anything.
 */
@ParameterizedClass
@MethodSource("dev.stint.channel.Kind#grid")
@Timeout(60)
class SelectContractTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Kind kind;
    private final Setting on;

    SelectContractTest(Kind kind, Setting on) {
        this.kind = kind;
        this.on = on;
    }

    /** Which of the clauses of {@link Stage#allWays} is to become possible. */
    private enum Way {
        SEND,
        RECEIVE,
        CLOSED,
        END,
        TIMEOUT
    }

    /** What a select over all ways stands before. */
    private static final class Stage {
        final Channel<Integer> out = Channel.rendezvous();
        final Channel<Integer> in;
        final Channel<Integer> closing;
        final Channel<Boolean> ending = Channel.rendezvous();

        Stage(Kind kind) {
            in = kind.open();
            closing = kind.open();
        }

        int waiting() {
            return sendersOf(out) + receiversOf(in) + receiversOf(closing);
        }

        private String seen(Way way) {
            boolean deserted = isDeserted(out) && isDeserted(in) && isDeserted(closing);
            return waiting() + " " + way + (deserted ? "" : ", and it still stands in a line");
        }

        /** Each handler sees that nothing of the select stands in any line. */
        String allWays(Task<?> task, Duration patience) throws InterruptedException {
            return Select.from(
                    out.onSend(1, () -> seen(Way.SEND)),
                    in.onReceive(v -> seen(Way.RECEIVE)),
                    closing.onReceiveOrClosed(r -> seen(Way.CLOSED)),
                    Select.onEnd(task, o -> seen(Way.END)),
                    Select.onTimeout(patience, () -> seen(Way.TIMEOUT)));
        }

        void make(Way way) throws InterruptedException {
            switch (way) {
                case SEND -> out.receive();
                case RECEIVE -> in.send(1);
                case CLOSED -> closing.close();
                case END -> ending.send(true);
                case TIMEOUT -> {}
            }
        }
    }

    @Test
    void from_oneBecomesPossible_doesItWithTheOthersWithdrawn() throws Exception {
        on.everywhere(
                place -> {
                    for (Way way : Way.values()) {
                        var stage = new Stage(kind);
                        try (Nursery nursery = place.open()) {
                            Task<?> task = nursery.spawn(() -> stage.ending.receiveOrClosed());
                            nursery.spawn(
                                    () -> {
                                        giveWayUntil(() -> stage.waiting() == 3);
                                        stage.make(way);
                                    });
                            Duration patience = way == Way.TIMEOUT ? Duration.ofMillis(5) : LONG;
                            assertThat(stage.allWays(task, patience)).isEqualTo("0 " + way);
                            stage.ending.close();
                            task.cancel();
                        }
                    }
                });
    }

    @Test
    void from_onePossibleFromTheStart_doesIt() throws Exception {
        on.everywhere(
                place -> {
                    for (Way way : List.of(Way.SEND, Way.CLOSED, Way.END)) {
                        var stage = new Stage(kind);
                        try (Nursery nursery = place.open()) {
                            Task<?> task = nursery.spawn(() -> stage.ending.receiveOrClosed());
                            Task<?> maker = nursery.spawn(() -> stage.make(way));
                            if (way == Way.SEND) {
                                place.until(() -> receiversOf(stage.out) == 1);
                            } else {
                                maker.await();
                            }
                            if (way == Way.END) {
                                task.await();
                            }
                            assertThat(stage.allWays(task, LONG)).isEqualTo("0 " + way);
                            stage.ending.close();
                            task.cancel();
                        }
                    }
                });
    }

    @Test
    void otherwise_nothingPossible_isDoneAtOnce() throws Exception {
        on.everywhere(
                place -> {
                    var stage = new Stage(kind);
                    try (Nursery nursery = place.open()) {
                        Task<?> task = nursery.spawn(() -> stage.ending.receiveOrClosed());
                        assertThat(
                                        Select.<Integer>from(
                                                Select.otherwise(() -> 0),
                                                stage.out.onSend(1, () -> 1),
                                                stage.in.onReceive(v -> 2),
                                                Select.onEnd(task, o -> 3)))
                                .isZero();
                        assertThat(stage.waiting()).isZero();
                        assertThat(isDeserted(stage.in) && isDeserted(stage.out)).isTrue();
                        stage.ending.close();
                        task.cancel();
                    }
                });
    }

    @Test
    void otherwise_somethingPossible_isNotDone() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    channel.close();
                    for (int i = 0; i < 20; i++) {
                        assertThat(
                                        Select.<Boolean>from(
                                                Select.otherwise(() -> false),
                                                channel.onReceiveOrClosed(r -> true)))
                                .isTrue();
                    }
                });
    }

    /** Both on one channel: it is no partner to itself. */
    @Test
    void from_sendAndReceiveOnOneChannel_isNotItsOwnPartner() throws Exception {
        assumeTrue(kind.capacity == 0, "with a buffer one or the other is always possible");
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    assertThat(
                                    Select.<String>from(
                                            channel.onSend(1, () -> "sent"),
                                            channel.onReceive(v -> "received " + v),
                                            Select.onTimeout(Duration.ofMillis(2), () -> "none")))
                            .isEqualTo("none");
                    try (Nursery nursery = place.open()) {
                        Task<String> both =
                                nursery.spawn(
                                        () ->
                                                Select.<String>from(
                                                        channel.onSend(1, () -> "sent"),
                                                        channel.onReceive(v -> "received " + v)));
                        place.until(() -> receiversOf(channel) == 1 && sendersOf(channel) == 1);
                        assertThat(channel.trySend(5)).isTrue();
                        assertThat(channel.tryReceive()).isEmpty();
                        assertThat(both.await()).isEqualTo("received 5");
                        Task<String> again =
                                nursery.spawn(
                                        () ->
                                                Select.<String>from(
                                                        channel.onReceive(v -> "received " + v),
                                                        channel.onSend(1, () -> "sent")));
                        place.until(() -> receiversOf(channel) == 1 && sendersOf(channel) == 1);
                        assertThat(channel.tryReceive()).contains(1);
                        assertThat(again.await()).isEqualTo("sent");
                        assertThat(receiversOf(channel) + sendersOf(channel)).isZero();
                    }
                });
    }

    @Test
    void from_sameChannelTwice_takesOneValue() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    try (Nursery nursery = place.open()) {
                        Task<Integer> twice =
                                nursery.spawn(
                                        () ->
                                                Select.<Integer>from(
                                                        channel.onReceive(v -> v),
                                                        channel.onReceive(v -> v)));
                        place.until(() -> receiversOf(channel) == 1);
                        assertThat(channel.trySend(1)).isTrue();
                        assertThat(channel.trySend(2)).isEqualTo(kind.capacity > 0);
                        assertThat(twice.await()).isEqualTo(1);
                        assertThat(receiversOf(channel)).isZero();
                    }
                });
    }

    /** Two that face each other, each ready for either way, agree on exactly one. */
    @Test
    void from_twoSelectsFacingEachOther_agree() throws Exception {
        assumeTrue(kind.capacity == 0, "with a buffer one or the other is always possible");
        on.everywhere(
                place -> {
                    Channel<Integer> a = kind.open();
                    Channel<Integer> b = kind.open();
                    for (int i = 0; i < 50; i++) {
                        try (Nursery nursery = place.open()) {
                            Task<String> one =
                                    nursery.spawn(
                                            () ->
                                                    Select.<String>from(
                                                            a.onSend(1, () -> "a"),
                                                            b.onReceive(v -> "b")));
                            Task<String> two =
                                    nursery.spawn(
                                            () ->
                                                    Select.<String>from(
                                                            b.onSend(2, () -> "b"),
                                                            a.onReceive(v -> "a")));
                            assertThat(one.await()).isEqualTo(two.await());
                        }
                    }
                    assertThat(a.snapshot()).isEqualTo(kind.open().snapshot());
                    assertThat(b.snapshot()).isEqualTo(kind.open().snapshot());
                });
    }

    /** Values of send clauses that were not done are not in any channel. */
    @Test
    void from_severalSends_sendsOneValue() throws Exception {
        assumeTrue(kind.capacity > 0, "a rendezvous takes nothing without a partner");
        on.everywhere(
                place -> {
                    var channels = new ArrayList<Channel<Integer>>();
                    for (int i = 0; i < 4; i++) {
                        channels.add(kind.open());
                    }
                    int done =
                            Select.<Integer>from(
                                    channels.get(0).onSend(10, () -> 0),
                                    channels.get(1).onSend(11, () -> 1),
                                    channels.get(2).onSend(12, () -> 2),
                                    channels.get(3).onSend(13, () -> 3));
                    for (int i = 0; i < 4; i++) {
                        List<Integer> got = channels.get(i).drain();
                        assertThat(got).isEqualTo(i == done ? List.of(10 + i) : List.of());
                    }
                });
    }

    @Test
    void from_closedChannel_isPossibleAndThrows() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.<Integer>open().named("orders");
                    channel.close(new Exception("the reason"));
                    assertThatThrownBy(() -> Select.from(channel.onSend(1, () -> 0)))
                            .isInstanceOf(ChannelClosedException.class)
                            .hasMessageContaining("cannot select a send to")
                            .hasMessageContaining("'orders'")
                            .hasMessageContaining("Leave the clause out");
                    assertThatThrownBy(() -> Select.from(channel.onReceive(v -> 0)))
                            .isInstanceOf(ChannelClosedException.class)
                            .hasMessageContaining("cannot select a receive from")
                            .hasMessageContaining("onReceiveOrClosed")
                            .hasRootCauseMessage("the reason");
                });
    }

    /** The handler is ordinary code of the caller: it may use channels and select, and throw. */
    @Test
    void handler_usesChannelsSelectsAndThrows() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> in = kind.open();
                    Channel<Integer> out = kind.open();
                    try (Nursery nursery = place.open()) {
                        nursery.spawn(
                                () -> {
                                    in.send(20);
                                    in.send(1);
                                });
                        Task<Integer> reader = nursery.spawn(() -> out.receive());
                        int got =
                                Select.<Integer>from(
                                        in.onReceive(
                                                v -> {
                                                    int more =
                                                            Select.<Integer>from(
                                                                    in.onReceive(w -> w + v));
                                                    out.send(more);
                                                    return more;
                                                }),
                                        Select.onTimeout(LONG, () -> -1));
                        assertThat(got).isEqualTo(21);
                        assertThat(reader.await()).isEqualTo(21);
                    }
                    Channel<Integer> unused = kind.open();
                    in.close();
                    assertThatThrownBy(
                                    () ->
                                            Select.from(
                                                    unused.onReceive(v -> 0),
                                                    in.onReceiveOrClosed(
                                                            r -> {
                                                                throw new IllegalStateException(
                                                                        "mine");
                                                            })))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessage("mine");
                    assertThat(receiversOf(unused)).isZero();
                });
    }

    @Test
    void from_cancelledWhileItWaits_leavesAllLines() throws Exception {
        on.everywhere(
                place -> {
                    var stage = new Stage(kind);
                    try (Nursery nursery = place.open()) {
                        Task<?> task = nursery.spawn(() -> stage.ending.receiveOrClosed());
                        Task<String> select = nursery.spawn(() -> stage.allWays(task, LONG));
                        place.until(() -> stage.waiting() == 3);
                        select.cancel();
                        assertThat(select.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
                        assertThat(stage.waiting()).isZero();
                        assertThat(isDeserted(stage.in) && isDeserted(stage.out)).isTrue();
                        assertThat(stage.out.tryReceive()).isEmpty();
                        stage.ending.close();
                        task.cancel();
                    }
                });
    }

    @Test
    void onTimeout_underASeed_isExactlyOnTime() throws Exception {
        assumeTrue(on.isSeeded(), "time is exact only under a seed");
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        Channel<Integer> channel = kind.open();
                        long start = Stint.nanoTime();
                        Select.from(
                                channel.onReceive(v -> 0),
                                Select.onTimeout(Duration.ofDays(3), () -> 1));
                        assertThat(Stint.nanoTime() - start)
                                .isEqualTo(Duration.ofDays(3).toNanos());
                        Select.from(Select.onTimeout(Duration.ofSeconds(1), () -> 1)); // a sleep
                        assertThat(Stint.nanoTime() - start)
                                .isEqualTo(Duration.ofDays(3).toNanos() + 1_000_000_000);
                    });
        }
    }

    /** A clause is a description: used twice it is done twice. */
    @Test
    void clause_usedAgain_isDoneAgain() throws Exception {
        assumeTrue(kind.capacity >= 2, "it needs room for two");
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    Clause<Integer> send = channel.onSend(1, () -> 0);
                    Clause<Integer> receive = channel.onReceive(v -> v);
                    Select.from(send);
                    Select.from(send);
                    assertThat(Select.<Integer>from(receive)).isEqualTo(1);
                    assertThat(Select.<Integer>from(receive, Select.otherwise(() -> 9)))
                            .isEqualTo(1);
                    assertThat(Select.<Integer>from(receive, Select.otherwise(() -> 9)))
                            .isEqualTo(9);
                });
    }

    /** Many at once over the same channels, locked in one order, all come through. */
    @Test
    void from_manyOverTheSameChannels_allAreServed() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> a = kind.open();
                    Channel<Integer> b = kind.open();
                    var got = new TreeSet<Integer>();
                    try (Nursery nursery = place.open()) {
                        var receivers = new ArrayList<Task<Integer>>();
                        for (int i = 0; i < 40; i++) {
                            boolean turned = i % 2 == 0;
                            receivers.add(
                                    nursery.spawn(
                                            () ->
                                                    turned
                                                            ? Select.<Integer>from(
                                                                    b.onReceive(v -> v),
                                                                    a.onReceive(v -> v))
                                                            : Select.<Integer>from(
                                                                    a.onReceive(v -> v),
                                                                    b.onReceive(v -> v))));
                            int value = i;
                            nursery.spawn(
                                    () ->
                                            Select.<Integer>from(
                                                    a.onSend(value, () -> 0),
                                                    b.onSend(value, () -> 0)));
                        }
                        for (Task<Integer> receiver : receivers) {
                            got.add(receiver.await());
                        }
                    }
                    assertThat(got).hasSize(40);
                    assertThat(a.snapshot()).isEqualTo(kind.open().snapshot());
                    assertThat(b.snapshot()).isEqualTo(kind.open().snapshot());
                });
    }
}
