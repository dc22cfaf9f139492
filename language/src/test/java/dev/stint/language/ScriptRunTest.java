package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.error.BudgetExhaustedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts from text to result. */
class ScriptRunTest {
    @Test
    void run_samples_giveTheirResults() {
        assertThat(Scripts.run(Samples.SHAPES).output())
                .isEqualTo("x 3.0\nhigher low\n12.0\nfailed: MathError.Negative\n");
        assertThat(Scripts.value(Samples.SHAPES)).isEqualTo(31L);
        assertThat(Scripts.run(Samples.LISTS).output()).isEqualTo("1\n10\n2\n2\n100\n");
        assertThat(Scripts.value(Samples.LISTS)).isEqualTo(15L + 24 + 5 + 8 + 8);
    }

    @Test
    void run_tasks_giveTheirResultsUnderASeedAndOnThreads() {
        ScriptResult seeded = Scripts.run(Samples.TASKS);
        ScriptResult threads = Scripts.runOnThreads(Samples.TASKS);

        assertThat(seeded.failure()).isEmpty();
        assertThat(seeded.value()).contains(14L + 4 + 5);
        assertThat(seeded.output()).isEqualTo("cleanup squares\ncaught WorkError.Odd\nnothing\n");
        assertThat(threads.value()).isEqualTo(seeded.value());
        assertThat(threads.output()).isEqualTo(seeded.output());
        assertThat(threads.receipt()).isEqualTo(seeded.receipt());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "2 ** 3 ** 2; 512",
                "-7 / 2; -3",
                "-7 % 3; -1",
                "7 & 3 | 8 ^ 1; 11",
                "1 << 4 >> 2; 4",
                "~5; -6",
                "(10 - 2) * 3; 24",
                "i64(2.9); 2",
                "i64(u8(200)) + 100; 300",
                "'a' + 1; 98",
                "0xFF + 0b11 + 0o17 + 1_000; 1273"
            })
    void run_arithmetic_hasTheRightValue(String expression, String value) {
        assertThat(Scripts.value("func main() -> i64 do return " + expression + " end"))
                .hasToString(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "i64; 9223372036854775807 + one; P002",
                "i64; -9223372036854775808 - one; P002",
                "i64; 9223372036854775807 * (one + 1); P002",
                "i64; -9223372036854775808 / (0 - one); P002",
                "i8; 127 + one; P002",
                "u8; 0 - one; P002",
                "u64; 18446744073709551615 + one; P002",
                "u64; 0 - one; P002",
                "i64; one / (one - 1); P003",
                "i64; one % (one - 1); P003",
                "i64; 1 << (one + 63); P002",
                "i64; 2 ** (one + 63); P002"
            })
    void run_overflow_traps(String type, String expression, String code) {
        String text =
                "func main() do let one: %s = 1\nlet x: %s = %s\nprintln(x) end"
                        .formatted(type, type, expression);

        assertThat(Scripts.failure(text)).startsWith(code).contains("in 'main' at line 2");
    }

    @Test
    void run_largestNumbers_areRightUpToTheEdge() {
        assertThat(
                        Scripts.output(
                                """
                                func main() do
                                    let big: u64 = 18446744073709551614
                                    println(big + 1, big / 2, big > 5)
                                    var n = 0
                                    for i in 9223372036854775806..9223372036854775807 do n += 1 end
                                    let small: u8 = 255
                                    for j in 254..small do n += 10 end
                                    println(n)
                                end
                                """))
                .isEqualTo("18446744073709551615\n9223372036854775807\ntrue\n22\n");
    }

    @Test
    void run_bounds_trap() {
        assertThat(Scripts.failure("func main() do let a = [1, 2]\nvar i = 2\nprintln(a[i]) end"))
                .startsWith("P001: 2 is no index of 2 elements");
        assertThat(Scripts.failure("func main() do let a = [1, 2]\nlet b = a[1..2]\nend"))
                .startsWith("P001");
        assertThat(Scripts.failure("func main() do assert(1 > 2, \"no\") end"))
                .startsWith("P004: no");
        assertThat(Scripts.failure("func main() do panic(\"done\") end")).startsWith("P000: done");
    }

    @Test
    void run_endlessRecursion_isAPanicOfTheScript() {
        assertThat(
                        Scripts.failure(
                                "func f(n: i64) -> i64 do return f(n + 1) end\n"
                                        + "func main() do println(f(0)) end"))
                .startsWith("P007");
    }

    @Test
    void run_valuesOfArraysAndStructs_areNotShared() {
        assertThat(
                        Scripts.output(
                                """
                                struct In { n: i64 }
                                struct Out { a: In, list: [2]i64 }
                                func main() do
                                    var x = Out { a: In { n: 1 }, list: [1, 2] }
                                    var y = x
                                    y.a.n = 5
                                    y.list[0] = 9
                                    var inner = x.a
                                    inner.n = 7
                                    println(x.a.n, x.list[0], y.a.n, y.list[0], inner.n)
                                end
                                """))
                .isEqualTo("1\n1\n5\n9\n7\n");
    }

    @Test
    void run_slices_areViews() {
        assertThat(
                        Scripts.output(
                                """
                                func set(s: []i64) do s[0] = 42 end
                                func main() do
                                    var a = [1, 2, 3, 4]
                                    set(a[1..<3])
                                    set(a[3:4])
                                    println(a[1], a[3], a[1..2].len, a[..].len)
                                end
                                """))
                .isEqualTo("42\n42\n2\n4\n");
    }

    /** [SCHED:4.1.1] every round of every kind of loop is in the receipt. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "var i = 0; while i < 10 do i += 1 end # 10",
                "var i = 0; loop do i += 1; break when i == 10 end # 9",
                "var s = 0; for i in 0..<10 do s += i end # 10",
                "var s = 0; for i in 1..10 do s += i end # 9",
                "let a = array(10, 1); var s = 0; for x in a do s += x end # 12",
                "var s = 0; for i in 0..<10 do continue when i > 3; s += i end # 10"
            })
    void run_receiptOfALoop_hasEveryRound(String body, long operations) {
        String text = "func main() do\n" + body + "\nend";

        assertThat(Scripts.run(text).receipt().spent().ops()).isEqualTo(operations);
    }

    /** [SCHED:4.1.1] [SCHED:4.1.2] what is charged can be counted by hand. */
    @Test
    void run_receipt_isWhatAHandCountSays() {
        String text =
                """
                func f(n: i64) -> i64 do return n + 1 end
                func main() -> i64 do
                    var n = 0
                    for i in 0..<10 do
                        n = f(n)
                    end
                    return n
                end
                """;
        // 10 calls, 10 rounds; starting the task is paid by nobody here
        Budget spent = Scripts.run(text).receipt().spent();

        assertThat(spent.ops()).isEqualTo(20);
        assertThat(spent.memory()).isZero();
    }

    @Test
    void run_receipt_ofAllocations_isWhatAHandCountSays() {
        String text =
                """
                struct P { x: i64, y: i64 }
                func main() do
                    let p = P { x: 1, y: 2 }
                    let a = [1, 2, 3]
                end
                """;
        Budget spent = Scripts.run(text).receipt().spent();

        assertThat(spent.ops()).isEqualTo(2);
        assertThat(spent.memory()).isEqualTo(32 + 40); // 12 + 2 * 8 and 16 + 3 * 8, to 8
    }

    @Test
    void run_endlessLoop_isStoppedWhenItsMoneyIsSpent() {
        ScriptResult result =
                Scripts.run(
                        "func main() do while true do end end",
                        new Budget(5_000, 1L << 20, 1, 0, 0));

        assertThat(result.failure().orElseThrow()).isInstanceOf(BudgetExhaustedException.class);
        assertThat(result.receipt().spent().ops()).isLessThanOrEqualTo(5_000);
    }

    @Test
    void run_hoarder_isStoppedWhenItsMemoryIsSpent() {
        ScriptResult result =
                Scripts.run(
                        """
                        func main() do
                            var s = "x"
                            while true do s = s + s end
                        end
                        """,
                        new Budget(1_000_000, 1L << 20, 1, 0, 0));

        assertThat(result.failure().orElseThrow()).isInstanceOf(BudgetExhaustedException.class);
    }

    @Test
    void run_spawner_isStoppedWhenThePoolHasNoMoreSpawns() {
        ScriptResult result =
                Scripts.run(
                        Scripts.SERVICE
                                + """
                                func work() do end
                                func main() do
                                    nursery do
                                        while true do spawn work() end
                                    end
                                end
                                """,
                        new Budget(1_000_000, 1L << 20, 50, 0, 0));

        assertThat(result.failure().orElseThrow()).isInstanceOf(BudgetExhaustedException.class);
        assertThat(result.receipt().spent().spawns()).isEqualTo(50);
    }

    @Test
    void run_arguments_areChecked() throws Exception {
        Script script = Script.compile("func main(n: u8, s: String) -> i64 do return i64(n) end");
        assertThatThrownBy(() -> Scripts.run("func f() do end"))
                .hasMessageContaining("no function 'main'");
        assertThat(script.profile().word()).isEqualTo("core");
        assertThat(Scripts.value("func main(n: u8) -> u8 do return n end", 7)).isEqualTo(7L);
        assertThatThrownBy(() -> Scripts.run("func main(n: u8) do end", 256L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'n' of main is a u8");
        assertThatThrownBy(() -> Scripts.run("func main(n: u8) do end"))
                .hasMessageContaining("main needs a value for 'n'");
        assertThatThrownBy(() -> Scripts.run("func main() do end", 1L))
                .hasMessageContaining("takes 0 arguments");
    }

    @Test
    void compile_wrongText_saysAllThatIsWrong() {
        assertThatThrownBy(
                        () -> Script.compile("a.jan", "func main() do let a: i64 = true\nb() end"))
                .isInstanceOf(ScriptRefusedException.class)
                .hasMessageContaining("a.jan:1:29: error[S0004]")
                .hasMessageContaining("a.jan:2:1: error[S0001]")
                .hasMessageEndingWith("2 errors");
    }

    @Test
    void run_rightsThatWereNarrowed_hold() {
        String text =
                Scripts.SOVEREIGN
                        + """
                        func work(n: i64) do println(n) end
                        func start(c: CapSpawn, count: i64) do
                            nursery with c do
                                for i in 1..count do spawn work(i) end
                            end
                        end
                        async func main(caps: Capabilities, count: i64) do
                            start(caps.spawn.at_most_ever(3), count)
                        end
                        """;

        assertThat(Scripts.run(text, 3L).failure()).isEmpty();
        assertThat(Scripts.run(text, 4L).failure().orElseThrow())
                .hasMessageContaining("TaskLimitExceeded");
    }

    @Test
    void run_defers_runOnEveryWayOutLastFirst() {
        assertThat(
                        Scripts.output(
                                """
                                error Oops { Now }
                                func f(n: i64) -> i64 ! Oops do
                                    defer println("first ", n)
                                    for i in 0..3 do
                                        defer println("round ", i)
                                        break when i == 1
                                    end
                                    fail Oops.Now when n == 0
                                    defer do println("last") end
                                    return n
                                end
                                func main() do
                                    println(f(5) catch 0)
                                    println(f(0) catch -1)
                                end
                                """))
                .isEqualTo(
                        """
                        round 0
                        round 1
                        last
                        first 5
                        5
                        round 0
                        round 1
                        first 0
                        -1
                        """);
    }

    @Test
    void run_defersOfAPanic_areRunToo() {
        ScriptResult result =
                Scripts.run(
                        """
                        func main() do
                            defer println("cleaned")
                            let a = [1]
                            var i = 3
                            println(a[i])
                        end
                        """);

        assertThat(result.failure()).isPresent();
        assertThat(result.output()).isEqualTo("cleaned\n");
    }

    @Test
    void runTest_titlesOfAScript_areRunByThemselves() throws Exception {
        Script script =
                Scripts.compile(
                        """
                        test "costs $5" do
                            let f = func(x: i64) -> i64 do return x + 1 end
                            assert(apply(f) == 2)
                        end
                        test "lies" do assert(1 == 2, "no") end
                        func apply(f: func(i64) -> i64) -> i64 do return f(1) end
                        """);

        assertThat(script.tests()).containsExactly("costs $5", "lies");
        try (var scheduler = Scheduler.open(c -> c.withSeed(3))) {
            Budget budget = new Budget(10_000, 1 << 20, 10, 0, 0);
            assertThat(script.runTest(scheduler.tenant(), budget, "costs $5").failure()).isEmpty();
            assertThat(script.runTest(scheduler.tenant(), budget, "lies").failure().orElseThrow())
                    .hasMessageStartingWith("P004: no");
            assertThatThrownBy(() -> script.runTest(scheduler.tenant(), budget, "none"))
                    .hasMessageContaining("no test 'none'");
        }
    }

    @Test
    void prepare_againAndByAnInterruptedThread_doesNothing() {
        Script.prepare();
        Thread.currentThread().interrupt();
        try {
            Script.prepare();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** Only {@code else if} in one line goes on with a chain. */
    @Test
    void run_ifInTheLineAfterElse_hasAnEndOfItsOwn() {
        String text =
                """
                func pick(a: bool, b: bool) -> i64 do
                    var sum = 0
                    if a do
                        sum += 1
                    else
                        if b do
                            sum += 10
                        end
                        sum += 100
                    end
                    if a do
                        sum += 1000
                    else if b do
                        sum += 10000
                    end
                    return sum
                end
                func main() -> i64 do
                    return pick(true, true) * 1000000 + pick(false, true) + pick(false, false)
                end
                """;

        assertThat(Scripts.value(text)).isEqualTo(1001L * 1_000_000 + 10_110 + 100);
    }
}
