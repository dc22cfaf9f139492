package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Channels on real threads and in real time: tasks of two schedulers, one with each kind of core,
 * and threads outside use the same channels; all are cancelled or interrupted at any moment.
 *
 * <p>{@code -Dstint.stress.seconds=N} sets how long (all tests together), {@code
 * -Dstint.stress.seed=S} with which round it begins.
 */
@Timeout(3600)
class ChannelStressTest {
    private static final double SECONDS = Long.getLong("stint.stress.seconds", 3);
    private static final long FROM = Long.getLong("stint.stress.seed", 0);
    private static final int TESTS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private Scheduler[] schedulers = {};

    @BeforeEach
    void open() {
        schedulers =
                new Scheduler[] {
                    Scheduler.open(c -> c.withName("virtual").withWorkers(2)),
                    Scheduler.open(c -> c.withName("bare").withCores(Cores.BARE).withWorkers(2))
                };
    }

    @AfterEach
    void close() {
        for (Scheduler scheduler : schedulers) {
            scheduler.close();
        }
    }

    private interface Round {
        void play(SplittableRandom random) throws Exception;
    }

    private void repeat(String name, Round round) throws Exception {
        long until = System.nanoTime() + (long) (SECONDS * 1e9 / TESTS);
        long seed = FROM;
        do {
            round.play(new SplittableRandom(seed));
            assertThat(failures).as("%s, round %d", name, seed).isEmpty();
            seed++;
        } while (System.nanoTime() < until);
        if (Boolean.getBoolean("stint.stress.verbose")) {
            System.out.println(name + ": " + (seed - FROM) + " rounds");
        }
    }

    // ---- anything at all

    private static final int TASKS = 6; // for each scheduler
    private static final int THREADS = 2;
    private static final int OPERATIONS = 150; // of each
    private static final int DISTURBANCES = 60;

    @Test
    void anyOperations_cancelledAtAnyMoment_loseNothing() throws Exception {
        repeat("any operations", this::anything);
    }

    private void anything(SplittableRandom random) throws Exception {
        List<Channel<Long>> channels = channels(random);
        var players = new ArrayList<Player>();
        var tasks = new ArrayList<Task<?>>();
        Nursery[] nurseries = nurseries();
        for (int i = 0; i < 2 * TASKS; i++) {
            tasks.add(start(nurseries[i % 2], player(players, channels, random)));
        }
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < THREADS; i++) {
            Player player = player(players, channels, random);
            threads.add(Thread.ofPlatform().start(guarded(() -> playOutside(player))));
        }
        Player here = player(players, channels, random);
        for (int i = 0; i < DISTURBANCES; i++) {
            int victim = random.nextInt(tasks.size() + THREADS);
            if (victim >= tasks.size()) {
                threads.get(victim - tasks.size()).interrupt();
            } else if (tasks.get(victim).cancel()) {
                Player next = player(players, channels, random);
                tasks.set(victim, start(nurseries[victim % 2], next));
            }
            here.quickly();
        }
        channels.forEach(Channel::close);
        awaitAll(nurseries, threads, channels);

