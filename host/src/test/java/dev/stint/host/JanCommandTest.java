package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.host.text.JsonChecker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class JanCommandTest {
    private static final String SUM =
            """
            func sum(n: i64) -> i64 do
                var s = 0
                for i in 1..n do s += i end
                return s
            end
            func main(n: i64) -> i64 do
                println("up to ", n)
                return sum(n)
            end
            test "sums" do assert(sum(4) == 10) end
            """;

    @TempDir private Path folder;

    private record Ran(int code, String out, String err) {}

    private static Ran run(Object... args) {
        List<String> all = new ArrayList<>(List.of("jan"));
        for (Object arg : args) {
            all.add(arg.toString());
        }
        var out = new StringWriter();
        var err = new StringWriter();
        int code =
                Main.run(
                        all.toArray(String[]::new),
                        new PrintWriter(out, true),
                        new PrintWriter(err, true));
        return new Ran(code, out.toString(), err.toString());
    }

    private Path script(String text) {
        try {
            return Files.writeString(folder.resolve("a.jan"), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void run_script_printsItsOutputAndItsReceipt() {
        Ran ran = run("run", script(SUM), "10");

        assertThat(ran.out()).isEqualTo("up to 10\n");
        assertThat(ran.err()).contains("main gave 55", "completed: ", " operations");
        assertThat(ran.code()).isZero();
    }

    @Test
    void run_interpretedAndUnderASeed_costsTheSame() {
        String compiled = run("run", script(SUM), "500").err();

        assertThat(run("run", script(SUM), "500", "--interpret").err()).isEqualTo(compiled);
        assertThat(run("run", script(SUM), "500", "--seed", "7").err()).isEqualTo(compiled);
    }

    @Test
    void run_scriptWithoutTheMoney_isStopped() {
        Ran ran = run("run", script(SUM), "1000000000", "--ops", "5000");

        assertThat(ran.err()).contains("cannot pay", "exhausted: 5,000 operations");
        assertThat(ran.code()).isEqualTo(3);
    }

    @Test
    void run_jsonOfARun_isJson() {
        Ran ran = run("run", script(SUM), "10", "--json");

        JsonChecker.check(ran.out());
        assertThat(ran.out()).contains("\"ended\"", "\"completed\"", "55");
        assertThat(ran.code()).isZero();
    }

    @Test
    void run_jsonOfAReal_isJson() {
        Ran ran = run("run", script("func main() -> f64 do return 2.5 end"), "--json");

        JsonChecker.check(ran.out());
        assertThat(ran.out()).contains("\"value\": 2.5");
        assertThat(ran.code()).isZero();
    }

    @Test
    void run_textThatIsNoScript_saysAllThatIsWrong() {
        Ran ran = run("run", script("func main() do\nlet a = b\nlet c: i64 = true\nend\n"));

        assertThat(ran.err())
                .contains("a.jan:2:9: error[S0001]", "a.jan:3:14: error[S0004]", "2 errors");
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void check_goodAndBadText_tellsThemApart() {
        assertThat(run("check", script(SUM)).code()).isZero();
        Ran bad = run("check", script("func main() do spawn f() end"), "--json");

        JsonChecker.check(bad.out());
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.out()).contains("S0100");
    }

    @Test
    void test_titles_arePassedOrFailed() {
        Ran good = run("test", script(SUM));
        Ran bad = run("test", script(SUM + "test \"lies\" do assert(sum(2) == 4) end\n"));

        assertThat(good.out()).isEqualTo("passed  sums\n1 passed, 0 failed\n");
        assertThat(good.code()).isZero();
        assertThat(bad.out()).contains("passed  sums", "FAILED  lies: P004", "1 passed, 1 failed");
        assertThat(bad.code()).isEqualTo(1);
    }

    private static final String RACY =
            """
            {.profile: service.}
            func answer(out: Channel[i64], n: i64) do
                out.send(n)
            end
            async func both() -> i64 do
                let out = Channel[i64].buffered(2)
                nursery do
                    spawn answer(out, 1)
                    spawn answer(out, 2)
                end
                return out.recv() * 10 + out.recv()
            end
            test "both come" do
                let n = await both()
                assert(n == 12 or n == 21)
            end
            test "one comes first" do assert(await both() == 12, "two came first") end
            """;

    @Test
    void test_sim_findsTheRaceAndReplaysIt() {
        Path script = script(RACY);
        Ran found = run("test", script, "--sim", "--schedules", "200", "--seed", "5");

        assertThat(found.code()).isEqualTo(1);
        assertThat(found.out())
                .contains("passed  both come: 200 schedules, ")
                .contains(
                        "FAILED  one comes first: ", "P004: two came first", "1 passed, 1 failed");
        assertThat(run("test", script, "--sim", "--schedules", "200", "--seed", "5").out())
                .isEqualTo(found.out());

        String command = found.out().lines().filter(l -> l.contains("replay:")).findFirst().get();
        String trace = command.substring(command.indexOf("--replay ") + "--replay ".length());
        assertThat(command).contains("jan test '" + script + "' --sim");
        Ran again = run("test", script, "--sim", "--replay", trace);

        assertThat(again.code()).isEqualTo(1);
        assertThat(again.out()).contains("P004: two came first", "same failure at step");
        assertThat(run("test", script(SUM), "--sim", "--replay", trace).err())
                .contains("'a.jan: one comes first', which is no test of");
    }

    @Test
    void test_simJson_isJson() {
        Ran ran = run("test", script(RACY), "--sim", "--schedules", "100", "--json");

        JsonChecker.check(ran.out());
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out())
                .contains("\"title\": \"both come\"", "\"schedules\": 100", "\"failed\": 1")
                .contains("\"kind\": \"FAILED\"", "\"trace\": ");
    }

    @Test
    void test_simOfOneTask_isGreen() {
        Ran ran = run("test", script(SUM), "--sim", "--schedules", "20");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .isEqualTo("passed  sums: 20 schedules, 1 of them distinct\n1 passed, 0 failed\n");
    }

    @Test
    void test_wrongOptionsOfSim_areToldInOneLine() {
        Path script = script(RACY);

        assertThat(run("run", script, "--sim").err()).contains("--sim is for 'jan test'");
        assertThat(run("test", script, "--schedules", "5").err()).contains("add --sim");
        assertThat(run("test", script, "--sim", "--schedules", "0").err())
                .contains("--schedules takes a whole number from 1");
        assertThat(run("test", script, "--sim", "--replay", "x", "--seed", "1").err())
                .contains("leave out --schedules and --seed");
        assertThat(run("test", script, "--sim", "--replay", "nothing").err())
                .contains("there is no trace file")
                .hasLineCount(1);
    }

    @Test
    void ir_script_showsWhereItPays() {
        Ran ran = run("ir", script(SUM));

        assertThat(ran.out()).contains("graph @sum(n: i64) -> i64", "Budget_Decrement ops=1");
        assertThat(ran.code()).isZero();
    }

    @Test
    void run_wrongArguments_areToldInOneLine() {
        assertThat(run("fly", script(SUM)).err()).startsWith("stint jan: ").hasLineCount(1);
        assertThat(run("run", folder.resolve("no.jan")).err()).contains("there is no script");
        Ran ran = run("run", script(SUM), "many");

        assertThat(ran.err()).contains("the parameter 'n' of main is a i64, and 'many' is none");
        assertThat(run("run", script(SUM)).err())
                .contains("main takes 1 argument and is given no argument. Give it n: i64.");
        assertThat(run("run", script("func main() do end"), "5").err())
                .contains("main takes no argument and is given 1 argument. Leave them out.");
        assertThat(ran.code()).isEqualTo(2);
    }

    @Test
    void fmt_crookedScript_isLaidOutAndStaysSo() throws Exception {
        Path crooked = script("func main(n:i64)->i64 do\nreturn n*2 // twice\nend");

        Ran checked = run("fmt", crooked, "--check");
        assertThat(checked.code()).isEqualTo(1);
        assertThat(checked.out()).isEqualTo("would change " + crooked + "\n");
        assertThat(crooked).content().startsWith("func main(n:i64)");

        Ran changed = run("fmt", crooked);
        assertThat(changed.code()).isZero();
        assertThat(changed.out()).isEqualTo("changed " + crooked + "\n");
        assertThat(crooked)
                .hasContent("func main(n: i64) -> i64 do\n    return n * 2 // twice\nend\n");

        assertThat(run("fmt", crooked, "--check").code()).isZero();
        assertThat(run("fmt", crooked, "--json").out()).contains("\"changed\": []");
    }

    @Test
    void fmt_unreadableScript_staysAsItIs() {
        Path broken = script("func main( do");

        Ran ran = run("fmt", broken);

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("error[P");
        assertThat(broken).hasContent("func main( do");
    }

    @Test
    void fmt_severalFiles_areAllLookedAtFirst() throws Exception {
        Path crooked = script("func main()do end");

        Ran ran = run("fmt", crooked, folder.resolve("none.jan"));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(crooked).hasContent("func main()do end");
    }

    @Test
    void run_aScriptWithModules_findsThemBesideIt() throws IOException {
        Files.createDirectories(folder.resolve("lib"));
        Files.writeString(
                folder.resolve("lib/sums.jan"),
                "pub func twice(n: i64) -> i64 do\n    return n * 2\nend\n");
        Path script = script("import lib.sums\nfunc main() -> i64 do return sums.twice(21) end\n");

        assertThat(run("run", script).err()).contains("main gave 42");
        Files.writeString(folder.resolve("lib/sums.jan"), "pub func twice() do\n    1 + true\nend");
        Ran refused = run("check", script);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("lib/sums.jan:2:");
    }

    @Test
    void run_filesByRights_areReadOrWritten() throws IOException {
        Files.createDirectories(folder.resolve("mine"));
        Path mine = folder.resolve("mine");
        Path script =
                script(
                        """
                        {.profile: service.}
                        import std.files
                        func main() do
                            files.write("a.txt", "kept") catch |e| do println(e) end
                            println(files.exists("a.txt") catch |e| false)
                        end
                        """);

        assertThat(run("run", script).out()).isEqualTo("FileError.NoRight\nfalse\n");
        assertThat(run("run", script, "--allow", "read=" + mine).out())
                .isEqualTo("FileError.NoRight\nfalse\n");
        assertThat(mine).isEmptyDirectory();
        Ran poor = run("run", script, "--allow", "files=" + mine, "--syscalls", "0");
        assertThat(poor.err()).contains("cannot pay 1 system call");
        assertThat(poor.code()).isEqualTo(3);
        Ran ran = run("run", script, "--allow", "files=" + mine);
        assertThat(ran.out()).as(ran.err()).isEqualTo("true\n");
        assertThat(mine.resolve("a.txt")).hasContent("kept");
    }

    @Test
    void run_wrongRights_areToldInOneLine() {
        Path script = script(SUM);
        for (Ran ran :
                List.of(
                        run("run", script, "10", "--allow", "all"),
                        run("run", script, "10", "--allow", "files=" + folder.resolve("none")),
                        run("run", script, "10", "--connect", "nowhere"),
                        run("check", script, "--connect", "localhost:1"))) {
            assertThat(ran.err()).startsWith("stint jan: ").hasLineCount(1);
            assertThat(ran.code()).isEqualTo(2);
        }
    }
}
