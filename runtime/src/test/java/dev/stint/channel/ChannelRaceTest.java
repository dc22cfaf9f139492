package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [FIBER:rendezvous] [FIBER:channel-wait] Cancel, timeout and close in a race with a partner: a
 * value is delivered or it is still its owner's, never both and never neither. Each seed is run
 * twice and must give the same run.
 */
@Timeout(120)
class ChannelRaceTest {
    private static final int SEEDS = 120;

    /** What became of every value, and the schedule that led to it. */
    private record Run(
            TreeSet<Integer> delivered, TreeSet<Integer> kept, List<String> log, long hash) {}

    /** Where a run writes what became of the values; under a seed one task runs at a time. */
    private static final class Fates {
        final TreeMap<Integer, Integer> delivered = new TreeMap<>();
        final TreeSet<Integer> kept = new TreeSet<>();
        final List<String> log = new ArrayList<>();

        void delivered(int value) {
            log.add("got " + value);
            delivered.merge(value, 1, Integer::sum);
        }

        void kept(int value, String why) {
            log.add("kept " + value + " " + why);
            assertThat(kept.add(value)).as("%d kept twice", value).isTrue();
        }
    }

    @FunctionalInterface
    private interface Scene {
        void play(Nursery nursery, Channel<Integer> channel, Fates fates, Random random)
                throws Exception;
    }

    private static Run run(Kind kind, Cores cores, long seed, int values, Scene scene)
            throws Exception {
        Channel<Integer> channel = kind.open();
        var fates = new Fates();
        long hash;
        try (var scheduler =
                Scheduler.open(c -> c.withSeed(seed).withWorkers(3).withCores(cores))) {
            scheduler.run(
                    () -> {
                        try (Nursery nursery = Stint.nursery(n -> n.withCancelOnError(false))) {
                            scene.play(nursery, channel, fates, new Random(seed));
                        }
                        for (int left : channel.drain()) {
                            fates.delivered(left);
                        }
                    });
            hash = scheduler.traceHash();
        }
        assertThat(Kind.isDeserted(channel)).isTrue();
        var all = new TreeSet<>(fates.kept);
        all.addAll(fates.delivered.keySet());
        assertThat(all).as("neither, seed %d: %s", seed, fates.log).hasSize(values);
        assertThat(fates.delivered.values()).as("twice, seed %d", seed).allMatch(n -> n == 1);
        assertThat(fates.kept.size() + fates.delivered.size())
                .as("both, seed %d: %s", seed, fates.log)
                .isEqualTo(values);
        return new Run(new TreeSet<>(fates.delivered.keySet()), fates.kept, fates.log, hash);
    }

