package dev.stint.verify.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Received;
import dev.stint.channel.Receiver;
import dev.stint.channel.Select;
import dev.stint.channel.Sender;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tasks behind tasks: sieves, rings, series, clocks. */
final class PipelinePrograms {
    private static final List<Integer> PRIMES =
            List.of(2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71);

    private PipelinePrograms() {}

    // ---- primes

    /** Each prime takes out its multiples; the filters end because their nursery is cancelled. */
    @Scene
    static void sieveCancelled(Place place) throws Exception {
        var found = new ArrayList<Integer>();
        try (Nursery nursery = Stint.nursery()) {
            Channel<Integer> numbers = Channel.rendezvous();
            nursery.spawn(
                    () -> {
                        for (int i = 2; ; i++) {
                            numbers.send(i);
                        }
                    });
            Channel<Integer> in = numbers;
            while (found.size() < PRIMES.size()) {
                int prime = in.receive();
                found.add(prime);
                Channel<Integer> from = in;
                Channel<Integer> to = Channel.rendezvous();
                nursery.spawn(() -> filter(from, to, prime));
                in = to;
            }
            nursery.cancel();
            nursery.awaitAll();
        }
        assertThat(found).isEqualTo(PRIMES);
    }

    private static void filter(Receiver<Integer> from, Sender<Integer> to, int prime)
            throws InterruptedException {
        for (int number : from) {
            if (number % prime != 0) {
                to.send(number);
            }
        }
    }

    /** Buffered, and each stage closes the next. */
    @Scene
    static void sieveClosed(Place place) throws Exception {
        var found = new ArrayList<Integer>();
        try (Nursery nursery = Stint.nursery()) {
            Channel<Integer> numbers = Channel.buffered(2);
            nursery.spawn(
                    () -> {
                        for (int i = 2; i < 73; i++) {
                            numbers.send(i);
                        }
                        numbers.close();
                    });
            Channel<Integer> in = numbers;
            while (in.receiveOrClosed() instanceof Received.Value<Integer>(Integer prime)) {
                found.add(prime);
                Channel<Integer> from = in;
                Channel<Integer> to = Channel.buffered(2);
                nursery.spawn(
                        () -> {
                            filter(from, to, prime);
                            to.close();
                        });
                in = to;
            }
        }
        assertThat(found).isEqualTo(PRIMES);
    }

    // ---- chains and rings

    @Scene
    static void chainOfHundreds(Place place) throws Exception {
        int length = 300;
        try (Nursery nursery = Stint.nursery()) {
            Channel<Integer> leftmost = Channel.rendezvous();
            Channel<Integer> left = leftmost;
            for (int i = 0; i < length; i++) {
                Channel<Integer> to = left;
                Channel<Integer> from = Channel.rendezvous();
                nursery.spawn(() -> to.send(from.receive() + 1));
                left = from;
            }
            left.send(0);
            assertThat(leftmost.receive()).isEqualTo(length);
        }
    }

    /** Each waits for the one before it and then lets the next go: values leave in turn. */
    @Scene
    static void ofTurns(Place place) throws Exception {
        for (int capacity : new int[] {0, 10}) {
            Channel<Integer> out = capacity == 0 ? Channel.rendezvous() : Channel.buffered(10);
            try (Nursery nursery = Stint.nursery()) {
                Channel<Boolean> mine = Channel.rendezvous();
                Channel<Boolean> first = mine;
                for (int i = 0; i < 10; i++) {
                    int value = i;
                    Channel<Boolean> my = mine;
                    Channel<Boolean> next = Channel.buffered(1);
                    nursery.spawn(
                            () -> {
                                my.receive();
                                out.send(value);
                                next.send(true);
                            });
                    mine = next;
                }
                first.send(true);
                for (int i = 0; i < 10; i++) {
                    assertThat(out.receive()).isEqualTo(i);
                }
            }
        }
    }

    @Scene
    static void ring(Place place) throws Exception {
        int size = 23;
        int token = 500;
        var channels = new ArrayList<Channel<Integer>>();
        for (int i = 0; i < size; i++) {
            channels.add(Channel.buffered(1));
        }
        try (Nursery nursery = Stint.nursery()) {
            var members = new ArrayList<Task<Boolean>>();
            for (int i = 0; i < size; i++) {
                Channel<Integer> from = channels.get(i);
                Channel<Integer> to = channels.get((i + 1) % size);
                members.add(nursery.spawn(() -> passOn(from, to)));
            }
            channels.getFirst().send(token);
            for (int i = 0; i < size; i++) {
                assertThat(members.get(i).await()).isEqualTo(i == token % size);
            }
        }
    }

    /** True for the one at whom the token was used up. */
    private static boolean passOn(Channel<Integer> from, Channel<Integer> to)
            throws InterruptedException {
        for (int token : from) {
            if (token == 0) {
                to.close();
                return true;
            }
            to.send(token - 1);
        }
        to.close();
        return false;
    }

