package dev.stint.verify.foreign;

import static dev.stint.verify.foreign.Scopes.fail;
import static dev.stint.verify.foreign.Scopes.in;
import static dev.stint.verify.foreign.Scopes.waitInVain;
import static dev.stint.verify.foreign.Scopes.waitToBeCancelled;
import static dev.stint.verify.foreign.Scopes.whenCancelled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stint.Stint;
import dev.stint.channel.Broadcast;
import dev.stint.channel.Channel;
import dev.stint.channel.ObjectPool;
import dev.stint.channel.Overflow;
import dev.stint.channel.Select;
import dev.stint.channel.Watch;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.nursery.NurseryState;
import dev.stint.sync.Latch;
import dev.stint.sync.Mutex;
import dev.stint.sync.RateLimiter;
import dev.stint.sync.Semaphore;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.verify.foreign.Scene.Side;
import dev.stint.verify.foreign.Scopes.Boom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A child fails: what becomes of its siblings, of the block, and of the error. */
final class ChildErrors {
    private ChildErrors() {}

    private static Boom boomOf(Action scope) {
        Throwable thrown = catchThrowable(scope::run);
        assertThat(thrown).isInstanceOf(TaskFailedException.class).hasCauseInstanceOf(Boom.class);
        return (Boom) Objects.requireNonNull(thrown.getCause());
    }

    @Scene(Side.BOTH)
    static void childFails_scopeThrowsIt(Place place) {
        assertThat(boomOf(() -> in(place, n -> n.spawn(() -> fail("alone"))))).hasMessage("alone");
    }

    @Scene(Side.BOTH)
    static void childFails_siblingsAreCancelled(Place place) {
        var ended = new AtomicInteger();
        boomOf(
                () ->
                        in(
                                place,
                                n -> {
                                    for (int i = 0; i < 10; i++) {
                                        place.untilBlocked(
                                                n.spawn(
                                                        () ->
                                                                whenCancelled(
                                                                        ended::incrementAndGet)));
                                    }
                                    return n.spawn(() -> fail("last"));
                                }));
        assertThat(ended.get()).isEqualTo(10);
    }

    @Scene(Side.BOTH)
    static void childFails_openerInReceive_isWoken(Place place) {
        Channel<Integer> promised = Channel.rendezvous();
        boomOf(
                () ->
                        in(
                                place,
                                n -> {
                                    n.spawn(() -> fail("it would have sent"));
                                    return promised.receive();
                                }));
        assertThat(promised.snapshot().receiversWaiting()).isZero();
    }

    @Scene
    static void childFails_openerInSleep_isWoken(Place place) {
        boomOf(
                () ->
                        in(
                                place,
                                n -> {
                                    n.spawn(() -> fail("soon"));
                                    waitToBeCancelled();
                                    return 0;
                                }));
    }

    @Scene
    static void childFails_openerThatYields_isTold(Place place) {
        boomOf(
                () ->
                        in(
                                place,
                                n -> {
                                    n.spawn(() -> fail("soon"));
                                    Place.yieldUntil(() -> false);
                                    return 0;
                                }));
    }

    @Scene(Side.BOTH)
    static void childFails_openerInSelect_isWoken(Place place) {
        Channel<Integer> one = Channel.rendezvous();
        Channel<Integer> two = Channel.rendezvous();
        boomOf(
                () ->
                        in(
                                place,
                                n -> {
                                    n.spawn(() -> fail("soon"));
                                    return Select.<Integer>from(
                                            one.onReceive(v -> v),
                                            two.onSend(1, () -> 1),
                                            Select.onTimeout(Place.LONG, () -> 2));
                                }));
        assertThat(one.snapshot().receiversWaiting() + two.snapshot().sendersWaiting()).isZero();
    }