        var books = new Books(channels);
        players.forEach(books::add);
        assertThat(books.complaints()).isEmpty();
    }

    private static List<Channel<Long>> channels(SplittableRandom random) {
        int size = 1 + random.nextInt(3);
        List<Channel<Long>> all =
                List.of(
                        Channel.rendezvous(),
                        Channel.rendezvous(),
                        Channel.buffered(size),
                        Channel.buffered(size, Overflow.DROP_OLDEST),
                        Channel.buffered(size, Overflow.DROP_NEWEST),
                        Channel.buffered(size, Overflow.FAIL),
                        Channel.unbounded());
        for (int i = 0; i < all.size(); i++) {
            all.get(i).named("c" + i);
        }
        return all;
    }

    private static Player player(
            List<Player> all, List<Channel<Long>> channels, SplittableRandom random) {
        var player = new Player(all.size() + 1, channels, random.split());
        all.add(player);
        return player;
    }

    private Task<?> start(Nursery nursery, Player player) {
        return nursery.spawn(
                "player-" + player.number,
                () -> {
                    try {
                        player.play(OPERATIONS);
                    } catch (RuntimeException | Error e) {
                        failures.add(e);
                    }
                });
    }

    private static void playOutside(Player player) {
        for (int i = 0; i < OPERATIONS; i++) {
            try {
                player.play(1);
            } catch (InterruptedException e) {
                // and on it goes
            }
        }
    }

    // ---- all that is sent arrives

    private static final int PRODUCERS = 4;
    private static final int CONSUMERS = 3;
    private static final int MESSAGES = 120; // of each producer

    @Test
    void sendsAndSelects_noTimeouts_allArrive() throws Exception {
        repeat("arrivals", this::arrivals);
    }

    /** Nobody has a timeout here that could hide a wake-up that was lost. */
    private void arrivals(SplittableRandom random) throws Exception {
        List<Channel<Long>> channels =
                List.of(
                        Channel.<Long>rendezvous().named("c0"),
                        Channel.<Long>buffered(1).named("c1"),
                        Channel.<Long>buffered(3).named("c2"));
        Nursery[] nurseries = nurseries();
        var players = new ArrayList<Player>();
        var producing = new AtomicInteger(PRODUCERS + 1);
        Runnable closeIfLast =
                () -> {
                    if (producing.decrementAndGet() == 0) {
                        channels.forEach(Channel::close);
                    }
                };
        for (int i = 0; i < PRODUCERS; i++) {
            Player player = player(players, channels, random);
            nurseries[i % 2].spawn(
                    guarded(
                                    () -> {
                                        player.produce(MESSAGES);
                                        closeIfLast.run();
                                    })
                            ::run);
        }
        for (int i = 0; i < CONSUMERS; i++) {
            Player player = player(players, channels, random);
            nurseries[i % 2].spawn(guarded(player::consume)::run);
        }
        // These are cancelled all the time, and give way to others.
        Task<?> restless = nurseries[0].spawn(() -> {});
        Player outside = player(players, channels, random);
        var thread = Thread.ofPlatform().start(guarded(outside::consume));
        Player here = player(players, channels, random);
        for (int i = 0; i < MESSAGES; i++) {
            here.produce(1);
            if (random.nextInt(4) == 0) {
                restless.cancel();
                Player next = player(players, channels, random);
                restless = nurseries[random.nextInt(2)].spawn(next::consume);
            }
        }
        closeIfLast.run();
        awaitAll(nurseries, List.of(thread), channels);

        var books = new Books(channels);
        players.forEach(books::add);
        assertThat(books.complaints()).isEmpty();
        assertThat(books.received()).isEqualTo((PRODUCERS + 1L) * MESSAGES);
    }

    // ---- selects that face each other

    private static final int PAIRS = 3;
    private static final int EXCHANGES = 60;

    @Test
    void selects_faceEachOther_allMeet() throws Exception {
        repeat("facing", this::facing);
    }

    private void facing(SplittableRandom random) throws Exception {
        boolean rendezvous = random.nextInt(3) > 0;
        List<Channel<Long>> channels =
                rendezvous
                        ? List.of(Channel.rendezvous(), Channel.rendezvous())
                        : List.of(Channel.buffered(1), Channel.rendezvous());
        Nursery[] nurseries = nurseries();
        var players = new ArrayList<Player>();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 2 * PAIRS; i++) {
            Player player = player(players, channels, random);
            int out = i % 2;
            if (i < 2 * PAIRS - 2) {
                nurseries[random.nextInt(2)].spawn(
                        guarded(() -> player.exchange(out, EXCHANGES))::run);
            } else {
                threads.add(
                        Thread.ofPlatform().start(guarded(() -> player.exchange(out, EXCHANGES))));
            }
        }
        awaitAll(nurseries, threads, channels);

        var books = new Books(channels);
        players.forEach(books::add);
        assertThat(books.complaints()).isEmpty();
        assertThat(books.received()).isEqualTo(2L * PAIRS * EXCHANGES);
    }

    // ---- running and waiting

    private interface Body {
        void run() throws Exception;
    }

    private Runnable guarded(Body body) {
        return () -> {
            try {
                body.run();
            } catch (Throwable e) {
                failures.add(e);
            }
        };
    }

    private Nursery[] nurseries() {
        return Arrays.stream(schedulers)
                .map(s -> s.nursery(n -> n.withPolicy(Policy.runAll())))
                .toArray(Nursery[]::new);
    }

    /** Waits for all to end; if they do not, says who waits where. */
    private void awaitAll(
            Nursery[] nurseries, List<Thread> threads, List<? extends Channel<?>> channels)
            throws InterruptedException {
        Thread waiter =
                Thread.ofPlatform()
                        .start(
                                guarded(
                                        () -> {
                                            for (Nursery nursery : nurseries) {
                                                nursery.awaitAll();
                                            }
                                            for (Thread thread : threads) {
                                                thread.join();
                                            }
                                        }));
        if (waiter.join(PATIENCE)) {
            return;
        }
        var text = new StringBuilder("it does not end:");
        channels.forEach(c -> text.append("\n  ").append(c.snapshot()));
        for (Scheduler scheduler : schedulers) {
            text.append("\n  ").append(scheduler.snapshot());
        }
        for (Thread thread : threads) {
            text.append("\n  ").append(thread).append(Arrays.toString(thread.getStackTrace()));
        }
        for (Nursery nursery : nurseries) {
            nursery.cancel();
        }
        threads.forEach(Thread::interrupt);
        throw new AssertionError(text.toString());
    }
}
