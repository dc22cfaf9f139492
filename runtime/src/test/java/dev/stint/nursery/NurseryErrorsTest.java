package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Forever;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.TaskFailedException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Which error a nursery reports, and what its policy makes of the ends of its children. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class NurseryErrorsTest {
    private final Setting on;

    NurseryErrorsTest(Setting on) {
        this.on = on;
    }

    private static void fail(String message) {
        throw new IllegalStateException(message);
    }

    private static String firstMessage(NurseryResult result) {
        assertThat(result).isInstanceOf(NurseryResult.ChildFailed.class);
        return String.valueOf(((NurseryResult.ChildFailed) result).first().cause().getMessage());
    }

    // ---- an error wins over a cancellation

    @Test
    @DisplayName("[NURSERY:4.4] child errors, then cancel: child_failed")
    void awaitAll_errorThenCancel_isChildFailed() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(n -> n.withCancelOnError(false));
                    Task<?> bad = nursery.spawn(() -> fail("first"));
                    Task<?> other = nursery.spawn(Forever::sleeps);
                    assertThat(bad.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
                    assertThat(nursery.cancel()).isTrue();
                    assertThat(firstMessage(nursery.awaitAll())).isEqualTo("first");
                    assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLED);
                    assertThat(other.state()).isEqualTo(TaskState.CANCELLED);
                });
    }

    @Test
    @DisplayName("[NURSERY:4.4] cancel, then child errors: child_failed")
    void awaitAll_cancelThenError_isChildFailed() throws Exception {
        on.everywhere(
                place -> {
                    var runs = new AtomicBoolean();
                    Nursery nursery = place.open();
                    nursery.spawn(() -> failWhenCancelled(runs));
                    place.until(runs::get);
                    assertThat(nursery.cancel()).isTrue();
                    assertThat(firstMessage(nursery.awaitAll())).isEqualTo("while cleaning up");
                    assertThat(nursery.cancelReason()).contains(CancelReason.REQUESTED);
                });
    }

    private static void failWhenCancelled(AtomicBoolean runs) {
        try {
            runs.set(true);
            Forever.sleeps();
        } catch (InterruptedException e) {
            throw new IllegalStateException("while cleaning up", e);
        }
    }

    @Test
    @DisplayName(
            "[NURSERY:4.4] cancel, all children clean exit: cancelled; also if one had returned")
    void awaitAll_cancelAndCleanExits_isCancelled() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open();
                    nursery.spawn(() -> 1).await();
                    nursery.spawn(Forever::sleeps);
                    nursery.cancel();
                    assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
                });
    }

    @Test
    @DisplayName("[NURSERY:4.4] a child that returns normally although cancelled is a clean exit")
    void awaitAll_childIgnoresCancelAndReturns_isCancelled() throws Exception {
        on.everywhere(
                place -> {
                    var runs = new AtomicBoolean();
                    Nursery nursery = place.open();
                    Task<Integer> stubborn =
                            nursery.spawn(
                                    () -> {
                                        runs.set(true);
                                        try {
                                            Forever.sleeps();
                                        } catch (TaskCancelledException e) {
                                            return 7;
                                        }
                                        return 8;
                                    });
                    place.until(runs::get);
                    nursery.cancel();
                    assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
                    assertThat(stubborn.awaitOutcome()).isEqualTo(new Outcome.Success<>(7));
                });
    }

    // ---- the first error

    @Test
    @DisplayName("[NURSERY:1.1] [NURSERY:8.1] [NURSERY:3.2] first error wins, the others are kept")
    void awaitAll_severalErrors_firstWinsOthersSuppressed() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(n -> n.withCancelOnError(false));
                    for (int i = 0; i < 3; i++) {
                        int k = i;
                        nursery.spawn("c" + i, () -> fail("error " + k)).awaitOutcome();
                    }
                    var result = (NurseryResult.ChildFailed) nursery.awaitAll();
                    assertThat(result.first().name()).isEqualTo("c0");
                    assertThat(result.others())
                            .extracting(ChildError::name)
                            .containsExactly("c1", "c2");
                    assertThatThrownBy(nursery::join)
                            .isInstanceOf(TaskFailedException.class)
                            .hasRootCauseMessage("error 0")
                            .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
                    assertThat(nursery.state()).isEqualTo(NurseryState.CLOSED);
                });
    }

    @Test
    @DisplayName("[NURSERY:8.1] very many errors are counted, not kept")
    void awaitAll_moreErrorsThanKept_staysBounded() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(n -> n.withCancelOnError(false));
                    for (int i = 0; i < 100; i++) {
                        nursery.spawn(() -> fail("x"));
                    }
                    var result = (NurseryResult.ChildFailed) nursery.awaitAll();
                    assertThat(result.others()).hasSize(NurseryResult.ChildFailed.MOST_KEPT);
                });
    }

    @Test
    @DisplayName("[NURSERY:4.1] cancel on error: the first failure cancels the others")
    void error_cancelOnError_cancelsSiblings() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open();
                    List<Task<?>> others = new ArrayList<>();
                    for (int i = 0; i < 5; i++) {
                        others.add(nursery.spawn(Forever::sleeps));
                    }
                    nursery.spawn(() -> fail("it"));
                    assertThat(firstMessage(nursery.awaitAll())).isEqualTo("it");
                    assertThat(others).extracting(Task::state).containsOnly(TaskState.CANCELLED);
                    assertThat(nursery.cancelReason()).contains(CancelReason.CHILD_FAILED);
                    assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLED);
                });
    }

    @Test
    @DisplayName("[NURSERY:4.1] without cancel on error the others go on, and it still fails")
    void error_noCancelOnError_othersGoOn() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(n -> n.withCancelOnError(false));
                    Task<?> bad = nursery.spawn(() -> fail("it"));
                    Task<Integer> good =
                            nursery.spawn(
                                    () -> {
                                        bad.awaitOutcome();
                                        Stint.sleep(Duration.ofMillis(2));
                                        return 1;
                                    });
                    assertThat(firstMessage(nursery.awaitAll())).isEqualTo("it");
                    assertThat(good.await()).isEqualTo(1);
                    assertThat(nursery.state()).isEqualTo(NurseryState.CLOSED);
                });
    }

    @Test
    @DisplayName("[SCHED:8.1.3] [MODULE:guarantees-3] close throws the failure once, join always")
    void close_unseenFailure_throwsOnce() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open();
                    nursery.spawn("bad", () -> fail("it"));
                    assertThatThrownBy(nursery::close)
                            .isInstanceOf(TaskFailedException.class)
                            .hasMessageContaining("bad")
                            .hasRootCauseMessage("it");
                    nursery.close();
                    assertThatThrownBy(nursery::join).isInstanceOf(TaskFailedException.class);
                });
    }

    @Test
    @DisplayName("[MODULE:guarantees-3] a failure three nurseries deep arrives with one cause")
    void close_nestedFailure_isNotWrappedAgainAndAgain() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open();
                    nursery.spawn(() -> nest(3));
                    assertThatThrownBy(nursery::join)
                            .isInstanceOf(TaskFailedException.class)
                            .cause()
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessage("deep");
                });
    }

    private static void nest(int depth) {
        if (depth == 0) {
            fail("deep");
        }
        try (Nursery nursery = Stint.nursery()) {
            nursery.spawn(() -> nest(depth - 1));
        }
    }

    // ---- policies

    @Test
    @DisplayName("[NURSERY:8.2] first success: one is enough, the others are cancelled")
    void firstSuccess_oneSucceeds_cancelsOthersAndIsSuccess() throws Exception {
        on.everywhere(
                place -> {
                    FirstSuccess<String> policy = Policy.firstSuccess();
                    Nursery nursery = place.open(n -> n.withPolicy(policy));
                    Task<?> bad = nursery.spawn(() -> fail("not this one"));
                    Task<?> slow = nursery.spawn(Forever::sleeps);
                    bad.awaitOutcome();
                    assertThatThrownBy(policy::value).isInstanceOf(NoSuchElementException.class);
                    nursery.spawn(() -> "won");
                    nursery.join();
                    assertThat(policy.value()).isEqualTo("won");
                    assertThat(slow.state()).isEqualTo(TaskState.CANCELLED);
                    assertThat(nursery.cancelReason()).contains(CancelReason.POLICY);
                });
    }

    @Test
    @DisplayName("[NURSERY:8.2] first success: all fail")
    void firstSuccess_allFail_isChildFailed() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(n -> n.withPolicy(Policy.firstSuccess()));
                    nursery.spawn(() -> fail("a")).awaitOutcome();
                    nursery.spawn(() -> fail("b"));
                    assertThat(firstMessage(nursery.awaitAll())).isEqualTo("a");
                });
    }

    @Test
    @DisplayName("[NURSERY:8.2] collect keeps every outcome and never fails")
    void collect_mixedOutcomes_keepsAll() throws Exception {
        on.everywhere(
                place -> {
                    CollectAll all = Policy.collect();
                    Nursery nursery = place.open(n -> n.withPolicy(all));
                    Task<?> bad = nursery.spawn(() -> fail("bad"));
                    Task<?> good = nursery.spawn(() -> 3);
                    Task<?> gone = nursery.spawn(Forever::sleeps);
                    gone.cancel();
                    nursery.join();
                    assertThat(all.outcomes()).hasSize(3);
                    assertThat(all.outcomeOf(bad)).get().isInstanceOf(Outcome.Failure.class);
                    assertThat(all.outcomeOf(good)).contains(new Outcome.Success<>(3));
                    assertThat(all.outcomeOf(gone)).contains(new Outcome.Cancelled<>());
                });
    }

    @Test
    @DisplayName("[NURSERY:4.1] a policy of one's own decides when to cancel")
    void policy_own_cancelsAfterThree() throws Exception {
        on.everywhere(
                place -> {
                    var seen = new AtomicInteger();
                    Nursery nursery =
                            place.open(
                                    n ->
                                            n.withPolicy(
                                                    (child, outcome) ->
                                                            seen.incrementAndGet() == 3
                                                                    ? Policy.Then.CANCEL_THE_OTHERS
                                                                    : Policy.Then.GO_ON));
                    Task<?> rest = nursery.spawn(Forever::sleeps);
                    for (int i = 0; i < 3; i++) {
                        nursery.spawn(() -> 1);
                    }
                    assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.Success.class);
                    assertThat(rest.state()).isEqualTo(TaskState.CANCELLED);
                    assertThat(seen.get()).isEqualTo(4);
                    assertThat(nursery.cancelReason()).contains(CancelReason.POLICY);
                });
    }

    @Test
    @DisplayName("[NURSERY:3.2] what a policy throws counts as the failure of the child")
    void policy_throws_isChildFailedAndNothingIsLost() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(n -> n.withPolicy(new Broken(false)));
                    Task<?> rest = nursery.spawn(Forever::sleeps);
                    Task<?> child = nursery.spawn(() -> 1);
                    var result = (NurseryResult.ChildFailed) nursery.awaitAll();
                    assertThat(result.first().task()).isEqualTo(child.id());
                    assertThat(result.first().cause()).hasMessage("broken policy");
                    assertThat(rest.state()).isEqualTo(TaskState.CANCELLED);
                    assertThat(child.await()).isEqualTo(1);
                });
    }

    @Test
    @DisplayName("[NURSERY:3.2] a policy that cannot even say whether it succeeded")
    void policy_isSuccessDespiteThrows_nurseryStillEnds() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(n -> n.withPolicy(new Broken(true)));
                    nursery.spawn(Forever::sleeps);
                    nursery.spawn(() -> fail("child"));
                    assertThat(firstMessage(nursery.awaitAll())).isEqualTo("child");
                });
    }

    /** Throws in one method or in the other. */
    private record Broken(boolean inTheEnd) implements Policy {
        @Override
        public Then childEnded(Task<?> child, Outcome<?> outcome) {
            if (!inTheEnd && outcome instanceof Outcome.Success<?>) {
                throw new IllegalArgumentException("broken policy");
            }
            return Then.CANCEL_THE_OTHERS;
        }

        @Override
        public boolean isSuccessDespite(long failures) {
            if (inTheEnd) {
                throw new IllegalArgumentException("broken policy");
            }
            return false;
        }
    }
}