    /** Whatever the opener waits for; each wait leaves nothing behind. */
    @Scene(Side.BOTH)
    static void childFails_openerInAnyWait_isWoken(Place place) throws Exception {
        Mutex held = Mutex.unlocked();
        Semaphore none = Semaphore.of(0);
        Latch shut = Latch.of(1);
        Watch<Integer> steady = Watch.of(1);
        RateLimiter slow = RateLimiter.of(1, Place.LONG);
        slow.acquire();
        Channel<Integer> full = Channel.buffered(1);
        full.send(1);
        Broadcast<Integer> stuck = Broadcast.open();
        stuck.subscribe(1, Overflow.SUSPEND);
        stuck.send(1);
        try (Nursery around = place.nursery();
                ObjectPool<Integer> pool = ObjectPool.open(1, () -> 1)) {
            Task<?> holder =
                    around.spawn(
                            () -> {
                                try (var _ = held.lock();
                                        var _ = pool.take()) {
                                    shut.await();
                                }
                            });
            place.until(() -> pool.snapshot().out() == 1);
            List<Action> waits =
                    List.of(
                            held::lock,
                            none::acquire,
                            shut::await,
                            () -> steady.observe().awaitChange(),
                            slow::acquire,
                            () -> full.send(2),
                            () -> stuck.send(2),
                            pool::take,
                            holder::await,
                            () -> Channel.rendezvous().receiveOrClosed());
            for (Action wait : waits) {
                assertThat(
                                boomOf(
                                        () ->
                                                in(
                                                        place,
                                                        n -> {
                                                            n.spawn(() -> fail("soon"));
                                                            wait.run();
                                                            return 0;
                                                        })))
                        .hasMessage("soon");
            }
            shut.countDown();
        }
        assertThat(held.snapshot().waiting()).isZero();
        assertThat(none.snapshot().waiting()).isZero();
        assertThat(full.snapshot().sendersWaiting()).isZero();
    }

    /** The task that is awaited first is cancelled because of the second: that one is the error. */
    @Scene(Side.BOTH)
    static void childFails_openerAwaitsAnother_theFailureIsThrown(Place place) {
        Boom boom =
                boomOf(
                        () ->
                                in(
                                        place,
                                        n -> {
                                            Task<Integer> one =
                                                    n.spawn(
                                                            () -> {
                                                                waitToBeCancelled();
                                                                return 1;
                                                            });
                                            Task<Integer> two =
                                                    n.spawn(
                                                            () -> {
                                                                fail("two");
                                                                return 2;
                                                            });
                                            return one.await() + two.await();
                                        }));
        assertThat(boom).hasMessage("two");
    }

    @Scene(Side.BOTH)
    static void bodyThrows_childrenAreCancelled(Place place) {
        var ended = new AtomicBoolean();
        assertThatThrownBy(
                        () ->
                                in(
                                        place,
                                        n -> {
                                            Task<?> child =
                                                    n.spawn(
                                                            () ->
                                                                    whenCancelled(
                                                                            () -> ended.set(true)));
                                            place.untilBlocked(child);
                                            throw new Boom("body");
                                        }))
                .isInstanceOf(Boom.class)
                .hasMessage("body");
        assertThat(ended).isTrue();
    }

    @Scene(Side.BOTH)
    static void bodyThrows_childFailsMeanwhile_bodyWins(Place place) {
        Throwable thrown =
                catchThrowable(
                        () ->
                                in(
                                        place,
                                        n -> {
                                            Task<?> child =
                                                    n.spawn(
                                                            () ->
                                                                    whenCancelled(
                                                                            () -> fail("child")));
                                            place.untilBlocked(child);
                                            throw new Boom("body");
                                        }));
        assertThat(thrown).isInstanceOf(Boom.class).hasMessage("body");
        assertThat(thrown.getSuppressed()).hasSize(1);
        assertThat(thrown.getSuppressed()[0]).hasRootCauseMessage("child");
    }

    @Scene(Side.BOTH)
    static void twoFail_firstWins_otherIsSuppressed(Place place) {
        Throwable thrown =
                catchThrowable(
                        () ->
                                in(
                                        place,
                                        n -> {
                                            Task<?> late =
                                                    n.spawn(
                                                            () ->
                                                                    whenCancelled(
                                                                            () -> fail("late")));
                                            place.untilBlocked(late);
                                            return n.spawn(() -> fail("first"));
                                        }));
        assertThat(thrown).isInstanceOf(TaskFailedException.class).hasRootCauseMessage("first");
        assertThat(thrown.getSuppressed()).hasSize(1);
        assertThat(thrown.getSuppressed()[0]).hasRootCauseMessage("late");
    }

