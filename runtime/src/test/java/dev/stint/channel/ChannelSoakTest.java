package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.error.ChannelClosedException;
import dev.stint.event.WorkerSnapshot;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An hour in the life of a service, in virtual time: producers with pauses, workers that are
 * cancelled and replaced, a channel that is closed and replaced, sinks. In the end every message is
 * where it must be, and nothing has grown on the way.
 *
 * <p>{@code -Dstint.soak.minutes=N} sets how long, {@code -Dstint.soak.seed=S} the seed.
 */
@Timeout(3600)
class ChannelSoakTest {
    private static final long MINUTES = Long.getLong("stint.soak.minutes", 60);
    private static final long SEED = Long.getLong("stint.soak.seed", 4);

    private record Hour(long hash, List<Long> totals) {}

    @ParameterizedTest
    @EnumSource(Cores.class)
    void service_anHour_losesNothingAndDoesNotGrow(Cores cores) throws Exception {
        Hour first = hour(cores);
        Hour second = hour(cores);

        assertThat(second).as("the same hour again, seed %d", SEED).isEqualTo(first);
        assertThat(first.totals).as("each of these has happened").doesNotContain(0L);
    }

    private static Hour hour(Cores cores) throws Exception {
        try (var scheduler =
                Scheduler.open(c -> c.withCores(cores).withWorkers(3).withSeed(SEED))) {
            var service = new Service(scheduler);
            scheduler.run(service::run);
            service.ensureSound();
            return new Hour(scheduler.traceHash(), service.totals());
        }
    }

    private static final class Service {
        private static final int PRODUCERS = 3;
        private static final int WORKERS = 4;
        private static final int SINKS = 2;
        private static final int ACTORS = PRODUCERS + WORKERS + SINKS + 5;
        private static final int ORDERS = 8; // places in the buffers
        private static final int RESULTS = 4;
        private static final int MOST_MESSAGES = 2_000;

        // What has become of a message: each is noted once, by whoever did it.
        private static final int SENT = 1;
        private static final int KEPT = 2;
        private static final int TAKEN = 4;
        private static final int FORWARDED = 8;
        private static final int HELD = 16;
        private static final int DELIVERED = 32;
        private static final List<Integer> ENDS =
                List.of(KEPT, SENT | TAKEN | HELD, SENT | TAKEN | FORWARDED | DELIVERED);

        private final Scheduler scheduler;
        private final long end = Duration.ofMinutes(MINUTES).toNanos();
        private final Channel<Integer> results =
                Channel.<Integer>buffered(RESULTS).named("results");
        private final Channel<String> commands = Channel.<String>rendezvous().named("commands");
        private final Channel<Integer> news =
                Channel.<Integer>buffered(2, Overflow.DROP_OLDEST).named("news");
        private final byte[] fates = new byte[(int) MINUTES * MOST_MESSAGES];
        private final List<String> wrong = new ArrayList<>();
        private Channel<Integer> orders = newOrders();
        private boolean isEnding;
        private int messages;
        private long replaced;

        private long restarted;
        private long commanded;
        private long told;
        private long heard;

