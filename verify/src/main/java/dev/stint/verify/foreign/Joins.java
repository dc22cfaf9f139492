package dev.stint.verify.foreign;

import static dev.stint.verify.foreign.Scopes.fail;
import static dev.stint.verify.foreign.Scopes.in;
import static dev.stint.verify.foreign.Scopes.waitToBeCancelled;
import static dev.stint.verify.foreign.Scopes.whenCancelled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Select;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.nursery.NurseryState;
import dev.stint.nursery.Policy;
import dev.stint.sync.Latch;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import dev.stint.verify.foreign.Scene.Side;
import dev.stint.verify.foreign.Scopes.Boom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Waiting for tasks and for scopes: who waits, how often, for whom, and what comes of it. */
final class Joins {
    private Joins() {}

    @Scene(Side.BOTH)
    static void scope_ofNobody_endsAtOnce(Place place) throws Exception {
        int got = in(place, _ -> 1);
        assertThat(got).isEqualTo(1);
    }

    @Scene(Side.BOTH)
    static void join_waitsForAll(Place place) throws Exception {
        var done = new AtomicInteger();
        in(
                place,
                n -> {
                    for (int i = 0; i < 20; i++) {
                        n.spawn(
                                () -> {
                                    Stint.yield();
                                    done.incrementAndGet();
                                });
                    }
                    return 0;
                });
        assertThat(done.get()).isEqualTo(20);
    }