    @Scene(Side.BOTH)
    static void twoFailWithTheSame_isNoFailureOfItsOwn(Place place) {
        var same = new Boom("same");
        Boom boom =
                boomOf(
                        () ->
                                in(
                                        place,
                                        n -> {
                                            Task<?> late =
                                                    n.spawn(
                                                            () ->
                                                                    whenCancelled(
                                                                            () -> {
                                                                                throw same;
                                                                            }));
                                            place.untilBlocked(late);
                                            return n.spawn(
                                                    () -> {
                                                        throw same;
                                                    });
                                        }));
        assertThat(boom).isSameAs(same);
    }

    @Scene(Side.BOTH)
    static void cancelled_childFailsThen_errorWins(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            Task<?> child = n.spawn(() -> whenCancelled(() -> fail("unwinding")));
            place.untilBlocked(child);
            n.cancel();
            assertThat(n.awaitAll()).isInstanceOf(NurseryResult.ChildFailed.class);
        }
    }

    @Scene(Side.BOTH)
    static void innerFails_outerGetsTheCauseItself(Place place) {
        Boom boom = boomOf(() -> in(place, n -> n.spawn(() -> depth(10))));
        assertThat(boom).hasMessage("at the bottom");
    }

    private static void depth(int left) throws Exception {
        if (left == 0) {
            fail("at the bottom");
        }
        Stint.inNursery(n -> n, n -> n.spawn(() -> depth(left - 1)));
    }

    @Scene
    static void innerFails_caughtAround_outerGoesOn(Place place) throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        int got =
                in(
                        place,
                        n -> {
                            n.spawn(
                                    () -> {
                                        Stint.sleep(Place.SHORT);
                                        channel.send(5);
                                    });
                            assertThat(boomOf(() -> in(place, i -> i.spawn(() -> fail("inner")))))
                                    .hasMessage("inner");
                            return channel.receive();
                        });
        assertThat(got).isEqualTo(5);
    }

    @Scene
    static void innerFails_openerStandsInInner_onlyThatIsLeft(Place place) throws Exception {
        int got =
                in(
                        place,
                        outer -> {
                            Task<Integer> neighbour =
                                    outer.spawn(
                                            () -> {
                                                Stint.sleep(Place.SHORT);
                                                return 7;
                                            });
                            boomOf(
                                    () ->
                                            in(
                                                    place,
                                                    inner -> {
                                                        inner.spawn(() -> fail("inner"));
                                                        waitInVain();
                                                        return 0;
                                                    }));
                            return neighbour.await();
                        });
        assertThat(got).isEqualTo(7);
    }

    @Scene
    static void outerFails_openerStandsInInner_bothAreLeft(Place place) {
        var innerChild = new AtomicBoolean();
        Boom boom =
                boomOf(
                        () ->
                                in(
                                        place,
                                        outer -> {
                                            outer.spawn(() -> fail("outer"));
                                            return in(
                                                    place,
                                                    inner -> {
                                                        inner.spawn(
                                                                () ->
                                                                        whenCancelled(
                                                                                () ->
                                                                                        innerChild
                                                                                                .set(
                                                                                                        true)));
                                                        waitInVain();
                                                        return 0;
                                                    });
                                        }));
        assertThat(boom).hasMessage("outer");
    }

    @Scene
    static void grandchildFails_parentsSiblingsAreCancelled(Place place) {
        var uncle = new AtomicBoolean();
        boomOf(
                () ->
                        in(
                                place,
                                n -> {
                                    Task<?> waits =
                                            n.spawn(() -> whenCancelled(() -> uncle.set(true)));
                                    place.untilBlocked(waits);
                                    return n.spawn(
                                            () -> {
                                                in(place, i -> i.spawn(() -> fail("deep")));
                                            });
                                }));
        assertThat(uncle).isTrue();
    }

    @Scene(Side.BOTH)
    static void childThrowsAnError_isAFailureLikeAny(Place place) {
        var error = new LinkageError("not found");
        assertThatThrownBy(
                        () ->
                                in(
                                        place,
                                        n ->
                                                n.spawn(
                                                        () -> {
                                                            throw error;
                                                        })))
                .isInstanceOf(TaskFailedException.class)
                .hasCause(error);
    }

    @Scene(Side.BOTH)
    static void childFails_whatOthersHadDone_isKept(Place place) {
        var done = new ArrayList<Task<Integer>>();
        boomOf(
                () ->
                        in(
                                place,
                                n -> {
                                    done.add(n.spawn(() -> 42));
                                    assertThat(done.getFirst().await()).isEqualTo(42);
                                    return n.spawn(() -> fail("later"));
                                }));
        assertThat(done.getFirst().tryOutcome()).contains(new Outcome.Success<>(42));
    }

    /** Who catches what an await throws has not saved the scope. */
    @Scene(Side.BOTH)
    static void childFails_awaitIsCaught_scopeStillThrows(Place place) {
        boomOf(
                () ->
                        in(
                                place,
                                n -> {
                                    Task<?> child = n.spawn(() -> fail("child"));
                                    assertThatThrownBy(child::await).hasCauseInstanceOf(Boom.class);
                                    return "saved?";
                                }));
    }

    @Scene(Side.BOTH)
    static void childFails_awaitOutcome_saysSo(Place place) {
        boomOf(
                () ->
                        in(
                                place,
                                n -> {
                                    Task<?> child = n.spawn(() -> fail("child"));
                                    assertThat(child.awaitOutcome())
                                            .isInstanceOf(Outcome.Failure.class);
                                    return 0;
                                }));
    }

    @Scene(Side.BOTH)
    static void childFails_spawnThen_isRefused(Place place) {
        boomOf(
                () ->
                        in(
                                place,
                                n -> {
                                    n.spawn(() -> fail("child")).awaitOutcome();
                                    assertThatThrownBy(() -> n.spawn(() -> 1))
                                            .isInstanceOfAny(
                                                    NurseryNotActiveException.class,
                                                    CancellationException.class);
                                    assertThat(n.trySpawn(TaskOptions.defaults(), () -> 1))
                                            .isEmpty();
                                    return 0;
                                }));
    }

    @Scene(Side.BOTH)
    static void childFails_closeAlone_throws(Place place) {
        assertThatThrownBy(
                        () -> {
                            try (Nursery n = place.nursery()) {
                                n.spawn(() -> fail("unseen"));
                            }
                        })
                .isInstanceOf(TaskFailedException.class);
    }

    @Scene(Side.BOTH)
    static void childFails_joinHasShownIt_closeIsSilent(Place place) {
        try (Nursery n = place.nursery()) {
            n.spawn(() -> fail("seen"));
            boomOf(n::join);
            boomOf(n::join);
            assertThat(n.state()).isEqualTo(NurseryState.CANCELLED);
        }
    }

    /** After the block nothing of the failure is left: the next waits are as ever. */
    @Scene(Side.BOTH)
    static void childFails_afterTheBlock_waitsWork(Place place) throws Exception {
        for (int i = 0; i < 5; i++) {
            boomOf(
                    () ->
                            in(
                                    place,
                                    n -> {
                                        n.spawn(() -> fail("again"));
                                        waitInVain();
                                        return 0;
                                    }));
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            Channel<Integer> quiet = Channel.rendezvous();
            assertThat(quiet.receive(Duration.ofMillis(1))).isEmpty();
            int got = in(place, n -> n.spawn(() -> 3).await());
            assertThat(got).isEqualTo(3);
        }
    }

    /**
     * A failure that comes while the body ends by itself: the scope throws it, or was done before.
     */
    @Scene(Side.BOTH)
    static void childFails_asTheBodyEnds_isThrown(Place place) {
        for (int i = 0; i < 10; i++) {
            boomOf(
                    () ->
                            in(
                                    place,
                                    n -> {
                                        n.spawn(() -> fail("race"));
                                        return 1;
                                    }));
        }
    }
}
