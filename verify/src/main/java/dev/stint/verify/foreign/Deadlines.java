package dev.stint.verify.foreign;

import static dev.stint.verify.foreign.Scopes.fail;
import static dev.stint.verify.foreign.Scopes.in;
import static dev.stint.verify.foreign.Scopes.waitInVain;
import static dev.stint.verify.foreign.Scopes.waitToBeCancelled;
import static dev.stint.verify.foreign.Scopes.whenCancelled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Select;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.NurseryDeadlineExceededException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.sync.Mutex;
import dev.stint.sync.Semaphore;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.verify.foreign.Scene.Side;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Time is up: in a child, in the block, in a nested scope, just when all was done. */
final class Deadlines {
    private static final Duration SOON = Duration.ofMillis(5);

    private Deadlines() {}

    /** Long enough on threads for children to be started before. */
    private static Duration soon(Place place) {
        return place.seeded() ? SOON : Duration.ofMillis(250);
    }

    private static void expires(Action scope) {
        assertThatThrownBy(scope::run).isInstanceOf(NurseryDeadlineExceededException.class);
    }

    @Scene(Side.BOTH)
    static void childWaits_scopeThrows(Place place) {
        expires(
                () ->
                        in(
                                place,
                                c -> c.withDeadline(soon(place)),
                                n -> n.spawn(Scopes::waitInVain)));
    }

    @Scene(Side.BOTH)
    static void openerInReceive_isWoken(Place place) {
        expires(
                () ->
                        in(
                                place,
                                c -> c.withDeadline(SOON),
                                _ -> {
                                    waitInVain();
                                    return 0;
                                }));
    }

    @Scene
    static void openerInSleep_isWoken(Place place) {
        long begun = Stint.nanoTime();
        expires(
                () ->
                        in(
                                place,
                                c -> c.withDeadline(SOON),
                                _ -> {
                                    waitToBeCancelled();
                                    return 0;
                                }));
        if (place.seeded()) {
            assertThat(Stint.nanoTime() - begun).isEqualTo(SOON.toNanos());
        }
    }

    @Scene(Side.BOTH)
    static void openerInSelect_isWoken(Place place) {
        Channel<Integer> silent = Channel.rendezvous();
        expires(
                () ->
                        in(
                                place,
                                c -> c.withDeadline(SOON),
                                _ ->
                                        Select.<Integer>from(
                                                silent.onReceive(v -> v),
                                                Select.onTimeout(Place.LONG, () -> 0))));
    }

    @Scene(Side.BOTH)
    static void openerAwaitsAChild_isWoken(Place place) {
        expires(
                () ->
                        in(
                                place,
                                c -> c.withDeadline(soon(place)),
                                n -> {
                                    n.spawn(Scopes::waitInVain).await();
                                    return 0;
                                }));
    }

    @Scene(Side.BOTH)
    static void notReached_isAsIfThereWasNone(Place place) throws Exception {
        int got =
                in(
                        place,
                        c -> c.withDeadline(Place.LONG),
                        n -> {
                            Task<Integer> child =
                                    n.spawn(
                                            () -> {
                                                Stint.sleep(Duration.ofMillis(1));
                                                return 6;
                                            });
                            return child.await();
                        });
        assertThat(got).isEqualTo(6);
    }

    @Scene
    static void nested_innerIsNearer_onlyInnerEnds(Place place) throws Exception {
        String got =
                in(
                        place,
                        c -> c.withDeadline(Place.LONG),
                        _ -> {
                            expires(
                                    () ->
                                            in(
                                                    place,
                                                    c -> c.withDeadline(SOON),
                                                    _ -> {
                                                        waitInVain();
                                                        return 0;
                                                    }));
                            Stint.sleep(Duration.ofMillis(1));
                            return "went on";
                        });
        assertThat(got).isEqualTo("went on");
    }

    @Scene
    static void nested_outerIsNearer_outerThrows(Place place) {
        assertThatThrownBy(
                        () ->
                                in(
                                        place,
                                        c -> c.withName("outer").withDeadline(SOON),
                                        _ ->
                                                in(
                                                        place,
                                                        c ->
                                                                c.withName("inner")
                                                                        .withDeadline(Place.LONG),
                                                        _ -> {
                                                            waitInVain();
                                                            return 0;
                                                        })))
                .isInstanceOf(NurseryDeadlineExceededException.class)
                .hasMessageContaining("outer");
    }

