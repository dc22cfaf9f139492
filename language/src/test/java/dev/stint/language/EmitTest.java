package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.language.internal.emit.Emitter;
import dev.stint.language.internal.emit.Image;
import dev.stint.language.internal.qtjir.Passes;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.LocalVariableInfo;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Class files of scripts. */
class EmitTest {
    private static final Budget PLENTY = new Budget(10_000_000, 1L << 30, 10_000, 100_000, 0);

    private static ScriptResult interpreted(String text, Budget budget) {
        return Scripts.run(Scripts.compile(text).interpreted(), budget);
    }

    private static ScriptResult compiled(String text, Budget budget) {
        Script script = Scripts.compile(text);
        assertThat(script.isCompiled()).isTrue();
        return Scripts.run(script, budget);
    }

    private static void assertSame(String text, Budget budget) {
        ScriptResult one = interpreted(text, budget);
        ScriptResult other = compiled(text, budget);
        assertThat(other.receipt()).isEqualTo(one.receipt());
        assertThat(other.value()).isEqualTo(one.value());
        assertThat(other.output()).isEqualTo(one.output());
        assertThat(other.failure().map(Throwable::getMessage))
                .isEqualTo(one.failure().map(Throwable::getMessage));
    }

    private static ClassModel mainClass(String text) throws Exception {
        Image image =
                Emitter.emit(Passes.optimised(Scripts.lowered(text)), "rules.jan", "main"::equals);
        return ClassFile.of()
                .parse(
                        Objects.requireNonNull(
                                image.classes().get(image.modules().iterator().next())));
    }

