package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Broadcast;
import dev.stint.channel.ObjectPool;
import dev.stint.channel.OrderedChannel;
import dev.stint.channel.Overflow;
import dev.stint.channel.Received;
import dev.stint.channel.Receiver;
import dev.stint.channel.Watch;
import dev.stint.config.Cores;
import dev.stint.error.ChannelClosedException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The further kinds of channel under many schedules, with cancels and timeouts in the middle. */
class ChannelKindsTest {
    private static final int SEEDS = 100;

    private static Duration upToThreeMillis(Random random) {
        return Duration.ofMillis(random.nextInt(4));
    }

    private static void assertManySchedules(Cores cores, Replay.Program program) {
        assertThat(Replay.with(cores, 3).seeds(0, SEEDS, program)).hasSizeGreaterThan(SEEDS / 2);
    }

    // ---- ordered channel

    @ParameterizedTest
    @EnumSource
    void orderedChannel_cancelsAndTimeouts_eachResultOnceInOrder(Cores cores) {
        assertManySchedules(
                cores,
                scheduler -> {
                    List<Integer> got = new ArrayList<>();
                    scheduler.run(() -> orderedWork(got));
                    assertThat(got).hasSize(30).isSorted().doesNotHaveDuplicates();
                });
    }

    private static void orderedWork(List<Integer> got) throws Exception {
        try (Nursery jobs = Stint.nursery();
                Nursery nursery = Stint.nursery()) {
            OrderedChannel<Integer> results = OrderedChannel.over(jobs, 3);
            nursery.spawn(
                    () -> {
                        var random = new Random(1);
                        for (int i = 0; i < 30; i++) {
                            int number = i;
                            Duration pause = upToThreeMillis(random);
                            results.send(
                                    () -> {
                                        Stint.sleep(pause);
                                        return number;
                                    });
                        }
                        results.close();
                    });
            for (int i = 0; i < 3; i++) { // they come, wait, and go without a result
                Task<?> gives = nursery.spawn(() -> giveUp(results));
                nursery.spawn(() -> cancelSoon(gives));
            }
            var random = new Random(2);
            boolean done = false;
            while (!done) {
                var timed = receive(results, upToThreeMillis(random));
                if (timed
                        instanceof
                        Received.Value<Outcome<Integer>>(
                                Outcome.Success<Integer>(Integer number))) {
                    got.add(number);
                }
                done = timed instanceof Received.Done<Outcome<Integer>>;
            }
        }
    }

    /** Waits in the line and for the first, but never long enough to get anything. */
    private static void giveUp(OrderedChannel<Integer> results) throws InterruptedException {
        while (!results.isClosed()) {
            if (results.snapshot().receiversWaiting() > 0) {
                assertThat(results.receive(Duration.ZERO)).isEmpty();
            }
            Stint.sleep(Duration.ofMillis(1));
        }
    }

    private static void cancelSoon(Task<?> task) throws InterruptedException {
        Stint.sleep(Duration.ofMillis(5));
        task.cancel();
    }

    private static Received<Outcome<Integer>> receive(
            OrderedChannel<Integer> results, Duration timeout) throws InterruptedException {
        try {
            var timed = results.receive(timeout);
            return timed.isPresent()
                    ? new Received.Value<>(timed.get())
                    : results.receiveOrClosed();
        } catch (ChannelClosedException e) {
            return new Received.Done<>();
        }
    }

    @ParameterizedTest
    @EnumSource
    void orderedChannel_closedInTheMiddle_everyStartedTaskIsReceivedOrJoined(Cores cores) {
        assertManySchedules(
                cores,
                scheduler ->
                        scheduler.run(
                                () -> {
                                    int[] started = {0};
                                    int[] received = {0};
                                    try (Nursery jobs = Stint.nursery();
                                            Nursery nursery = Stint.nursery()) {
                                        OrderedChannel<Integer> results =
                                                OrderedChannel.over(jobs, 2);
                                        for (int i = 0; i < 3; i++) {
                                            nursery.spawn(() -> sendUntilClosed(results, started));
                                        }
                                        nursery.spawn(
                                                () -> {
                                                    Stint.sleep(Duration.ofMillis(4));
                                                    results.close();
                                                });
                                        for (int number : results) {
                                            received[0] += number;
                                        }
                                        nursery.join();
                                        assertThat(received[0]).isEqualTo(started[0]).isPositive();
                                        assertThat(results.snapshot().sendersWaiting()).isZero();
                                    }
                                }));
    }

    /** Counts the tasks that were started, without those that were started in vain. */
    private static void sendUntilClosed(OrderedChannel<Integer> results, int[] started)
            throws InterruptedException {
        while (true) {
            boolean[] runs = {false, false};
            try {
                results.send(
                        () -> {
                            runs[0] = true;
                            started[0]++;
                            Stint.sleep(Duration.ofMillis(1));
                            runs[1] = true;
                            return 1;
                        });
            } catch (ChannelClosedException e) {
                assertThat(results.isClosed()).isTrue();
                assertThat(runs[1]).as("it was joined").isEqualTo(runs[0]);
                started[0] -= runs[0] ? 1 : 0;
                return;
            }
        }
    }

    // ---- object pool

    private static final class Workshop {
        int made;
        int alive;

        /** Fails at every fifth. */
        Integer make() throws Exception {
            Stint.sleep(Duration.ofMillis(1));
            made++;
            if (made % 5 == 0) {
                throw new IOException("planned");
            }
            alive++;
            assertThat(alive).isLessThanOrEqualTo(2);
            return made;
        }

