package dev.stint.verify.foreign;

import static dev.stint.verify.foreign.Scopes.fail;
import static dev.stint.verify.foreign.Scopes.waitToBeCancelled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.sync.Mutex;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.verify.foreign.Scopes.Boom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Clean-ups that a cancelled task may still do. */
final class Shields {
    private static final Outcome<?> CANCELLED = new Outcome.Cancelled<>();

    private Shields() {}

    /** Starts a task that waits, cancels it, and says how it ended. */
    private static Outcome<?> cancelled(Place place, Action cleaning) throws Exception {
        try (Nursery n = place.nursery(c -> c.withPolicy(Policy.collect()))) {
            Task<?> task =
                    n.spawn(
                            () -> {
                                try {
                                    waitToBeCancelled();
                                } finally {
                                    cleaning.run();
                                }
                            });
            place.untilBlocked(task);
            task.cancel();
            return task.awaitOutcome();
        }
    }

    @Scene
    static void shielded_waitsWork(Place place) throws Exception {
        Channel<Integer> goodbye = Channel.rendezvous();
        Mutex mutex = Mutex.unlocked();
        try (Nursery n = place.nursery()) {
            Task<Integer> hears = n.spawn(() -> goodbye.receive());
            Outcome<?> end =
                    cancelled(
                            place,
                            () ->
                                    Stint.shielded(
                                            () -> {
                                                try (var _ = mutex.lock()) {
                                                    Stint.sleep(Duration.ofMillis(1));
                                                    Stint.yield();
                                                    goodbye.send(1);
                                                }
                                            }));
            assertThat(end).isEqualTo(CANCELLED);
            assertThat(hears.await()).isEqualTo(1);
        }
    }

    @Scene
    static void shieldEnds_nextWaitThrowsAgain(Place place) throws Exception {
        var reached = new ArrayList<String>();
        Outcome<?> end =
                cancelled(
                        place,
                        () -> {
                            Stint.shielded(() -> reached.add("inside"));
                            Stint.yield();
                            reached.add("after");
                        });
        assertThat(end).isEqualTo(CANCELLED);
        assertThat(reached).containsExactly("inside");
    }

    @Scene
    static void shielded_opensANurseryAndSpawns(Place place) throws Exception {
        var ran = new AtomicInteger();
        Outcome<?> end =
                cancelled(
                        place,
                        () ->
                                Stint.shielded(
                                        () -> {
                                            try (Nursery own = Stint.nursery()) {
                                                for (int i = 0; i < 3; i++) {
                                                    own.spawn(
                                                            () -> {
                                                                Stint.yield();
                                                                ran.incrementAndGet();
                                                            });
                                                }
                                                own.join();
                                            }
                                        }));
        assertThat(end).isEqualTo(CANCELLED);
        assertThat(ran.get()).isEqualTo(3);
    }

    @Scene
    static void shielded_cleaningFails_taskHasFailed(Place place) throws Exception {
        Outcome<?> end = cancelled(place, () -> Stint.shielded(() -> fail("cleaning")));
        assertThat(end)
                .isInstanceOfSatisfying(
                        Outcome.Failure.class, f -> assertThat(f.cause()).isInstanceOf(Boom.class));
    }

    /** A cancel that comes while the task is shielded reaches it when it no longer is. */
    @Scene
    static void cancelComesInside_isSeenAfter(Place place) throws Exception {
        Channel<Integer> goOn = Channel.rendezvous();
        var reached = new ArrayList<String>();
        try (Nursery n = place.nursery()) {
            Task<?> task =
                    n.spawn(
                            () -> {
                                Stint.shielded(
                                        () -> {
                                            goOn.receive();
                                            reached.add("received");
                                        });
                                Stint.yield();
                                reached.add("after");
                            });
            place.untilBlocked(task);
            task.cancel();
            goOn.send(1);
            assertThat(task.awaitOutcome()).isEqualTo(CANCELLED);
        }
        assertThat(reached).containsExactly("received");
    }

    @Scene
    static void shielded_inItself_isOneShield(Place place) throws Exception {
        List<String> reached = new ArrayList<>();
        cancelled(
                place,
                () ->
                        Stint.shielded(
                                () -> {
                                    Stint.shielded(
                                            () -> {
                                                Stint.yield();
                                                reached.add("inner");
                                            });
                                    Stint.yield();
                                    reached.add("outer");
                                }));
        assertThat(reached).containsExactly("inner", "outer");
    }

    /** A clean-up that never ends is ended: no shield lasts longer than the grace. */
    @Scene
    static void shieldedForever_endsWithTheGrace(Place place) throws Exception {
        if (!place.seeded()) {
            return; // a second of real time for each
        }
        var took = new AtomicLong();
        var begun = new AtomicLong();
        Outcome<?> end =
                cancelled(
                        place,
                        () -> {
                            begun.set(Stint.nanoTime());
                            try {
                                Stint.shielded(Scopes::waitToBeCancelled);
                            } finally {
                                took.set(Stint.nanoTime() - begun.get());
                            }
                        });
        assertThat(end).isEqualTo(CANCELLED);
        assertThat(took.get())
                .isBetween(1L, place.scheduler().config().graceTime().plusMillis(1).toNanos());
    }

    @Scene
    static void shielded_ofNobodyWhoWasCancelled_isPlainCode(Place place) throws Exception {
        var seen = new AtomicReference<>("");
        Stint.shielded(
                () -> {
                    Stint.sleep(Duration.ofMillis(1));
                    seen.set("ran");
                });
        assertThat(seen.get()).isEqualTo("ran");
    }
}