        Service(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        private static Channel<Integer> newOrders() {
            return Channel.<Integer>buffered(ORDERS).named("orders");
        }

        void run() throws Exception {
            try (Nursery nursery = Stint.nursery(n -> n.withPolicy(Policy.runAll()));
                    Nursery crew = Stint.nursery(n -> n.withPolicy(Policy.runAll()))) {
                List<Task<?>> producers = new ArrayList<>();
                for (int i = 0; i < PRODUCERS; i++) {
                    var random = new Random(SEED + i);
                    producers.add(nursery.spawn("producer-" + i, () -> produce(random)));
                }
                for (int i = 0; i < SINKS; i++) {
                    nursery.spawn("sink-" + i, this::sink);
                }
                nursery.spawn("commander", this::command);
                nursery.spawn("listener", this::listen);
                nursery.spawn("watcher", this::watch);
                Task<?> clock = nursery.spawn("clock", () -> Stint.sleep(Duration.ofNanos(end)));
                lead(crew, clock);
                for (Task<?> producer : producers) {
                    producer.await();
                }
                isEnding = true;
                orders.close();
                crew.awaitAll();
                results.close();
                commands.close();
                news.close();
            }
        }

        /** Cancels workers and starts others, and now and then changes the channel of orders. */
        private void lead(Nursery crew, Task<?> clock) throws InterruptedException {
            var random = new Random(SEED + 100);
            @Nullable Task<?>[] workers = new Task<?>[WORKERS];
            int started = 0;
            Channel<Integer> old = newOrders();
            for (int round = 0; clock.tryOutcome().isEmpty(); round++) {
                takeBack(old);
                int place = round < WORKERS ? round : random.nextInt(WORKERS);
                Task<?> before = workers[place];
                if (before != null) {
                    before.cancel();
                    before.awaitOutcome();
                    restarted++;
                }
                int number = started++;
                workers[place] =
                        crew.spawn("worker-" + number, () -> work(clock, new Random(number)));
                if (round > WORKERS && random.nextInt(4) == 0) {
                    old = orders;
                    orders = newOrders();
                    old.close();
                    replaced++;
                }
                Stint.sleep(Duration.ofMillis(round < WORKERS ? 0 : 500 + random.nextInt(20_000)));
            }
            takeBack(old);
        }

        /** What no worker has stayed for. */
        private void takeBack(Channel<Integer> old) throws InterruptedException {
            for (int message : old.drain()) {
                note(message, TAKEN);
                note(message, HELD);
            }
        }

        // ---- the service

        private void produce(Random random) throws InterruptedException {
            while (Stint.nanoTime() < end) {
                Stint.sleep(Duration.ofMillis(20 + random.nextInt(2_000)));
                int burst = random.nextInt(20) == 0 ? 30 : 1;
                for (int i = 0; i < burst; i++) {
                    int message = messages++;
                    note(message, offer(message, random) ? SENT : KEPT);
                }
            }
        }

        /** Tries until a channel takes it or the time is up. */
        private boolean offer(int message, Random random) throws InterruptedException {
            while (true) {
                Channel<Integer> to = orders;
                try {
                    return switch (random.nextInt(4)) {
                        case 0 -> to.send(message, Duration.ofMillis(random.nextInt(100)));
                        case 1 -> to.trySend(message);
                        case 2 ->
                                Select.from(
                                        to.onSend(message, () -> true),
                                        Select.onTimeout(Duration.ofMillis(50), () -> false));
                        default -> {
                            to.send(message);
                            yield true;
                        }
                    };
                } catch (ChannelClosedException e) {
                    // there is another one already
                }
            }
        }

        private void work(Task<?> clock, Random random) throws InterruptedException {
            Channel<Integer> from = orders;
            boolean seesClock = random.nextBoolean();
            while (true) {
                Received<Integer> order = next(from, seesClock ? clock : null, random);
                switch (order) {
                    case Received.Value<Integer>(Integer message) -> handle(message, random);
                    case Received.Done<Integer>() -> {
                        if (isEnding && from == orders) {
                            return;
                        }
                        from = orders;
                    }
                    case Received.Failed<Integer>(Throwable cause) -> wrong.add(cause.toString());
                }
            }
        }

        private Received<Integer> next(
                Channel<Integer> from, @Nullable Task<?> clock, Random random)
                throws InterruptedException {
            Clause<Optional<Received<Integer>>> order = from.onReceiveOrClosed(Optional::of);
            Clause<Optional<Received<Integer>>> command =
                    commands.onReceive(
                            _ -> {
                                commanded++;
                                return Optional.empty();
                            });
            Clause<Optional<Received<Integer>>> pause =
                    Select.onTimeout(Duration.ofMillis(1 + random.nextInt(2_000)), Optional::empty);
            while (true) {
                Optional<Received<Integer>> got =
                        clock == null || clock.tryOutcome().isPresent()
                                ? Select.from(order, command, pause)
                                : Select.from(
                                        order,
                                        command,
                                        Select.onEnd(clock, _ -> Optional.empty()),
                                        pause);
                if (got.isPresent()) {
                    return got.get();
                }
            }
        }

        private void handle(int message, Random random) throws InterruptedException {
            note(message, TAKEN);
            boolean forwarded = false;
            try {
                Stint.sleep(Duration.ofMillis(random.nextInt(400)));
                if (random.nextBoolean()) {
                    results.send(message);
                    forwarded = true;
                } else {
                    forwarded = results.send(message, Duration.ofMillis(random.nextInt(200)));
                }
            } finally {
                note(message, forwarded ? FORWARDED : HELD);
            }
            news.send(message);
            told++;
        }

        private void sink() throws InterruptedException {
            for (int message : results) {
                note(message, DELIVERED);
                Stint.sleep(Duration.ofMillis(message % 16 == 0 ? 900 : 10));
            }
        }

        private void command() throws InterruptedException {
            try {
                while (true) {
                    commands.send("look up", Duration.ofSeconds(1));
                    Stint.sleep(Duration.ofSeconds(7));
                }
            } catch (ChannelClosedException e) {
                // the service ends
            }
        }

        private void listen() throws InterruptedException {
            while (!news.isClosed()) {
                heard += news.drain().size();
                Stint.sleep(Duration.ofMillis(700));
            }
            heard += news.drain().size();
        }

        private void note(int message, int fate) {
            if ((fates[message] & fate) != 0) {
                wrong.add("message " + message + " twice " + fate);
            }
            fates[message] |= (byte) fate;
        }

        // ---- looking

        /** Looks every minute whether anything grows. */
        private void watch() throws InterruptedException {
            while (!news.isClosed()) {
                Stint.sleep(Duration.ofSeconds(60));
                for (Channel<?> channel : List.of(orders, results, commands, news)) {
                    ChannelSnapshot now = channel.snapshot();
                    int waiting = now.sendersWaiting() + now.receiversWaiting();
                    if (waiting > ACTORS
                            || Lines.standing(channel) > ACTORS
                            || now.buffered() > now.capacity()) {
                        wrong.add(Lines.standing(channel) + " stand in line: " + now);
                    }
                }
                int timers =
                        scheduler.snapshot().workers().stream()
                                .mapToInt(WorkerSnapshot::timers)
                                .sum();
                if (timers > 2 * ACTORS) {
                    wrong.add(timers + " timers");
                }
            }
        }

        void ensureSound() {
            assertThat(wrong).isEmpty();
            for (int i = 0; i < messages; i++) {
                assertThat(ENDS).as("fate of message %d", i).contains((int) fates[i]);
            }
            for (Channel<?> channel : List.of(orders, results, commands, news)) {
                assertThat(channel.snapshot().buffered()).as("left in %s", channel).isZero();
                assertThat(Lines.standing(channel)).as("who stands at %s", channel).isZero();
            }
            assertThat(heard + news.snapshot().dropped()).as("news").isEqualTo(told);
        }

        List<Long> totals() {
            var totals = new ArrayList<Long>();
            for (int fate : List.of(SENT, KEPT, TAKEN, FORWARDED, HELD, DELIVERED)) {
                long count = 0;
                for (byte each : Arrays.copyOf(fates, messages)) {
                    count += (each & fate) != 0 ? 1 : 0;
                }
                totals.add(count);
            }
            totals.addAll(List.of(replaced, restarted, commanded, heard));
            totals.add(news.snapshot().dropped());
            return totals;
        }
    }
}
