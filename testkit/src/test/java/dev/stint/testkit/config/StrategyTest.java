package dev.stint.testkit.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrategyTest {
    @ParameterizedTest
    @CsvSource({
        "random, random",
        "pct, pct(3)",
        "pct(5), pct(5)",
        "' PCT ( 2 ) ', pct(2)",
        "pos, pos",
        "roundRobin, roundRobin",
        "round-robin, roundRobin",
        "exhaustive, exhaustive(2)",
        "exhaustive(0), exhaustive(0)"
    })
    void parse_knownName_isThatStrategy(String text, String name) {
        assertThat(Strategy.parse(text).name()).isEqualTo(name);
        assertThat(Strategy.parse(name).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "rand", "pct(", "pct(-1)", "pct(1.5)", "pct 3", "pct(9999999)"})
    void parse_unknownName_saysWhichThereAre(String text) {
        assertThatThrownBy(() -> Strategy.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("pct(3)");
    }

    @ParameterizedTest
    @CsvSource({
        "pct(0), from 1 to 100",
        "pct(101), from 1 to 100",
        "exhaustive(1001), from 0 to 1000",
        "random(3), takes no number",
        "pos(1), takes no number"
    })
    void parse_badNumber_saysWhatIsAllowed(String text, String says) {
        assertThatThrownBy(() -> Strategy.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(says);
    }
}