    @Scene
    static void pingPong(Place place) throws Exception {
        Channel<Integer> there = Channel.rendezvous();
        Channel<Integer> back = Channel.rendezvous();
        try (Nursery nursery = Stint.nursery()) {
            nursery.spawn(
                    () -> {
                        for (int value : there) {
                            back.send(value + 1);
                        }
                    });
            int value = 0;
            while (value < 500) {
                there.send(value);
                value = back.receive();
            }
            there.close();
            assertThat(value).isEqualTo(500);
        }
    }

    // ---- series: coefficients that are made only when they are asked for

    /** One series: ask, then take. */
    private record Series(Channel<Boolean> ask, Channel<Long> take) {
        static Series of(Nursery nursery, Coefficients made) {
            var series = new Series(Channel.rendezvous(), Channel.rendezvous());
            nursery.spawn(
                    () -> {
                        while (series.ask.receiveOrClosed().toOptional().isPresent()) {
                            series.take.send(made.next());
                        }
                    });
            return series;
        }

        long next() throws InterruptedException {
            ask.send(true);
            return take.receive();
        }
    }

    @FunctionalInterface
    private interface Coefficients {
        long next() throws InterruptedException;
    }

    private static Series ones(Nursery nursery) {
        return Series.of(nursery, () -> 1);
    }

    private static Series sum(Nursery nursery, Series a, Series b) {
        return Series.of(nursery, () -> a.next() + b.next());
    }

    private static Series product(Nursery nursery, Series a, Series b) {
        var left = new ArrayList<Long>();
        var right = new ArrayList<Long>();
        return Series.of(
                nursery,
                () -> {
                    left.add(a.next());
                    right.add(b.next());
                    long sum = 0;
                    for (int i = 0; i < left.size(); i++) {
                        sum += left.get(i) * right.get(left.size() - 1 - i);
                    }
                    return sum;
                });
    }

    private static Series derivative(Nursery nursery, Series a) {
        var power = new int[1];
        return Series.of(
                nursery,
                () -> {
                    if (power[0] == 0) {
                        a.next();
                    }
                    return ++power[0] * a.next();
                });
    }

    @Scene
    static void ofPowerSeries(Place place) throws Exception {
        try (Nursery nursery = Stint.nursery()) {
            // 1/(1-x) squared is its own derivative: 1, 2, 3, ...
            Series squared = product(nursery, ones(nursery), ones(nursery));
            Series derived = derivative(nursery, ones(nursery));
            Series twice = sum(nursery, squared, derived);
            Series triangles = product(nursery, ones(nursery), derivative(nursery, ones(nursery)));
            for (int i = 1; i <= 12; i++) {
                assertThat(twice.next()).isEqualTo(2L * i);
                assertThat(triangles.next()).isEqualTo((long) i * (i + 1) / 2);
            }
            nursery.cancel();
            nursery.awaitAll();
        }
    }

    // ---- time

    @Scene
    static void withAClock(Place place) throws Exception {
        Channel<Integer> ticks = Channel.rendezvous();
        Channel<Integer> work = Channel.unbounded();
        try (Nursery nursery = Stint.nursery()) {
            nursery.spawn(
                    () -> {
                        for (int i = 1; i <= 5; i++) {
                            Stint.sleep(Duration.ofMillis(2));
                            ticks.send(i);
                        }
                        ticks.close();
                    });
            int[] seen = {0, 0};
            boolean open = true;
            work.send(0);
            while (open) {
                open =
                        Select.from(
                                ticks.onReceiveOrClosed(
                                        tick -> {
                                            Optional<Integer> number = tick.toOptional();
                                            if (number.isPresent()) {
                                                assertThat(number).contains(++seen[0]);
                                            }
                                            return number.isPresent();
                                        }),
                                work.onReceive(
                                        value -> {
                                            seen[1]++;
                                            Stint.sleep(Duration.ofNanos(200_000));
                                            work.send(value + 1);
                                            return true;
                                        }));
            }
            assertThat(seen[0]).isEqualTo(5);
            assertThat(seen[1]).as("work done between ticks").isPositive();
        }
    }

    /** Under a seed they wake in the order of their times, to the nanosecond. */
    @Scene
    static void withSleepers(Place place) throws Exception {
        Channel<Integer> woken = Channel.unbounded();
        try (Nursery nursery = Stint.nursery()) {
            for (int i = 20; i > 0; i--) {
                int millis = i;
                nursery.spawn(
                        () -> {
                            Stint.sleep(Duration.ofMillis(millis));
                            woken.send(millis);
                        });
            }
        }
        List<Integer> all = woken.drain();
        assertThat(all).hasSize(20).doesNotHaveDuplicates();
        if (place.seeded()) {
            assertThat(all).isSorted();
        }
    }
}
