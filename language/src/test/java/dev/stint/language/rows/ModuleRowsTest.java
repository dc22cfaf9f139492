package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.language.Library;
import dev.stint.language.ModuleSource;
import dev.stint.language.Script;
import dev.stint.language.ScriptResult;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of the public project's tests: what programs of several files do. */
@Timeout(60)
class ModuleRowsTest {
    private static final String CALC =
            """
            pub const TEN = 10
            pub func add(a: i64, b: i64) -> i64 do a + b end
            """;
    private static final String DEEPER =
            """
            import calc
            pub struct Box { n: i64 }
            pub func boxed(n: i64) -> Box do
                return Box { n: calc.add(n, 1) }
            end
            """;
    private static final Library MODULES =
            Library.none().withModules(ModuleSource.of(Map.of("calc", CALC, "deep.er", DEEPER)));

    @ParameterizedTest
    @DisplayName("imports")
    @CsvSource(
            delimiter = '|',
            value = {
                "import calc         | calc.add(40, 2)",
                "import calc as c    | c.add(c.TEN * 4, 2)",
                "use calc.{add, TEN} | add(TEN + TEN, 22)",
                "import deep.er      | er.boxed(41).n",
                "use deep.er.{Box}   | Box { n: 42 }.n",
                "import std.math     | math.max(42, 1)"
            })
    void imports(String head, String expression) throws Exception {
        Script script =
                Script.compile(
                        "main.jan",
                        head + "\nfunc main() -> i64 do return " + expression + " end",
                        MODULES);
        try (var scheduler = Scheduler.open(c -> c.withSeed(1))) {
            ScriptResult result = script.run(scheduler.tenant());
            assertThat(result.value()).contains(42L);
        }
    }
}
