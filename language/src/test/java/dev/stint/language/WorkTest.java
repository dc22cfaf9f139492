package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long straight code pays for its work, along every way through it. */
class WorkTest {
    private static final Budget PLENTY = new Budget(10_000_000, 1L << 28, 1_000, 10_000, 0);
    private static final int ROUNDS = 10;

    /** What ten rounds of a loop with this body cost, compiled and interpreted. */
    private static long cost(String body) {
        Script script =
                Scripts.compile(
                        "func main() -> i64 do\nvar x = 1\nvar c = false\nfor i in 0..<"
                                + ROUNDS
                                + " do\n"
                                + body
                                + "end\nreturn x end");
        ScriptResult compiled = Scripts.run(script, PLENTY);
        ScriptResult interpreted = Scripts.run(script.interpreted(), PLENTY);

        assertThat(compiled.failure()).isEmpty();
        assertThat(compiled.receipt()).isEqualTo(interpreted.receipt());
        return compiled.receipt().spent().ops();
    }

    @Test
    void run_shortBody_costsItsRoundAlone() {
        assertThat(cost("x = x ^ i\n")).isEqualTo(ROUNDS);
    }

    /** A line is a load, a constant, an operation and a store: 4 of 64. */
    @ParameterizedTest
    @ValueSource(ints = {64, 640, 3_000})
    void run_longBody_costsByItsLength(int lines) {
        long each = lines * 4L / 64;

        assertThat(cost("x = x ^ 5\n".repeat(lines)))
                .isBetween(ROUNDS * (each - 2), ROUNDS * (each + 2));
    }

    /** Whatever is not taken pays nothing, and what is taken pays wherever the charges stand. */
    @Test
    void run_longBranches_payOnTheWayThatIsTaken() {
        String straight = "x = x ^ 5\n".repeat(160); // 640
        long taken = cost("if not c do\n" + straight + "end\n");
        long skipped = cost("if c do\n" + straight + "end\n");
        long pieces = cost(("if not c do\n" + "x = x ^ 5\n".repeat(10) + "end\n").repeat(16));

        assertThat(taken).isBetween(9L * ROUNDS, 12L * ROUNDS);
        assertThat(skipped).isBetween((long) ROUNDS, 2L * ROUNDS);
        // where ways meet, the most that is unpaid on one of them counts: at most 1 for each
        assertThat(pieces).isBetween(9L * ROUNDS, (12L + 16) * ROUNDS);
    }

    /** Powers and divisions weigh more than additions. */
    @Test
    void run_heavyWork_costsMore() {
        String light = "x = x ^ 3\n".repeat(64);
        String heavy = "x = x / 3\n".repeat(64);

        assertThat(cost(heavy)).isGreaterThan(cost(light) + 2L * ROUNDS);
    }
}
