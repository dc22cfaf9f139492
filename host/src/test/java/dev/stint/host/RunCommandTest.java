package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import dev.stint.host.text.JsonChecker;
import dev.stint.policyservice.whatif.Trace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
@SuppressWarnings("StringConcatToTextBlock") // lines as they are printed, tabs and blanks seen
class RunCommandTest {
    private static final String FOREVER = "while (true) ;";

    @TempDir private Path folder;

    /** What one run left behind. */
    record Ran(int code, String out, String err) {
        void assertMisused(String... words) {
            assertThat(err).startsWith("stint run: ").hasLineCount(1).contains(words);
            assertThat(out).isEmpty();
            assertThat(code).isEqualTo(2);
        }

        /** What was spent, by the table. */
        long spent(String what) {
            Matcher row = Pattern.compile("(?m)^  " + what + " +([\\d,]+) of ").matcher(err);
            assertThat(row.find()).as(err).isTrue();
            return Long.parseLong(row.group(1).replace(",", ""));
        }
    }

    private Path jar(String main) {
        return jar(SmallJar.ofMain(main));
    }

    private Path jar(SmallJar jar) {
        return jar.writeTo(folder.resolve("app.jar"));
    }

    static Ran run(Object... args) {
        List<String> all = new ArrayList<>(List.of("run"));
        for (Object arg : args) {
            all.add(arg.toString());
        }
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.run(all.toArray(String[]::new), new PrintWriter(out), new PrintWriter(err));
        return new Ran(code, out.toString(), err.toString());
    }

    // ---- how it ends

    @Test
    void run_aProgram_printsItsOutputAndTheReceipt() {
        Ran ran =
                run(
                        jar(
                                "System.out.println(\"hello \" + String.join(\"+\", args));"
                                        + " System.err.println(\"careful\");"),
                        "--ops",
                        "5M",
                        "a",
                        "--",
                        "--ops");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEqualTo("hello a+--ops\n");
        assertThat(ran.err())
                .matches(
                        "careful\n"
                                + "app.jar: completed in [\\d.]+ s, surface tenant\n"
                                + "  operations +\\d+ of +5,000,000 +0.0 %\n"
                                + "  bytes +[\\d,]+ of 1,073,741,824 +0.0 %\n"
                                + "  spawns +0 of +1,000\n"
                                + "  channel operations +0 of +1,000,000\n"
                                + "  system calls +0 of +10,000\n");
    }

    @Test
    void run_aProgramThatCommandsTheTerminal_isSpeltOut() {
        Ran ran =
                run(
                        jar(
                                "System.out.println(\"a\\tb\\u001b[2J\\u009b2J\");"
                                        + " System.err.print(\"\\u0007\");"
                                        + " throw new Error(\"\\u001b]0;title\");"));

        assertThat(ran.out()).isEqualTo("a\tb\\u001b[2J\\u009b2J\n");
        assertThat(ran.err())
                .startsWith("\\u0007")
                .contains("\\u001b]0;title")
                .doesNotContain("\u001b", "\u0007");
    }

    @Test
    void run_aProgramThatThrows_failsWithItsOwnFrames() {
        Ran ran =
                run(
                        jar(
                                new SmallJar()
                                        .withManifest("Main-Class", "app.Main")
                                        .withClass(
                                                "app.Main",
                                                "package app;\n"
                                                    + "public class Main {\n"
                                                    + "  static void fail() {\n"
                                                    + "    throw new"
                                                    + " IllegalStateException(\"boom\",\n"
                                                    + "        new RuntimeException(\"inner\"));\n"
                                                    + "  }\n"
                                                    + "  public static void main(String[] args) {\n"
                                                    + "    Runnable r = Main::fail; r.run();\n"
                                                    + "  }\n"
                                                    + "}")));

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .startsWith(
                        "java.lang.IllegalStateException: boom\n"
                                + "\tat app.Main.fail(Main.java:4)\n"
                                + "\tat app.Main.main(Main.java:8)\n"
                                + "Caused by: java.lang.RuntimeException: inner\n"
                                + "\tat app.Main.fail(Main.java:4)\n"
                                + "\tat app.Main.main(Main.java:8)\n"
                                + "app.jar: failed after ");
    }

