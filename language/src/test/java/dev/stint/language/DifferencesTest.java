package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Programs made by chance, interpreted and compiled, before and after the passes. */
class DifferencesTest {
    private static final long FIRST = Long.getLong("stint.programs.first", 1);
    private static final int COUNT = Integer.getInteger("stint.programs", 300);

    @Test
    void run_programsMadeByChance_doAndCostTheSameInEveryWay() {
        for (long seed = FIRST; seed < FIRST + COUNT; seed++) {
            assertThat(Differences.find(seed)).isEmpty();
        }
    }
}