    @Scene(Side.BOTH)
    static void join_twice_isTheSame(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            n.spawn(() -> 1);
            n.join();
            n.join();
            assertThat(n.awaitAll()).isEqualTo(new NurseryResult.Success());
            assertThat(n.state()).isEqualTo(NurseryState.CLOSED);
        }
    }

    @Scene(Side.BOTH)
    static void spawn_afterJoin_isRefused(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            n.join();
            assertThatThrownBy(() -> n.spawn(() -> 1))
                    .isInstanceOf(NurseryNotActiveException.class);
        }
    }

    @Scene(Side.BOTH)
    static void await_inAnyOrder_givesEachItsValue(Place place) throws Exception {
        try (Nursery n = place.nursery()) {
            List<Task<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int value = i;
                tasks.add(
                        n.spawn(
                                () -> {
                                    Stint.yield();
                                    return value;
                                }));
            }
            for (int i = 9; i >= 0; i--) {
                assertThat(tasks.get(i).await()).isEqualTo(i);
                assertThat(tasks.get(i).await()).isEqualTo(i);
            }
        }
    }

    @Scene(Side.BOTH)
    static void await_byMany_allGetIt(Place place) throws Exception {
        Channel<Integer> goOn = Channel.rendezvous();
        try (Nursery n = place.nursery()) {
            Task<Integer> awaited = n.spawn(() -> goOn.receive());
            List<Task<Integer>> waiting = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                waiting.add(n.spawn(() -> awaited.await()));
            }
            for (Task<Integer> each : waiting) {
                place.untilBlocked(each);
            }
            goOn.send(2);
            for (Task<Integer> each : waiting) {
                assertThat(each.await()).isEqualTo(2);
            }
        }
    }

    @Scene
    static void await_itself_isRefused(Place place) throws Exception {
        Task<?> me = Stint.currentTask().orElseThrow();
        assertThatThrownBy(me::await).isInstanceOf(IllegalStateException.class);
    }

    @Scene(Side.BOTH)
    static void join_byAChild_isRefused(Place place) throws Exception {
        try (Nursery n = place.nursery(c -> c.withPolicy(Policy.collect()))) {
            Task<?> child = n.spawn(n::join);
            assertThatThrownBy(child::await)
                    .isInstanceOf(TaskFailedException.class)
                    .hasCauseInstanceOf(IllegalStateException.class);
        }
    }

    @Scene(Side.BOTH)
    static void await_whoseAwaiterIsCancelled_taskGoesOn(Place place) throws Exception {
        Channel<Integer> goOn = Channel.rendezvous();
        try (Nursery n = place.nursery()) {
            Task<Integer> awaited = n.spawn(() -> goOn.receive());
            Task<Integer> awaiter = n.spawn(() -> awaited.await());
            place.untilBlocked(awaited, awaiter);
            awaiter.cancel();
            assertThat(awaiter.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
            goOn.send(1);
            assertThat(awaited.await()).isEqualTo(1);
        }
    }

    @Scene(Side.BOTH)
    static void await_whatFails_awaiterFailsWithItsCause(Place place) throws Exception {
        try (Nursery n = place.nursery(c -> c.withPolicy(Policy.collect()))) {
            Task<?> fails = n.spawn(() -> fail("source"));
            Task<?> awaits = n.spawn(() -> fails.await());
            assertThatThrownBy(awaits::await)
                    .isInstanceOf(TaskFailedException.class)
                    .hasRootCauseInstanceOf(Boom.class);
        }
    }

    @Scene(Side.BOTH)
    static void await_whatIsCancelled_awaiterGetsACancellation(Place place) throws Exception {
        try (Nursery n = place.nursery(c -> c.withPolicy(Policy.collect()))) {
            Task<?> victim = n.spawn(Scopes::waitToBeCancelled);
            Task<String> awaits =
                    n.spawn(
                            () -> {
                                try {
                                    victim.await();
                                    return "value";
                                } catch (CancellationException e) {
                                    return "cancelled";
                                }
                            });
            place.untilBlocked(victim, awaits);
            victim.cancel();
            assertThat(awaits.await()).isEqualTo("cancelled");
        }
    }

    @Scene(Side.BOTH)
    static void close_waitsForFinallyBlocks(Place place) throws Exception {
        var cleaned = new AtomicInteger();
        try (Nursery n = place.nursery()) {
            for (int i = 0; i < 5; i++) {
                place.untilBlocked(n.spawn(() -> whenCancelled(() -> cleanUp(cleaned))));
            }
            n.cancel();
        }
        assertThat(cleaned.get()).isEqualTo(5);
    }

    private static void cleanUp(AtomicInteger cleaned) throws Exception {
        Stint.shielded(
                () -> {
                    Stint.yield();
                    Stint.yield();
                    cleaned.incrementAndGet();
                });
    }

    @Scene(Side.BOTH)
    static void close_waitsForGrandchildren(Place place) throws Exception {
        var last = new AtomicBoolean();
        try (Nursery n = place.nursery()) {
            n.spawn(
                    () -> {
                        try (Nursery own = Stint.nursery()) {
                            own.spawn(
                                    () -> {
                                        Stint.sleep(Place.SHORT);
                                        last.set(true);
                                    });
                        }
                    });
        }
        assertThat(last).isTrue();
    }

    /** A task that leaves a nursery open has its children cancelled, and has failed. */
    @Scene(Side.BOTH)
    static void nursery_leftOpen_isAFailure(Place place) throws Exception {
        var child = new AtomicBoolean();
        try (Nursery n = place.nursery(c -> c.withPolicy(Policy.collect()))) {
            Task<?> careless =
                    n.spawn(
                            () -> {
                                Nursery open = Stint.nursery();
                                Task<?> waits =
                                        open.spawn(() -> whenCancelled(() -> child.set(true)));
                                Place.yieldUntil(() -> waits.state() == TaskState.BLOCKED);
                            });
            assertThat(careless.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
            assertThat(child).isTrue();
        }
    }

    @Scene
    static void outerClosedFirst_innerEndsWithIt(Place place) throws Exception {
        var ran = new AtomicBoolean();
        Nursery outer = place.nursery();
        Nursery inner = place.nursery();
        inner.spawn(
                () -> {
                    Stint.yield();
                    ran.set(true);
                });
        outer.close();
        assertThat(inner.state().isFinal()).isTrue();
        assertThat(ran).isTrue();
        inner.close();
    }

    @Scene(Side.BOTH)
    static void scopes_inScopes_addUp(Place place) throws Exception {
        int got = in(place, n -> n.spawn(() -> fibonacci(9)).await());
        assertThat(got).isEqualTo(34);
    }

    private static int fibonacci(int n) throws Exception {
        if (n < 2) {
            return n;
        }
        return Stint.inNursery(
                c -> c,
                scope -> {
                    Task<Integer> one = scope.spawn(() -> fibonacci(n - 1));
                    Task<Integer> two = scope.spawn(() -> fibonacci(n - 2));
                    return one.await() + two.await();
                });
    }

    @Scene(Side.BOTH)
    static void scope_ofAThousand_ends(Place place) throws Exception {
        var sum = new AtomicInteger();
        in(
                place,
                n -> {
                    for (int i = 0; i < 1000; i++) {
                        int value = i;
                        n.spawn(() -> sum.addAndGet(value));
                    }
                    return 0;
                });
        assertThat(sum.get()).isEqualTo(499_500);
    }

    /** A child says that it is ready, and goes on: its opener waits for the first only. */
    @Scene(Side.BOTH)
    static void child_saysThatItIsReady_openerGoesOn(Place place) throws Exception {
        var ready = Latch.of(1);
        Channel<Integer> requests = Channel.rendezvous();
        int got =
                in(
                        place,
                        n -> {
                            Task<Integer> server =
                                    n.spawn(
                                            () -> {
                                                ready.countDown();
                                                return requests.receive() + 1;
                                            });
                            ready.await();
                            requests.send(1);
                            return server.await();
                        });
        assertThat(got).isEqualTo(2);
    }

    /** Work in the background ends with the body, if the body says so. */
    @Scene(Side.BOTH)
    static void background_isCancelledWhenTheBodyIsDone(Place place) throws Exception {
        var ticks = new AtomicInteger();
        try (Nursery n = place.nursery()) {
            Task<?> background =
                    n.spawn(
                            () -> {
                                while (true) {
                                    ticks.incrementAndGet();
                                    Stint.sleep(Place.SHORT);
                                }
                            });
            place.until(() -> ticks.get() > 0);
            background.cancel();
            n.join();
        }
        assertThat(ticks.get()).isPositive();
    }

    @Scene(Side.BOTH)
    static void await_anyOfSeveral_theRestIsCancelled(Place place) throws Exception {
        String first =
                in(
                        place,
                        n -> {
                            Task<String> slow =
                                    n.spawn(
                                            () -> {
                                                waitToBeCancelled();
                                                return "slow";
                                            });
                            Task<String> quick = n.spawn(() -> "quick");
                            String got =
                                    Select.<String>from(
                                            Select.onEnd(slow, _ -> "slow"),
                                            Select.onEnd(quick, _ -> "quick"));
                            slow.cancel();
                            return got;
                        });
        assertThat(first).isEqualTo("quick");
    }

    @Scene(Side.BOTH)
    static void nursery_handedToAChild_ownsWhatThatStarts(Place place) throws Exception {
        var ran = new AtomicInteger();
        try (Nursery outer = place.nursery()) {
            Task<?> child =
                    outer.spawn(
                            () -> {
                                try (Nursery own = Stint.nursery()) {
                                    own.spawn(
                                            () -> {
                                                outer.spawn(
                                                        () -> {
                                                            Stint.sleep(Place.SHORT);
                                                            ran.incrementAndGet();
                                                        });
                                            });
                                }
                            });
            child.await();
        }
        assertThat(ran.get()).isEqualTo(1);
    }
}
