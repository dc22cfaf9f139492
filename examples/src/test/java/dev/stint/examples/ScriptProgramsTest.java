package dev.stint.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.config.SchedulerConfig;
import dev.stint.language.Script;
import dev.stint.language.ScriptResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Larger scripts: on threads, on bare cores, under many seeds and interpreted each has the same
 * result, prints the same and costs the same. {@code -Dstint.seeds=1000} takes more of them.
 */
@Timeout(300)
class ScriptProgramsTest {
    private static final int SEEDS = Integer.getInteger("stint.seeds", 10);
    private static final Budget PLENTY = new Budget(1L << 40, 1L << 40, 1 << 20, 1 << 24, 0);

    private static Script compiled(String name) throws Exception {
        try (var in = ScriptProgramsTest.class.getResourceAsStream("scripts/" + name)) {
            byte[] text = Objects.requireNonNull(in, name).readAllBytes();
            return Script.compile(name, new String(text, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String run(Script script, Object[] given, UnaryOperator<SchedulerConfig> how)
            throws InterruptedException {
        try (var scheduler =
                Scheduler.open(c -> how.apply(c.withProfile(script.profile().ofRuntime())))) {
            ScriptResult result = script.run(scheduler.tenant(), PLENTY, given);
            return result.value()
                    + "\n"
                    + result.failure()
                    + "\n"
                    + result.receipt()
                    + "\n"
                    + result.output();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rules.jan, 60, 1192",
        "wordcount.jan, 150, 705062",
        "jobs.jan, , 333957",
        "bank.jan, 15, 10113",
        "nbody.jan, 20, -22.69031113650769",
        "maze.jan, 4, 204",
        "jsontext.jan, 3, 15591.600000000002"
    })
    void run_inEveryWay_isAndCostsTheSame(String name, String argument, String value)
            throws Exception {
        Script script = compiled(name);
        Object[] given = script.arguments(argument == null ? List.of() : List.of(argument));
        String expected = run(script, given, c -> c.withSeed(0));

        assertThat(expected).startsWith("Optional[" + value + "]\nOptional.empty\n");
        assertThat(run(script, given, c -> c.withWorkers(2))).isEqualTo(expected);
        assertThat(run(script, given, c -> c.withWorkers(2).withCores(Cores.BARE)))
                .isEqualTo(expected);
        assertThat(run(script.interpreted(), given, c -> c.withSeed(1))).isEqualTo(expected);
        for (long seed = 1; seed <= SEEDS; seed++) {
            long chance = seed;
            assertThat(run(script, given, c -> c.withSeed(chance))).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rules.jan, 8",
        "wordcount.jan, 8",
        "jobs.jan, 7",
        "bank.jan, 6",
        "nbody.jan, 6",
        "maze.jan, 7",
        "jsontext.jan, 6"
    })
    void tests_ofTheScripts_pass(String name, int count) throws Exception {
        Script script = compiled(name);

        assertThat(script.tests()).hasSize(count);
        assertThat(script.warnings()).isEmpty();
        for (String title : script.tests()) {
            try (var scheduler =
                    Scheduler.open(c -> c.withSeed(1).withProfile(script.profile().ofRuntime()))) {
                ScriptResult result = script.runTest(scheduler.tenant(), PLENTY, title);
                assertThat(result.failure()).as(title).isEmpty();
            }
        }
    }
}
