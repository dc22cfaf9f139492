package dev.stint.verify.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import dev.stint.channel.Channel;
import dev.stint.nursery.Nursery;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario under two seeds and once on threads. Under more of them: ./stint verify. */
class ForeignTest {
    private static final int SEEDS = 2;

    static Stream<Scenario> scenarios() {
        return Foreign.names().stream().flatMap(suite -> Foreign.scenarios(suite).stream());
    }

    @SideBySide
    @ParameterizedTest
    @MethodSource("scenarios")
    void judge_scenario_holds(Scenario scenario) throws Exception {
        assertThat(new Trial(scenario).judge(SEEDS, 1)).isNull();
    }

    @SideBySide
    @Test
    void names_ofScenarios_areUnique() {
        var seen = new HashSet<String>();

        assertThat(scenarios().map(Scenario::name)).allMatch(seen::add);
    }

    // ---- the trial itself

    @SideBySide
    @Test
    void judge_whatThrowsInATask_isFound() throws Exception {
        var wrong =
                Scenario.inTask(
                        "wrong",
                        _ -> {
                            throw new AssertionError("as it should not be");
                        });

        assertThat(new Trial(wrong).judge(1, 1))
                .startsWith("wrong in TASK, VIRTUAL cores, seed 0: ")
                .contains("as it should not be");
    }

    @SideBySide
    @Test
    void judge_whatThrowsOnThreadsOnly_isFound() throws Exception {
        var wrong = Scenario.everywhere("wrong", place -> assertThat(place.seeded()).isTrue());

        assertThat(new Trial(wrong).judge(1, 1)).contains("VIRTUAL cores, 2 threads, run 0");
    }

    @SideBySide
    @Test
    void judge_aSeedThatGivesTwoRuns_isFound() throws Exception {
        var chance = new Random();
        var wrong =
                Scenario.inTask(
                        "wrong",
                        place -> {
                            try (Nursery nursery = place.nursery()) {
                                for (int i = chance.nextInt(1000); i > 0; i--) {
                                    nursery.spawn(() -> {});
                                }
                            }
                            assertThat(place.seeded()).isTrue();
                        });

        assertThat(new Trial(wrong).judge(20, 1)).contains("the same seed gave two runs");
    }

    @SideBySide
    @Test
    void judge_aDeadlock_isFound() throws Exception {
        var wrong = Scenario.inTask("wrong", _ -> Channel.rendezvous().named("silent").receive());

        assertThat(new Trial(wrong).judge(1, 1)).contains("deadlock", "silent");
    }

    @SideBySide
    @Test
    void names_eachSuite_hasScenarios() {
        List<String> suites = Foreign.names();

        assertThat(suites).isNotEmpty();
        assertThat(suites).allSatisfy(s -> assertThat(Foreign.scenarios(s)).hasSizeGreaterThan(25));
    }
}
