package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import dev.stint.language.internal.emit.Emitter;
import dev.stint.language.internal.emit.Image;
import dev.stint.language.internal.qtjir.Passes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known about integers takes checks away, and never one that is needed. */
class RangesTest {
    private static final Budget PLENTY = new Budget(10_000_000, 1L << 30, 10_000, 100_000, 0);

    private static List<String> made(String text) throws Exception {
        Image image =
                Emitter.emit(Passes.optimised(Scripts.lowered(text)), "rules.jan", "main"::equals);
        byte[] bytes =
                Objects.requireNonNull(image.classes().get(image.modules().iterator().next()));
        List<String> found = new ArrayList<>();
        for (var method : ClassFile.of().parse(bytes).methods()) {
            method.code()
                    .orElseThrow()
                    .forEach(
                            e -> {
                                if (e instanceof InvokeInstruction call) {
                                    found.add(call.name().stringValue());
                                } else if (e instanceof OperatorInstruction operator) {
                                    found.add(operator.opcode().name());
                                }
                            });
        }
        return found;
    }

    @Test
    void emit_indexOfLoop_isAnIntWithoutChecks() throws Exception {
        List<String> made =
                made(
                        """
                        func main() -> i64 do
                            let a = array(6400, 1)
                            for i in 0..<80 do
                                for k in 0..<80 do a[i * 80 + k] = k - i end
                            end
                            return a[7]
                        end
                        """);

        assertThat(made).contains("IMUL", "IADD", "ISUB", "place");
        assertThat(made).doesNotContain("add", "subtract", "multiply", "LMUL");
    }

    @Test
    void emit_stepBehindAnIndex_isNotChecked() throws Exception {
        List<String> made =
                made(
                        """
                        func find(a: []i64, from: i64) -> i64 do
                            var i = from
                            while a[i] < 5 do i += 1 end
                            return i
                        end
                        func main() -> i64 do return find(array(3, 7), 0) end
                        """);

        assertThat(made).doesNotContain("add");
    }

    @Test
    void emit_sumWithoutABound_isChecked() throws Exception {
        List<String> made =
                made(
                        """
                        func main() -> i64 do
                            var sum = 0
                            for i in 0..<80 do sum += i * i end
                            return sum
                        end
                        """);

        assertThat(made).contains("add", "IMUL").doesNotContain("multiply");
    }

    /** Each is near the end of a type, or changes a variable behind what was known about it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                var s = 0
                for i in 9223372036854775800..9223372036854775807 do s = i end
                return s
                """,
                "var s = 0\nfor i in 2147483640..<2147483660 do s += i + 1 end\nreturn s",
                "var s = 0\nfor i in 0..<3 do s = s * 2147483647 + 2147483647 end\nreturn s",
                "var s = 1\nfor i in 0..<70 do s = s * 2 end\nreturn s",
                "var s = 1\nfor i in 0..<70 do s = s - 9223372036854775807 end\nreturn s",
                "var x = 2147483647\nvar y = x + 1\nif y > 5 do y = y * x end\nreturn y * 2",
                "var x = 0 - 9223372036854775807\nx = x - 1\nlet z = x / (0 - 1)\nreturn z",
                "let a = array(4, 2)\nvar i = 3\na[i] = 5\ni += 1\nreturn a[i]",
                "let a = array(4, 2)\nvar i = 0\nwhile i < 9 do\na[i] = i\ni += 3\nend\nreturn 1",
                "let a = array(4, 2)\nvar i = 3\nwhile i < 9 do\na[i] = i\ni -= 1\nend\nreturn 1",
                """
                let a = array(4, 2)
                var i = 1
                let j = i
                i = 99999999999
                return a[j] + i + a[i]
                """,
                "let a = array(4, 2)\nreturn a[4294967297]",
                "let a = array(2, 9223372036854775807)\na[1] = 3\nvar x = a[1]\nlet old = x\n"
                        + "x = a[0]\nif old < 5 do x = x + 1 end\nreturn x",
                "let a = array(4, 2)\nfor i in 0..<5 do a[i] = a[3 - i] end\nreturn 1",
                "let a = array(4, 2)\na[7] = 5 / (a[0] - 2)\nreturn 1",
                "var n = 7\nwhile n < 5000000000 do n = n * n end\nreturn n",
                "var n = 10\nwhile n > 0 - 5000000000 do n = n * 2 - 100 end\nreturn n",
                "let small: i32 = 2147483647\nvar r = small\nr = r + 1\nreturn i64(r)",
                "var b: u8 = 250\nfor i in 0..<10 do b = b + 1 end\nreturn i64(b)",
                "var s = 0\nfor i in 0..<100 do s = (s + i) % 7 end\nreturn s * 1000",
                "var s = 0 - 50\nfor i in 1..<100 do s = s % i - 3 end\nreturn s",
                "var i = 5\nwhile i != 0 do i -= 1 end\nreturn i - 1",
                """
                var s = 0
                for i in 0..<9 do
                    continue when i == 4
                    s += i
                    break when i > 6
                end
                return s
                """,
                """
                var s = 0
                for i in 0..<40 do
                    var k = i
                    while k < 4000000000 do k = k * 3 + 1 end
                    s += k
                end
                return s\
                """,
                """
                var x = 5
                let bump = fn () do x = 9223372036854775807 end
                if x < 10 do
                    bump()
                    x = x + 1
                end
                return x\
                """,
            })
    void run_compiled_isWhatTheInterpreterSays(String body) {
        String text = "func main() -> i64 do\n" + body + "\nend\n";
        Script script = Scripts.compile(text);
        assertThat(script.isCompiled()).isTrue();

        ScriptResult one = Scripts.run(script.interpreted(), PLENTY);
        ScriptResult other = Scripts.runOnThreads(script, PLENTY);

        assertThat(other.value()).isEqualTo(one.value());
        assertThat(other.failure().map(Throwable::getMessage))
                .isEqualTo(one.failure().map(Throwable::getMessage));
        assertThat(other.receipt()).isEqualTo(one.receipt());
    }

    /** A panic in a nursery's body goes on where nothing is known. */
    @Test
    void run_variableChangedBeforeSomethingIsThrown_isNotBelievedToBeWhatItWas() {
        String text =
                Scripts.SERVICE
                        + """
                        error E { Odd }
                        func bad() -> i64 ! E do fail E.Odd end
                        async func main() -> i64 do
                            var x = 1
                            nursery do
                                x = 9223372036854775807
                                spawn bad()
                                sleep(1000)
                                x = 2
                            end catch |e| do
                                x = x + 1
                            end
                            return x
                        end
                        """;
        Script script = Scripts.compile(text);

        ScriptResult one = Scripts.run(script.interpreted(), PLENTY);
        ScriptResult other = Scripts.run(script, PLENTY);

        assertThat(one.failure().orElseThrow()).hasMessageContaining("does not fit");
        assertThat(other.failure().orElseThrow()).hasMessageContaining("does not fit");
        assertThat(other.receipt()).isEqualTo(one.receipt());
    }
}
