package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.config.SchedulerConfig;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.event.DeadlockException;
import dev.stint.language.internal.type.PanicException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a script may try that means ill. It is refused, or it is stopped when its money is spent; it
 * has never spent more than it had, and whoever runs beside it goes on.
 */
@Timeout(120)
@SuppressWarnings("StringConcatToTextBlock") // a row is a line
class HostileTest {
    private static final Budget BUDGET = new Budget(200_000, 8L << 20, 50, 2_000, 0);
    private static final String END = "func main() do attack() end\n";

    /** A threat, and the script that is one. */
    record Attack(String name, String text) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** They would go on for ever, or take everything. */
    static List<Attack> endless() {
        return List.of(
                attack("endless loop", "loop do end"),
                attack("endless loop that continues", "while true do continue end"),
                attack("loop of loops", "loop do for i in 0..<1000000000 do end end"),
                attack("loop over the largest range", "for i in 0..9223372036854775807 do end"),
                attack("text that doubles", "var s = \"ab\"\nloop do s = s + s end"),
                attack("text that grows", "var s = \"\"\nloop do s = $\"{s}x\" end"),
                attack("arrays without end", "loop do let a = array(1000, 0) end"),
                attack(
                        "an array of arrays",
                        "var a = array(0, array(0, 0))\n"
                                + "loop do a = array(a.len + 1000, array(100, 7)) end"),
                attack(
                        "searches",
                        "let a = array(1, \"\")\nvar s = \"aaaaaaaaaaaaaaaaaaaaaaaa\"\n"
                                + "loop do let i = str_index_of(s, \"ab\") end"),
                attack(
                        "comparisons of long texts",
                        "var s = \"ab\"\nfor i in 0..<14 do s = s + s end\n"
                                + "let t = s + \"\"\nloop do let b = s == t end"),
                attack("prints", "loop do println(\"again and again and again\") end"),
                attack(
                        "panics that are never seen",
                        "loop do nursery do spawn do let x = 1 end end end"),
                attack("spawns", "nursery do loop do spawn do sleep(1000) end end end"),
                attack("channels without end", "loop do let c = channel(100) end"),
                attack(
                        "a channel to oneself",
                        "let c = channel(1)\nloop do c.send(1)\nlet x = c.recv() end"),
                attack("yields", "loop do yield end"),
                attack(
                        "selects",
                        "let c = channel(1)\nloop do select do case m = c.recv() do end "
                                + "default do end end end"),
                attack(
                        "closures that call closures",
                        "let f = func(n: i64) -> i64 do return n end\n"
                                + "loop do let x = f(f(f(1))) end"),
                attack("errors that are caught", "loop do let x = bad() catch 0 end"),
                attack("a clean-up without end", "defer do loop do end end\nloop do end"),
                attack(
                        "clean-ups in clean-ups",
                        "defer do defer do loop do end end\nloop do end end\nloop do end"),
                attack("powers", "var x = 1.5\nloop do x = x ** 1.0001 end"),
                attack(
                        "copies of a large array",
                        "let a = array(5000, 1)\n"
                                + "loop do nursery do spawn do let n = a.len end end end"));
    }

    private static Attack attack(String name, String body) {
        return new Attack(
                name,
                Scripts.SERVICE
                        + "error E { Bad }\nfunc bad() -> i64 ! E do fail E.Bad end\n"
                        + "func attack() do\n"
                        + body
                        + "\nend\n"
                        + END);
    }