    @Test
    void run_causesWithoutEnd_areNotFollowedToIt() {
        Ran ran =
                run(
                        jar(
                                "Throwable t = new Exception(\"first\"); for (int i = 0; i <"
                                        + " 100_000; i++) t = new Exception(\"e\", t); throw t;"));

        assertThat(ran.code).isEqualTo(1);
        assertThat(ran.err).contains("Caused by: [more than is shown]\n").contains("failed after");
    }

    @Test
    void run_anEndlessLoop_isExhausted() {
        Ran ran = run(jar(FOREVER), "--ops", "10_000");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err())
                .containsPattern("app.jar: exhausted after [\\d.]+ s \\(no operations left\\)")
                .containsPattern("of that on credit: \\d+ operations\n");
        assertThat(ran.spent("operations")).isBetween(10_000L, 11_100L);
    }

    @Test
    void run_anAllocationBomb_isExhausted() {
        Ran ran =
                run(
                        jar(
                                "var l = new java.util.ArrayList<byte[]>(); while (true) l.add(new"
                                        + " byte[4096]);"),
                        "--memory",
                        "1m");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("(no bytes left)");
        assertThat(ran.spent("bytes")).isBetween(1_000_000L, 1L << 20);
    }

    @Test
    void run_tasksOfItsOwn_shareItsBudget() {
        Path app =
                jar(
                        "var all = new"
                            + " java.util.ArrayList<java.util.concurrent.CompletableFuture<Void>>();"
                            + " for (int i = 0; i < 5; i++)"
                            + " all.add(java.util.concurrent.CompletableFuture .runAsync(() -> {"
                            + " for (int k = 0; k < 10_000; k++) ; })); for (var f : all)"
                            + " f.join();");

        Ran ran = run(app, "--ops", "100k");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.spent("spawns")).isEqualTo(5);
        assertThat(ran.spent("operations")).isGreaterThan(50_000);
        assertThat(ran.err()).contains("by 6 tasks");

        assertThat(run(app, "--ops", "30k").code()).isEqualTo(3);
        assertThat(run(app, "--spawns", "4").code()).isEqualTo(3);
    }

    @Test
    void run_withoutEnd_isStoppedWhenItsTimeIsUp() {
        Ran ran = run(jar(FOREVER), "--seconds", "1", "--ops", "unlimited");

        assertThat(ran.code()).isEqualTo(4);
        assertThat(ran.err())
                .containsPattern("app.jar: stopped after [\\d.]+ s \\(it may take 1 s\\)")
                .containsPattern("operations +[\\d,]+ of +unlimited\n");
    }

    @Test
    void run_underASeed_sleepsInVirtualTime() {
        Ran ran = run(jar("Thread.sleep(500_000);"), "--seconds", "1000", "--seed", "7");
        assertThat(ran.code()).as(ran.err()).isZero();

        assertThat(run(jar("Thread.sleep(500_000);"), "--seconds", "400", "--seed", "7").code())
                .isEqualTo(4);
    }

    @Test
    void run_asManyTasksAsItMayStart_allHaveSomething() {
        Ran ran =
                run(
                        jar(
                                "var gate = new java.util.concurrent.CompletableFuture<Void>(); var"
                                    + " all = new"
                                    + " java.util.ArrayList<java.util.concurrent.CompletableFuture<Void>>();"
                                    + " for (int i = 0; i < 50; i++)"
                                    + " all.add(java.util.concurrent.CompletableFuture .runAsync(()"
                                    + " -> gate.join())); gate.complete(null); for (var f : all)"
                                    + " f.join();"),
                        "--spawns",
                        "50",
                        "--seed",
                        "1");

        assertThat(ran.code()).as(ran.err()).isZero();
    }

    @Test
    void run_underASeedWhenNothingCanRun_tellsWhoWaits() {
        Ran ran =
                run(
                        jar(
                                "var never = new java.util.concurrent.CompletableFuture<Void>();"
                                    + " java.util.concurrent.CompletableFuture.runAsync(() ->"
                                    + " never.join()); throw new IllegalStateException(\"gone\");"),
                        "--seed",
                        "1",
                        "--seconds",
                        "5");

        assertThat(ran.code()).isEqualTo(4);
        assertThat(ran.err())
                .startsWith("java.lang.IllegalStateException: gone\n\tat app.Main.main(")
                .containsPattern(
                        "app.jar: stopped after [\\d.]+ s \\(it may take 5 s by the virtual"
                                + " clock\\)")
                .containsPattern(
                        "\n  nothing could run until then:\n    task \\d+ BLOCKED.*, at app.jar//");
    }

    @Test
    void run_underASeed_isTheSameAgain() {
        Path app =
                jar(
                        "long sum = 0; for (int i = 0; i < Math.random() * 1000; i++) sum += i;"
                                + " System.out.println(sum + \" \" + System.nanoTime());");

        Ran first = run(app, "--seed", "0x5eed");
        Ran second = run(app, "--seed", "0x5eed");
        Ran other = run(app, "--seed", "6");

        assertThat(second.out()).isEqualTo(first.out()).isNotEqualTo(other.out());
        assertThat(second.spent("operations")).isEqualTo(first.spent("operations"));
    }

    @Test
    void run_caughtExhaustion_isExhaustedAllTheSame() {
        Ran ran =
                run(
                        jar("try { " + FOREVER + " } catch (Throwable e) { throw new Error(e); }"),
                        "--ops",
                        "5000");

        assertThat(ran.code()).isEqualTo(3);
    }

    // ---- where it starts

    @ParameterizedTest
    @CsvSource({
        "static void main(String[] args), 0",
        "public static void main(), 0",
        "void main(), 0",
        "protected void main(String[] args), 0",
        "private static void main(String[] args), 1",
        "static int main(String[] args), 1",
        "static void start(), 1"
    })
    void run_mainMethods_areFoundAsJavaDoes(String header, int code) {
        Ran ran =
                run(
                        jar(
                                new SmallJar()
                                        .withManifest("Main-Class", "app.Main")
                                        .withClass(
                                                "app.Main",
                                                "package app; class Main { "
                                                        + header
                                                        + " { "
                                                        + (header.contains("int ")
                                                                ? "return 1;"
                                                                : "")
                                                        + " } }")));

        assertThat(ran.code()).as(ran.err()).isEqualTo(code);
        if (code == 1) {
            assertThat(ran.err()).contains("class app.Main has no method to start in");
        }
    }

    @Test
    void run_moreJars_areFound() {
        Path library =
                new SmallJar()
                        .withClass(
                                "lib.Hello",
                                "package lib; public class Hello { public static void main(String[]"
                                        + " a) { System.out.println(\"lib\"); } }")
                        .writeTo(folder.resolve("lib.jar"));

        assertThat(run(jar(""), "--classpath", library, "--main", "lib.Hello").out())
                .isEqualTo("lib\n");
        Path named =
                jar(
                        new SmallJar()
                                .withManifest("Main-Class", "lib.Hello")
                                .withManifest("Class-Path", "no.jar lib.jar"));
        assertThat(run(named).out()).isEqualTo("lib\n");
    }

    /** Who made the jar does not choose what else of this machine belongs to it. */
    @Test
    void run_classPathThatLeavesTheFolder_isRefused() throws IOException {
        new SmallJar().withEntry("x", "").writeTo(folder.resolve("lib.jar"));
        Path inner = Files.createDirectories(folder.resolve("inner"));
        Path app =
                SmallJar.ofMain("")
                        .withManifest("Class-Path", "../lib.jar")
                        .writeTo(inner.resolve("app.jar"));

        Ran ran = run(app);

        assertThat(ran.code()).isNotZero();
        assertThat(ran.err())
                .contains("names '../lib.jar' in its Class-Path, which is not below its folder");
    }

    // ---- what it tells

    /** What it records is played under another policy. */
    @Test
    void record_aRun_canBePlayedUnderAnotherPolicy() throws IOException {
        Path trace = folder.resolve("run.trace");
        Path app =
                jar(
                        "var t = new Thread(() -> { long s = 0;"
                                + " for (int i = 0; i < 200_000; i++) { s += i; } });"
                                + " t.start(); t.join();"
                                + " for (int i = 0; i < 100_000; i++) { if (i < 0) return; }");
        for (String seed : List.of("", "7")) {
            Ran ran =
                    seed.isEmpty()
                            ? run(app, "--record", trace)
                            : run(app, "--record", trace, "--seed", seed);
            assertThat(ran.code()).as(ran.err()).isZero();
            Trace written = Trace.read(trace);
            assertThat(written.tenants()).extracting(Trace.Tenant::name).containsExactly("app.jar");
            assertThat(written.tasks()).hasSizeGreaterThanOrEqualTo(2);
            assertThat(written.operations(0)).isBetween(300_000L, ran.spent("operations"));
            Path policy = Files.writeString(folder.resolve("p.yaml"), "tenants: {}\n");
            var out = new StringWriter();
            int code =
                    Main.run(
                            new String[] {
                                "policy", "whatif", trace.toString(), "--policy", policy.toString()
                            },
                            new PrintWriter(out),
                            new PrintWriter(out));
            assertThat(code).as(out.toString()).isZero();
            assertThat(out.toString()).contains("app.jar");
        }
    }

    @Test
    void record_whereItCannotBeWritten_isAnError() {
        Ran ran = run(jar(""), "--record", folder.resolve("none").resolve("x"));
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .contains("--record takes a file to write", "its folder does not exist");
        Path both = folder.resolve("both");
        Ran twice = run(jar(""), "--record", both, "--json", both);
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err()).contains("--record and --json cannot be one file");
    }

    @Test
    void json_isOneObject() throws IOException {
        Ran ran = run(jar(FOREVER), "--ops", "9k", "--seed", "1", "--json");

        JsonChecker.check(ran.err());
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err())
                .contains(
                        "\"ended\": \"exhausted\"",
                        "\"exitCode\": 3",
                        "\"ops\": 9000",
                        "\"seed\": 1",
                        "\"trace\": [");

        Path file = folder.resolve("receipt.json");
        Ran written = run(jar(""), "--json", file, "--report");
        assertThat(written.err()).startsWith("app.jar: completed");
        JsonChecker.check(Files.readString(file));
        assertThat(Files.readString(file)).contains("\"ended\": \"completed\"", "\"woven\": {");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void json_toAFullDisk_isALine() {
        Ran ran = run(jar(""), "--json", "/dev/full");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .startsWith("app.jar: the receipt cannot be written to /dev/full: ")
                .contains("app.jar: completed");
    }

    @Test
    void report_isAboutTheClassesThatWereLoaded() {
        Ran ran = run(jar(""), "--report");

        assertThat(ran.err()).contains("app.jar: 1 class woven, none refused\n", "methods");
    }

    // ---- wrong arguments

    @Test
    void run_withoutAJar_saysWhatToType() {
        run().assertMisused("which jar?", "./stint run app.jar --ops 50M");
        run("--json", "app.jar").assertMisused("--json has taken 'app.jar'");
    }

    @Test
    void run_jarThatIsNone_isNamed() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "hello");

        run(folder.resolve("no.jar")).assertMisused("there is no jar '" + folder.resolve("no.jar"));
        run(folder).assertMisused("is a folder");
        run(text).assertMisused("'" + text + "' is not a jar that can be read");
    }

    @Test
    void run_jarWithoutMain_saysHowToName() {
        run(jar(new SmallJar().withEntry("x", "y")))
                .assertMisused("names no Main-Class in its manifest; say which: --main CLASS");
    }

    @Test
    void run_jarWithAMainClassThatIsNotThere_fails() {
        Ran ran = run(jar(new SmallJar().withManifest("Main-Class", "app.Nobody")));

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .startsWith(
                        "java.lang.ClassNotFoundException: app.Nobody is neither in the jars of the"
                                + " program nor in the JDK.");
    }

    @Test
    void run_brokenClass_fails() {
        Ran ran =
                run(
                        jar(
                                new SmallJar()
                                        .withManifest("Main-Class", "app.Main")
                                        .withEntry("app/Main.class", "broken")));

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .startsWith("class app.Main is refused: it is not a class file that can be read: ")
                .doesNotContain("Caused by");
    }

    @Test
    void run_aTraceThatItPrints_endsInItsMain() {
        Ran ran =
                run(
                        jar(
                                "java.util.List.of(1).forEach(x -> new IllegalStateException(\"a\","
                                        + " new RuntimeException(\"b\")).printStackTrace());"));

        assertThat(ran.err())
                .startsWith("java.lang.IllegalStateException: a\n\tat app.jar//app.Main.")
                .contains(".forEach(", "\tat app.jar//app.Main.main(Main.java:1)\nCaused by: ")
                .doesNotContain("dev.stint", "reflect");
    }

    @Test
    void run_aMessageWithControls_isSpeltOutAndCut() {
        Ran ran =
                run(
                        jar(
                                "throw new IllegalStateException(\"\\033[2J\\n"
                                        + "app.jar: completed\" + \"x\".repeat(5000));"));

        assertThat(ran.err())
                .startsWith(
                        "java.lang.IllegalStateException: \\u001b[2J\n    app.jar: completedxxx")
                .containsPattern("xxx\\.\\.\\. \\(50\\d\\d characters\\)\n\tat app.Main.main\\(");
    }

    @Test
    void run_aWovenJar_isRefused() {
        Path woven = folder.resolve("woven.jar");
        Main.run(
                new String[] {"weave", jar("").toString(), "-o", woven.toString()},
                new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()));

        run(woven).assertMisused("is woven already; run the jar that it was made from");
    }

    @ParameterizedTest
    @CsvSource({
        "--ops, 0, --ops takes a whole amount from 1",
        "--ops, -5, --ops takes a whole amount from 1",
        "--ops, 1e30, --ops takes a whole amount from 1",
        "--memory, 64q, --memory takes a whole amount from 0",
        "--spawns, x, --spawns takes a whole amount from 0",
        "--channel-ops, 1.5, --channel-ops takes a whole amount",
        "--syscalls, '', --syscalls takes a whole amount",
        "--seconds, 0, --seconds takes a whole number from 1",
        "--seed, one, --seed takes a 64-bit number",
        "--surface, wide, --surface is open",
        "--rules, no.rules, there is no rules file 'no.rules'",
        "--allow, files, '--allow takes files=FOLDER'",
        "--allow, sockets=x, '--allow takes files=FOLDER'",
        "--allow, files=, '--allow takes files=FOLDER'",
        "--allow, files=/no/such, --allow: there is no folder '/no/such'",
        "--connect, db, is no place to connect to",
        "--connect, user@db:80, is no place to connect to",
        "--classpath, no.jar, --classpath: there is no 'no.jar'",
        "--opps, 5, unknown option '--opps' (did you mean '--ops'?)"
    })
    void run_wrongValue_isNamed(String option, String value, String words) {
        run(jar(""), option, value).assertMisused(words.replace("'--allow", "--allow"));
    }

    @Test
    void run_optionsThatExcludeEachOther_areRefused() {
        run(jar(""), "--surface", "open", "--allow", "files=" + folder)
                .assertMisused("--allow is for a tenant");
        run(jar(""), "--surface", "open", "--connect", "localhost:80")
                .assertMisused("--connect is for a tenant");
    }

    @Test
    void rules_wrongLine_isNamedWithItsFile() throws IOException {
        Path rules =
                Files.writeString(folder.resolve("rules.txt"), "a.B: constant\nwhat is this\n");

        run(jar(""), "--rules", rules).assertMisused(rules + ":2: 'what is this'");
    }

    @Test
    void help_listsTheOptions() {
        assertThat(run("--help").out()).contains("--ops=N", "--memory=SIZE", "--allow", "ARGS");
    }
}
