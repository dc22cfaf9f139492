package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.language.Script;
import dev.stint.language.ScriptResult;
import dev.stint.language.Scripts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Scenarios for tokens that cancel, by the names under which the language's own project has them.
 */
@Timeout(60)
class TokenRowsTest {
    private static final int SEEDS = 20;

    /** Two that work until they are told to stop, one that waits for it, and one that tells. */
    private static final String CREW =
            Scripts.SERVICE
                    + """
                    func work(t: CancelToken, out: Channel[i64]) -> i64 do
                        var n = 0
                        loop do
                            t.check() catch |e| do
                                return n
                            end
                            n += 1
                            out.send(n) catch 0
                        end
                    end
                    async func main() -> i64 do
                        let all = CancelToken.new()
                        let mine = all.child()
                        var done = 0
                        nursery do
                            let out = Channel[i64].new()
                            let a = spawn work(mine, out)
                            let b = spawn work(all, out)
                            let told = spawn do
                                let why = mine.wait()
                                out.close()
                                return why
                            end
                            for i in 0..<10 do
                                let got = out.recv() catch 0
                            end
                            all.cancel()
                            let why = await told
                            done = await a + await b
                            println(mine.reason(), " ", why)
                        end
                        return done
                    end
                    """;

    private static String output(String body) {
        return Scripts.output(Scripts.SERVICE + "async func main() do\n" + body + "end\n");
    }

    @Test
    @DisplayName("basic cancellation")
    void basicCancellation() {
        String text =
                """
                let t = CancelToken.new()
                t.check() catch |e| do println("early") end
                println(t.is_cancelled(), " ", t.reason())
                t.cancel()
                t.check() catch |e| do println(e) end
                println(t.is_cancelled(), " ", t.reason())
                """;

        assertThat(output(text)).isEqualTo("false None\nCancelError.Cancelled\ntrue Explicit\n");
    }

    @Test
    @DisplayName("idempotent cancellation")
    void idempotentCancellation() {
        String text =
                """
                let t = CancelToken.new()
                for i in 1..3 do
                    t.cancel()
                    println(t.reason(), " ", t.wait())
                end
                """;

        assertThat(output(text)).isEqualTo("Explicit Explicit\n".repeat(3));
    }

    @Test
    @DisplayName("parent-child propagation")
    void parentChildPropagation() {
        String text =
                """
                let parent = CancelToken.new()
                let child = parent.child()
                let grandchild = child.child()
                let other = parent.child()
                other.cancel()
                println(parent.reason(), " ", child.reason(), " ", other.reason())
                parent.cancel()
                println(child.reason(), " ", grandchild.reason(), " ", other.reason())
                child.check() catch |e| do println(e) end
                """;

        assertThat(output(text))
                .isEqualTo("None None Explicit\nParent Parent Explicit\nCancelError.Cancelled\n");
    }

    /** Nobody runs code of another task: a task of one's own waits for the token, and does it. */
    @Test
    @DisplayName("callback invocation")
    void callbackInvocation() {
        String text =
                """
                let t = CancelToken.new()
                nursery do
                    spawn do
                        let why = t.wait()
                        println("called for ", why)
                    end
                    sleep(50)
                    println("not yet called")
                    t.cancel()
                end
                """;

        assertThat(output(text)).isEqualTo("not yet called\ncalled for Explicit\n");
    }

    @Test
    @DisplayName("timeout reason")
    void timeoutReason() {
        String text =
                """
                let t = CancelToken.new().within(20)
                sleep(19)
                println(t.reason())
                println(t.wait(), " ", time_of(t))
                t.check() catch |e| do println(e) end
                t.cancel()
                println(t.reason(), " ", t.child().reason())
                """;

        assertThat(
                        Scripts.output(
                                Scripts.SERVICE
                                        + "import std.time\n"
                                        + "func time_of(t: CancelToken) -> String do\n"
                                        + "    return String(time.millis())\n"
                                        + "end\n"
                                        + "async func main() do\n"
                                        + text
                                        + "end\n"))
                .isEqualTo("None\nTimeout 20\nCancelError.Timeout\nTimeout Parent\n");
    }

    @Test
    @DisplayName("already cancelled parent")
    void alreadyCancelledParent() {
        String text =
                """
                let t = CancelToken.new()
                t.cancel()
                let late = t.child().within(1000)
                println(late.is_cancelled(), " ", late.reason(), " ", late.wait())
                """;

        assertThat(output(text)).isEqualTo("true Parent Parent\n");
    }

    /** Whatever came first is the reason, also if nobody has looked in between. */
    @Test
    @DisplayName("the earliest reason stays")
    void earliestReason() {
        String text =
                """
                let t = CancelToken.new()
                let short_one = t.within(10)
                let long_one = t.within(30)
                sleep(20)
                t.cancel()
                sleep(20)
                println(short_one.reason(), " ", long_one.reason())
                """;

        assertThat(output(text)).isEqualTo("Timeout Parent\n");
    }

    @Test
    @DisplayName("Runtime: Cancellation token propagates through task hierarchy")
    void crew() throws Exception {
        Script script = Scripts.compile(CREW);
        List<String> seen = new ArrayList<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            String once = ran(script, seed);

            assertThat(ran(script, seed)).isEqualTo(once);
            assertThat(ran(script.interpreted(), seed)).isEqualTo(once);
            seen.add(once);
        }
        assertThat(seen)
                .allMatch(ran -> ran.startsWith("Parent Parent\n"))
                .anyMatch(ran -> !ran.equals(seen.getFirst()));
        ScriptResult threads = Scripts.runOnThreads(CREW);

        assertThat(threads.failure()).isEmpty();
        assertThat(threads.output()).isEqualTo("Parent Parent\n");
    }

    private static String ran(Script script, long seed) throws InterruptedException {
        try (var scheduler =
                Scheduler.open(c -> c.withSeed(seed).withProfile(script.profile().ofRuntime()))) {
            ScriptResult result = script.run(scheduler.tenant());
            assertThat(result.failure()).isEmpty();
            return result.output() + result.value() + result.receipt();
        }
    }

    /** A wait for a token ends as any other does. */
    @Test
    @DisplayName("who waits for a token can be cancelled")
    void cancelledWait() {
        String text =
                """
                let t = CancelToken.new()
                nursery do
                    spawn do
                        let why = t.wait()
                        println("never")
                    end
                    yield
                    cancel()
                end
                println(t.reason())
                """;

        assertThat(output(text)).isEqualTo("None\n");
    }

    @Test
    @DisplayName("what makes no sense is told")
    void badInput() {
        String negative = "async func main() do let t = CancelToken.new().within(0 - 1) end";
        String deep =
                """
                async func main() do
                    var t = CancelToken.new()
                    for i in 0..<100 do t = t.child() end
                end
                """;

        assertThat(Scripts.failure(Scripts.SERVICE + negative)).contains("P002", "-1 ms");
        assertThat(Scripts.failure(Scripts.SERVICE + deep)).contains("P006", "at most 64");
        assertThat(Scripts.errors("func main() do let t = CancelToken.new() end"))
                .containsExactly("S0100");
        assertThat(Scripts.errors("func f(t: CancelToken) do end")).containsExactly("S0100");
        assertThat(Scripts.errors(Scripts.SERVICE + "enum CancelReason { A }"))
                .containsExactly("S0008");
    }
}
