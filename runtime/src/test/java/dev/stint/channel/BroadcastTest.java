package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.Together;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.ChannelFullException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Task;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class BroadcastTest {
    private static final Duration SHORT = Duration.ofMillis(5);

    private final Setting on;

    BroadcastTest(Setting on) {
        this.on = on;
    }

    private static List<Integer> all(Receiver<Integer> from) {
        List<Integer> got = new ArrayList<>();
        for (int value : from) {
            got.add(value);
        }
        return got;
    }

    @Test
    void send_severalSendersAndSubscribers_allGetAllInTheSameOrder() throws Exception {
        on.everywhere(
                place -> {
                    Broadcast<Integer> news = Broadcast.open();
                    List<Task<List<Integer>>> readers = new ArrayList<>();
                    try (Nursery nursery = place.open();
                            Nursery senders = place.open()) {
                        for (int capacity : new int[] {1, 2, 50}) {
                            Receiver<Integer> mine = news.subscribe(capacity, Overflow.SUSPEND);
                            readers.add(nursery.spawn(() -> all(mine)));
                        }
                        for (int s = 0; s < 3; s++) {
                            int first = s * 100;
                            senders.spawn(
                                    () -> {
                                        for (int i = 0; i < 30; i++) {
                                            news.send(first + i);
                                        }
                                    });
                        }
                        senders.join();
                        news.close();
                        List<Integer> first = readers.get(0).await();
                        assertThat(first).hasSize(90).doesNotHaveDuplicates();
                        assertThat(readers.get(1).await()).isEqualTo(first);
                        assertThat(readers.get(2).await()).isEqualTo(first);
                    }
                });
    }

    @Test
    void subscribe_inTheMiddle_getsWhatIsSentFromThenOn() throws Exception {
        on.everywhere(
                place -> {
                    Broadcast<Integer> news = Broadcast.open();
                    news.send(0); // nobody is there
                    Receiver<Integer> first = news.subscribe(9, Overflow.SUSPEND);
                    news.send(1);
                    Receiver<Integer> second = news.subscribe(9, Overflow.SUSPEND);
                    news.send(2);
                    first.close();
                    news.send(3);
                    assertThat(news.snapshot()).isEqualTo(new Broadcast.Snapshot("", 1, 0, false));
                    news.close();
                    assertThat(all(first)).containsExactly(1, 2);
                    assertThat(all(second)).containsExactly(2, 3);
                });
    }

    @Test
    void send_oneIsFull_reachesNobodyUntilThereIsRoom() throws Exception {
        on.everywhere(
                place -> {
                    Broadcast<Integer> news = Broadcast.open();
                    Receiver<Integer> quick = news.subscribe(9, Overflow.SUSPEND);
                    Receiver<Integer> slow = news.subscribe(1, Overflow.SUSPEND);
                    news.send(1);
                    assertThat(news.trySend(2)).isFalse();
                    assertThat(news.send(3, SHORT)).isFalse();
                    try (Nursery nursery = place.open()) {
                        Task<?> cancelled = nursery.spawn(() -> news.send(4));
                        place.until(() -> news.snapshot().sendersWaiting() == 1);
                        Task<?> waits = nursery.spawn(() -> news.send(5));
                        Task<Boolean> late = nursery.spawn(() -> news.send(6, SHORT));
                        assertThat(late.await()).isFalse();
                        place.until(() -> news.snapshot().sendersWaiting() == 2);
                        assertThat(news.trySend(7)).isFalse();
                        cancelled.cancel();
                        cancelled.awaitOutcome();
                        assertThat(quick.snapshot().buffered()).isOne();
                        assertThat(slow.receive()).isEqualTo(1);
                        waits.await();
                    }
                    news.close();
                    assertThat(all(quick)).containsExactly(1, 5);
                    assertThat(all(slow)).containsExactly(5);
                    assertThat(news.snapshot().sendersWaiting()).isZero();
                });
    }

    @Test
    void send_fullOneUnsubscribes_goesOn() throws Exception {
        on.everywhere(
                place -> {
                    Broadcast<Integer> news = Broadcast.open();
                    Receiver<Integer> quick = news.subscribe(9, Overflow.SUSPEND);
                    Receiver<Integer> slow = news.subscribe(1, Overflow.SUSPEND);
                    news.send(1);
                    try (Nursery nursery = place.open()) {
                        Task<?> waits = nursery.spawn(() -> news.send(2));
                        place.until(() -> slow.snapshot().sendersWaiting() == 1);
                        slow.close();
                        waits.await();
                    }
                    news.close();
                    assertThat(all(quick)).containsExactly(1, 2);
                    assertThat(all(slow)).containsExactly(1);
                });
    }

    @Test
    void send_slowOnesThatDropOrFail_holdNobodyBack() throws Exception {
        on.everywhere(
                place -> {
                    Broadcast<Integer> news = Broadcast.<Integer>open().named("news");
                    Receiver<Integer> oldest = news.subscribe(2, Overflow.DROP_OLDEST);
                    Receiver<Integer> newest = news.subscribe(2, Overflow.DROP_NEWEST);
                    Receiver<Integer> fails = news.subscribe(2, Overflow.FAIL);
                    for (int i = 1; i <= 5; i++) {
                        news.send(i);
                    }
                    assertThat(news.snapshot().subscribers()).isEqualTo(2);
                    news.close();
                    assertThat(all(oldest)).containsExactly(4, 5);
                    assertThat(all(newest)).containsExactly(1, 2);
                    assertThat(fails.receive()).isEqualTo(1);
                    assertThat(fails.receive()).isEqualTo(2);
                    assertThatThrownBy(fails::receive)
                            .isInstanceOf(ChannelClosedException.class)
                            .hasCauseInstanceOf(ChannelFullException.class)
                            .hasMessageContaining("broadcast 'news' cannot wait");
                });
    }

    @Test
    void close_endsSendersAndSubscribers() throws Exception {
        on.everywhere(
                place -> {
                    var reason = new IOException("planned");
                    Broadcast<Integer> news = Broadcast.open();
                    Receiver<Integer> slow = news.subscribe(1, Overflow.SUSPEND);
                    news.send(1);
                    try (Nursery nursery = place.open(n -> n.withPolicy(Policy.collect()))) {
                        Task<?> forRoom = nursery.spawn(() -> news.send(2));
                        place.until(() -> news.snapshot().sendersWaiting() == 1);
                        Task<?> forItsTurn = nursery.spawn(() -> news.send(3));
                        place.until(() -> news.snapshot().sendersWaiting() == 2);
                        news.close(reason);
                        news.close();
                        assertThatThrownBy(forRoom::await)
                                .hasCauseInstanceOf(ChannelClosedException.class);
                        assertThatThrownBy(forItsTurn::await)
                                .hasCauseInstanceOf(ChannelClosedException.class)
                                .hasRootCause(reason);
                    }
                    assertThat(slow.receive()).isEqualTo(1);
                    assertThat(slow.receiveOrClosed()).isEqualTo(new Received.Failed<>(reason));
                    Receiver<Integer> late = news.subscribe(1, Overflow.SUSPEND);
                    assertThat(late.receiveOrClosed()).isEqualTo(new Received.Failed<>(reason));
                    assertThatThrownBy(() -> news.send(4))
                            .isInstanceOf(ChannelClosedException.class);
                    assertThatThrownBy(() -> news.trySend(4))
                            .isInstanceOf(ChannelClosedException.class);
                    assertThat(news.isClosed()).isTrue();
                });
    }

    @Test
    void receive_bySelect_givesRoomToTheSender() throws Exception {
        on.everywhere(
                place -> {
                    Broadcast<Integer> news = Broadcast.open();
                    Receiver<Integer> slow = news.subscribe(1, Overflow.SUSPEND);
                    news.send(1);
                    try (Nursery nursery = place.open()) {
                        Task<?> waits = nursery.spawn(() -> news.send(2));
                        place.until(() -> slow.snapshot().sendersWaiting() == 1);
                        assertThat(Select.<Integer>from(slow.onReceive(v -> v))).isEqualTo(1);
                        waits.await();
                        assertThat(slow.drain()).containsExactly(2);
                    }
                });
    }

    @Test
    @SuppressWarnings("NullAway") // on purpose
    void badInput_isRefused() {
        Broadcast<Integer> news = Broadcast.open();
        assertThatThrownBy(() -> news.subscribe(0, Overflow.SUSPEND))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 value or more");
        assertThatThrownBy(() -> news.subscribe(1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> news.send(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void send_costsOneChannelOperationPerSubscriber() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        Broadcast<Integer> news = Broadcast.open();
                        long before = Stint.budgetLeft().channelOps();
                        news.send(0);
                        assertThat(before - Stint.budgetLeft().channelOps()).isOne();
                        for (int i = 0; i < 3; i++) {
                            news.subscribe(2, Overflow.SUSPEND);
                        }
                        before = Stint.budgetLeft().channelOps();
                        news.send(1);
                        assertThat(before - Stint.budgetLeft().channelOps()).isEqualTo(3);
                    });
        }
    }

    /** A close in the middle of a send: all subscribers get the value, or none. */
    @Test
    void close_racingWithSends_subscribersAgree() throws Exception {
        assumeFalse(on.isSeeded(), "threads that have not opened it cannot drive it");
        for (int round = 0; round < 200; round++) {
            Broadcast<Integer> news = Broadcast.open();
            List<Receiver<Integer>> ends = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ends.add(news.subscribe(1000, Overflow.SUSPEND));
            }
            int until = round % 50;
            Together.run(
                    () -> {
                        try {
                            for (int i = 0; i < 500; i++) {
                                news.send(i);
                            }
                        } catch (ChannelClosedException e) {
                            assertThat(news.isClosed()).isTrue();
                        }
                    },
                    () -> {
                        while (ends.getLast().snapshot().buffered() < until) {
                            Together.breathe();
                        }
                        news.close();
                    });
            List<Integer> first = all(ends.getFirst());
            for (Receiver<Integer> end : ends.subList(1, 4)) {
                assertThat(all(end)).isEqualTo(first);
            }
        }
    }
}
