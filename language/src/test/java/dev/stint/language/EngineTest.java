package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.language.engine.StintEngine;
import dev.stint.language.engine.StintEngineFactory;
import java.io.StringReader;
import java.io.StringWriter;
import javax.script.Compilable;
import javax.script.CompiledScript;
import javax.script.ScriptContext;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;
import org.junit.jupiter.api.Test;

/** Scripts through {@code javax.script}. */
class EngineTest {
    private final ScriptEngine engine = new ScriptEngineManager().getEngineByName("stint");

    @Test
    void manager_findsTheEngine_byNameExtensionAndType() {
        var manager = new ScriptEngineManager();

        assertThat(engine).isInstanceOf(StintEngine.class);
        assertThat(manager.getEngineByExtension("jan")).isInstanceOf(StintEngine.class);
        assertThat(manager.getEngineByMimeType("text/x-jan")).isInstanceOf(StintEngine.class);
        assertThat(engine.getFactory().getParameter(ScriptEngine.LANGUAGE)).isEqualTo("jan");
    }

    @Test
    void eval_parametersOfMain_comeFromTheBindings() throws Exception {
        engine.put("n", 21L);
        engine.put("name", "x");

        assertThat(
                        engine.eval(
                                "func main(n: i64, name: String) -> String do"
                                        + " return String(n * 2) + name end"))
                .isEqualTo("42x");
        assertThat(engine.eval(new StringReader("func main() do end"))).isNull();
        assertThatThrownBy(() -> engine.eval("func main(other: i64) do end"))
                .isInstanceOf(ScriptException.class)
                .hasMessageContaining("no binding has this name");
        assertThatThrownBy(() -> engine.eval("func main(name: i64) do end"))
                .isInstanceOf(ScriptException.class)
                .hasMessageContaining("Give it a fitting value");
    }

    @Test
    void eval_output_goesToTheWriterOfTheContext() throws Exception {
        var out = new StringWriter();
        engine.getContext().setWriter(out);

        engine.eval(new StintEngineFactory().getProgram("println(\"a\")", "println(1)"));

        assertThat(out).hasToString("a\n1\n");
    }

    @Test
    void eval_wrongText_saysWhere() {
        assertThatThrownBy(() -> engine.eval("func main() do\n  nothing()\nend"))
                .isInstanceOfSatisfying(
                        ScriptException.class,
                        e -> {
                            assertThat(e.getLineNumber()).isEqualTo(2);
                            assertThat(e.getColumnNumber()).isEqualTo(3);
                            assertThat(e.getFileName()).isEqualTo("script.jan");
                        });
        assertThatThrownBy(() -> engine.eval("func f() do end"))
                .isInstanceOf(ScriptException.class)
                .hasMessageContaining("no function 'main'");
    }

    @Test
    void eval_budgetTenantAndLibrary_areTakenFromTheBindings() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1))) {
            var context = engine.getContext();
            context.setAttribute(
                    StintEngine.TENANT, scheduler.tenant(), ScriptContext.ENGINE_SCOPE);
            context.setAttribute(
                    StintEngine.BUDGET,
                    new Budget(1_000, 10_000, 10, 10, 0),
                    ScriptContext.ENGINE_SCOPE);
            context.setAttribute(
                    StintEngine.LIBRARY,
                    Library.none().withFunction("seven() -> i64", 1, _ -> 7L),
                    ScriptContext.ENGINE_SCOPE);

            assertThat(engine.eval("func main() -> i64 do return seven() end")).isEqualTo(7L);
            assertThatThrownBy(() -> engine.eval("func main() do loop do end end"))
                    .isInstanceOf(ScriptException.class)
                    .hasCauseInstanceOf(BudgetExhaustedException.class);
            assertThat(scheduler.tenant().ledger().spent().ops()).isGreaterThan(1_000);
        }
    }

    @Test
    void eval_settingOfTheWrongType_isRefused() {
        engine.put(StintEngine.BUDGET, "much");

        assertThatThrownBy(() -> engine.eval("func main() do end"))
                .isInstanceOf(ScriptException.class)
                .hasMessageContaining("Give it a dev.stint.budget.Budget");
    }

    @Test
    void compile_once_runsOften() throws Exception {
        CompiledScript script =
                ((Compilable) engine).compile("func main(n: i64) -> i64 do return n + 1 end");
        for (long i = 0; i < 3; i++) {
            var bindings = engine.createBindings();
            bindings.put("n", i);
            assertThat(script.eval(bindings)).isEqualTo(i + 1);
        }
    }

    @Test
    void outputStatement_escapesItsText() throws Exception {
        var out = new StringWriter();
        engine.getContext().setWriter(out);
        var factory = new StintEngineFactory();

        engine.eval(factory.getProgram(factory.getOutputStatement("a\"b\\c\n")));

        assertThat(out).hasToString("a\"b\\c\n\n");
    }
}
