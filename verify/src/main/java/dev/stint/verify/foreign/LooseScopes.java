package dev.stint.verify.foreign;

import static dev.stint.verify.foreign.Scopes.fail;
import static dev.stint.verify.foreign.Scopes.in;
import static dev.stint.verify.foreign.Scopes.waitToBeCancelled;
import static dev.stint.verify.foreign.Scopes.whenCancelled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.FirstSuccess;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import dev.stint.verify.foreign.Scene.Side;
import dev.stint.verify.foreign.Scopes.Boom;
import java.util.concurrent.atomic.AtomicBoolean;

/** Scopes whose children fail alone, as in Kotlin's supervisor scopes, and races of children. */
final class LooseScopes {
    private LooseScopes() {}

    @Scene(Side.BOTH)
    static void runAll_oneFails_othersGoOn(Place place) {
        var other = new AtomicBoolean();
        assertThatThrownBy(
                        () ->
                                in(
                                        place,
                                        c -> c.withPolicy(Policy.runAll()),
                                        n -> {
                                            n.spawn(() -> fail("alone"));
                                            return n.spawn(
                                                    () -> {
                                                        Stint.sleep(Place.SHORT);
                                                        other.set(true);
                                                    });
                                        }))
                .isInstanceOf(TaskFailedException.class)
                .hasRootCauseMessage("alone");
        assertThat(other).isTrue();
    }

    @Scene(Side.BOTH)
    static void runAll_severalFail_firstWinsAndAllAreThere(Place place) {
        Throwable thrown =
                catchThrowable(
                        () ->
                                in(
                                        place,
                                        c -> c.withPolicy(Policy.runAll()),
                                        n -> {
                                            n.spawn(() -> fail("first")).awaitOutcome();
                                            n.spawn(() -> fail("second")).awaitOutcome();
                                            return n.spawn(() -> fail("third")).awaitOutcome();
                                        }));
        assertThat(thrown).isInstanceOf(TaskFailedException.class).hasRootCauseMessage("first");
        assertThat(thrown.getSuppressed())
                .satisfiesExactly(
                        e -> assertThat(e).hasRootCauseMessage("second"),
                        e -> assertThat(e).hasRootCauseMessage("third"));
    }

    @Scene(Side.BOTH)
    static void runAll_oneFails_theBlockGoesOn(Place place) throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        try (Nursery n = place.nursery(c -> c.withPolicy(Policy.runAll()))) {
            Task<?> fails = n.spawn(() -> fail("alone"));
            n.spawn(
                    () -> {
                        fails.awaitOutcome();
                        channel.send(1);
                    });
            assertThat(channel.receive()).isEqualTo(1);
            assertThat(n.awaitAll()).isInstanceOf(NurseryResult.ChildFailed.class);
        }
    }

    @Scene(Side.BOTH)
    static void runAll_bodyThrows_childrenAreCancelled(Place place) {
        var child = new AtomicBoolean();
        assertThatThrownBy(
                        () ->
                                in(
                                        place,
                                        c -> c.withPolicy(Policy.runAll()),
                                        n -> {
                                            place.untilBlocked(
                                                    n.spawn(
                                                            () ->
                                                                    whenCancelled(
                                                                            () ->
                                                                                    child.set(
                                                                                            true))));
                                            throw new Boom("body");
                                        }))
                .isInstanceOf(Boom.class);
        assertThat(child).isTrue();
    }

    @Scene(Side.BOTH)
    static void collect_someFail_scopeSucceeds(Place place) throws Exception {
        String got =
                in(
                        place,
                        c -> c.withPolicy(Policy.collect()),
                        n -> {
                            Task<?> fails = n.spawn(() -> fail("alone"));
                            Task<String> works = n.spawn(() -> "done");
                            assertThatThrownBy(fails::await)
                                    .isInstanceOf(TaskFailedException.class);
                            return works.await();
                        });
        assertThat(got).isEqualTo("done");
    }

    @Scene(Side.BOTH)
    static void collect_hasEveryOutcome(Place place) throws Exception {
        var all = Policy.collect();
        try (Nursery n = place.nursery(c -> c.withPolicy(all))) {
            n.spawn(() -> 1);
            n.spawn(() -> fail("two"));
            n.spawn(Scopes::waitToBeCancelled).cancel();
            n.join();
        }
        assertThat(all.outcomes())
                .hasSize(3)
                .hasAtLeastOneElementOfType(Outcome.Success.class)
                .hasAtLeastOneElementOfType(Outcome.Failure.class)
                .hasAtLeastOneElementOfType(Outcome.Cancelled.class);
    }

    @Scene(Side.BOTH)
    static void collect_strictScopeInside_failsAsAWhole(Place place) throws Exception {
        in(
                place,
                c -> c.withPolicy(Policy.collect()),
                n -> {
                    var sibling = new AtomicBoolean();
                    Task<?> strict =
                            n.spawn(
                                    () -> {
                                        try (Nursery own = Stint.nursery()) {
                                            Task<?> waits =
                                                    own.spawn(
                                                            () ->
                                                                    whenCancelled(
                                                                            () ->
                                                                                    sibling.set(
                                                                                            true)));
                                            Place.yieldUntil(
                                                    () -> waits.state() == TaskState.BLOCKED);
                                            own.spawn(() -> fail("inside"));
                                        }
                                    });
                    assertThat(strict.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
                    assertThat(sibling).isTrue();
                    return 0;
                });
    }

    @Scene(Side.BOTH)
    static void firstSuccess_cancelsTheRest(Place place) throws Exception {
        FirstSuccess<String> race = Policy.firstSuccess();
        try (Nursery n = place.nursery(c -> c.withPolicy(race))) {
            n.spawn(
                    () -> {
                        waitToBeCancelled();
                        return "slow";
                    });
            n.spawn(
                    () -> {
                        fail("broken");
                        return "broken";
                    });
            n.spawn(
                    () -> {
                        Stint.sleep(Place.SHORT);
                        return "quick";
                    });
            n.join();
        }
        assertThat(race.value()).isEqualTo("quick");
    }

    @Scene(Side.BOTH)
    static void firstSuccess_allFail_theScopeFails(Place place) {
        FirstSuccess<String> race = Policy.firstSuccess();
        assertThatThrownBy(
                        () ->
                                in(
                                        place,
                                        c -> c.withPolicy(race),
                                        n -> {
                                            n.spawn(() -> fail("one"));
                                            return n.spawn(() -> fail("two"));
                                        }))
                .isInstanceOf(TaskFailedException.class);
    }

    @Scene(Side.BOTH)
    static void root_aTaskThatFails_failsAlone(Place place) throws Exception {
        Nursery root = place.scheduler().root();
        Task<?> fails = root.spawn(() -> fail("alone"));
        Task<Integer> works = root.spawn(() -> 1);
        assertThat(fails.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
        assertThat(works.await()).isEqualTo(1);
        assertThat(root.spawn(() -> 2).await()).isEqualTo(2);
    }
}
