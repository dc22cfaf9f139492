package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.language.Scripts;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Program;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Scenarios for async, await, spawn and nurseries, by the names under which the language's own
 * project has them. The programs are ours.
 */
class AsyncRowsTest {
    private static final String WORK =
            Scripts.SERVICE
                    + """
                    async func compute(n: i64) -> i64 do return n * 2 end
                    func say(n: i64) do println(n) end
                    func plain() -> i64 do return 1 end
                    """;

    private static Program lowered(String body) {
        return Scripts.lowered(WORK + "async func main() do\n" + body + "\nend\n");
    }

    private static Graph main(String body) {
        return lowered(body).graph("main");
    }

    private static String output(String body) {
        return Scripts.output(WORK + "async func main() do\n" + body + "\nend\n");
    }

    private static List<Node> nodes(Graph graph, Opcode opcode) {
        return graph.nodes().stream().filter(node -> node.opcode() == opcode).toList();
    }

    @Test
    @DisplayName("async function declaration parses")
    void asyncFunctionDeclarationParses() {
        assertThat(Scripts.errors(WORK)).isEmpty();
    }

    @Test
    @DisplayName("await expression parses")
    void awaitExpressionParses() {
        assertThat(main("let x = await compute(1)").count(Opcode.Call)).isEqualTo(1);
    }

    @Test
    @DisplayName("regular function still works")
    void regularFunctionStillWorks() {
        assertThat(Scripts.value("func main() -> i64 do return 7 end")).isEqualTo(7L);
    }

    /** [MODULE:opcodes] await becomes Await. */
    @Test
    @DisplayName("Await expression creates Await opcode")
    void awaitExpressionCreatesAwaitOpcode() {
        Graph graph = main("nursery do\nlet t = spawn compute(1)\nlet x = await t\nend");

        assertThat(nodes(graph, Opcode.Await)).hasSize(1);
        assertThat(nodes(graph, Opcode.Await).getFirst().input(0))
                .isEqualTo(nodes(graph, Opcode.Spawn).getFirst().id());
    }

    /** [MODULE:opcodes] async becomes Async_Call. */
    @Test
    @DisplayName("async expression creates Async_Call opcode")
    void asyncExpressionCreatesAsyncCall() {
        String body = "nursery do\nlet t = async compute(4)\nprintln(await t)\nend";

        assertThat(main(body).count(Opcode.Async_Call)).isEqualTo(1);
        assertThat(output(body)).isEqualTo("8\n");
    }

    @Test
    @DisplayName("Spawn expression parses correctly")
    void spawnExpressionParsesCorrectly() {
        assertThat(main("nursery do spawn say(1) end").count(Opcode.Nursery_Begin)).isEqualTo(1);
    }

    /** [MODULE:opcodes] [SCHED:11.1.1] a nursery becomes Nursery_Begin and Nursery_End. */
    @Test
    @DisplayName("Nursery statement creates Nursery_Begin and Nursery_End opcodes")
    void nurseryStatementCreatesBeginAndEnd() {
        Graph graph = main("nursery do end");

        assertThat(graph.count(Opcode.Nursery_Begin)).isEqualTo(1);
        assertThat(graph.count(Opcode.Nursery_End)).isPositive();
    }

    @Test
    @DisplayName("Nursery_End links to Nursery_Begin")
    void nurseryEndLinksToNurseryBegin() {
        Graph graph = main("nursery do end");
        int begin = nodes(graph, Opcode.Nursery_Begin).getFirst().id();

        assertThat(nodes(graph, Opcode.Nursery_End)).allMatch(end -> end.input(0) == begin);
    }

    /** [SCHED:11.1.1] Budget_Check and Budget_Decrement stand where a program pays. */
    @Test
    @DisplayName("Budget opcodes are emitted")
    void budgetOpcodesAreEmitted() {
        Graph graph = main("var i = 0\nwhile i < 3 do\nsay(i)\nyield\ni += 1\nend");

        assertThat(graph.count(Opcode.Budget_Check)).isEqualTo(2);
        assertThat(graph.count(Opcode.Budget_Decrement)).isEqualTo(2);
        assertThat(graph.count(Opcode.Yield)).isEqualTo(1);
    }

    /** [SCHED:11.1.1] [SCHED:11.2.1] a spawned block is a task of its own, CPU_Parallel. */
    @Test
    @DisplayName("Task_Create for a spawned block")
    void taskCreateForASpawnedBlock() {
        Program program = lowered("let n = 3\nnursery do\nspawn do say(n) end\nend");
        Node create = nodes(program.graph("main"), Opcode.Task_Create).getFirst();

        assertThat(create.tenancy()).hasToString("CPU_Parallel");
        assertThat(program.graph(create.name()).tenancy()).hasToString("CPU_Parallel");
        assertThat(program.graph("say").tenancy()).hasToString("CPU_Serial");
    }

