package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.language.internal.emit.Emitter;
import dev.stint.language.internal.emit.Image;
import dev.stint.language.internal.qtjir.Passes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loops with a copy that counts nothing: wherever they are left, they have paid for what they did.
 */
class PaidAheadTest {
    private static final Budget PLENTY = new Budget(10_000_000, 1L << 30, 10_000, 100_000, 0);

    private static ScriptResult assertSame(Script script, Budget budget) {
        ScriptResult one = Scripts.run(script.interpreted(), budget);
        ScriptResult other = Scripts.runOnThreads(script, budget);
        for (ScriptResult result : List.of(other, Scripts.run(script, budget))) {
            assertThat(result.receipt()).as("%s", budget).isEqualTo(one.receipt());
            assertThat(result.value()).isEqualTo(one.value());
            assertThat(result.failure().map(Throwable::getMessage))
                    .isEqualTo(one.failure().map(Throwable::getMessage));
        }
        return other;
    }

    private static long copies(String text) throws Exception {
        Image image =
                Emitter.emit(Passes.optimised(Scripts.lowered(text)), "rules.jan", "main"::equals);
        byte[] bytes =
                Objects.requireNonNull(image.classes().get(image.modules().iterator().next()));
        List<String> names = new ArrayList<>();
        for (var method : ClassFile.of().parse(bytes).methods()) {
            method.code()
                    .orElseThrow()
                    .forEach(
                            element -> {
                                if (element instanceof InvokeInstruction call) {
                                    names.add(call.name().stringValue());
                                }
                            });
        }
        return names.stream().filter("stop"::equals).count();
    }

    /** Each has one loop of which there is a copy. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "var s = 0\nfor i in 0..<1500 do s = s ^ i end\nreturn s",
                """
                var s = 0
                for i in 0..<1500 do
                    continue when i % 3 == 0
                    s = s ^ i
                end
                return s
                """,
                "var s = 0\nfor i in 0..<1500 do\nbreak when i == 1200\ns = s ^ i\nend\nreturn s",
                "for i in 0..<1500 do\nreturn i when i * 7 % 8000 == 7000\nend\nreturn 0",
                "let a = array(1200, 1)\nfor i in 0..<1500 do a[i] = i end\nreturn a[3]",
                "var s = 0\nfor i in 0..<1500 do s = s + 700 / (1100 - i) end\nreturn s",
                "var s = 0\nfor i in 0..<1500 do\nif i > 700 do s = s * 3 + i end\nend\nreturn s",
                "var s = 0\nfor k in 0..<40 do\nfor i in k..<30 do s = s ^ i end\nend\nreturn s",
                "var s = 0\nfor i in 2147483600..<2147483647 do s = s ^ i end\nreturn s",
                "var s = 0\nfor i in 0 - 2147483648..<0 - 2147483600 do s = s ^ i end\nreturn s",
                """
                let a = array(90, 3)
                var s = 0
                for k in 0..<90 do
                    for i in 0..<80 do
                        let view = a[2..<60]
                        s = s ^ view[i % 58] ^ a[i + k % 10]
                        if s > 70 do
                            let half = s / 2
                            s = half
                        else
                            s = s + 5
                        end
                    end
                end
                return s\
                """,
            })
    void run_withAndWithoutTheMoney_isWhatTheInterpreterSays(String body) throws Exception {
        String text = "func main() -> i64 do\n" + body + "\nend\n";
        Script script = Scripts.compile(text);
        assertThat(copies(text)).isEqualTo(1);

        ScriptResult whole = assertSame(script, PLENTY);

        long spent = whole.receipt().spent().ops();
        for (long ops : new long[] {1, 2, 3, 17, 500, 1022, 1023, 1024, 1025, 1026, 1190, 1499}) {
            ScriptResult poor = assertSame(script, PLENTY.withOps(ops));
            assertThat(poor.receipt().debt().ops()).isZero();
            if (ops < spent) {
                assertThat(poor.failure().orElseThrow())
                        .isInstanceOf(BudgetExhaustedException.class);
            }
        }
    }

    /** What pays or looks within a round, and what is not known to be a range of ints. */
    @Test
    void emit_otherLoops_areWrittenOnce() throws Exception {
        String text =
                """
                func f(n: i64) -> i64 do return n end
                func main(n: i64) -> i64 do
                    var s = 0
                    for i in 0..<n do s = s ^ i end
                    for i in 0..<9 do s = s ^ f(i) end
                    for i in 0..9 do s = s ^ i end
                    for i in 0..<9 do s = s + String(i).len end
                    return s
                end
                """;

        assertThat(copies(text)).isZero();
    }
}
