package dev.stint.language.internal.qtjir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.language.Samples;
import dev.stint.language.Scripts;
import org.junit.jupiter.api.Test;

class PassesTest {
    private static Graph main(String text) {
        return Passes.optimised(Scripts.lowered(text)).graph("main");
    }

    @Test
    void optimised_constants_areFolded() {
        Graph graph = main("func main() -> i64 do return (2 + 3) * 4 - 6 / 2 end");

        assertThat(graph.nodes()).hasSize(2);
        assertThat(graph.node(0).payload()).isEqualTo(new Payload.OfInt(17));
    }

    @Test
    void optimised_overflowAndDivisionByZero_areLeftToTheRun() {
        Graph graph = main("func main() -> i64 do return 9223372036854775807 + 1 / 0 end");

        assertThat(graph.count(Opcode.Div)).isEqualTo(1);
        assertThat(graph.count(Opcode.Add)).isEqualTo(1);
    }

    @Test
    void optimised_branchesThatAreNeverTaken_areGone() {
        Graph graph =
                main(
                        """
                        func main() -> i64 do
                            if 1 > 2 do
                                return 1
                            end
                            return 2
                        end
                        """);

        assertThat(graph.count(Opcode.Branch)).isZero();
        assertThat(graph.count(Opcode.Return)).isEqualTo(1);
    }

    @Test
    void optimised_valuesThatMayTrap_areKeptThoughUnused() {
        Graph graph = main("func main(n: i64) do let a = n / 0\n let b = n\n end");

        assertThat(graph.count(Opcode.Div)).isEqualTo(1);
    }

    @Test
    void join_neighbours_becomeOneChargeOfTheSameSum() {
        String text =
                """
                struct P { x: i64 }
                func f(p: P) do end
                func main() do f(P { x: 1 }) end
                """;
        Graph before = Scripts.lowered(text).graph("main");
        Graph after = main(text);

        assertThat(before.count(Opcode.Budget_Decrement)).isEqualTo(2);
        assertThat(after.count(Opcode.Budget_Decrement)).isEqualTo(1);
        assertThat(ops(after)).isEqualTo(ops(before)).isEqualTo(2);
    }

    @Test
    void join_acrossATrap_doesNotHappen() {
        Graph graph =
                main(
                        """
                        struct P { x: i64 }
                        func main(n: i64) -> i64 do
                            let a = P { x: n }
                            let b = P { x: n + 1 }
                            return a.x + b.x
                        end
                        """);

        assertThat(graph.count(Opcode.Budget_Decrement)).isEqualTo(2);
    }

    @Test
    void lower_callsThatFollowEachOther_arePaidAtTheFirst() {
        Graph graph =
                main(
                        """
                        func f(n: i64) -> i64 do return n end
                        func main(n: i64) -> i64 do
                            let sum = f(n) + f(n + 1) + f(n + 2)
                            return sum when n > 5
                            return f(n)
                        end
                        """);

        assertThat(graph.nodes().stream().map(Node::payload))
                .filteredOn(Payload.OfCost.class::isInstance)
                .containsExactly(new Payload.OfCost(3, 0), new Payload.OfCost(1, 0));
    }

    @Test
    void optimised_samples_keepTheirCharges() {
        for (String sample : Samples.ALL) {
            Program before = Scripts.lowered(sample);
            Program after = Passes.optimised(before);
            for (Graph graph : before.graphs()) {
                assertThat(ops(after.graph(graph.name()))).isLessThanOrEqualTo(ops(graph));
                assertThat(after.graph(graph.name()).count(Opcode.Budget_Check))
                        .isLessThanOrEqualTo(graph.count(Opcode.Budget_Check));
            }
        }
    }

    private static long ops(Graph graph) {
        return graph.nodes().stream()
                .map(Node::payload)
                .filter(p -> p instanceof Payload.OfCost)
                .mapToLong(p -> ((Payload.OfCost) p).ops())
                .sum();
    }
}
