package dev.stint.channel;

import static dev.stint.channel.Kind.receiversOf;
import static dev.stint.channel.Kind.sendersOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.Setting;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Values come in the order of sending, each once; who waits is served first come first served. */
@ParameterizedClass
@MethodSource("dev.stint.channel.Kind#grid")
@Timeout(60)
class ChannelOrderTest {
    private static final int COUNT = 200;

    private final Kind kind;
    private final Setting on;

    ChannelOrderTest(Kind kind, Setting on) {
        this.kind = kind;
        this.on = on;
    }

    @Test
    void receive_whatATaskSends_isInOrder() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    var got = new ArrayList<Integer>();
                    try (Nursery nursery = place.open()) {
                        nursery.spawn(() -> sendAll(channel, 0));
                        for (int i = 0; i < COUNT; i++) {
                            got.add(channel.receive());
                        }
                        nursery.join();
                    }
                    assertThat(got).isEqualTo(Kind.upTo(COUNT));
                });
    }

    @Test
    void send_toATaskThatReceives_isInOrder() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    try (Nursery nursery = place.open()) {
                        Task<List<Integer>> receiver = nursery.spawn(() -> receiveAll(channel));
                        sendAll(channel, 0);
                        channel.close();
                        assertThat(receiver.await()).isEqualTo(Kind.upTo(COUNT));
                    }
                });
    }

    @Test
    void receive_severalSendersAndReceivers_eachOnceAndInOrderOfItsSender() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    var all = new ArrayList<Integer>();
                    try (Nursery nursery = place.open()) {
                        var receivers = new ArrayList<Task<List<Integer>>>();
                        for (int i = 0; i < 3; i++) {
                            receivers.add(nursery.spawn(() -> receiveAll(channel)));
                        }
                        var senders = new ArrayList<Task<?>>();
                        for (int i = 1; i < 4; i++) {
                            int from = i * COUNT;
                            senders.add(nursery.spawn(() -> sendAll(channel, from)));
                        }
                        sendAll(channel, 0);
                        for (Task<?> sender : senders) {
                            sender.await();
                        }
                        channel.close();
                        for (Task<List<Integer>> receiver : receivers) {
                            List<Integer> got = receiver.await();
                            all.addAll(got);
                            for (int i = 0; i < 4; i++) {
                                int sender = i;
                                assertThat(got.stream().filter(v -> v / COUNT == sender))
                                        .isSorted();
                            }
                        }
                    }
                    Collections.sort(all);
                    assertThat(all).isEqualTo(Kind.upTo(4 * COUNT));
                });
    }

    @Test
    void receive_severalWait_servedAsTheyCame() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    try (Nursery nursery = place.open()) {
                        var receivers = waitingReceivers(5, channel, nursery, place);
                        for (int i = 0; i < 5; i++) {
                            assertThat(channel.trySend(i)).isTrue();
                        }
                        for (int i = 0; i < 5; i++) {
                            assertThat(receivers.get(i).await()).isEqualTo(i);
                        }
                    }
                });
    }

    /** Selects stand in the same line. */
    private static List<Task<Integer>> waitingReceivers(
            int count, Channel<Integer> channel, Nursery nursery, Setting.Place place)
            throws InterruptedException {
        var receivers = new ArrayList<Task<Integer>>();
        for (int i = 0; i < count; i++) {
            boolean selects = i % 2 == 1;
            int waiting = i + 1;
            receivers.add(
                    nursery.spawn(
                            () ->
                                    selects
                                            ? Select.from(channel.onReceive(v -> v))
                                            : channel.receive()));
            place.until(() -> receiversOf(channel) == waiting);
        }
        return receivers;
    }

    @Test
    void receive_oneOfThoseWhoWaitIsCancelled_theOthersKeepTheirPlaces() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    try (Nursery nursery = place.open(n -> n.withCancelOnError(false))) {
                        var receivers = waitingReceivers(5, channel, nursery, place);
                        for (int gone : new int[] {0, 2, 4}) { // the first, a middle one, the last
                            receivers.get(gone).cancel();
                            assertThat(receivers.get(gone).awaitOutcome())
                                    .isInstanceOf(Outcome.Cancelled.class);
                        }
                        assertThat(receiversOf(channel)).isEqualTo(2);
                        assertThat(channel.trySend(1)).isTrue();
                        assertThat(channel.trySend(3)).isTrue();
                        assertThat(receivers.get(1).await()).isEqualTo(1);
                        assertThat(receivers.get(3).await()).isEqualTo(3);
                    }
                });
    }

    @Test
    void send_severalWait_servedAsTheyCame() throws Exception {
        assumeTrue(kind.isBounded(), "an unbounded channel is never full");
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.openFull();
                    try (Nursery nursery = place.open()) {
                        var senders = new ArrayList<Task<?>>();
                        for (int i = 0; i < 6; i++) {
                            int value = kind.capacity + i;
                            boolean selects = i % 2 == 1;
                            int waiting = i + 1;
                            senders.add(
                                    nursery.spawn(
                                            () -> {
                                                if (selects) {
                                                    Select.from(channel.onSend(value, () -> 0));
                                                } else {
                                                    channel.send(value);
                                                }
                                            }));
                            place.until(() -> sendersOf(channel) == waiting);
                        }
                        senders.get(2).cancel();
                        senders.get(2).awaitOutcome();

                        var got = new ArrayList<Integer>();
                        for (int i = 0; i < kind.capacity + 5; i++) {
                            got.add(channel.tryReceive().orElseThrow());
                        }
                        List<Integer> expected = Kind.upTo(kind.capacity + 6);
                        expected.remove(Integer.valueOf(kind.capacity + 2));
                        assertThat(got).isEqualTo(expected);
                        assertThat(channel.tryReceive()).isEmpty();
                    }
                });
    }

    /** One who comes later and finds room must not overtake one who waits for it. */
    @Test
    void trySend_othersWait_doesNotOvertake() throws Exception {
        assumeTrue(kind.isBounded(), "an unbounded channel is never full");
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.openFull();
                    try (Nursery nursery = place.open()) {
                        nursery.spawn(() -> channel.send(kind.capacity));
                        place.until(() -> sendersOf(channel) == 1);
                        assertThat(channel.tryReceive()).contains(0);
                        assertThat(channel.trySend(-1)).isFalse();
                        assertThat(channel.drain())
                                .isEqualTo(
                                        Kind.upTo(kind.capacity + 1).subList(1, kind.capacity + 1));
                    }
                });
    }

    /** A value passes through as it is. */
    @Test
    void receive_anyObject_isTheSameObject() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Object> channel = kind.open();
                    var values = List.of(new Object(), "text", new int[3], channel, List.of());
                    try (Nursery nursery = place.open()) {
                        nursery.spawn(
                                () -> {
                                    for (Object value : values) {
                                        channel.send(value);
                                    }
                                });
                        for (Object value : values) {
                            assertThat(channel.receive()).isSameAs(value);
                        }
                    }
                });
    }

    private static void sendAll(Channel<Integer> channel, int from) throws InterruptedException {
        for (int i = 0; i < COUNT; i++) {
            channel.send(from + i);
        }
    }

    private static List<Integer> receiveAll(Channel<Integer> channel) throws InterruptedException {
        var got = new ArrayList<Integer>();
        while (channel.receiveOrClosed() instanceof Received.Value<Integer>(Integer value)) {
            got.add(value);
        }
        return got;
    }
}
