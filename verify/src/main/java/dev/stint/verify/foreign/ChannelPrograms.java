package dev.stint.verify.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Received;
import dev.stint.channel.Sent;
import dev.stint.error.ChannelClosedException;
import dev.stint.event.DeadlockException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.verify.foreign.Scene.Side;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** What Go's tests ask of channels: blocking, order, closing, many at both ends. */
final class ChannelPrograms {
    private static final int[] CAPACITIES = {0, 1, 2, 10};

    private ChannelPrograms() {}

    private static <T> Channel<T> of(int capacity) {
        return capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity);
    }

    @Scene
    static void receiveOfNothingWaits(Place place) throws Exception {
        for (int capacity : CAPACITIES) {
            Channel<Integer> channel = of(capacity);
            try (Nursery nursery = Stint.nursery()) {
                Task<Integer> plain = nursery.spawn(() -> channel.receive());
                Task<Integer> or =
                        nursery.spawn(() -> channel.receiveOrClosed().toOptional().orElseThrow());
                place.untilBlocked(plain, or);
                assertThat(channel.snapshot().receiversWaiting()).isEqualTo(2);
                channel.send(3);
                channel.send(4);
                assertThat(plain.await() + or.await()).isEqualTo(7);
            }
        }
    }

    @Scene
    static void sendToAFullOneWaits(Place place) throws Exception {
        for (int capacity : CAPACITIES) {
            Channel<Integer> channel = of(capacity);
            for (int i = 0; i < capacity; i++) {
                channel.send(i);
            }
            try (Nursery nursery = Stint.nursery()) {
                Task<?> sender = nursery.spawn(() -> channel.send(capacity));
                place.untilBlocked(sender);
                assertThat(channel.snapshot().sendersWaiting()).isEqualTo(1);
                for (int i = 0; i <= capacity; i++) {
                    assertThat(channel.receive()).isEqualTo(i);
                }
                sender.await();
            }
        }
    }

    @Scene
    static void valuesStayInOrder(Place place) throws Exception {
        for (int capacity : CAPACITIES) {
            Channel<Integer> channel = of(capacity);
            try (Nursery nursery = Stint.nursery()) {
                nursery.spawn(
                        () -> {
                            for (int i = 0; i < 100; i++) {
                                channel.send(i);
                            }
                        });
                for (int i = 0; i < 100; i++) {
                    assertThat(channel.receive()).isEqualTo(i);
                }
            }
        }
    }

    @Scene
    static void ofManyNoneLost(Place place) throws Exception {
        int parties = 4;
        int each = 50;
        for (int capacity : CAPACITIES) {
            Channel<Integer> channel = of(capacity);
            var got = new ArrayList<Task<int[]>>();
            try (Nursery nursery = Stint.nursery()) {
                for (int p = 0; p < parties; p++) {
                    nursery.spawn(
                            () -> {
                                for (int i = 0; i < each; i++) {
                                    channel.send(i);
                                }
                            });
                    got.add(nursery.spawn(() -> receiveSome(channel, each, each)));
                }
                var sum = new int[each];
                for (Task<int[]> receiver : got) {
                    int[] counts = receiver.await();
                    for (int i = 0; i < each; i++) {
                        sum[i] += counts[i];
                    }
                }
                assertThat(sum).containsOnly(parties);
            }
        }
    }

    private static int[] receiveSome(Channel<Integer> from, int count, int range)
            throws InterruptedException {
        var counts = new int[range];
        for (int i = 0; i < count; i++) {
            counts[from.receive()]++;
        }
        return counts;
    }

    @Scene
    static void closedTheRestComesFirst(Place place) throws Exception {
        for (int capacity : CAPACITIES) {
            Channel<Integer> channel = of(capacity);
            for (int i = 0; i < capacity; i++) {
                channel.send(i);
            }
            channel.close();
            for (int i = 0; i < capacity; i++) {
                assertThat(channel.receive()).isEqualTo(i);
            }
            for (int i = 0; i < 3; i++) {
                assertThat(channel.receiveOrClosed()).isInstanceOf(Received.Done.class);
                assertThatThrownBy(channel::receive).isInstanceOf(ChannelClosedException.class);
                assertThatThrownBy(channel::tryReceive).isInstanceOf(ChannelClosedException.class);
            }
        }
    }

    @Scene
    static void closedRefusesSends(Place place) throws Exception {
        for (int capacity : CAPACITIES) {
            Channel<Integer> channel = of(capacity);
            channel.close();
            channel.close(); // Go panics; here the first one counts
            assertThatThrownBy(() -> channel.send(1)).isInstanceOf(ChannelClosedException.class);
            assertThatThrownBy(() -> channel.trySend(1)).isInstanceOf(ChannelClosedException.class);
            assertThat(channel.sendOrClosed(1)).isEqualTo(new Sent.Done());
            assertThat(channel.snapshot().buffered()).isZero();
        }
    }

    @Scene
    static void closeWakesAReceiver(Place place) throws Exception {
        for (int capacity : CAPACITIES) {
            Channel<Integer> channel = of(capacity);
            try (Nursery nursery = Stint.nursery()) {
                Task<Received<Integer>> receiver = nursery.spawn(() -> channel.receiveOrClosed());
                place.untilBlocked(receiver);
                channel.close();
                assertThat(receiver.await()).isEqualTo(new Received.Done<>());
            }
        }
    }

    @Scene
    static void closeWakesASender(Place place) throws Exception {
        for (int capacity : CAPACITIES) {
            Channel<Integer> channel = of(capacity);
            for (int i = 0; i < capacity; i++) {
                channel.send(i);
            }
            try (Nursery nursery = Stint.nursery()) {
                Task<Sent> sender = nursery.spawn(() -> channel.sendOrClosed(capacity));
                place.untilBlocked(sender);
                channel.close();
                assertThat(sender.await()).isEqualTo(new Sent.Done());
                assertThat(channel.drain())
                        .containsExactlyElementsOf(IntStream.range(0, capacity).boxed().toList());
            }
        }
    }

    @Scene
    static void closeWakesAHundred(Place place) throws Exception {
        Channel<Integer> start = Channel.rendezvous();
        try (Nursery nursery = Stint.nursery()) {
            var waiting = new ArrayList<Task<Received<Integer>>>();
            for (int i = 0; i < 100; i++) {
                waiting.add(nursery.spawn(() -> start.receiveOrClosed()));
            }
            place.until(() -> start.snapshot().receiversWaiting() == 100);
            start.close();
            for (Task<Received<Integer>> each : waiting) {
                assertThat(each.await()).isEqualTo(new Received.Done<>());
            }
        }
    }

    /** A value that was sent before the close is never overlooked by one who does not wait. */
    @Scene
    static void closeRacesTries(Place place) throws Exception {
        for (int round = 0; round < 20; round++) {
            Channel<Integer> channel = Channel.buffered(1);
            try (Nursery nursery = Stint.nursery()) {
                Task<Integer> looks =
                        nursery.spawn(
                                () -> {
                                    while (!channel.isClosed()) {
                                        Stint.yield();
                                    }
                                    return channel.tryReceive().orElse(-1);
                                });
                channel.send(7);
                channel.close();
                assertThat(looks.await()).isEqualTo(7);
            }
        }
    }

    @Scene
    static void triesNeverWait(Place place) throws Exception {
        for (int capacity : CAPACITIES) {
            Channel<Integer> channel = of(capacity);
            assertThat(channel.tryReceive()).isEmpty();
            for (int i = 0; i < capacity; i++) {
                assertThat(channel.trySend(i)).isTrue();
            }
            assertThat(channel.trySend(-1)).isFalse();
            for (int i = 0; i < capacity; i++) {
                assertThat(channel.tryReceive()).contains(i);
            }
            assertThat(channel.tryReceive()).isEmpty();
            try (Nursery nursery = Stint.nursery()) {
                Task<Integer> receiver = nursery.spawn(() -> channel.receive());
                place.untilBlocked(receiver);
                assertThat(channel.trySend(5)).isTrue();
                assertThat(receiver.await()).isEqualTo(5);
            }
        }
    }

    @Scene
    static void lengthAndCapacity(Place place) throws Exception {
        Channel<Integer> channel = Channel.buffered(10);
        for (int i = 0; i < 10; i++) {
            assertThat(channel.snapshot().buffered()).isEqualTo(i);
            assertThat(channel.snapshot().capacity()).isEqualTo(10);
            channel.send(i);
        }
        for (int i = 10; i > 0; i--) {
            assertThat(channel.snapshot().buffered()).isEqualTo(i);
            assertThat(channel.receive()).isEqualTo(10 - i);
        }
        assertThat(Channel.rendezvous().snapshot().capacity()).isZero();
    }

    @Scene
    static void ofTheSameValueAgain(Place place) throws Exception {
        var only = new Object();
        for (int capacity : CAPACITIES) {
            Channel<Object> channel = of(capacity);
            try (Nursery nursery = Stint.nursery()) {
                nursery.spawn(
                        () -> {
                            for (int i = 0; i < 30; i++) {
                                channel.send(only);
                            }
                            channel.close();
                        });
                int seen = 0;
                for (Object each : channel) {
                    assertThat(each).isSameAs(only);
                    seen++;
                }
                assertThat(seen).isEqualTo(30);
            }
        }
    }

    private record Request(int number, Channel<Integer> answer) {}

    @Scene
    static void ofChannels(Place place) throws Exception {
        Channel<Request> server = Channel.buffered(1);
        try (Nursery nursery = Stint.nursery()) {
            nursery.spawn(
                    () -> {
                        for (Request request : server) {
                            request.answer.send(request.number * request.number);
                        }
                    });
            var clients = new ArrayList<Task<Integer>>();
            for (int i = 0; i < 20; i++) {
                int number = i;
                clients.add(
                        nursery.spawn(
                                () -> {
                                    Channel<Integer> answer = Channel.rendezvous();
                                    server.send(new Request(number, answer));
                                    return answer.receive();
                                }));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(clients.get(i).await()).isEqualTo(i * i);
            }
            server.close();
        }
    }

    @Scene
    static void asASemaphore(Place place) throws Exception {
        Channel<Integer> places = Channel.buffered(3);
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        try (Nursery nursery = Stint.nursery()) {
            for (int i = 0; i < 30; i++) {
                nursery.spawn(
                        () -> {
                            places.send(1);
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            Stint.yield();
                            inside.decrementAndGet();
                            places.receive();
                        });
            }
        }
        assertThat(most.get()).isBetween(1, 3);
        assertThat(places.snapshot().buffered()).isZero();
    }

    /** A task suspends ever deeper in its stack, and finds everything there when it goes on. */
    @Scene
    static void deepInTheStack(Place place) throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        try (Nursery nursery = Stint.nursery()) {
            Task<Integer> sender = nursery.spawn(() -> descend(channel, 60));
            int sum = 0;
            for (int i = 0; i < 60; i++) {
                sum += channel.receive();
            }
            assertThat(sum).isEqualTo(60 * 61 / 2);
            assertThat(sender.await()).isEqualTo(60 * 61 / 2);
        }
    }

    private static int descend(Channel<Integer> to, int depth) throws InterruptedException {
        if (depth == 0) {
            return 0;
        }
        to.send(depth);
        return depth + descend(to, depth - 1);
    }

    @Scene
    static void consumersTwoStages(Place place) throws Exception {
        Channel<Integer> work = Channel.buffered(5);
        Channel<Integer> done = Channel.buffered(3);
        int[] steps = {2, 3, 5, 7, 11, 13};
        int expected = 0;
        try (Nursery nursery = Stint.nursery()) {
            Task<?> workers =
                    nursery.spawn(
                            () -> {
                                try (Nursery pool = Stint.nursery()) {
                                    for (int w = 0; w < 7; w++) {
                                        int patience = w;
                                        pool.spawn(() -> serve(work, done, patience));
                                    }
                                }
                                done.close();
                            });
            Task<Integer> sum =
                    nursery.spawn(() -> done.stream().mapToInt(Integer::intValue).sum());
            for (int i = 0; i < 200; i++) {
                int value = steps[i % steps.length];
                expected += value;
                work.send(value);
            }
            work.close();
            assertThat(sum.await()).isEqualTo(expected);
            workers.await();
        }
    }

    private static void serve(Channel<Integer> from, Channel<Integer> to, int patience)
            throws InterruptedException {
        for (int value : from) {
            if (value % (patience + 2) == 0) {
                Stint.yield();
            }
            to.send(value);
        }
    }

    @Scene
    static void whoseEndsAreApart(Place place) throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        try (Nursery nursery = Stint.nursery()) {
            var out = channel.sender();
            var in = channel.receiver();
            Task<?> sender =
                    nursery.spawn(
                            () -> {
                                try (out) {
                                    out.send(1);
                                    out.send(2);
                                }
                            });
            assertThat(in.receive()).isEqualTo(1);
            assertThat(in.receive()).isEqualTo(2);
            assertThat(in.receiveOrClosed()).isEqualTo(new Received.Done<>());
            sender.await();
        }
    }

    /**
     * Go says that all are asleep. Here that is said under a seed; on threads a time-out ends it.
     */
    @Scene(Side.BOTH)
    static void thatNobodyServes(Place place) throws Exception {
        Channel<Integer> channel = Channel.<Integer>rendezvous().named("deserted");
        if (!place.seeded()) {
            assertThat(channel.receive(Place.SHORT)).isEmpty();
        } else if (!place.inTask()) {
            assertThatThrownBy(channel::receive)
                    .isInstanceOf(DeadlockException.class)
                    .hasMessageContaining("deserted");
        }
    }
}