    @Scene
    static void nested_outerIsNearer_childOfInnerEnds(Place place) {
        long begun = Stint.nanoTime();
        expires(
                () ->
                        in(
                                place,
                                c -> c.withDeadline(soon(place)),
                                outer ->
                                        outer.spawn(
                                                () -> {
                                                    in(
                                                            place,
                                                            c -> c.withDeadline(Place.LONG),
                                                            n -> n.spawn(Scopes::waitInVain));
                                                })));
        if (place.seeded()) {
            assertThat(Stint.nanoTime() - begun).isEqualTo(soon(place).toNanos());
        }
    }

    @Scene(Side.BOTH)
    static void zero_theFirstWaitEnds(Place place) {
        expires(
                () ->
                        in(
                                place,
                                c -> c.withDeadline(Duration.ZERO),
                                _ -> {
                                    waitInVain();
                                    return 0;
                                }));
    }

    @Scene(Side.BOTH)
    static void whileItCloses_childrenEnd(Place place) {
        var ended = new AtomicInteger();
        expires(
                () -> {
                    try (Nursery n = place.nursery(c -> c.withDeadline(soon(place)))) {
                        for (int i = 0; i < 5; i++) {
                            n.spawn(
                                    () -> {
                                        try {
                                            waitToBeCancelled();
                                        } finally {
                                            ended.incrementAndGet();
                                        }
                                    });
                        }
                    }
                });
        assertThat(ended.get()).isEqualTo(5);
    }

    @Scene(Side.BOTH)
    static void childFailsBecauseOfIt_errorWins(Place place) {
        assertThatThrownBy(
                        () ->
                                in(
                                        place,
                                        c -> c.withDeadline(soon(place)),
                                        n -> n.spawn(() -> whenCancelled(() -> fail("late")))))
                .isInstanceOf(TaskFailedException.class)
                .hasRootCauseMessage("late");
    }

    /** Both come at the same moment: either is right, but it is one of them, and nothing hangs. */
    @Scene(Side.BOTH)
    static void withTheLastChild_isOneOfBoth(Place place) throws Exception {
        for (int i = 0; i < 10; i++) {
            try (Nursery n = place.nursery(c -> c.withDeadline(SOON))) {
                Optional<Task<Integer>> child =
                        n.trySpawn(
                                TaskOptions.defaults(),
                                () -> {
                                    Stint.sleep(SOON);
                                    return 1;
                                });
                NurseryResult result = n.awaitAll();
                if (result instanceof NurseryResult.Success) {
                    assertThat(child.orElseThrow().tryOutcome()).contains(new Outcome.Success<>(1));
                } else {
                    assertThat(result)
                            .isInstanceOfSatisfying(
                                    NurseryResult.Cancelled.class,
                                    c -> assertThat(c.reason()).isEqualTo(CancelReason.DEADLINE));
                }
            }
        }
    }

    @Scene(Side.BOTH)
    static void withACancel_theFirstIsTheReason(Place place) throws Exception {
        try (Nursery n = place.nursery(c -> c.withDeadline(Place.LONG))) {
            n.spawn(Scopes::waitToBeCancelled);
            n.cancel();
            assertThat(n.cancelReason()).contains(CancelReason.REQUESTED);
            n.awaitAll();
        }
    }

