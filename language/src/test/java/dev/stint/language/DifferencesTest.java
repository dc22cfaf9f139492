package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import org.junit.jupiter.api.Test;

/** Programs made by chance, interpreted and compiled, before and after the passes. */
class DifferencesTest {
    private static final long FIRST = Long.getLong("stint.programs.first", 1);
    private static final int COUNT = Integer.getInteger("stint.programs", 300);
    private static final Budget ENOUGH = new Budget(3_000_000, 1L << 28, 1_000, 10_000, 0);

    @Test
    void run_programsMadeByChance_doAndCostTheSameInEveryWay() {
        for (long seed = FIRST; seed < FIRST + COUNT; seed++) {
            assertThat(Differences.find(seed)).isEmpty();
        }
    }

    /** Under a seed a task asks for every operation; on threads it counts what it was lent. */
    @Test
    void run_programsMadeByChance_costTheSameOnThreads() {
        for (long seed = FIRST; seed < FIRST + COUNT / 3; seed++) {
            Script script = Scripts.compile(Programs.of(seed));
            assertSameOnThreads(script, ENOUGH, seed);
            if (Scripts.run(script, ENOUGH).receipt().tasks() == 1) { // or who is poor is chance
                assertSameOnThreads(script, ENOUGH.withOps(1 + seed * 37 % 400), seed);
            }
        }
    }

    private static void assertSameOnThreads(Script script, Budget budget, long seed) {
        ScriptResult seeded = Scripts.run(script, budget);
        ScriptResult other = Scripts.runOnThreads(script, budget);
        assertThat(other.value()).as("seed %d, %s", seed, budget).isEqualTo(seeded.value());
        assertThat(other.receipt().spent())
                .as("seed %d, %s", seed, budget)
                .isEqualTo(seeded.receipt().spent());
    }
}
