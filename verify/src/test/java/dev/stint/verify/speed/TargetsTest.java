package dev.stint.verify.speed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.verify.speed.Targets.Figure;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How the figures are judged. */
class TargetsTest {
    @Test
    @DisplayName("[SCHED:13.1.1] the four targets of the specification")
    void limit_eachTarget_isTheSpecifications() {
        assertThat(Arrays.stream(Target.values()).map(t -> t.title() + " " + t.limit() + t.unit()))
                .containsExactly(
                        "Switch 1000.0ns",
                        "Spawn 1000.0ns",
                        "Memory 16384.0bytes",
                        "Steal 10000.0ns");
    }

    @Test
    void of_manyRounds_medianIsHeldAgainstTheTarget() {
        assertThat(Figure.of(Target.SWITCH, 9, 999, 5_000, 1, 8_000))
                .isEqualTo(new Figure(999, 1_000, "ns"))
                .matches(Figure::isMet)
                .hasToString("999 ns, below 1000");
        assertThat(Figure.of(Target.SWITCH, 9, 1_000, 5_000, 1, 8_000))
                .matches(f -> !f.isMet())
                .hasToString("1000 ns, NOT below 1000");
    }

    @Test
    void of_fewRounds_onlyAGrossMissIsOne() {
        assertThat(Figure.of(Target.STEAL, 1, 99_999, 999_999)).matches(Figure::isMet);
        assertThat(Figure.of(Target.STEAL, 1, 100_000, 999_999)).matches(f -> !f.isMet());
    }

    @Test
    void of_fewRoundsOfMemory_isHeldAgainstTheTarget() {
        assertThat(Figure.of(Target.MEMORY, 1, 16_383, 99_999)).matches(Figure::isMet);
        assertThat(Figure.of(Target.MEMORY, 1, 16_384, 99_999)).matches(f -> !f.isMet());
    }
}
