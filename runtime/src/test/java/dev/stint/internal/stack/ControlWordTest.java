package dev.stint.internal.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.stint.internal.SchedulerBug;
import dev.stint.internal.stack.ControlWord.AfterRun;
import dev.stint.internal.stack.ControlWord.CancelNext;
import dev.stint.internal.stack.ControlWord.Next;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * [FIBER:control-word] every arrow of the table, and every place where there is none.
 *
 * <p>[SCHED:5.2.2] the public states are derived from this word.
 */
class ControlWordTest {
    /** The phases, each reached by transitions only. */
    enum At {
        NEW,
        QUEUED,
        OWNED,
        PARKED,
        BLOCKED,
        PINNED,
        DONE;

        ControlWord word() {
            var word = new ControlWord() {};
            if (this != NEW) {
                word.publish();
            }
            if (this != NEW && this != QUEUED) {
                assertThat(word.mount(3)).isTrue();
            }
            switch (this) {
                case NEW, QUEUED, OWNED -> {}
                case PARKED -> assertThat(word.commitPark(true)).isEqualTo(Next.NOTHING);
                case BLOCKED -> assertThat(word.afterRun(3, 1)).isEqualTo(AfterRun.BLOCKED);
                case PINNED -> assertThat(word.beginPinned()).isTrue();
                case DONE -> assertThat(word.finish()).isTrue();
            }
            return word;
        }
    }

    // ---- the arrows

    @Test
    void publish_new_isQueued() {
        assertThat(At.QUEUED.word().stateInWords()).isEqualTo("QUEUED epoch 0");
    }

    @Test
    void mount_queued_isOwnedByThatWorkerInTheNextEpoch() {
        ControlWord word = At.OWNED.word();

        assertThat(word.stateInWords()).isEqualTo("OWNED(3) epoch 1");
        assertThat(word.epoch()).isOne();
        assertThat(word.isOwned()).isTrue();
    }

    @Test
    void commitYield_owned_isQueued() {
        ControlWord word = At.OWNED.word();

        word.commitYield();

        assertThat(word.stateInWords()).isEqualTo("QUEUED epoch 1");
        assertThat(word.isQueued()).isTrue();
        assertThat(word.mount(4)).isTrue();
        assertThat(word.stateInWords()).isEqualTo("OWNED(4) epoch 2");
    }

    @Test
    void commitPark_ownedAndStillWaiting_isParked() {
        assertThat(At.PARKED.word().stateInWords()).isEqualTo("PARKED epoch 1");
    }

    @Test
    void commitPark_ownedAndFlagChanged_owesTheEnqueue() {
        ControlWord word = At.OWNED.word();

        assertThat(word.commitPark(false)).isEqualTo(Next.ENQUEUE);
        assertThat(word.stateInWords()).isEqualTo("QUEUED epoch 1");
    }

    /** [FIBER:park_if] a wake that came between the yield and the commit aborts the park. */
    @Test
    void commitPark_woken_owesTheEnqueueAndConsumesTheNote() {
        ControlWord word = At.OWNED.word();
        assertThat(word.wakeUp()).isEqualTo(Next.NOTHING);
        assertThat(word.stateInWords()).isEqualTo("OWNED(3)+WOKEN epoch 1");

        assertThat(word.commitPark(true)).isEqualTo(Next.ENQUEUE);

        assertThat(word.stateInWords()).isEqualTo("QUEUED epoch 1");
        assertThat(word.consumeWake()).isFalse();
    }

    @Test
    void markBlocked_ownedInThisEpoch_isBlocked() {
        ControlWord word = At.BLOCKED.word();

        assertThat(word.stateInWords()).isEqualTo("BLOCKED epoch 1");
        assertThat(word.isBlockedInJdk()).isTrue();
    }

    @Test
    void jdkWake_blocked_owesTheEnqueue() {
        ControlWord word = At.BLOCKED.word();

        assertThat(word.jdkWake()).isEqualTo(Next.ENQUEUE);
        assertThat(word.isQueued()).isTrue();
    }

    /** Ruling R5: a wake that is faster than the worker is not lost. */
    @Test
    void jdkWake_beforeAfterRun_isANoteThatTheWorkerFinds() {
        ControlWord word = At.OWNED.word();

        assertThat(word.jdkWake()).isEqualTo(Next.NOTHING);
        assertThat(word.stateInWords()).isEqualTo("OWNED(3)+RERUN epoch 1");

        assertThat(word.afterRun(3, 1)).isEqualTo(AfterRun.ENQUEUE);
        assertThat(word.stateInWords()).isEqualTo("QUEUED epoch 1");
        assertThat(word.mount(4)).isTrue();
        assertThat(word.afterRun(3, 1)).as("runs elsewhere").isEqualTo(AfterRun.GONE);
        assertThat(word.stateInWords()).isEqualTo("OWNED(4) epoch 2");
    }

