package dev.stint.host.repl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import dev.stint.language.Library;
import dev.stint.language.ModuleSource;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The session, driven as by a pipe. */
@Timeout(60)
class ReplTest {
    private static final Budget EACH = new Budget(100_000, 1 << 24, 100, 1_000, 0);

    private static String typed(String... inputs) throws InterruptedException {
        var shown = new StringWriter();
        var out = new PrintWriter(shown);
        Iterator<String> lines = Arrays.asList(inputs).iterator();
        Library library =
                Library.none()
                        .withModules(
                                ModuleSource.of(Map.of("m", "pub func six() -> i64 do 6 end")));
        try (var session = new Session(EACH, library, shown::write)) {
            new Repl(
                            session,
                            _ -> lines.hasNext() ? Optional.of(lines.next()) : Optional.empty(),
                            out,
                            Long::parseLong)
                    .run();
        }
        return shown.toString();
    }

    @Test
    void expressions_showTheirValueTypeAndPrice() throws Exception {
        assertThat(typed("1 + 2")).isEqualTo("3 : i64  (0 operations, 0 bytes)\n");
        assertThat(typed("\"a\" + \"b\"")).startsWith("\"ab\" : String  (");
        assertThat(typed("2.0 > 1.0")).startsWith("true : bool  (");
        assertThat(typed("List[i64].new()")).startsWith(": List[i64]  (");
    }

    @Test
    void declarations_areKeptAndReplaced() throws Exception {
        assertThat(
                        typed(
                                "func f(n: i64) -> i64 do return n * 2 end",
                                "f(4)",
                                "func f(n: i64) -> i64 do return n * 3 end",
                                "f(4)",
                                "enum C { Red, Blue }",
                                "C.Blue"))
                .containsSubsequence("8 : i64", "12 : i64", "Blue");
    }

    @Test
    void variables_areKeptAndChanged() throws Exception {
        assertThat(typed("var n = 20", "n += 1", "n = n * 2", "let s = \"a\\n\\\"\"", "s.len", "n"))
                .containsSubsequence("20 :", "21 :", "42 :", "3 :", "42 :");
    }

    @Test
    void errors_showTheCaretAndLoseNothing() throws Exception {
        String shown = typed("let x = 5", "x + tru", "let x = \"\" + 1", "x");

        assertThat(shown).contains("input:1:5: error[S0001]", "1 | x + tru", "    ^^^");
        assertThat(shown).endsWith("5 : i64  (0 operations, 0 bytes)\n");
    }

    @Test
    void panics_andEmptyBudgets_areToldAndLoseNothing() throws Exception {
        String shown =
                typed("var n = 0", "1 / n", ":budget 50", "while true do n = 1 end", "n + 1");

        assertThat(shown).contains("P003", "each input may spend 50 operations", "cannot pay");
        assertThat(shown).endsWith("1 : i64  (0 operations, 0 bytes)\n");
    }

    @Test
    void inputs_ofSeveralLines_goOnUntilTheyAreWhole() throws Exception {
        assertThat(
                        typed(
                                "func sum(n: i64) -> i64 do",
                                "    var s = 0",
                                "    for i in 1..n do",
                                "        s += i",
                                "    end",
                                "    return s",
                                "end",
                                "sum(",
                                "10)"))
                .startsWith("55 : i64");
        assertThat(typed("if true do", "", "1 + 1")).contains("error", "2 : i64");
    }

    @Test
    void tasks_runInTheSession() throws Exception {
        assertThat(
                        typed(
                                "func f(n: i64) -> i64 do return n + 1 end",
                                "nursery do",
                                "    let t = spawn f(1)",
                                "    println(await t)",
                                "end"))
                .startsWith("2\n(");
    }

    @Test
    void modules_areImported() throws Exception {
        assertThat(typed("import m", "m.six()", "import none", "m.six() + 1"))
                .containsSubsequence("6 : i64", "S4001", "7 : i64");
    }

    @Test
    void commands_answer() throws Exception {
        assertThat(typed(":type 1 == 2", ":help", ":what", ":ir 1 + 1", "let a = 1", ":reset", "a"))
                .containsSubsequence(
                        "bool",
                        ":quit",
                        "there is no :what",
                        "Return",
                        "nothing is declared",
                        "S0001");
        assertThat(typed(":quit", "1 + 1")).isEmpty();
    }

    @Test
    void stop_endsTheInputThatRuns() throws Exception {
        var printed = new CountDownLatch(1);
        try (var session = new Session(EACH, Library.none(), _ -> printed.countDown())) {
            Thread stopper =
                    new Thread(
                            () -> {
                                try {
                                    printed.await();
                                } catch (InterruptedException e) {
                                    return;
                                }
                                session.stop();
                            });
            stopper.start();

            String shown = session.take("do_wait()");
            assertThat(shown).contains("S0001");
            session.take("async func wait() do println(\"runs\"); sleep(1000000) end");
            assertThat(session.take("wait()")).contains("cancelled");
            assertThat(session.take("1 + 1")).startsWith("2 :");
            stopper.join();
        }
        assertThat(printed.getCount()).isZero();
    }
}
