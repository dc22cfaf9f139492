package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.hooks.Hook;
import dev.stint.hooks.Stop;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is paid for a throwable that was caught. */
class CaughtTest {
    private static final int DEEP = 2_000; // more than the JVM keeps

    private static final class Own extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Makes it below so many frames. */
    private static Throwable at(int depth, Supplier<Throwable> maker) {
        return depth == 0 ? maker.get() : at(depth - 1, maker);
    }

    @Test
    void caught_ofTheJdk_paysForSomeFrames() {
        var paid = Paid.by(() -> Hook.caught(new IllegalStateException()));

        assertThat(paid.ops()).isEqualTo(64);
        assertThat(paid.bytes()).isEqualTo(64 * 24);
    }

    @Test
    void caught_deep_paysForAllFrames() {
        var jdk = Paid.by(() -> Hook.caught(at(DEEP, IllegalStateException::new)));
        var own = Paid.by(() -> Hook.caught(at(DEEP, Own::new)));

        assertThat(jdk.ops()).isEqualTo(1024);
        assertThat(jdk.bytes()).isEqualTo(1024 * 24);
        assertThat(own.ops()).isZero(); // it paid when it was made
        assertThat(own.bytes()).isZero();
    }

    @Test
    void caught_ownOrSignalOrNothing_isFree() {
        assertThat(Paid.by(() -> Hook.caught(new Own())).ops()).isZero();
        assertThat(Paid.by(() -> Hook.caught(new Stop(new Own()))).ops()).isZero();
        assertThat(Paid.by(() -> Hook.caught("no throwable")).ops()).isZero();
    }

    @Test
    void caught_stackOverflow_paysForTheUnwinding() {
        assertThat(Paid.by(() -> Hook.caught(new StackOverflowError())).ops()).isEqualTo(100_064);
    }

    /** The JVM reads the method's code for it, which may be long. */
    @Test
    void message_ofANullPointer_paysForItsExplanation() {
        assertThat(Paid.by(() -> Throwables.message(new NullPointerException())).ops())
                .isEqualTo(10_064);
        assertThat(Paid.by(() -> Throwables.shown(new NullPointerException())).ops())
                .isGreaterThan(10_064);
        assertThat(Paid.by(() -> Throwables.message(new NullPointerException("given"))).ops())
                .isEqualTo(64);
        assertThat(Paid.by(() -> Throwables.message(new IllegalStateException())).ops()).isZero();
    }

    /** What it throws when it looks, it catches: nobody else sees it. */
    @Test
    void compared_setsAndMaps_payForWhatTheyCatch() {
        var numbers = new TreeSet<Object>(List.of(1));
        var texts = new TreeSet<Object>(List.of("one"));

        assertThat(numbers).isNotEqualTo(texts);
        assertThat(Paid.by(() -> NestedObjects.compared(numbers, texts)).ops()).isGreaterThan(64);
        assertThat(Paid.by(() -> NestedObjects.heldCompared(numbers, texts)).ops())
                .isGreaterThan(64);
        assertThat(Paid.by(() -> NestedObjects.equal(numbers, texts)).ops()).isGreaterThan(64);
        assertThat(Paid.by(() -> NestedObjects.compared(List.of(1), List.of(2))).ops())
                .isLessThan(64);
    }
}