    /** Clean-ups of what was stopped run on credit, as far as the grace goes. */
    private static void assertStopped(ScriptResult result) {
        Budget spent = result.receipt().spent();
        long grace = SchedulerConfig.defaults().graceOps();

        assertThat(result.failure()).isPresent();
        assertThat(BUDGET.plus(Budget.ofOps(grace)).covers(spent))
                .as("%s of %s", spent, BUDGET)
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("endless")
    void run_attackUnderASeed_isStoppedAndHasSpentNoMoreThanItHad(Attack attack) {
        Script script = Scripts.compile(attack.text());

        ScriptResult compiled = Scripts.run(script, BUDGET);
        ScriptResult interpreted = Scripts.run(script.interpreted(), BUDGET);

        assertStopped(compiled);
        assertStopped(interpreted);
        assertThat(compiled.receipt()).isEqualTo(interpreted.receipt());
        assertThat(compiled.failure().orElseThrow())
                .hasSameClassAs(interpreted.failure().orElseThrow());
    }

    /** All of them at once on two workers, and one who only wants its answers. */
    @Test
    void run_allAttacksAtOnceOnThreads_theOthersGoOn() throws Exception {
        Script honest =
                Scripts.compile(
                        "func main(n: i64) -> i64 do var s = 0\n"
                                + "for i in 0..<1000 do s += i * n end\nreturn s end");
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2));
                var outside = Executors.newCachedThreadPool()) {
            List<Future<ScriptResult>> attacks = new ArrayList<>();
            for (Attack attack : endless()) {
                Script script = Scripts.compile(attack.text());
                var tenant = scheduler.openTenant(t -> t.withName(attack.name()));
                attacks.add(outside.submit(() -> script.run(tenant, BUDGET)));
            }
            var tenant = scheduler.openTenant(t -> t.withName("honest"));
            for (long i = 1; i <= 50; i++) {
                assertThat(honest.run(tenant, i).value()).contains(499_500 * i);
            }
            for (Future<ScriptResult> attack : attacks) {
                assertStopped(attack.get());
            }
        }
    }

    /** A cancelled task hears of it, and goes on: as far as the grace goes. */
    @Test
    void run_taskThatGoesOnAlthoughCancelled_isEndedAndTheOthersGoOn() {
        Script script =
                Scripts.compile(
                        Scripts.SERVICE
                                + """
                                func main() -> i64 do
                                    nursery do
                                        spawn do loop do let c = is_cancelled() end end
                                        for i in 0..<5 do yield end
                                        cancel()
                                    end
                                    return 7
                                end
                                """);

        assertThat(Scripts.run(script, BUDGET).value()).contains(7L);
        assertThat(Scripts.run(script.interpreted(), BUDGET).value()).contains(7L);
    }

    /** They end by themselves, in a panic or an error of the runtime. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "func attack() do attack() end",
                "func a(n: i64) -> i64 do return b(n) + 1 end\n"
                        + "func b(n: i64) -> i64 do return a(n) + 1 end\n"
                        + "func attack() do println(a(0)) end",
                "func attack() do let a = array(9223372036854775807, 0) end",
                "func attack() do let a = array(300000000, 0) end",
                "func attack() do let a = array(-1, 0) end",
                "func attack() do let x = 9223372036854775807 ** 2 end",
                "func attack() do let c = channel(-1) end",
                "func attack() do let c = channel(9223372036854775807) end",
                "func attack() do sleep(-1) end",
                "func attack() do let x = str_slice(\"abc\", 2, 1) end",
                "func attack() do let x = str_at(\"abc\", 9223372036854775807) end"
            })
    void run_whatCannotWork_isTold(String text) {
        Script script = Scripts.compile(Scripts.SERVICE + text + "\n" + END);

        ScriptResult compiled = Scripts.run(script, BUDGET);
        ScriptResult interpreted = Scripts.run(script.interpreted(), BUDGET);

        assertStopped(compiled);
        assertStopped(interpreted);
        assertThat(compiled.receipt()).isEqualTo(interpreted.receipt());
    }

    /** Under a seed that is known; on threads the host's deadline ends it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "let c = channel(0)\nlet x = c.recv()",
                "let c = channel(0)\nnursery do spawn do let x = c.recv() end end"
            })
    void run_whoWaitsForNobody_isFound(String body) {
        Script script = Scripts.compile(Scripts.SERVICE + "func main() do " + body + " end");

        assertThatThrownBy(() -> Scripts.run(script, BUDGET))
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("rendezvous channel");
    }

    /** What other languages offer and this one has no words for. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "System.exit(0)",
                "java.lang.Runtime.getRuntime().halt(1)",
                "Thread.new()",
                "let u = Unsafe.getUnsafe()",
                "let c = Class.forName(\"x\")",
                "import java.lang",
                "use zig \"std\"",
                "extern func exit(c: i32)",
                "finalize()",
                "synchronized(main) do end",
                "readFile(\"/etc/passwd\")",
                "writeFile(\"x\", \"y\")",
                "eval(\"1\")",
                "open(\"/etc/passwd\")",
                "connect(\"localhost\", 80)"
            })
    void compile_whatIsNotOffered_isRefused(String statement) {
        assertThat(Scripts.errors(Scripts.SERVICE + "func main() do\n" + statement + "\nend\n"))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "const A = B\nconst B = A\nfunc main() do end",
                "const A = loop()\n"
                        + "func loop() -> i64 do loop do end\n"
                        + "return 1 end\n"
                        + "func main() do end",
                "struct S { s: S }\nfunc main() do end",
                "func main() do let a: [99999999999]i64 = [] end"
            })
    void compile_whatWouldNeverEnd_isRefused(String text) {
        assertThat(Scripts.errors(text)).isNotEmpty();
    }

    /** A function that is too large for the JVM runs all the same, and pays. */
    @Test
    void run_hugeFunction_isStoppedToo() {
        Script script =
                Scripts.compile(
                        "func main() do var x = 0\nloop do\n"
                                + "x = (x * 31 + 7) % 1000\n".repeat(6_000)
                                + "end end");

        assertThat(script.isCompiled()).isFalse();
        assertThat(Scripts.run(script, BUDGET).failure().orElseThrow())
                .isInstanceOf(BudgetExhaustedException.class);
    }

    @Test
    @DisplayName(
            "an error that is caught, deferred or handed on does not hide that the money is spent")
    void run_exhaustion_cannotBeCaught() {
        Script script =
                Scripts.compile(
                        Scripts.SERVICE
                                + """
                                error E { Bad }
                                func spend() -> i64 ! E do
                                    defer println("defer")
                                    loop do end
                                    fail E.Bad
                                end
                                func main() do
                                    nursery do
                                        let t = spawn spend()
                                        let x = await t catch 0
                                        println("after await")
                                    end catch |e| do
                                        println("caught ", e)
                                    end
                                    println("after")
                                end
                                """);

        ScriptResult result = Scripts.run(script, BUDGET.withSpawns(10));

        assertThat(result.failure()).isPresent();
        assertThat(result.output()).doesNotContain("after").doesNotContain("caught");
    }

    @Test
    void run_deepNestingOfNurseries_isAPanicAndLeavesNoTask() {
        Script script =
                Scripts.compile(
                        Scripts.SERVICE
                                + "func down(n: i64) do nursery do spawn do down(n + 1) end end"
                                + " end\n"
                                + "func main() do down(0) end");
        try (var scheduler = Scheduler.open(c -> c.withSeed(1))) {
            ScriptResult result = script.run(scheduler.tenant(), BUDGET);

            assertThat(result.failure()).isPresent();
            assertThat(scheduler.counts().activeTasks()).isZero();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void run_whatWasStopped_leavesNothingRunning() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            for (Attack attack : endless()) {
                assertStopped(Scripts.compile(attack.text()).run(scheduler.tenant(), BUDGET));
            }
            assertThat(scheduler.drain(Duration.ofSeconds(20)).complete()).isTrue();
        }
    }

    @Test
    void panics_haveCodes() {
        assertThat(Scripts.run("func main() do panic(\"x\") end").failure().orElseThrow())
                .isInstanceOf(PanicException.class);
    }
}
