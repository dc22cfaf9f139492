package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The states of a nursery and the ways between them. */
class NurseryStateTest {
    /** [NURSERY:2.3] The table of the specification: every arrow that there is. */
    private static final Set<String> ARROWS =
            Set.of(
                    "OPEN -> CLOSING",
                    "OPEN -> CANCELLING",
                    "CLOSING -> CLOSED",
                    "CLOSING -> CANCELLING",
                    "CANCELLING -> CANCELLED");

    /** [NURSERY:2.2] */
    @ParameterizedTest
    @CsvSource({"OPEN, 0", "CLOSING, 1", "CANCELLING, 2", "CLOSED, 3", "CANCELLED, 4"})
    void code_eachState_isThatOfTheTable(NurseryState state, int code) {
        assertThat(state.code()).isEqualTo(code);
    }

    /** [NURSERY:2.2] */
    @Test
    void values_areTheFiveOfTheTable() {
        assertThat(NurseryState.values()).hasSize(5);
    }

    /** [NURSERY:2.3] [NURSERY:2.4] All 25 pairs: an arrow of the table, or forbidden. */
    @Test
    void mayBecome_everyPair_isTrueForTheArrowsOfTheTableOnly() {
        for (NurseryState from : NurseryState.values()) {
            for (NurseryState to : NurseryState.values()) {
                String arrow = from + " -> " + to;
                assertThat(from.mayBecome(to)).as(arrow).isEqualTo(ARROWS.contains(arrow));
            }
        }
    }

    /** [NURSERY:2.4] Nothing leads out of a final state, and nothing but those is final. */
    @ParameterizedTest
    @EnumSource
    void isFinal_eachState_isTrueIfNothingLeadsOut(NurseryState state) {
        boolean leadsOut = false;
        for (NurseryState next : NurseryState.values()) {
            leadsOut |= state.mayBecome(next);
        }
        assertThat(state.isFinal()).isEqualTo(!leadsOut);
        assertThat(state.isFinal())
                .isEqualTo(state == NurseryState.CLOSED || state == NurseryState.CANCELLED);
    }

    /** [NURSERY:2.4] No resurrection: nothing leads to OPEN, on whatever way. */
    @ParameterizedTest
    @EnumSource
    void mayBecome_open_isNeverTrue(NurseryState state) {
        assertThat(state.mayBecome(NurseryState.OPEN)).isFalse();
    }

    /** A cancelled nursery cannot end as if it had not been. */
    @Test
    void mayBecome_fromCancelling_leadsToCancelledOnly() {
        assertThat(reachableFrom(NurseryState.CANCELLING)).containsOnly(NurseryState.CANCELLED);
        assertThat(reachableFrom(NurseryState.OPEN))
                .containsExactlyInAnyOrder(
                        NurseryState.CLOSING,
                        NurseryState.CANCELLING,
                        NurseryState.CLOSED,
                        NurseryState.CANCELLED);
    }

    private static Set<NurseryState> reachableFrom(NurseryState state) {
        var seen = EnumSet.noneOf(NurseryState.class);
        follow(state, seen);
        return seen;
    }

    private static void follow(NurseryState state, Set<NurseryState> seen) {
        for (NurseryState next : NurseryState.values()) {
            if (state.mayBecome(next) && seen.add(next)) {
                follow(next, seen);
            }
        }
    }
}
