package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.error.NurseryDeadlineExceededException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.NurseryResult.Cancelled;
import dev.stint.nursery.NurseryResult.ChildFailed;
import dev.stint.nursery.NurseryResult.Success;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a nursery ended, and what that throws. */
class NurseryResultTest {
    private final Exception boom = new IOException("boom");

    private static ChildError child(long task, String name, Throwable cause) {
        return new ChildError(task, name, cause);
    }

    /** [NURSERY:4.4] There is no "cancelled and failed": a result with an error is a failure. */
    @Test
    void kinds_areSuccessFailureAndCancelled() {
        assertThat(NurseryResult.class.getPermittedSubclasses())
                .containsExactlyInAnyOrder(Success.class, ChildFailed.class, Cancelled.class);
        assertThat(Cancelled.class.getRecordComponents())
                .as("a cancelled nursery has no error to lose")
                .noneMatch(c -> Throwable.class.isAssignableFrom(c.getType()))
                .noneMatch(c -> c.getType() == ChildError.class);
    }

    @Test
    void orThrow_success_throwsNothing() {
        assertThatCode(() -> new Success().orThrow()).doesNotThrowAnyException();
        assertThat(new Success()).isEqualTo(new Success());
    }

    /** [NURSERY:8.1] The first error is the one that is thrown. */
    @Test
    void orThrow_childFailed_throwsTheFirstWithItsCause() {
        var result = new ChildFailed(child(7, "parse", boom), List.of());

        assertThatThrownBy(result::orThrow)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("task 7 'parse' failed")
                .hasMessageContaining("boom")
                .hasNoSuppressedExceptions()
                .cause()
                .isSameAs(boom);
    }

    /** [NURSERY:8.1] [NURSERY:4.4] The others are not lost: they are suppressed, in their order. */
    @Test
    void orThrow_severalFailed_hasTheOthersAsSuppressed() {
        var second = new IllegalStateException("second");
        var third = new StackOverflowError("third");
        var result =
                new ChildFailed(
                        child(7, "parse", boom),
                        List.of(child(8, "", second), child(9, "fetch", third)));

        TaskFailedException thrown = result.toException();

        assertThat(thrown.getCause()).isSameAs(boom);
        assertThat(thrown.getSuppressed())
                .allMatch(TaskFailedException.class::isInstance)
                .extracting(Throwable::getCause)
                .containsExactly(second, third);
        assertThat(thrown.getSuppressed()[0]).hasMessageContaining("task 8 failed");
        assertThat(thrown.getSuppressed()[1]).hasMessageContaining("task 9 'fetch' failed");
    }

    /** A result may be asked by several, and any number of times. */
    @Test
    void toException_twice_isTwoExceptionsThatShareNothing() {
        var result = new ChildFailed(child(7, "", boom), List.of(child(8, "", boom)));

        assertThat(result.toException()).isNotSameAs(result.toException());
        assertThat(result.toException().getSuppressed()).hasSize(1);
        assertThat(boom.getSuppressed()).isEmpty();
    }

    /** However deep the nesting, the cause is what was thrown at its bottom. */
    @Test
    void toException_failureOfANestedNursery_isNotWrappedAgain() {
        Throwable thrown = boom;
        for (int depth = 0; depth < 10; depth++) {
            thrown = new ChildFailed(child(depth, "level", thrown), List.of()).toException();
        }

        assertThat(thrown.getCause()).isSameAs(boom);
        assertThat(thrown).hasMessageContaining("task 9 'level' failed");
    }

    /** [NURSERY:8.1] What failed later in a nested nursery is still to be seen from outside. */
    @Test
    void toException_nestedNurseryWithSeveralFailures_keepsThemAll() {
        var later = new IllegalStateException("later");
        var outer = new IllegalStateException("outer");
        var inner = new ChildFailed(child(7, "", boom), List.of(child(8, "late", later)));

        TaskFailedException thrown =
                new ChildFailed(
                                child(3, "opener", inner.toException()),
                                List.of(child(4, "beside", outer)))
                        .toException();

        assertThat(thrown.getCause()).isSameAs(boom);
        assertThat(thrown.getSuppressed())
                .extracting(Throwable::getCause)
                .containsExactly(later, outer);
        assertThat(thrown.getSuppressed()[0]).hasMessageContaining("task 8 'late' failed");
    }

    @Test
    void toException_nestedNurseryFailsLater_isNotWrappedAgainEither() {
        var inner = new ChildFailed(child(7, "", boom), List.of(child(8, "late", boom)));

        TaskFailedException thrown =
                new ChildFailed(
                                child(3, "", new IllegalStateException("first")),
                                List.of(child(4, "opener", inner.toException())))
                        .toException();

        Throwable other = thrown.getSuppressed()[0];
        assertThat(other).hasMessageContaining("task 4 'opener' failed");
        assertThat(other.getCause()).isSameAs(boom);
        assertThat(other.getSuppressed()).hasSize(1);
    }

    @Test
    void others_listChangedLater_staysAsItWas() {
        var others = new ArrayList<>(List.of(child(8, "", boom)));
        var result = new ChildFailed(child(7, "", boom), others);

        others.clear();

        assertThat(result.others()).hasSize(1);
        assertThatThrownBy(() -> result.others().clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(ChildFailed.MOST_KEPT).isEqualTo(32);
    }

    /** [NURSERY:4.4] Cancelled, and all children ended without an error. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DEADLINE")
    void orThrow_cancelled_saysWhoAndWhy(CancelReason reason) {
        assertThatThrownBy(() -> new Cancelled("nursery 3 'page'", reason).orThrow())
                .isInstanceOf(CancellationException.class)
                .hasMessageContaining("nursery 3 'page' ended early")
                .hasMessageContaining(reason.inWords());
    }

    @Test
    void orThrow_deadlinePassed_isATypeOfItsOwn() {
        var result = new Cancelled("nursery 3 'page'", CancelReason.DEADLINE);

        assertThatThrownBy(result::orThrow)
                .isInstanceOf(NurseryDeadlineExceededException.class)
                .hasMessageContaining("nursery 3 'page' ended early")
                .hasMessageContaining("deadline has passed");
    }

    @Test
    void cancelReason_inWords_isItsOwn() {
        assertThat(CancelReason.values())
                .extracting(CancelReason::inWords)
                .doesNotHaveDuplicates()
                .doesNotContain("");
    }

    @Test
    void who_child_isItsIdAndItsNameIfItHasOne() {
        assertThat(child(7, "", boom).who()).isEqualTo("task 7");
        assertThat(child(7, "parse", boom).who()).isEqualTo("task 7 'parse'");
    }
}
