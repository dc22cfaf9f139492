package dev.stint.language.internal.qtjir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.language.Samples;
import dev.stint.language.Scripts;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ProgramTextTest {
    @Test
    void read_ofWhatWasPrinted_printsTheSame() throws Exception {
        for (String sample : Samples.ALL) {
            Program program = Scripts.lowered(sample);
            String text = ProgramText.of(program);

            Program again = ProgramReader.read(text);

            assertThat(ProgramText.of(again)).isEqualTo(text);
            assertThat(Verifier.check(again)).isEmpty();
            assertThat(ProgramText.of(Passes.optimised(again)))
                    .isEqualTo(ProgramText.of(Passes.optimised(program)));
        }
    }

    @Test
    void of_oddNamesAndNumbers_areKept() throws Exception {
        String text =
                """
                graph @"test:a \\"b\\"\\u000a" () -> void {
                  %0 = Constant real(NaN) : f64 @1
                  %1 = Constant -0.0 : f64
                  %2 = Constant 1.0E-300 : f64
                  %3 = Constant "\\u00e4\\\\" : String
                  %4 = Constant -9223372036854775808 : i64
                  %5 = Return : void
                }
                """
                        .replace("\" ()", "\"()");

        assertThat(ProgramText.of(ProgramReader.read(text))).isEqualTo(text);
    }

    /** [MODULE:lowering] the example of the module's description. */
    @Test
    void of_nursery_readsLikeTheSpecification() {
        Program program =
                Scripts.lowered(
                        Scripts.SERVICE
                                + """
                                func compute(x: i64) do end
                                func main() do
                                    let x = 1
                                    nursery do
                                        spawn compute(x)
                                        spawn compute(x)
                                    end
                                end
                                """);
        Graph main = program.graph("main");
        String text = ProgramText.of(main);

        assertThat(text).containsPattern("%\\d+ = Spawn @compute, %\\d+ : Task\\[void\\]");
        assertThat(main.count(Opcode.Nursery_Begin)).isEqualTo(1);
        assertThat(main.count(Opcode.Spawn)).isEqualTo(2);
        int begin = first(main, Opcode.Nursery_Begin).id();
        assertThat(first(main, Opcode.Nursery_End).input(0)).isEqualTo(begin);
    }

    private static Node first(Graph graph, Opcode opcode) {
        return graph.nodes().stream()
                .filter(node -> node.opcode() == opcode)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void read_brokenText_saysTheLine() {
        assertThatThrownBy(() -> ProgramReader.read("graph @f() -> i64 {\n  %0 = Fly : i64\n}\n"))
                .isInstanceOf(ProgramReader.UnreadableException.class)
                .hasMessageContaining("line 2: expected an opcode");
    }

    @Test
    void read_mutatedText_isReadAndVerifiedOrRefused() {
        String text = ProgramText.of(Scripts.lowered(Samples.TASKS));
        for (long seed = 0; seed < 300; seed++) {
            var random = new SplittableRandom(seed);
            var mutated = new StringBuilder(text);
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                int at = random.nextInt(mutated.length() - 8);
                switch (random.nextInt(3)) {
                    case 0 -> mutated.delete(at, at + random.nextInt(8));
                    case 1 -> mutated.setCharAt(at, (char) ('0' + random.nextInt(10)));
                    default -> mutated.insert(at, mutated.substring(at, at + random.nextInt(8)));
                }
            }
            verified(mutated.toString(), seed);
        }
    }

    private static void verified(String text, long seed) {
        try {
            Program program = ProgramReader.read(text);
            if (Verifier.check(program).isEmpty()) {
                Passes.optimised(program);
            }
        } catch (ProgramReader.UnreadableException e) {
            assertThat(e).hasMessageMatching("(?s).+");
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + "\n" + text, e);
        }
    }
}