    /** The JDK also calls after a look at the stack; that must not outlive a suspension of ours. */
    @Test
    void jdkWake_beforeOurOwnSuspension_isDropped() {
        ControlWord parks = At.OWNED.word();
        assertThat(parks.jdkWake()).isEqualTo(Next.NOTHING);
        assertThat(parks.commitPark(true)).isEqualTo(Next.NOTHING);
        assertThat(parks.stateInWords()).isEqualTo("PARKED epoch 1");

        ControlWord yields = At.OWNED.word();
        assertThat(yields.jdkWake()).isEqualTo(Next.NOTHING);
        yields.commitYield();
        assertThat(yields.stateInWords()).isEqualTo("QUEUED epoch 1");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"OWNED", "BLOCKED"})
    void jdkWake_neitherOwnedNorBlocked_changesNothing(At at) {
        assertUnchanged(at, word -> assertThat(word.jdkWake()).isEqualTo(Next.NOTHING));
    }

    @Test
    void afterRun_sameWorkerMountedItAgain_oldEpochIsGone() {
        ControlWord word = At.OWNED.word();
        long old = word.epoch();
        word.commitYield();
        assertThat(word.mount(3)).isTrue();

        assertThat(word.afterRun(3, old)).isEqualTo(AfterRun.GONE);
        assertThat(word.afterRun(3, word.epoch())).isEqualTo(AfterRun.BLOCKED);
    }

    @Test
    void beginPinned_owned_isPinned() {
        assertThat(At.PINNED.word().stateInWords()).isEqualTo("PINNED epoch 1");
        assertThat(At.PINNED.word().isPinned()).isTrue();
    }

    @Test
    void beginPinned_woken_refusesAndConsumesTheNote() {
        ControlWord word = At.OWNED.word();
        assertThat(word.wakeUp()).isEqualTo(Next.NOTHING);

        assertThat(word.beginPinned()).isFalse();
        assertThat(word.stateInWords()).isEqualTo("OWNED(3) epoch 1");
    }

    @Test
    void endPinned_pinned_isOwnedAgain() {
        ControlWord word = At.PINNED.word();

        word.endPinned();

        assertThat(word.stateInWords()).isEqualTo("OWNED(3) epoch 1");
        word.endPinned(); // a wake was faster: nothing to do
        assertThat(word.stateInWords()).isEqualTo("OWNED(3) epoch 1");
    }

    @Test
    void wakeUp_pinned_owesTheCarrierAndLeavesNoNote() {
        ControlWord word = At.PINNED.word();

        assertThat(word.wakeUp()).isEqualTo(Next.UNPARK_CARRIER);
        assertThat(word.stateInWords()).isEqualTo("OWNED(3) epoch 1");
    }

    @Test
    void wakeUp_parked_owesTheEnqueueOnce() {
        ControlWord word = At.PARKED.word();

        assertThat(word.wakeUp()).isEqualTo(Next.ENQUEUE);
        assertThat(word.stateInWords()).isEqualTo("QUEUED epoch 1");
        assertThat(word.wakeUp()).as("[FIBER:no-double-schedule]").isEqualTo(Next.NOTHING);
    }

    /** [FIBER:unpark-idempotent] not parked: any number of wakes leave one permit. */
    @ParameterizedTest
    @EnumSource(names = {"QUEUED", "OWNED", "BLOCKED"})
    void wakeUp_notParked_leavesOnePermit(At at) {
        ControlWord word = at.word();

        assertThat(word.wakeUp()).isEqualTo(Next.NOTHING);
        assertThat(word.wakeUp()).isEqualTo(Next.NOTHING);

        assertThat(word.stateInWords()).contains(at + "").contains("+WOKEN");
        assertThat(word.consumeWake()).isTrue();
        assertThat(word.consumeWake()).isFalse();
    }

    @Test
    void wakeUp_done_changesNothing() {
        ControlWord word = At.DONE.word();

        assertThat(word.wakeUp()).isEqualTo(Next.NOTHING);
        assertThat(word.stateInWords()).isEqualTo("DONE epoch 1");
    }

    @Test
    void claimParked_parked_isOwnedWithoutAQueue() {
        ControlWord word = At.PARKED.word();

        assertThat(word.claimParked(5)).isTrue();
        assertThat(word.stateInWords()).isEqualTo("OWNED(5) epoch 2");
        assertThat(word.wakeUp()).isEqualTo(Next.NOTHING);
    }

    @Test
    void finish_owned_isDone() {
        ControlWord word = At.DONE.word();

        assertThat(word.isDone()).isTrue();
        assertThat(word.stateInWords()).isEqualTo("DONE epoch 1");
    }

    // ---- cancel

    static Stream<Arguments> cancels() {
        return Stream.of(
                arguments(At.QUEUED, false, Next.NOTHING, "QUEUED+WOKEN+CANCEL epoch 0"),
                arguments(
                        At.OWNED, true, Next.NOTHING, "OWNED(3)+WOKEN+CANCEL+INTERRUPTING epoch 1"),
                arguments(At.PARKED, true, Next.ENQUEUE, "QUEUED+CANCEL+INTERRUPTING epoch 1"),
                arguments(
                        At.BLOCKED,
                        true,
                        Next.NOTHING,
                        "BLOCKED+WOKEN+CANCEL+INTERRUPTING epoch 1"),
                arguments(
                        At.PINNED,
                        true,
                        Next.UNPARK_CARRIER,
                        "OWNED(3)+CANCEL+INTERRUPTING epoch 1"));
    }

    @ParameterizedTest
    @MethodSource("cancels")
    void requestCancel_first_saysWhatIsOwedAndEndsTheWait(
            At at, boolean interrupt, Next then, String words) {
        ControlWord word = at.word();

        assertThat(word.requestCancel()).isEqualTo(new CancelNext(interrupt, then));

        assertThat(word.stateInWords()).isEqualTo(words);
        assertThat(word.isCancelRequested()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"QUEUED", "OWNED", "PARKED", "BLOCKED", "PINNED"})
    void requestCancel_again_owesNothing(At at) {
        ControlWord word = at.word();
        assertThat(word.requestCancel()).isNotSameAs(CancelNext.NOTHING);
        String after = word.stateInWords();

        assertThat(word.requestCancel()).isSameAs(CancelNext.NOTHING);
        assertThat(word.stateInWords()).isEqualTo(after);
    }

    @Test
    void requestCancel_done_owesNothing() {
        ControlWord word = At.DONE.word();

        assertThat(word.requestCancel()).isSameAs(CancelNext.NOTHING);
        assertThat(word.isCancelRequested()).isFalse();
    }

    /** The interrupt of a cancel must not hit the core's next task. */
    @Test
    void finish_whileACancellerHoldsTheCore_waits() {
        ControlWord word = At.OWNED.word();
        assertThat(word.requestCancel().interrupt()).isTrue();

        assertThat(word.finish()).isFalse();
        assertThat(word.isDone()).isFalse();
        word.endInterrupting();
        assertThat(word.finish()).isTrue();
        assertThat(word.stateInWords()).isEqualTo("DONE+WOKEN+CANCEL epoch 1");
    }

    @Test
    void mount_keepsTheNotes() {
        ControlWord word = At.QUEUED.word();
        assertThat(word.requestCancel()).isNotSameAs(CancelNext.NOTHING);

        assertThat(word.mount(1)).isTrue();
        assertThat(word.stateInWords()).isEqualTo("OWNED(1)+WOKEN+CANCEL epoch 1");
    }

    @Test
    void mount_widestOwner_isKeptWhole() {
        ControlWord word = At.QUEUED.word();

        assertThat(word.mount(0xFFFF)).isTrue();
        assertThat(word.stateInWords()).isEqualTo("OWNED(65535) epoch 1");
        assertThat(word.afterRun(0xFFFF, 1)).isEqualTo(AfterRun.BLOCKED);
    }

    // ---- no arrow: stale, so refused

    /** [FIBER:spawn] A queue entry whose task is not QUEUED is stale and is discarded. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QUEUED")
    void mount_notQueued_isStale(At at) {
        assertUnchanged(at, word -> assertThat(word.mount(9)).isFalse());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PARKED")
    void claimParked_notParked_isRefused(At at) {
        assertUnchanged(at, word -> assertThat(word.claimParked(9)).isFalse());
    }

    @ParameterizedTest
    @EnumSource
    void afterRun_notOwnedOrOtherOwnerOrEpoch_isGone(At at) {
        assertUnchanged(
                at, word -> assertThat(word.afterRun(9, word.epoch())).isEqualTo(AfterRun.GONE));
        assertUnchanged(at, word -> assertThat(word.afterRun(3, 0)).isEqualTo(AfterRun.GONE));
        assertUnchanged(at, word -> assertThat(word.afterRun(3, 2)).isEqualTo(AfterRun.GONE));
    }

    private static void assertUnchanged(At at, Consumer<ControlWord> attempt) {
        ControlWord word = at.word();
        String before = word.stateInWords();
        attempt.accept(word);
        assertThat(word.stateInWords()).isEqualTo(before);
    }

    // ---- no arrow: forbidden, so a bug

    static Stream<Arguments> forbidden() {
        List<At> notOwned = List.of(At.NEW, At.QUEUED, At.PARKED, At.BLOCKED, At.PINNED, At.DONE);
        return notOwned.stream()
                .flatMap(
                        at ->
                                Stream.of(
                                        arguments(
                                                at, "commitYield", call(ControlWord::commitYield)),
                                        arguments(at, "commitPark", call(w -> w.commitPark(true))),
                                        arguments(at, "commitPark", call(w -> w.commitPark(false))),
                                        arguments(
                                                at, "beginPinned", call(ControlWord::beginPinned)),
                                        arguments(at, "finish", call(ControlWord::finish))));
    }

    private static Consumer<ControlWord> call(Consumer<ControlWord> transition) {
        return transition;
    }

    @ParameterizedTest(name = "{1} at {0}")
    @MethodSource("forbidden")
    void transition_forbidden_isABugThatNamesTheState(
            At at, String name, Consumer<ControlWord> transition) {
        ControlWord word = at.word();
        String before = word.stateInWords();

        assertThatThrownBy(() -> transition.accept(word))
                .isInstanceOf(SchedulerBug.class)
                .hasMessageEndingWith(name + " finds " + before)
                .hasMessageContaining("please report it");
        assertThat(word.stateInWords()).isEqualTo(before);
    }
}