    @Test
    @DisplayName("Async function E2E execution (blocking model)")
    void asyncFunctionExecution() {
        assertThat(output("print(await compute(21))")).isEqualTo("42\n");
    }

    @Test
    @DisplayName("Nursery block generates Begin/End opcodes")
    void nurseryBlockGeneratesBeginAndEnd() {
        Graph graph = main("nursery do\nspawn say(1)\nreturn when 1 > 0\nend");

        assertThat(graph.count(Opcode.Nursery_Begin)).isEqualTo(1);
        assertThat(graph.count(Opcode.Nursery_End)).isGreaterThanOrEqualTo(2);
    }

    @Test
    @DisplayName("Spawn with arguments generates thunk and janus_nursery_spawn call")
    void spawnWithArguments() {
        Node spawn = nodes(main("nursery do spawn say(5) end"), Opcode.Spawn).getFirst();

        assertThat(spawn.name()).isEqualTo("say");
        assertThat(spawn.inputs()).hasSize(1);
    }

    @Test
    @DisplayName("Multiple spawns in nursery")
    void multipleSpawnsInNursery() {
        assertThat(
                        main("nursery do\nspawn say(1)\nspawn say(2)\nspawn say(3)\nend")
                                .count(Opcode.Spawn))
                .isEqualTo(3);
    }

    @Test
    @DisplayName("Multiple spawns E2E execution")
    void multipleSpawnsExecution() {
        assertThat(output("nursery do\nspawn say(1)\nspawn say(2)\nspawn say(3)\nend").lines())
                .containsExactlyInAnyOrder("1", "2", "3");
    }

    @Test
    @DisplayName("Await E2E execution")
    void awaitExecution() {
        assertThat(output("print(await compute(50))")).isEqualTo("100\n");
    }

    @Test
    @DisplayName("Error propagation in nursery")
    void errorPropagationInNursery() {
        String text =
                Scripts.SERVICE
                        + """
                        func minus() -> i64 do
                            println(1)
                            return -1
                        end
                        func plus() do println(2) end
                        func main() do
                            nursery do
                                spawn minus()
                                spawn plus()
                            end
                            println(99)
                        end
                        """;

        assertThat(Scripts.output(text).lines()).containsExactlyInAnyOrder("1", "2", "99");
        assertThat(Scripts.output(text)).endsWith("99\n");
    }

    // ---- where spawn and await may stand

    @Test
    @DisplayName("spawn inside nursery is valid")
    void spawnInsideNurseryIsValid() {
        assertThat(Scripts.errors(WORK + "func main() do nursery do spawn say(1) end end"))
                .isEmpty();
    }

    @Test
    @DisplayName("await inside async function is valid")
    void awaitInsideAsyncFunctionIsValid() {
        assertThat(Scripts.errors(WORK + "async func f() do let x = await compute(1) end"))
                .isEmpty();
    }

    @Test
    @DisplayName("Semantic: spawn outside nursery produces N1001 error")
    void spawnOutsideNurseryIsInvalid() {
        assertThat(Scripts.errors(WORK + "func f() do spawn say(1) end")).containsExactly("N1001");
    }

    @Test
    @DisplayName("Semantic: await outside async produces N1002 error")
    void awaitOutsideAsyncIsInvalid() {
        assertThat(Scripts.errors(WORK + "func f() do let x = await plain() end"))
                .containsExactly("N1002");
    }

    @Test
    @DisplayName("Nursery_Begin always paired with Nursery_End")
    void beginAlwaysPairedWithEnd() {
        Graph graph = main("nursery do\nreturn when 2 > 1\nspawn say(1)\nend");

        assertThat(graph.count(Opcode.Nursery_Begin)).isEqualTo(1);
        assertThat(graph.count(Opcode.Nursery_End)).isGreaterThanOrEqualTo(2);
    }

    @Test
    @DisplayName("Nested nurseries maintain proper scope")
    void nestedNurseries() {
        Graph graph = main("nursery do\nnursery do\nspawn say(1)\nend\nspawn say(2)\nend");

        assertThat(graph.count(Opcode.Nursery_Begin)).isEqualTo(2);
        assertThat(graph.count(Opcode.Nursery_End)).isGreaterThanOrEqualTo(2);
    }

    @Test
    @DisplayName("Multiple defers execute in LIFO order")
    void multipleDefers() {
        assertThat(output("defer say(1)\ndefer say(2)\ndefer say(3)")).isEqualTo("3\n2\n1\n");
    }
}
