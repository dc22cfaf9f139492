package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Setting;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a select that runs out of stack leaves behind: nothing. */
@Timeout(60)
class SelectOutOfStackTest {
    private static final int ROUNDS = 10;
    private static final int DEPTHS = 100; // at which it is tried, from the end of the stack
    private static final int DEEPEST = 100_000_000; // never reached

    /** Every depth near the end of the stack; a lock left held would hang the look afterwards. */
    @ParameterizedTest
    @EnumSource(names = {"SEEDED_VIRTUAL", "SEEDED_BARE"})
    void select_outOfStack_leavesTheChannelFree(Setting setting) throws Exception {
        try (var scheduler = setting.open()) {
            Channel<Integer> left = Channel.<Integer>rendezvous().named("left");
            Channel<Integer> right = Channel.<Integer>rendezvous().named("right");
            scheduler.run(
                    () -> {
                        for (int i = 0; i < ROUNDS; i++) {
                            dive(left, right, 0);
                            assertThat(left.snapshot().receiversWaiting()).isZero();
                            assertThat(right.snapshot().receiversWaiting()).isZero();
                        }
                    });
        }
    }

    /** Goes down until the stack ends, and on the way back tries again at every depth. */
    private static int dive(Channel<Integer> left, Channel<Integer> right, int depth) {
        int below;
        try {
            below = depth < DEEPEST ? dive(left, right, depth + 1) + 1 : DEPTHS;
        } catch (StackOverflowError e) {
            below = 0;
        }
        if (below < DEPTHS) {
            try {
                Select.from(
                        left.onReceive(v -> v),
                        right.onReceive(v -> v),
                        Select.otherwise(() -> depth));
            } catch (StackOverflowError e) {
                return below;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        return below;
    }
}
