package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.language.ScriptResult;
import dev.stint.language.Scripts;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Opcode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios with channels, select, using, cancelling and errors, by the names they have there. */
class ServiceRowsTest {
    private static final String PRODUCERS =
            Scripts.SERVICE
                    + """
                    func produce(ch: Channel[i64]) do
                        ch.send(42)
                        ch.send(100)
                        ch.close()
                    end
                    func consume(ch: Channel[i64]) do
                        for v in ch do println(v) end
                    end
                    """;

    @Test
    @DisplayName("Producer-Consumer with channels in nursery")
    void producerConsumer() {
        String text =
                PRODUCERS
                        + """
                        func main() do
                            let ch = channel(1)
                            nursery do
                                spawn produce(ch)
                                spawn consume(ch)
                            end
                        end
                        """;

        assertThat(Scripts.output(text)).isEqualTo("42\n100\n");
        Graph main = Scripts.lowered(text).graph("main");
        assertThat(main.count(Opcode.Spawn)).isEqualTo(2);
        assertThat(main.count(Opcode.Channel_Create)).isEqualTo(1);
    }

    @Test
    @DisplayName("Select with spawned tasks")
    void selectWithSpawnedTasks() {
        assertThat(
                        Scripts.output(
                                PRODUCERS
                                        + """
                                        func main() do
                                            let a = channel(1)
                                            let b = channel(1)
                                            select do
                                                case v = a.recv() do println(v) end
                                                case b.recv() do println(2) end
                                                timeout(1000) do println(3) end
                                                default do println(0) end
                                            end
                                        end
                                        """))
                .isEqualTo("0\n");
    }

    @Test
    @DisplayName("Complete CSP system (nursery + spawn + channels + select)")
    void completeSystem() {
        String text =
                Scripts.SERVICE
                        + """
                        func count(n: i64, out: Channel[i64]) do
                            for i in 1..n do out.send(i) end
                        end
                        func gather(a: Channel[i64], b: Channel[i64]) do
                            var sum = 0
                            for i in 1..7 do
                                select do
                                    case x = a.recv() do sum += x end
                                    case y = b.recv() do sum += 100 * y end
                                    timeout(60000) do panic("late") end
                                end
                            end
                            println(sum)
                        end
                        func main() do
                            let a = Channel[i64].new()
                            let b = Channel[i64].buffered(2)
                            nursery do
                                spawn count(3, a)
                                spawn count(4, b)
                                spawn gather(a, b)
                            end
                        end
                        """;

        assertThat(Scripts.output(text)).isEqualTo("1006\n");
        assertThat(Scripts.runOnThreads(text).output()).isEqualTo("1006\n");
        Graph main = Scripts.lowered(text).graph("main");
        assertThat(main.count(Opcode.Channel_Create)).isEqualTo(2);
        assertThat(main.count(Opcode.Spawn)).isEqualTo(3);
    }

    // ---- tasks and their results

    @Test
    @DisplayName("Async function spawns task, awaits result")
    void spawnsTaskAwaitsResult() {
        assertThat(
                        Scripts.value(
                                Scripts.SERVICE
                                        + """
                                        func compute(n: i64) -> i64 do return n * 2 end
                                        async func main() -> i64 do
                                            var got = 0
                                            nursery do
                                                let t = spawn compute(21)
                                                got = await t
                                            end
                                            return got
                                        end
                                        """))
                .isEqualTo(42L);
    }

    @Test
    @DisplayName("Multiple async tasks run concurrently, results collected")
    void resultsCollected() {
        assertThat(
                        Scripts.value(
                                Scripts.SERVICE
                                        + """
                                        func same(n: i64) -> i64 do
                                            sleep(n)
                                            return n
                                        end
                                        async func main() -> i64 do
                                            var sum = 0
                                            nursery do
                                                let a = spawn same(10)
                                                let b = spawn same(20)
                                                let c = spawn same(30)
                                                sum = await a + await b + await c
                                            end
                                            return sum
                                        end
                                        """))
                .isEqualTo(60L);
    }

    @Test
    @DisplayName("Errors in async tasks propagate correctly")
    void errorsPropagate() {
        String text =
                Scripts.SERVICE
                        + """
                        error Oops { Broken }
                        func work() -> i64 ! Oops do fail Oops.Broken end
                        async func both() -> i64 ! Oops do
                            var got = 0
                            nursery do
                                let t = spawn work()
                                got = await t?
                            end
                            return got
                        end
                        async func main() do
                            let r = both() catch |e| do
                                println("came out: ", e)
                                7
                            end
                            println(r)
                        end
                        """;

        assertThat(Scripts.output(text)).isEqualTo("came out: Oops.Broken\n7\n");
        assertThat(Scripts.runOnThreads(text).output()).isEqualTo("came out: Oops.Broken\n7\n");
    }

