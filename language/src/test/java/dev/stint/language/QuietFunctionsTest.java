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

/** Functions that count in their run: what they have counted is booked before anybody looks. */
class QuietFunctionsTest {
    private static final Budget PLENTY = new Budget(10_000_000, 1L << 30, 10_000, 100_000, 0);
    private static final String FIB =
            """
            func fib(n: i64) -> i64 do
                return n when n < 2
                return fib(n - 1) + fib(n - 2)
            end
            """;

    private static ScriptResult assertSame(String text, Budget budget) {
        Script script = Scripts.compile(text);
        assertThat(script.isCompiled()).isTrue();
        ScriptResult one = Scripts.run(script.interpreted(), budget);
        ScriptResult other = Scripts.runOnThreads(script, budget);
        for (ScriptResult result : List.of(other, Scripts.run(script, budget))) {
            assertThat(result.receipt()).isEqualTo(one.receipt());
            assertThat(result.value()).isEqualTo(one.value());
            assertThat(result.output()).isEqualTo(one.output());
            assertThat(result.failure().map(Throwable::getMessage))
                    .isEqualTo(one.failure().map(Throwable::getMessage));
        }
        return other;
    }

    private static List<String> called(String text, String function) throws Exception {
        Image image =
                Emitter.emit(Passes.optimised(Scripts.lowered(text)), "rules.jan", "main"::equals);
        byte[] bytes =
                Objects.requireNonNull(image.classes().get(image.modules().iterator().next()));
        List<String> names = new ArrayList<>();
        ClassFile.of().parse(bytes).methods().stream()
                .filter(method -> method.methodName().equalsString(function))
                .forEach(
                        method ->
                                method.code()
                                        .orElseThrow()
                                        .forEach(
                                                element -> {
                                                    if (element instanceof InvokeInstruction call) {
                                                        names.add(call.name().stringValue());
                                                    }
                                                }));
        return names;
    }

    @Test
    void emit_functionThatOnlyComputes_countsInItsRun() throws Exception {
        String text = FIB + "func main() -> i64 do\nprintln(\"a\")\nreturn fib(9) end";

        assertThat(called(text, "fib")).contains("pay").doesNotContain("ops1", "ops2", "look");
        assertThat(called(text, "main")).contains("ops1", "settle");
    }

    @Test
    void emit_functionThatCallsOneThatPrints_paysAtOnce() throws Exception {
        String text =
                """
                func say(n: i64) -> i64 do
                    println("a")
                    return n
                end
                func twice(n: i64) -> i64 do return say(n) * 2 end
                func main() -> i64 do return twice(3) end
                """;

        assertThat(called(text, "twice")).contains("ops1").doesNotContain("pay", "settle");
        assertSame(text, PLENTY);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 9, 64, 1023, 1024, 1025, 2048, 2999})
    void run_callsWithoutTheMoney_haveSpentAllOfIt(long ops) {
        ScriptResult result =
                assertSame(FIB + "func main() -> i64 do return fib(20) end", PLENTY.withOps(ops));

        assertThat(result.failure().orElseThrow()).isInstanceOf(BudgetExhaustedException.class);
        // what is paid together is paid or not: at most 1 of 2 is left
        assertThat(result.receipt().spent().ops()).isBetween(ops - 1, ops);
        assertThat(result.receipt().debt().ops()).isZero();
    }

    /** A loop of such a function, and one of its caller, ask for the same money. */
    @ParameterizedTest
    @ValueSource(longs = {5, 50, 500, 1500, 2500, 9_000_000})
    void run_loopsBesideCalls_lendNothingTwice(long ops) {
        assertSame(
                FIB
                        + """
                        func mixed(n: i64) -> i64 do
                            var sum = fib(3)
                            for i in 0..<n do sum += i end
                            sum += fib(4)
                            for i in 0..<n do sum += fib(2) + i end
                            for i in 0..<n do sum += i end
                            return sum
                        end
                        func main() -> i64 do
                            var sum = mixed(7)
                            for i in 0..<40 do sum += i end
                            for i in 0..<20 do
                                sum += mixed(i)
                                for k in 0..<5 do sum += k end
                            end
                            let text = String(sum)
                            return sum + mixed(text.len)
                        end
                        """,
                PLENTY.withOps(ops));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FIB
                        + """
                        func main() -> i64 do
                            defer println(String(fib(6)))
                            let a = array(3, 1)
                            return fib(8) + a[fib(7)]
                        end
                        """,
                FIB
                        + """
                        func bad(n: i64) -> i64 do
                            let a = array(2, 1)
                            return fib(n) + a[n]
                        end
                        func main() -> i64 do
                            defer println("done")
                            return bad(9)
                        end
                        """,
                FIB
                        + """
                        func deep(n: i64) -> i64 do return 1 + deep(n + 1) end
                        func main() -> i64 do
                            println(String(fib(5)))
                            return deep(0)
                        end
                        """,
                FIB
                        + """
                        func divided(n: i64) -> i64 do return fib(n) / (n - 5) end
                        func main() -> i64 do
                            var sum = 0
                            for i in 0..<9 do
                                println(String(i))
                                sum += divided(i)
                            end
                            return sum
                        end
                        """
            })
    void run_panicBehindCalls_booksWhatTheyCounted(String text) {
        assertThat(assertSame(text, PLENTY).failure()).isPresent();
    }

    /** The body of a nursery is left by a panic of such a function, and its end is reached. */
    @Test
    void run_callsInTasks_costWhatTheInterpreterSays() {
        ScriptResult result =
                assertSame(
                        Scripts.SERVICE
                                + FIB
                                + """
                                error E { Odd }
                                func odd(n: i64) -> i64 ! E do
                                    fail E.Odd when fib(n) > 100
                                    return fib(n)
                                end
                                async func main() -> i64 do
                                    var sum = fib(3)
                                    nursery do
                                        for i in 0..<4 do
                                            let t = spawn odd(i)
                                            sum += await t catch 100
                                            sum += fib(i)
                                        end
                                    end catch |e| do
                                        sum += fib(4)
                                    end
                                    return sum + fib(sum % 7)
                                end
                                """,
                        PLENTY);

        assertThat(result.failure()).isEmpty();
    }
}
