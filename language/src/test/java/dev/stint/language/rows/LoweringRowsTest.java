package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.language.Script;
import dev.stint.language.Scripts;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.profile.LanguageProfile;
import dev.stint.language.profile.LanguageProfile.Feature;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios for what the compiler makes of tasks, by the names of the language's own project. */
class LoweringRowsTest {
    private static final String WORK =
            Scripts.SERVICE
                    + """
                    func work() -> i64 do return 1 end
                    async func slow(n: i64) -> i64 do return n end
                    """;

    private static Graph main(String body) {
        return Scripts.lowered(WORK + "async func main() do\n" + body + "\nend\n").graph("main");
    }

    /** Here it is a class file that is made. */
    @Test
    @DisplayName("Async function compiles to LLVM IR")
    void asyncFunctionCompiles() {
        Script script = Scripts.compile(WORK + "async func main() -> i64 do return 3 end");

        assertThat(script.isCompiled()).isTrue();
        assertThat(script.intermediateCode()).contains("graph @main() -> i64");
    }

    @Test
    @DisplayName("Spawn generates janus_nursery_spawn_noarg call")
    void spawnWithoutArguments() {
        Graph graph = main("nursery do spawn work() end");
        Node spawn =
                graph.nodes().stream()
                        .filter(node -> node.opcode() == Opcode.Spawn)
                        .findFirst()
                        .orElseThrow();

        assertThat(spawn.name()).isEqualTo("work");
        assertThat(spawn.inputs()).isEmpty();
    }

    /** Awaiting a call is the call. */
    @Test
    @DisplayName("Await expression lowering")
    void awaitOfACall() {
        Graph graph = main("let x = await slow(1)\nprintln(x)");

        assertThat(graph.count(Opcode.Call)).isEqualTo(1);
        assertThat(graph.count(Opcode.Await)).isZero();
    }

    @ParameterizedTest
    @DisplayName("spawn outside nursery is invalid")
    @ValueSource(
            strings = {
                "func main() do spawn work() end",
                "func main() do nursery do let f = func() do spawn work() end end end",
                "func main() do nursery do spawn do spawn work() end end end",
                "func main() do let t = async slow(1) end"
            })
    void spawnOutsideOfANursery(String text) {
        assertThat(Scripts.errors(WORK + text)).contains("N1001");
    }

    @ParameterizedTest
    @DisplayName("await outside async function is invalid")
    @ValueSource(
            strings = {
                "func f() do let x = await slow(1) end\nfunc main() do f() end",
                "func f(t: Task[i64]) do println(await t) end\nfunc main() do end",
                "test \"t\" do let x = await slow(1) end\nfunc f() do println(slow(2)) end"
            })
    void awaitOutsideOfAsync(String text) {
        assertThat(Scripts.errors(WORK + text)).contains("N1002");
    }

    /** Ours: loops and branches are allowed and paid; closures and tasks are not there. */
    @Test
    @DisplayName("PROF-008 compute limits branching")
    void computeLimits() {
        String head = "{.profile: compute.}\n";

        assertThat(Scripts.errors(head + "func main() do for i in 0..<3 do println(i) end end"))
                .isEmpty();
        assertThat(Scripts.errors(head + "func main() do let f = func() do end end"))
                .containsOnly("S0100");
        assertThat(Scripts.errors(head + "func main() do nursery do end end"))
                .containsOnly("S0100");
        assertThat(LanguageProfile.COMPUTE.allows(Feature.CONCURRENCY)).isFalse();
    }
}