    @Test
    void run_samples_areAndCostWhatTheInterpreterSays() {
        Samples.ALL.forEach(text -> assertSame(text, PLENTY));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 9, 63, 64, 65, 1023, 1024, 1025, 4999})
    void run_loopWithoutTheMoney_hasSpentAllOfItToTheUnit(long ops) {
        String text =
                """
                func main() -> i64 do
                    var sum = 0
                    for i in 0..<1000 do
                        for k in 0..<10 do sum += i ^ k end
                    end
                    return sum
                end
                """;
        Budget poor = PLENTY.withOps(ops);

        ScriptResult result = compiled(text, poor);

        assertThat(result.failure().orElseThrow()).isInstanceOf(BudgetExhaustedException.class);
        assertThat(result.receipt().spent().ops()).isEqualTo(ops);
        assertThat(result.receipt().debt().ops()).isZero();
        assertSame(text, poor);
    }

    /** A round that weighs more than it pays for, and a function that costs nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                const SIZE = 8

                func main() -> i64 do
                    let left = array(SIZE * SIZE, 0.0)
                    let right = array(SIZE * SIZE, 0.0)
                    for i in 0..<SIZE do
                        for k in 0..<SIZE do
                            left[i * SIZE + k] = f64(i + 2 * k)
                            right[i * SIZE + k] = f64(i - k)
                        end
                    end
                    let product = array(SIZE * SIZE, 0.0)
                    for i in 0..<SIZE do
                        for k in 0..<SIZE do
                            var sum = 0.0
                            for m in 0..<SIZE do
                                sum += left[i * SIZE + m] * right[m * SIZE + k]
                            end
                            product[i * SIZE + k] = sum
                        end
                    end
                    return i64(product[3 * SIZE + 5] + product[6 * SIZE + 2])
                end
                """,
                """
                import std.math
                func main() -> f64 do
                    var sum = 0.0
                    for i in 0..<9 do sum += math.sqrt(f64(i)) end
                    return sum
                end
                """
            })
    void emit_loopInWhichNothingIsSeen_countsAndDoesNotLook(String text) throws Exception {
        List<String> called = calledIn(text);

        assertThat(called).contains("pay").doesNotContain("look", "ops1", "ops2");
        assertSame(text, PLENTY);
    }

    private static List<String> calledIn(String text) throws Exception {
        List<String> names = new ArrayList<>();
        for (var method : mainClass(text).methods()) {
            method.code()
                    .ifPresent(
                            code ->
                                    code.forEach(
                                            element -> {
                                                if (element instanceof InvokeInstruction call) {
                                                    names.add(call.name().stringValue());
                                                }
                                            }));
        }
        return names;
    }

    @Test
    void run_panicInACountingLoop_hasPaidTheRoundsBefore() {
        String text =
                """
                func at(a: []i64, i: i64) -> i64 do return a[i] end
                func main() -> i64 do
                    let a = array(10, 1)
                    var sum = at(a, 3)
                    for i in 0..100 do
                        sum += a[i]
                    end
                    return sum
                end
                """;

        ScriptResult result = compiled(text, PLENTY);

        assertThat(result.failure().orElseThrow())
                .hasMessage("P001: 10 is no index of 10 elements, in 'main' at line 6");
        assertSame(text, PLENTY);
    }

    @Test
    void run_callsTooDeep_panicAtTheCall() {
        String text =
                """
                func down(n: i64) -> i64 do
                    return down(n + 1)
                end
                func main() -> i64 do return down(0) end
                """;

        assertThat(compiled(text, PLENTY).failure().orElseThrow())
                .hasMessage(
                        "P007: 'down' is called at a depth of more than 1000, in 'down' at line 2");
        assertSame(text, PLENTY);
    }

    @Test
    void run_defersAndNurseries_cleanUpInTheSameOrder() {
        String text =
                Scripts.SERVICE
                        + """
                        error E { Bad }
                        func bad() -> i64 ! E do fail E.Bad end
                        func work(n: i64, c: Channel[i64]) do
                            defer println("end ", n)
                            c.send(n / (n - 2))
                        end
                        async func main() -> i64 do
                            let c = Channel[i64].buffered(8)
                            var seen = 0
                            defer do
                                seen += 1
                                println("seen ", seen)
                            end
                            nursery do
                                defer println("body")
                                spawn bad()
                                let never = c.recv()
                                println("got ", never)
                            end catch |e| do
                                println("caught ", e)
                            end
                            nursery do
                                for i in 0..3 do spawn work(i, c) end
                            end
                            return seen
                        end
                        """;

        assertThat(compiled(text, PLENTY).output()).contains("caught E.Bad", "seen 1");
        assertSame(text, PLENTY);
    }

    @Test
    void emit_function_hasLinesAndNamesForDebuggers() throws Exception {
        ClassModel model =
                mainClass(
                        """
                        func main(limit: i64) -> i64 do
                            var count = 0
                            while count < limit do
                                count += 1
                            end
                            return count
                        end
                        """);
        var code =
                model.methods().stream()
                        .filter(m -> m.methodName().equalsString("main"))
                        .findFirst()
                        .orElseThrow()
                        .findAttribute(Attributes.code())
                        .orElseThrow();
        List<String> names = new ArrayList<>();
        code.findAttribute(Attributes.localVariableTable()).orElseThrow().localVariables().stream()
                .map(LocalVariableInfo::name)
                .forEach(name -> names.add(name.stringValue()));

        assertThat(names).contains("limit", "count");
        assertThat(code.findAttribute(Attributes.lineNumberTable()).orElseThrow().lineNumbers())
                .extracting(line -> line.lineNumber())
                .contains(4);
        assertThat(model.findAttribute(Attributes.sourceFile()).orElseThrow().sourceFile())
                .hasToString("rules.jan");
        assertThat(code.codeLength()).isPositive();
    }

    @Test
    void emit_numbers_areNotBoxed() throws Exception {
        ClassModel model =
                mainClass(
                        """
                        func mix(a: i64, b: f64, c: bool, d: []f64) -> f64 do
                            if c do return f64(a) * b end
                            return d[a]
                        end
                        func main() -> f64 do return mix(1, 2.0, true, array(3, 0.5)) end
                        """);

        assertThat(model.methods())
                .filteredOn(m -> m.methodName().equalsString("mix"))
                .singleElement()
                .extracting(m -> m.methodType().stringValue())
                .isEqualTo(
                        "(Ldev/stint/language/internal/run/Run;IJDZ"
                                + "Ldev/stint/language/internal/run/RealView;)D");
    }

    @Test
    void compile_functionThatIsTooLarge_isInterpreted() {
        var text = new StringBuilder("func main() -> i64 do\nvar n = 0\n");
        for (int i = 0; i < 9_000; i++) {
            text.append("n = (n * 3 + ").append(i).append(") % 1000003\n");
        }
        text.append("return n\nend\n");

        Script script = Scripts.compile(text.toString());

        assertThat(script.isCompiled()).isFalse();
        assertThat(Scripts.run(script, PLENTY).value()).isPresent();
    }

    @Test
    void script_thatNobodyHolds_isCollectedWithItsClasses() {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Script script = Scripts.compile("func main() -> i64 do return " + i + " end");
            assertThat(Scripts.run(script, PLENTY).value()).contains((long) i);
            loaders.add(new WeakReference<>(script.loader().orElseThrow()));
        }

        assertThat(isOneCollected(loaders)).isTrue();
    }

    /** Classes are collected with their loader or not at all. */
    private static boolean isOneCollected(List<WeakReference<ClassLoader>> loaders) {
        for (int i = 0; i < 100; i++) {
            System.gc();
            if (loaders.stream().anyMatch(s -> s.refersTo(null))) {
                return true;
            }
        }
        return false;
    }
}