    /** Runs all seeds; over them both ends must have come about, or nothing has raced. */
    private static void race(Kind kind, int values, boolean bothEnds, Scene scene)
            throws Exception {
        int deliveries = 0;
        int returns = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Cores cores = seed % 2 == 0 ? Cores.VIRTUAL : Cores.BARE;
            Run first = run(kind, cores, seed, values, scene);
            Run second = run(kind, cores, seed, values, scene);
            assertThat(second).as("seed %d again", seed).isEqualTo(first);
            deliveries += first.delivered.size();
            returns += first.kept.size();
        }
        assertThat(deliveries).isPositive();
        if (bothEnds) {
            assertThat(returns).isPositive();
        }
    }

    private static void sendOne(SendForm form, Channel<Integer> channel, int value, Fates fates)
            throws InterruptedException {
        try {
            String result = form.send(channel, value, Duration.ofNanos(1000L * (value % 3 + 1)));
            if (!result.equals(SendForm.TAKEN)) {
                fates.kept(value, result);
            }
        } catch (InterruptedException e) {
            fates.kept(value, "cancelled");
            throw e;
        }
    }

    /** Stops at a close; a timeout or a cancel must not have eaten anything. */
    private static void receiveSome(
            ReceiveForm form, Channel<Integer> channel, int count, Fates fates)
            throws InterruptedException {
        for (int i = 0; i < count; i++) {
            String result = form.receive(channel, Duration.ofNanos(1000L * (i % 3 + 1)));
            if (result.startsWith(ReceiveForm.CLOSED)) {
                return;
            }
            if (!result.equals(ReceiveForm.NOT_NOW)) {
                fates.delivered(Integer.parseInt(result));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancelTheSender_deliveredOrKept(Kind kind) throws Exception {
        race(
                kind,
                1,
                kind == Kind.RENDEZVOUS,
                (nursery, channel, fates, random) -> {
                    Task<?> sender = nursery.spawn(() -> sendOne(SendForm.SEND, channel, 1, fates));
                    Task<?> receiver =
                            nursery.spawn(() -> receiveSome(ReceiveForm.TIMED, channel, 1, fates));
                    for (int i = random.nextInt(4); i > 0; i--) {
                        Stint.yield();
                    }
                    if (!sender.cancel()) {
                        receiver.awaitOutcome();
                    }
                    if (sender.awaitOutcome() instanceof Outcome.Cancelled
                            && !fates.log.toString().contains("kept")) {
                        fates.kept(1, "never began");
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void cancelTheReceiver_deliveredOrLeft(Kind kind) throws Exception {
        race(
                kind,
                1,
                kind == Kind.RENDEZVOUS,
                (nursery, channel, fates, random) -> {
                    Task<?> receiver =
                            nursery.spawn(
                                    () -> receiveSome(ReceiveForm.RECEIVE, channel, 1, fates));
                    nursery.spawn(() -> sendOne(SendForm.TIMED, channel, 1, fates));
                    for (int i = random.nextInt(4); i > 0; i--) {
                        Stint.yield();
                    }
                    receiver.cancel();
                });
    }

    /** The clock decides in the very moment in which the partner comes. */
    @ParameterizedTest
    @EnumSource
    void timeoutOfBoth_deliveredOrKept(Kind kind) throws Exception {
        race(
                kind,
                1,
                kind == Kind.RENDEZVOUS,
                (nursery, channel, fates, random) -> {
                    nursery.spawn(
                            () -> {
                                Stint.sleep(Duration.ofNanos(1000L * random.nextInt(3)));
                                sendOne(SendForm.TIMED, channel, 1, fates);
                            });
                    nursery.spawn(
                            () -> {
                                Stint.sleep(Duration.ofNanos(1000L * random.nextInt(4)));
                                receiveSome(ReceiveForm.SELECT, channel, 1, fates);
                            });
                });
    }

    @ParameterizedTest
    @EnumSource
    void close_deliveredOrKept(Kind kind) throws Exception {
        race(
                kind,
                6,
                true,
                (nursery, channel, fates, random) -> {
                    for (int i = 0; i < 6; i++) {
                        int value = i;
                        SendForm form = i % 2 == 0 ? SendForm.OR_CLOSED : SendForm.SELECT;
                        nursery.spawn(() -> sendOne(form, channel, value, fates));
                    }
                    nursery.spawn(() -> receiveSome(ReceiveForm.OR_CLOSED, channel, 6, fates));
                    for (int i = random.nextInt(5); i > 0; i--) {
                        Stint.yield();
                    }
                    channel.close();
                });
    }

    /** Anything goes: all forms, cancels of anyone, a close in the middle. */
    @ParameterizedTest
    @EnumSource
    void everything_deliveredOrKept(Kind kind) throws Exception {
        int values = 12;
        race(
                kind,
                values,
                true,
                (nursery, channel, fates, random) -> {
                    var tasks = new ArrayList<Task<?>>();
                    var begun = new TreeSet<Integer>();
                    for (int i = 0; i < values; i++) {
                        int value = i;
                        SendForm form = pick(SendForm.values(), random);
                        Duration delay = Duration.ofNanos(random.nextInt(3000));
                        tasks.add(
                                nursery.spawn(
                                        () -> {
                                            Stint.sleep(delay);
                                            begun.add(value);
                                            sendOne(form, channel, value, fates);
                                        }));
                    }
                    for (int i = 0; i < 4; i++) {
                        ReceiveForm form = pick(ReceiveForm.values(), random);
                        Duration delay = Duration.ofNanos(random.nextInt(3000));
                        tasks.add(
                                nursery.spawn(
                                        () -> {
                                            Stint.sleep(delay);
                                            receiveSome(form, channel, 4, fates);
                                        }));
                    }
                    for (int i = 0; i < 5; i++) {
                        Stint.sleep(Duration.ofNanos(random.nextInt(1000)));
                        pick(tasks.toArray(Task<?>[]::new), random).cancel();
                    }
                    Stint.sleep(Duration.ofNanos(random.nextInt(2000)));
                    channel.close();
                    for (Task<?> task : tasks) {
                        task.awaitOutcome();
                    }
                    for (int i = 0; i < values; i++) {
                        if (!begun.contains(i)) {
                            fates.kept(i, "never began");
                        }
                    }
                });
    }

    private static <T> T pick(T[] from, Random random) {
        return from[random.nextInt(from.length)];
    }
}
