package dev.stint.verify.foreign;

import static dev.stint.verify.foreign.Scopes.in;
import static dev.stint.verify.foreign.Scopes.waitInVain;
import static dev.stint.verify.foreign.Scopes.waitToBeCancelled;
import static dev.stint.verify.foreign.Scopes.whenCancelled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.nursery.NurseryState;
import dev.stint.sync.Latch;
import dev.stint.sync.Mutex;
import dev.stint.sync.Semaphore;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import dev.stint.verify.foreign.Scene.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Somebody cancels: a task, a nursery, from inside, from outside, before, during and after. */
final class Cancels {
    private static final Outcome<?> CANCELLED = new Outcome.Cancelled<>();

    private Cancels() {}

    @Scene(Side.BOTH)
    static void cancel_childrenThatWait_end(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            Task<?> sleeps = n.spawn(Scopes::waitToBeCancelled);
            Task<?> receives = n.spawn(Scopes::waitInVain);
            place.untilBlocked(sleeps, receives);
            assertThat(n.cancel()).isTrue();
            assertThat(n.cancel()).isFalse();
            assertThat(n.awaitAll())
                    .isInstanceOfSatisfying(
                            NurseryResult.Cancelled.class,
                            c -> assertThat(c.reason()).isEqualTo(CancelReason.REQUESTED));
            assertThat(sleeps.tryOutcome().orElseThrow()).isEqualTo(CANCELLED);
            assertThat(receives.tryOutcome().orElseThrow()).isEqualTo(CANCELLED);
            assertThat(n.state()).isEqualTo(NurseryState.CANCELLED);
        }
    }

    @Scene(Side.BOTH)
    static void cancel_byAChild_openerInReceiveIsWoken(Place place) {
        assertThatThrownBy(
                        () ->
                                in(
                                        place,
                                        n -> {
                                            n.spawn(
                                                    () -> {
                                                        n.cancel();
                                                    });
                                            waitInVain();
                                            return 0;
                                        }))
                .isInstanceOf(CancellationException.class);
    }

    @Scene(Side.BOTH)
    static void cancel_byTheOpener_itsNextWaitEnds(Place place) {
        var reached = new AtomicBoolean();
        assertThatThrownBy(
                        () ->
                                in(
                                        place,
                                        n -> {
                                            n.cancel();
                                            Channel.rendezvous().receive(Place.SHORT);
                                            reached.set(true);
                                            return 0;
                                        }))
                .isInstanceOf(CancellationException.class);
        assertThat(reached).isFalse();
    }

    @Scene(Side.BOTH)
    static void cancel_openerThatCatches_isToldAgain(Place place) {
        var told = new AtomicInteger();
        assertThatThrownBy(
                        () ->
                                in(
                                        place,
                                        n -> {
                                            n.cancel();
                                            for (int i = 0; i < 3; i++) {
                                                try {
                                                    waitInVain();
                                                } catch (InterruptedException e) {
                                                    told.incrementAndGet();
                                                }
                                            }
                                            return 0;
                                        }))
                .isInstanceOf(CancellationException.class);
        assertThat(told.get()).isEqualTo(3);
    }

    @Scene(Side.BOTH)
    static void cancel_beforeASpawn_isRefused(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            n.cancel();
            assertThatThrownBy(() -> n.spawn(() -> 1))
                    .isInstanceOfAny(NurseryNotActiveException.class, CancellationException.class);
            assertThat(n.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
        }
    }

    @Scene(Side.BOTH)
    static void cancel_rightAfterSpawn_childNeverGetsOn(Place place) throws Exception {
        var passed = new AtomicInteger();
        try (Nursery n = place.nursery()) {
            for (int i = 0; i < 20; i++) {
                Task<?> child =
                        n.spawn(
                                () -> {
                                    waitToBeCancelled();
                                    passed.incrementAndGet();
                                });
                child.cancel();
            }
            n.awaitAll();
        }
        assertThat(passed.get()).isZero();
    }

    @Scene(Side.BOTH)
    static void cancel_oneChild_othersAndScopeGoOn(Place place) throws Exception {
        int got =
                in(
                        place,
                        n -> {
                            Task<?> victim = n.spawn(Scopes::waitToBeCancelled);
                            Task<Integer> other =
                                    n.spawn(
                                            () -> {
                                                Stint.sleep(Place.SHORT);
                                                return 8;
                                            });
                            place.untilBlocked(victim);
                            assertThat(victim.cancel()).isTrue();
                            assertThat(victim.cancel()).isFalse();
                            assertThatThrownBy(victim::await)
                                    .isInstanceOf(CancellationException.class);
                            return other.await();
                        });
        assertThat(got).isEqualTo(8);
    }

    @Scene(Side.BOTH)
    static void cancel_whatHasEnded_isNothing(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            Task<Integer> done = n.spawn(() -> 1);
            done.await();
            assertThat(done.cancel()).isFalse();
            assertThat(done.await()).isEqualTo(1);
        }
    }

    @Scene
    static void cancel_itself_endsAtTheNextWait(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            var reached = new AtomicBoolean();
            Task<?> child =
                    n.spawn(
                            () -> {
                                Stint.currentTask().orElseThrow().cancel();
                                Stint.yield();
                                reached.set(true);
                            });
            assertThat(child.awaitOutcome()).isEqualTo(CANCELLED);
            assertThat(reached).isFalse();
        }
    }

    @Scene
    static void cancelledTask_thatCatches_isToldAtEveryWait(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            var told = new AtomicInteger();
            Task<?> child =
                    n.spawn(
                            () -> {
                                for (int i = 0; i < 5; i++) {
                                    try {
                                        waitToBeCancelled();
                                    } catch (InterruptedException e) {
                                        told.incrementAndGet();
                                    }
                                }
                                Stint.yield();
                            });
            place.untilBlocked(child);
            child.cancel();
            assertThat(child.awaitOutcome()).isEqualTo(CANCELLED);
            assertThat(told.get()).isEqualTo(5);
        }
    }

    @Scene(Side.BOTH)
    static void cancelledTask_thatReturnsAllTheSame_hasItsValue(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            Task<Integer> child =
                    n.spawn(
                            () -> {
                                try {
                                    waitToBeCancelled();
                                } catch (InterruptedException e) {
                                    return 4;
                                }
                                return 5;
                            });
            place.untilBlocked(child);
            child.cancel();
            assertThat(child.awaitOutcome()).isEqualTo(new Outcome.Success<>(4));
        }
    }

    @Scene(Side.BOTH)
    static void cancelledTask_finallyBlocks_runInnermostFirst(Place place) throws Exception {
        var order = new ArrayList<String>();
        try (Nursery n = place.nursery()) {
            Task<?> child =
                    n.spawn(
                            () -> {
                                try {
                                    try {
                                        waitToBeCancelled();
                                    } finally {
                                        order.add("inner");
                                    }
                                } finally {
                                    order.add("outer");
                                }
                            });
            place.untilBlocked(child);
            child.cancel();
            child.awaitOutcome();
        }
        assertThat(order).containsExactly("inner", "outer");
    }

    @Scene(Side.BOTH)
    static void cancelOuter_everythingBelowEnds(Place place) throws Exception {
        var ended = new AtomicInteger();
        var begun = Latch.of(8);
        try (Nursery n = place.nursery()) {
            n.spawn(() -> tree(3, begun, ended));
            begun.await();
            n.cancel();
            n.awaitAll();
        }
        assertThat(ended.get()).isEqualTo(15);
    }

    /** Two children at each level; all are counted when they end. */
    private static void tree(int depth, Latch leaves, AtomicInteger ended) throws Exception {
        try {
            if (depth == 0) {
                leaves.countDown();
                waitToBeCancelled();
            }
            try (Nursery n = Stint.nursery()) {
                n.spawn(() -> tree(depth - 1, leaves, ended));
                n.spawn(() -> tree(depth - 1, leaves, ended));
            }
        } finally {
            ended.incrementAndGet();
        }
    }

    @Scene
    static void cancelInner_outerGoesOn(Place place) throws Exception {
        int got =
                in(
                        place,
                        outer -> {
                            Task<Integer> neighbour =
                                    outer.spawn(
                                            () -> {
                                                Stint.sleep(Place.SHORT);
                                                return 9;
                                            });
                            assertThatThrownBy(
                                            () ->
                                                    in(
                                                            place,
                                                            inner -> {
                                                                inner.spawn(
                                                                        () -> {
                                                                            inner.cancel();
                                                                        });
                                                                waitInVain();
                                                                return 0;
                                                            }))
                                    .isInstanceOf(CancellationException.class);
                            Stint.yield();
                            return neighbour.await();
                        });
        assertThat(got).isEqualTo(9);
    }

    @Scene(Side.BOTH)
    static void cancel_whileTheOpenerCloses_closeEnds(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            n.spawn(Scopes::waitToBeCancelled);
            n.spawn(
                    () -> {
                        Place.yieldUntil(() -> n.state() == NurseryState.CLOSING);
                        n.cancel();
                    });
            assertThat(n.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
        }
    }

    @Scene(Side.BOTH)
    static void cancelOpener_whileItCloses_childrenEndFirst(Place place) throws Exception {
        var child = new AtomicBoolean();
        try (Nursery n = place.nursery()) {
            Task<?> opener =
                    n.spawn(
                            () -> {
                                try (Nursery own = Stint.nursery()) {
                                    Task<?> waits =
                                            own.spawn(() -> whenCancelled(() -> child.set(true)));
                                    Place.yieldUntil(() -> waits.state() == TaskState.BLOCKED);
                                    own.join();
                                }
                            });
            place.untilBlocked(opener);
            opener.cancel();
            assertThat(opener.awaitOutcome()).isEqualTo(CANCELLED);
            assertThat(child).isTrue();
        }
    }

    @Scene(Side.BOTH)
    static void cancelOpener_inItsBlock_childrenEndFirst(Place place) throws Exception {
        var child = new AtomicBoolean();
        try (Nursery n = place.nursery()) {
            Task<?> opener =
                    n.spawn(
                            () -> {
                                try (Nursery own = Stint.nursery()) {
                                    Task<?> waits =
                                            own.spawn(() -> whenCancelled(() -> child.set(true)));
                                    Place.yieldUntil(() -> waits.state() == TaskState.BLOCKED);
                                    waitToBeCancelled();
                                }
                            });
            place.untilBlocked(opener);
            opener.cancel();
            assertThat(opener.awaitOutcome()).isEqualTo(CANCELLED);
            assertThat(child).isTrue();
        }
    }

    @Scene(Side.BOTH)
    static void child_spawnsSiblings_allAreAwaited(Place place) throws Exception {
        var ran = new AtomicInteger();
        try (Nursery n = place.nursery()) {
            Task<?> first =
                    n.spawn(
                            () -> {
                                for (int i = 0; i < 5; i++) {
                                    n.spawn(
                                            () -> {
                                                Stint.yield();
                                                ran.incrementAndGet();
                                            });
                                }
                            });
            first.await();
        }
        assertThat(ran.get()).isEqualTo(5);
    }

    /** Unlike Trio's, a nursery that closes takes no more children, not even from a child. */
    @Scene(Side.BOTH)
    static void child_spawnsWhileItCloses_isRefused(Place place) throws Exception {
        var refused = new AtomicReference<@Nullable Throwable>();
        try (Nursery n = place.nursery()) {
            n.spawn(
                    () -> {
                        Place.yieldUntil(() -> n.state() != NurseryState.OPEN);
                        try {
                            n.spawn(() -> 1);
                        } catch (NurseryNotActiveException e) {
                            refused.set(e);
                        }
                    });
            n.join();
        }
        assertThat(refused.get()).isNotNull();
    }

    @Scene(Side.BOTH)
    static void child_spawnsIntoACancelledOne_isRefused(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            Task<?> spawner =
                    n.spawn(
                            () -> {
                                n.cancel();
                                n.spawn(() -> 1);
                            });
            assertThat(spawner.awaitOutcome()).isEqualTo(CANCELLED);
        } catch (CancellationException e) {
            throw new AssertionError("the close of a nursery that was cancelled threw", e);
        }
    }

    @Scene
    static void cancelledTask_opensANursery_itIsCancelledAtOnce(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            var ran = new AtomicBoolean();
            Task<?> child =
                    n.spawn(
                            () -> {
                                Stint.currentTask().orElseThrow().cancel();
                                try (Nursery late = Stint.nursery()) {
                                    late.spawn(
                                            () -> {
                                                waitToBeCancelled();
                                                ran.set(true);
                                            });
                                }
                            });
            assertThat(child.awaitOutcome()).isEqualTo(CANCELLED);
            assertThat(ran).isFalse();
        }
    }

    @Scene(Side.BOTH)
    static void cancel_holderOfAMutex_unlocksOnItsWayOut(Place place) throws Exception {
        Mutex mutex = Mutex.unlocked();
        try (Nursery n = place.nursery()) {
            Task<?> holder =
                    n.spawn(
                            () -> {
                                try (var _ = mutex.lock()) {
                                    waitToBeCancelled();
                                }
                            });
            place.untilBlocked(holder);
            Task<?> next =
                    n.spawn(
                            () -> {
                                try (var _ = mutex.lock()) {
                                    Stint.yield();
                                }
                            });
            holder.cancel();
            next.await();
        }
        assertThat(mutex.tryLock()).isPresent();
    }

    @Scene(Side.BOTH)
    static void cancel_whoWaitsForPermits_takesNone(Place place) throws Exception {
        Semaphore permits = Semaphore.bounded(1);
        for (int i = 0; i < 10; i++) {
            try (Nursery n = place.nursery()) {
                permits.acquire();
                List<Task<?>> waiting = new ArrayList<>();
                for (int w = 0; w < 3; w++) {
                    waiting.add(
                            n.spawn(
                                    () -> {
                                        permits.acquire();
                                        permits.release();
                                    }));
                }
                waiting.get(1).cancel();
                permits.release();
                waiting.get(0).await();
                waiting.get(2).await();
            }
            assertThat(permits.snapshot().permits()).isEqualTo(1);
            assertThat(permits.snapshot().waiting()).isZero();
        }
    }

    @Scene(Side.BOTH)
    static void cancel_aThousand_allEnd(Place place) throws Exception {
        var ended = new AtomicInteger();
        var begun = new AtomicInteger();
        try (Nursery n = place.nursery()) {
            for (int i = 0; i < 1000; i++) {
                n.spawn(
                        () -> {
                            begun.incrementAndGet();
                            whenCancelled(ended::incrementAndGet);
                        });
            }
            place.until(() -> begun.get() == 1000);
            n.cancel();
            n.awaitAll();
        }
        assertThat(ended.get()).isEqualTo(1000);
    }

    @Scene(Side.BOTH)
    static void cancel_whoComputes_endsAtItsCheckpoint(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            var begun = new AtomicBoolean();
            Task<?> computes =
                    n.spawn(
                            () -> {
                                while (true) {
                                    begun.set(true);
                                    Stint.checkpoint(1000);
                                }
                            });
            place.until(begun::get);
            computes.cancel();
            assertThat(computes.awaitOutcome()).isEqualTo(CANCELLED);
        }
    }

    @Scene(Side.BOTH)
    static void cancel_whoHasNotBeenCancelled_throwingItIsAFailureOrSaysSo(Place place)
            throws Exception {
        try (Nursery n = place.nursery()) {
            Task<?> child =
                    n.spawn(
                            () -> {
                                throw new CancellationException("of my own");
                            });
            assertThat(child.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
            assertThatThrownBy(n::join).isInstanceOf(TaskFailedException.class);
        }
    }

    @Scene(Side.BOTH)
    static void interruptedException_ofItsOwn_isAFailure(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            Task<?> child =
                    n.spawn(
                            () -> {
                                throw new InterruptedException("of my own");
                            });
            assertThat(child.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
            assertThatThrownBy(n::join).isInstanceOf(TaskFailedException.class);
        }
    }
}