    /** A deadline is over when its block is: what comes after waits as long as it likes. */
    @Scene(Side.BOTH)
    static void movedOn_nothingIsLeftOfIt(Place place) throws Exception {
        for (int i = 0; i < 5; i++) {
            expires(
                    () ->
                            in(
                                    place,
                                    c -> c.withDeadline(Duration.ofMillis(1)),
                                    _ -> {
                                        waitInVain();
                                        return 0;
                                    }));
            Channel<Integer> quiet = Channel.rendezvous();
            assertThat(quiet.receive(Duration.ofMillis(2))).isEmpty();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Scene(Side.BOTH)
    static void whoComputes_endsAtItsCheckpoint(Place place) {
        expires(
                () ->
                        in(
                                place,
                                c -> c.withDeadline(soon(place)),
                                n ->
                                        n.spawn(
                                                () -> {
                                                    while (true) {
                                                        Stint.checkpoint(1000);
                                                        if (place.seeded()) {
                                                            Stint.sleep(Duration.ofNanos(1000));
                                                        }
                                                    }
                                                })));
    }

    /** A permit that is given just as the time is up is had, or was never taken. */
    @Scene(Side.BOTH)
    static void againstAPermit_noneIsLost(Place place) throws Exception {
        Semaphore permits = Semaphore.bounded(1);
        try (Nursery around = place.nursery()) {
            around.spawn(
                    () -> {
                        for (int i = 0; i < 20; i++) {
                            permits.acquire();
                            Stint.sleep(Duration.ofMillis(1));
                            permits.release();
                        }
                    });
            for (int i = 0; i < 20; i++) {
                try (Nursery n = place.nursery(c -> c.withDeadline(Duration.ofMillis(1)))) {
                    n.trySpawn(
                            TaskOptions.defaults(),
                            () -> {
                                permits.acquire();
                                permits.release();
                                return 0;
                            });
                    n.awaitAll();
                }
            }
        }
        assertThat(permits.snapshot().permits()).isEqualTo(1);
        assertThat(permits.snapshot().waiting()).isZero();
    }

    @Scene(Side.BOTH)
    static void againstALock_itIsFreeInTheEnd(Place place) throws Exception {
        Mutex mutex = Mutex.unlocked();
        for (int i = 0; i < 20; i++) {
            try (Nursery n = place.nursery(c -> c.withDeadline(Duration.ofMillis(1)))) {
                for (int t = 0; t < 3; t++) {
                    n.trySpawn(
                            TaskOptions.defaults(),
                            () -> {
                                try (var _ = mutex.lock()) {
                                    Stint.sleep(Duration.ofNanos(400_000));
                                }
                                return 0;
                            });
                }
                n.awaitAll();
            }
        }
        assertThat(mutex.snapshot().owner()).isEmpty();
        assertThat(mutex.snapshot().waiting()).isZero();
    }

    // ---- a limit for one wait

    @Scene(Side.BOTH)
    static void awaitWithALimit_taskGoesOn(Place place) throws Exception {
        Channel<Integer> goOn = Channel.rendezvous();
        try (Nursery n = place.nursery()) {
            Task<Integer> child = n.spawn(() -> goOn.receive());
            assertThatThrownBy(() -> child.await(SOON)).isInstanceOf(TimeoutException.class);
            goOn.send(3);
            assertThat(child.await(Place.LONG)).isEqualTo(3);
        }
    }

    @Scene(Side.BOTH)
    static void awaitWithALimit_taskIsCancelled_saysSo(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            Task<?> child = n.spawn(Scopes::waitToBeCancelled);
            place.untilBlocked(child);
            child.cancel();
            assertThatThrownBy(() -> child.await(Place.LONG))
                    .isInstanceOf(CancellationException.class);
        }
    }

    @Scene(Side.BOTH)
    static void everyWaitWithALimit_endsByItself(Place place) throws Exception {
        Channel<Integer> full = Channel.buffered(1);
        full.send(1);
        Mutex held = Mutex.unlocked();
        Semaphore none = Semaphore.of(0);
        try (Nursery n = place.nursery()) {
            Task<?> holder =
                    n.spawn(
                            () -> {
                                try (var _ = held.lock()) {
                                    waitToBeCancelled();
                                }
                            });
            place.untilBlocked(holder);
            assertThat(full.send(2, SOON)).isFalse();
            assertThat(held.lock(SOON)).isEmpty();
            assertThat(none.acquire(SOON)).isFalse();
            assertThat(Channel.rendezvous().receive(SOON)).isEmpty();
            holder.cancel();
        }
        assertThat(full.drain()).containsExactly(1);
    }

    /** A value that comes just as the time is up is received, or is still there. */
    @Scene(Side.BOTH)
    static void receiveWithALimit_againstASend_losesNothing(Place place) throws Exception {
        Channel<Integer> channel = Channel.buffered(1);
        int received = 0;
        try (Nursery n = place.nursery()) {
            n.spawn(
                    () -> {
                        for (int i = 0; i < 20; i++) {
                            Stint.sleep(Duration.ofMillis(1));
                            channel.send(i);
                        }
                        channel.close();
                    });
            while (!channel.isClosed()) {
                try {
                    if (channel.receive(Duration.ofMillis(1)).isPresent()) {
                        received++;
                    }
                } catch (ChannelClosedException e) {
                    break;
                }
            }
        }
        received += channel.drain().size();
        assertThat(received).isEqualTo(20);
    }
}