        void reset(Integer number) throws Exception {
            if (number % 3 == 0) {
                throw new IOException("planned");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void objectPool_failuresCancelsAndTimeouts_loseNoPlace(Cores cores) {
        assertManySchedules(
                cores,
                scheduler -> {
                    var shop = new Workshop();
                    ObjectPool<Integer> pool =
                            ObjectPool.open(
                                    2,
                                    shop::make,
                                    p ->
                                            p.withOnReset(shop::reset)
                                                    .withOnDestroy(_ -> shop.alive--));
                    scheduler.run(() -> usePool(pool));
                    assertThat(pool.snapshot().out()).isZero();
                    assertThat(pool.snapshot().waiting()).isZero();
                    assertThat(pool.snapshot().idle()).isEqualTo(shop.alive);
                    pool.close();
                    assertThat(shop.alive).isZero();
                });
    }

    private static void usePool(ObjectPool<Integer> pool) throws Exception {
        try (Nursery nursery = Stint.nursery()) {
            for (int i = 0; i < 7; i++) {
                var random = new Random(i);
                Task<?> user = nursery.spawn(() -> takeOften(pool, random));
                if (i % 3 == 0) {
                    nursery.spawn(() -> cancelSoon(user));
                }
            }
            nursery.awaitAll();
        }
    }

    private static void takeOften(ObjectPool<Integer> pool, Random random)
            throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            try {
                var taken = pool.take(upToThreeMillis(random));
                if (taken.isPresent()) {
                    try (var lease = taken.get()) {
                        assertThat(lease.get()).isPositive();
                        Stint.sleep(upToThreeMillis(random));
                    }
                }
            } catch (CompletionException e) {
                assertThat(e).hasRootCauseMessage("planned");
            }
        }
    }

    // ---- broadcast

    @ParameterizedTest
    @EnumSource
    void broadcast_cancelsAndTimeouts_subscribersAgree(Cores cores) {
        assertManySchedules(cores, scheduler -> scheduler.run(() -> broadcastWork()));
    }

    private static void broadcastWork() throws Exception {
        Broadcast<Integer> news = Broadcast.open();
        Receiver<Integer> slow = news.subscribe(1, Overflow.SUSPEND);
        Receiver<Integer> roomy = news.subscribe(100, Overflow.SUSPEND);
        Receiver<Integer> leaves = news.subscribe(1, Overflow.SUSPEND);
        List<Integer> sent = new ArrayList<>();
        try (Nursery nursery = Stint.nursery()) {
            Task<List<Integer>> slowly = nursery.spawn(() -> all(slow, new Random(1)));
            nursery.spawn(
                    () -> {
                        leaves.receive();
                        leaves.receive();
                        leaves.close();
                    });
            try (Nursery senders = Stint.nursery()) {
                for (int s = 0; s < 4; s++) {
                    int first = s * 100;
                    var random = new Random(s);
                    Task<?> sender =
                            senders.spawn(
                                    () -> {
                                        for (int i = 0; i < 8; i++) {
                                            int value = first + i;
                                            if (news.send(value, upToThreeMillis(random))) {
                                                sent.add(value);
                                            }
                                        }
                                    });
                    if (s == 0) {
                        senders.spawn(() -> cancelSoon(sender));
                    }
                }
                senders.awaitAll();
            }
            news.close();
            List<Integer> got = roomy.drain();
            assertThat(slowly.await()).isEqualTo(got);
            assertThat(got).containsExactlyInAnyOrderElementsOf(sent);
        }
    }

    private static List<Integer> all(Receiver<Integer> from, Random random)
            throws InterruptedException {
        List<Integer> got = new ArrayList<>();
        for (int value : from) {
            got.add(value);
            Stint.sleep(upToThreeMillis(random));
        }
        return got;
    }

    // ---- watch

    @ParameterizedTest
    @EnumSource
    void watch_timeoutsAndCancels_theLastChangeIsSeen(Cores cores) {
        assertManySchedules(cores, ChannelKindsTest::watchWork);
    }

    private static void watchWork(Scheduler scheduler) throws Exception {
        Watch<Integer> watch = Watch.of(0);
        scheduler.run(
                () -> {
                    try (Nursery nursery = Stint.nursery()) {
                        for (int i = 0; i < 4; i++) {
                            var random = new Random(i);
                            Task<?> watcher = nursery.spawn(() -> watchUntil(watch, 20, random));
                            if (i == 0) {
                                nursery.spawn(() -> cancelSoon(watcher));
                            }
                        }
                        for (int i = 0; i < 20; i++) {
                            nursery.spawn(
                                    () -> {
                                        Stint.sleep(Duration.ofMillis(1));
                                        watch.update(value -> value + 1);
                                    });
                        }
                        nursery.awaitAll();
                    }
                });
        assertThat(watch.get()).isEqualTo(20);
        assertThat(watch.snapshot().waiting()).isZero();
    }

    private static void watchUntil(Watch<Integer> watch, int last, Random random)
            throws InterruptedException {
        Watch.Observer<Integer> observer = watch.observe();
        int seen = observer.get();
        while (seen < last) {
            int next = observer.awaitChange(upToThreeMillis(random)).orElse(seen);
            assertThat(next).isGreaterThanOrEqualTo(seen);
            seen = next;
            Stint.sleep(upToThreeMillis(random));
        }
    }
}
