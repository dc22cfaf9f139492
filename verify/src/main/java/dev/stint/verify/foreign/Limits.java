package dev.stint.verify.foreign;

import static dev.stint.verify.foreign.Scopes.fail;
import static dev.stint.verify.foreign.Scopes.in;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.sync.Semaphore;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.verify.foreign.Scene.Side;
import dev.stint.verify.foreign.Scopes.Boom;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** A limit for one's own code, and for one wait for the end of others. */
final class Limits {
    private static final Duration SOON = Duration.ofMillis(5);

    private Limits() {}

    @Scene
    static void within_doneInTime_givesItsValue(Place place) throws Exception {
        int got = Stint.within(Place.LONG, () -> 3);
        assertThat(got).isEqualTo(3);
    }

    @Scene
    static void within_tooLong_endsTheWait(Place place) throws Exception {
        long begun = Stint.nanoTime();
        assertThatThrownBy(() -> Stint.within(SOON, Scopes::waitToBeCancelled))
                .isInstanceOf(TimeoutException.class);
        if (place.seeded()) {
            assertThat(Stint.nanoTime() - begun).isEqualTo(SOON.toNanos());
        }
        Stint.sleep(Duration.ofMillis(1)); // nothing of it is left
    }

    @Scene
    static void within_nested_nearestWins(Place place) throws Exception {
        String got =
                Stint.within(
                        Place.LONG,
                        () -> {
                            assertThatThrownBy(() -> Stint.within(SOON, Scopes::waitInVain))
                                    .isInstanceOf(TimeoutException.class);
                            Stint.yield();
                            return "went on";
                        });
        assertThat(got).isEqualTo("went on");
        assertThatThrownBy(
                        () ->
                                Stint.within(
                                        SOON,
                                        () -> {
                                            Stint.within(Place.LONG, Scopes::waitInVain);
                                        }))
                .isInstanceOf(TimeoutException.class);
    }

    @Scene
    static void within_bodyFails_isItsFailure(Place place) {
        assertThatThrownBy(() -> Stint.within(Place.LONG, () -> fail("own")))
                .isInstanceOf(Boom.class)
                .hasMessage("own");
    }

    @Scene
    static void within_cancelledMeanwhile_isACancellation(Place place) throws Exception {
        try (Nursery nursery = place.nursery()) {
            Task<?> task = nursery.spawn(() -> Stint.within(Place.LONG, Scopes::waitToBeCancelled));
            place.untilBlocked(task);
            task.cancel();
            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
        }
    }

    /** A permit that comes just as the time is up is had, or was never taken. */
    @Scene
    static void within_againstAPermit_noneIsLost(Place place) throws Exception {
        Semaphore permits = Semaphore.bounded(1);
        try (Nursery nursery = place.nursery()) {
            nursery.spawn(
                    () -> {
                        for (int i = 0; i < 20; i++) {
                            permits.acquire();
                            Stint.sleep(Duration.ofMillis(1));
                            permits.release();
                        }
                    });
            for (int i = 0; i < 20; i++) {
                boolean[] has = new boolean[1];
                try {
                    Stint.within(
                            Duration.ofMillis(1),
                            () -> {
                                permits.acquire();
                                has[0] = true;
                                Stint.yield();
                            });
                } catch (TimeoutException e) {
                    // as it may be
                } finally {
                    if (has[0]) {
                        permits.release();
                    }
                }
            }
        }
        assertThat(permits.snapshot().permits()).isEqualTo(1);
        assertThat(permits.snapshot().waiting()).isZero();
    }

    @Scene(Side.BOTH)
    static void awaitOutcome_withALimit_isEmptyAndTheTaskGoesOn(Place place) throws Exception {
        Channel<Integer> goOn = Channel.rendezvous();
        try (Nursery nursery = place.nursery()) {
            Task<Integer> task = nursery.spawn(() -> goOn.receive());
            assertThat(task.awaitOutcome(SOON)).isEmpty();
            goOn.send(2);
            assertThat(task.awaitOutcome(Place.LONG)).contains(new Outcome.Success<>(2));
        }
    }

    @Scene(Side.BOTH)
    static void awaitAll_withALimit_isEmptyAndTheyGoOn(Place place) throws Exception {
        Channel<Integer> goOn = Channel.rendezvous();
        try (Nursery nursery = place.nursery()) {
            Task<Integer> task = nursery.spawn(() -> goOn.receive());
            assertThat(nursery.awaitAll(SOON)).isEmpty();
            goOn.send(2);
            assertThat(nursery.awaitAll(Place.LONG)).contains(new NurseryResult.Success());
            assertThat(task.await()).isEqualTo(2);
        }
    }

    @Scene(Side.BOTH)
    static void awaitAll_withALimit_childFails_saysSo(Place place) throws Exception {
        try (Nursery nursery = place.nursery()) {
            nursery.spawn(() -> fail("child"));
            assertThat(nursery.awaitAll(Place.LONG).orElseThrow())
                    .isInstanceOf(NurseryResult.ChildFailed.class);
        }
    }

    @Scene
    static void within_aScope_endsItsChildren(Place place) throws Exception {
        assertThatThrownBy(
                        () ->
                                Stint.within(
                                        SOON,
                                        () -> {
                                            in(place, n -> n.spawn(Scopes::waitToBeCancelled));
                                        }))
                .isInstanceOf(TimeoutException.class);
        waitingIsPossible();
    }

    private static void waitingIsPossible() throws InterruptedException {
        assertThat(Channel.rendezvous().receive(Duration.ofMillis(1))).isEmpty();
    }
}