    @Test
    @DisplayName("Cancellation propagates from parent to child tasks")
    void cancellationPropagates() {
        String text =
                Scripts.SERVICE
                        + """
                        error Stop { Early }
                        func spin(name: String) do
                            defer println("ended ", name)
                            while true do sleep(1) end
                        end
                        func early() -> void ! Stop do
                            nursery do
                                spawn spin("a")
                                spawn spin("b")
                                sleep(5)
                                fail Stop.Early
                            end
                        end
                        func main() do
                            early() catch |e| do println("failed ", e) end
                        end
                        """;

        assertThat(Scripts.output(text).lines())
                .containsExactlyInAnyOrder("ended a", "ended b", "failed Stop.Early");
    }

    // ---- the five scenarios of the nursery's specification

    /** [NURSERY:10.1] */
    @Test
    @DisplayName("scenario: basic completion")
    void basicCompletion() {
        assertThat(
                        Scripts.output(
                                Scripts.SERVICE
                                        + """
                                        func work(ch: Channel[i64]) do ch.send(1) end
                                        func main() do
                                            let ch = channel(8)
                                            nursery do
                                                for i in 1..5 do spawn work(ch) end
                                            end
                                            println(ch.len())
                                        end
                                        """))
                .isEqualTo("5\n");
    }

    /** [NURSERY:10.2] */
    @Test
    @DisplayName("scenario: child error")
    void childError() {
        assertThat(
                        Scripts.output(
                                Scripts.SERVICE
                                        + """
                                        error Bad { Luck }
                                        func good() do sleep(60000) end
                                        func bad() -> void ! Bad do fail Bad.Luck end
                                        func main() do
                                            nursery do
                                                spawn good()
                                                spawn bad()
                                            end catch |e| do
                                                println("first ", e)
                                            end
                                        end
                                        """))
                .isEqualTo("first Bad.Luck\n");
    }

    /** [NURSERY:10.3] */
    @ParameterizedTest
    @ValueSource(strings = {"cancel()", "n.cancel()"})
    @DisplayName("scenario: explicit cancel")
    void explicitCancel(String cancel) {
        assertThat(
                        Scripts.output(
                                Scripts.SERVICE
                                        + """
                                        func forever() do
                                            defer println("child ended")
                                            while true do yield end
                                        end
                                        func main() do
                                            nursery |n| do
                                                spawn forever()
                                                yield
                                                CANCEL
                                            end
                                            println("went on")
                                        end
                                        """
                                                .replace("CANCEL", cancel)))
                .isEqualTo("child ended\nwent on\n");
    }

    /** [NURSERY:10.4] */
    @Test
    @DisplayName("scenario: nested cancel propagation")
    void nestedCancel() {
        assertThat(
                        Scripts.output(
                                Scripts.SERVICE
                                        + """
                                        func leaf() do
                                            defer println("leaf")
                                            while true do sleep(1) end
                                        end
                                        func middle() do
                                            nursery do
                                                spawn leaf()
                                            end
                                            println("never")
                                        end
                                        func main() do
                                            nursery do
                                                spawn middle()
                                                sleep(1)
                                                cancel()
                                            end
                                            println("out")
                                        end
                                        """))
                .isEqualTo("leaf\nout\n");
    }

    /** [NURSERY:10.5] */
    @Test
    @DisplayName("scenario: LIFO clean-up order")
    void cleanUpOrder() {
        assertThat(
                        Scripts.output(
                                Scripts.SERVICE
                                        + """
                                        func work() do println("inner done") end
                                        func main() do
                                            nursery do
                                                defer do println("outer cleanup") end
                                                nursery do
                                                    defer do println("inner cleanup") end
                                                    spawn work()
                                                end
                                            end
                                        end
                                        """))
                .isEqualTo("inner done\ninner cleanup\nouter cleanup\n");
    }

    // ---- using

    @ParameterizedTest
    @ValueSource(
            strings = {
                "using f = channel(1) do",
                "using shared f = channel(1) do",
                "using f: Channel[i64] = channel(1) do",
                "using f := channel(1) do"
            })
    @DisplayName("using … parses correctly, and closes")
    void usingParsesCorrectly(String head) {
        ScriptResult result =
                Scripts.run(
                        Scripts.SERVICE
                                + "func main() do\n"
                                + "var kept = channel(1)\n"
                                + head
                                + "\n kept = f\n println(f.isClosed())\nend\n"
                                + "println(kept.isClosed())\nend\n");

        assertThat(result.output()).isEqualTo("false\ntrue\n");
    }
}
