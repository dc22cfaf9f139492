package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.hooks.Hook;
import dev.stint.hooks.Stop;
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
        assertThat(own.ops()).isEqualTo(1024 - 64);
        assertThat(own.bytes()).isEqualTo((1024 - 64) * 24);
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
}
