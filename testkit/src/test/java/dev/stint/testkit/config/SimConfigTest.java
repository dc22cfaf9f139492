package dev.stint.testkit.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SimConfigTest {
    private static Arguments bad(String says, UnaryOperator<SimConfig> change) {
        return Arguments.of(says, change);
    }

    @SuppressWarnings("NullAway") // null is what is tested
    static Stream<Arguments> badValues() {
        return Stream.of(
                bad("schedules must be from 1 to", c -> c.withSchedules(0)),
                bad("workers must be from 1 to 64, not 65", c -> c.withWorkers(65)),
                bad("steps must be from 1", c -> c.withSteps(-1)),
                bad("patience must be from 0", c -> c.withPatience(-1)),
                bad("mostFaults must be from 0", c -> c.withMostFaults(-1)),
                bad(
                        "faults and patience need Picks.TASKS",
                        c -> c.withPatience(9).withPicks(SimConfig.Picks.WORKERS)),
                bad("name of what is explored", c -> c.withName(null)),
                bad("strategy", c -> c.withStrategy(null)),
                bad("what is picked", c -> c.withPicks(null)),
                bad("folder for files", c -> c.withFiles(null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badValues")
    void with_badValue_isRefusedAtOnce(String says, UnaryOperator<SimConfig> change) {
        assertThatThrownBy(() -> change.apply(SimConfig.defaults())).hasMessageContaining(says);
    }
}
