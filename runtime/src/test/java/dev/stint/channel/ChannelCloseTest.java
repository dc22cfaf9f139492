package dev.stint.channel;

import static dev.stint.channel.Kind.receiversOf;
import static dev.stint.channel.Kind.sendersOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Setting;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Closing, from either end, with and without a reason, while others wait, and drain. */
@ParameterizedClass
@MethodSource("dev.stint.channel.Kind#grid")
@Timeout(60)
class ChannelCloseTest {
    private static final int CROWD = 50;

    private final Kind kind;
    private final Setting on;

    ChannelCloseTest(Kind kind, Setting on) {
        this.kind = kind;
        this.on = on;
    }

    @Test
    void close_byEitherEnd_closesAllOfIt() throws Exception {
        on.everywhere(
                place -> {
                    for (int end = 0; end < 3; end++) {
                        Channel<Integer> channel = kind.open();
                        Sender<Integer> sender = channel.sender();
                        Receiver<Integer> receiver = channel.receiver();
                        assertThat(channel.isClosed()).isFalse();
                        assertThat(channel.snapshot().closed()).isFalse();

                        switch (end) {
                            case 0 -> channel.close();
                            case 1 -> sender.close();
                            default -> receiver.close();
                        }

                        assertThat(channel.isClosed()).isTrue();
                        assertThat(sender.isClosed()).isTrue();
                        assertThat(receiver.isClosed()).isTrue();
                        assertThat(channel.snapshot().closed()).isTrue();
                        assertThat(sender.sendOrClosed(1)).isEqualTo(new Sent.Done());
                        assertThat(receiver.receiveOrClosed()).isEqualTo(new Received.Done<>());
                    }
                });
    }

    @Test
    void close_again_theFirstCounts() throws Exception {
        on.everywhere(
                place -> {
                    var first = new Exception("first");
                    Channel<Integer> failed = kind.open();
                    failed.sender().close(first);
                    failed.receiver().close(new Exception("second"));
                    failed.close();
                    assertThat(failed.sendOrClosed(1)).isEqualTo(new Sent.Failed(first));
                    assertThat(failed.receiveOrClosed()).isEqualTo(new Received.Failed<>(first));

                    Channel<Integer> done = kind.open();
                    done.close(null);
                    done.close(first);
                    assertThat(done.sendOrClosed(1)).isEqualTo(new Sent.Done());
                    assertThat(done.receiveOrClosed()).isEqualTo(new Received.Done<>());
                });
    }

    @Test
    void close_manyReceiversWait_allLearnOfIt() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    var reason = new Exception("the reason");
                    try (Nursery nursery = place.open()) {
                        var receivers = new ArrayList<Task<Received<Integer>>>();
                        for (int i = 0; i < CROWD; i++) {
                            boolean selects = i % 3 == 0;
                            receivers.add(
                                    nursery.spawn(
                                            () ->
                                                    selects
                                                            ? Select.from(
                                                                    channel.onReceiveOrClosed(
                                                                            r -> r))
                                                            : channel.receiveOrClosed()));
                        }
                        place.until(() -> receiversOf(channel) == CROWD);

                        channel.close(reason);

                        assertThat(receiversOf(channel)).isZero();
                        for (Task<Received<Integer>> receiver : receivers) {
                            assertThat(receiver.await()).isEqualTo(new Received.Failed<>(reason));
                        }
                    }
                });
    }

    @Test
    void close_manySendersWait_theirValuesAreTheirsAndTheBufferStays() throws Exception {
        if (!kind.isBounded()) {
            return;
        }
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.openFull();
                    try (Nursery nursery = place.open()) {
                        var senders = new ArrayList<Task<Sent>>();
                        for (int i = 0; i < CROWD; i++) {
                            senders.add(nursery.spawn(() -> channel.sendOrClosed(-1)));
                        }
                        place.until(() -> sendersOf(channel) == CROWD);

                        channel.close();

                        assertThat(sendersOf(channel)).isZero();
                        for (Task<Sent> sender : senders) {
                            assertThat(sender.await()).isEqualTo(new Sent.Done());
                        }
                    }
                    for (int i = 0; i < kind.capacity; i++) {
                        assertThat(channel.receive()).isEqualTo(i);
                    }
                    assertThat(channel.receiveOrClosed()).isEqualTo(new Received.Done<>());
                });
    }

    /** Both lines at once: a select that would send or receive stands in both. */
    @Test
    void close_selectWaitsInTwoClauses_learnsOfItOnce() throws Exception {
        if (kind.capacity > 0) {
            return; // there one or the other is always possible
        }
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    try (Nursery nursery = place.open()) {
                        Task<Received<Integer>> both =
                                nursery.spawn(
                                        () ->
                                                Select.<Received<Integer>>from(
                                                        channel.onReceiveOrClosed(r -> r),
                                                        channel.onReceiveOrClosed(r -> r)));
                        place.until(() -> receiversOf(channel) == 1);
                        channel.close();
                        assertThat(both.await()).isEqualTo(new Received.Done<>());
                        assertThat(receiversOf(channel)).isZero();
                    }
                });
    }

    // ---- drain

    @Test
    void drain_open_takesWhatIsThereAndLeavesItOpen() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    assertThat(channel.drain()).isEmpty();
                    int fits = Math.min(kind.capacity, 64);
                    for (int i = 0; i < fits; i++) {
                        channel.send(i);
                    }

                    assertThat(channel.receiver().drain()).isEqualTo(Kind.upTo(fits));

                    assertThat(channel.isClosed()).isFalse();
                    assertThat(channel.drain()).isEmpty();
                });
    }

    @Test
    void drain_sendersWait_takesTheirsToo() throws Exception {
        if (!kind.isBounded()) {
            return;
        }
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.openFull();
                    try (Nursery nursery = place.open()) {
                        var senders = new ArrayList<Task<?>>();
                        for (int i = 0; i < 4; i++) {
                            int value = kind.capacity + i;
                            int waiting = i + 1;
                            senders.add(nursery.spawn(() -> channel.send(value)));
                            place.until(() -> sendersOf(channel) == waiting);
                        }

                        assertThat(channel.drain()).isEqualTo(Kind.upTo(kind.capacity + 4));

                        for (Task<?> sender : senders) {
                            sender.await();
                        }
                        assertThat(sendersOf(channel)).isZero();
                        assertThat(channel.drain()).isEmpty();
                    }
                });
    }

    @Test
    void drain_closed_takesWhatIsLeftAndNeverThrows() throws Exception {
        on.everywhere(
                place -> {
                    for (Exception reason : new Exception[] {null, new Exception("the reason")}) {
                        Channel<Integer> channel = kind.open();
                        int fits = Math.min(kind.capacity, 3);
                        for (int i = 0; i < fits; i++) {
                            channel.send(i);
                        }
                        channel.close(reason);
                        assertThat(channel.drain()).isEqualTo(Kind.upTo(fits));
                        assertThat(channel.drain()).isEmpty();
                    }
                });
    }

    /** What it returns is the caller's, to change as it likes. */
    @Test
    void drain_result_canBeChanged() throws Exception {
        Channel<Integer> channel = kind.open();
        if (kind.capacity > 0) {
            channel.send(1);
        }
        List<Integer> got = channel.drain();
        got.add(2);
        assertThat(got).hasSize(kind.capacity > 0 ? 2 : 1);
    }
}
