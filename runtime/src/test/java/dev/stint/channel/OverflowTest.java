package dev.stint.channel;

import static dev.stint.channel.Kind.giveWayUntil;
import static dev.stint.channel.Kind.receiversOf;
import static dev.stint.channel.Kind.sendersOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Setting;
import dev.stint.error.ChannelFullException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a full channel does when it was made not to have its senders wait. */
@ParameterizedClass
@MethodSource("grid")
@Timeout(60)
class OverflowTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final int capacity;
    private final Setting on;

    OverflowTest(int capacity, Setting on) {
        this.capacity = capacity;
        this.on = on;
    }

    static Stream<Arguments> grid() {
        return Stream.of(1, 2, 64)
                .flatMap(c -> Arrays.stream(Setting.values()).map(s -> Arguments.of(c, s)));
    }

    private Channel<Integer> full(Overflow whenFull) throws InterruptedException {
        Channel<Integer> channel = Channel.buffered(capacity, whenFull);
        for (int i = 0; i < capacity; i++) {
            channel.send(i);
        }
        return channel;
    }

    @Test
    void send_dropOldest_keepsTheNewest() throws Exception {
        on.everywhere(
                place -> {
                    for (SendForm form : SendForm.values()) {
                        if (!form.isHere()) {
                            continue;
                        }
                        Channel<Integer> channel = full(Overflow.DROP_OLDEST);
                        assertThat(form.send(channel, capacity, LONG)).isEqualTo("taken");
                        assertThat(form.send(channel, capacity + 1, LONG)).isEqualTo("taken");
                        assertThat(channel.snapshot().dropped()).isEqualTo(2);
                        assertThat(channel.snapshot().buffered()).isEqualTo(capacity);
                        assertThat(channel.drain())
                                .isEqualTo(Kind.upTo(capacity + 2).subList(2, capacity + 2));
                    }
                });
    }

    @Test
    void send_dropNewest_keepsTheOldest() throws Exception {
        on.everywhere(
                place -> {
                    for (SendForm form : SendForm.values()) {
                        if (!form.isHere()) {
                            continue;
                        }
                        Channel<Integer> channel = full(Overflow.DROP_NEWEST);
                        assertThat(form.send(channel, -1, LONG)).isEqualTo("taken");
                        assertThat(form.send(channel, -2, LONG)).isEqualTo("taken");
                        assertThat(channel.snapshot().dropped()).isEqualTo(2);
                        assertThat(channel.drain()).isEqualTo(Kind.upTo(capacity));
                    }
                });
    }

    @Test
    void send_fail_throwsAndSendsNothing() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = full(Overflow.FAIL).named("orders");
                    assertThatThrownBy(() -> channel.send(-1))
                            .isInstanceOf(ChannelFullException.class)
                            .hasMessageContaining("cannot send to channel 'orders'")
                            .hasMessageContaining("buffer of " + capacity + " is full")
                            .hasMessageContaining("trySend(...)");
                    assertThatThrownBy(() -> channel.sendOrClosed(-1))
                            .isInstanceOf(ChannelFullException.class);
                    assertThatThrownBy(() -> channel.send(-1, LONG))
                            .isInstanceOf(ChannelFullException.class);
                    assertThat(channel.trySend(-1)).isFalse();
                    assertThat(channel.send(-1, Duration.ZERO)).isFalse();

                    assertThat(sendersOf(channel)).isZero();
                    assertThat(channel.snapshot().dropped()).isZero();
                    assertThat(channel.drain()).isEqualTo(Kind.upTo(capacity));
                    channel.send(1); // and with room it is a channel like any other
                    assertThat(channel.receive()).isEqualTo(1);
                });
    }

    /** A select waits for what is possible; that a clause is not yet is no failure. */
    @Test
    void select_sendToAFullOneThatFails_waitsForRoom() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = full(Overflow.FAIL);
                    assertThat(
                                    Select.<Boolean>from(
                                            channel.onSend(-1, () -> true),
                                            Select.otherwise(() -> false)))
                            .isFalse();
                    try (Nursery nursery = place.open()) {
                        nursery.spawn(
                                () -> {
                                    giveWayUntil(() -> sendersOf(channel) == 1);
                                    return channel.receive();
                                });
                        assertThat(Select.<Boolean>from(channel.onSend(capacity, () -> true)))
                                .isTrue();
                    }
                    assertThat(channel.drain())
                            .isEqualTo(Kind.upTo(capacity + 1).subList(1, capacity + 1));
                });
    }

    /** Whoever waits gets it before anything is dropped. */
    @Test
    void send_receiverWaits_nothingIsDropped() throws Exception {
        on.everywhere(
                place -> {
                    for (Overflow whenFull : Overflow.values()) {
                        Channel<Integer> channel = Channel.buffered(capacity, whenFull);
                        try (Nursery nursery = place.open()) {
                            Task<Integer> receiver = nursery.spawn(() -> channel.receive());
                            place.until(() -> receiversOf(channel) == 1);
                            channel.send(5);
                            assertThat(channel.snapshot().buffered()).isZero();
                            assertThat(receiver.await()).isEqualTo(5);
                            assertThat(channel.snapshot().dropped()).isZero();
                        }
                    }
                });
    }

    @Test
    void send_fullAndClosed_isClosedAndDropsNothing() throws Exception {
        on.everywhere(
                place -> {
                    for (Overflow whenFull : Overflow.values()) {
                        Channel<Integer> channel = full(whenFull);
                        channel.close();
                        assertThat(channel.sendOrClosed(-1)).isEqualTo(new Sent.Done());
                        assertThat(channel.snapshot().dropped()).isZero();
                        assertThat(channel.drain()).isEqualTo(Kind.upTo(capacity));
                    }
                });
    }
}
