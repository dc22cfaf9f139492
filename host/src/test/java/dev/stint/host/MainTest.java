package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Version;
import dev.stint.host.demo.Plan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    private static final String DEMO_IS =
            "right is: ./stint demo [--seconds N] [--seed S] [--json FILE] [--no-weave]"
                    + " [--compare]";

    private static final String COMMANDS_ARE =
            "commands: demo, run, jan, weave, sim, native, policy, test, bench, verify, install,"
                    + " version, help";

    /** What one run left behind. */
    private record Ran(int code, String out, String err) {
        /** Wrong arguments: nothing on out, one line on err, code 2. */
        void assertMisused(String line) {
            assertThat(err).isEqualTo(line + System.lineSeparator());
            assertThat(out).isEmpty();
            assertThat(code).isEqualTo(2);
        }
    }

    private static Ran run(String... args) {
        return runWith(plan -> true, args);
    }

    /** With a show in place of the demo's. */
    private static Ran runWith(Predicate<Plan> show, String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.run(args, new PrintWriter(out), new PrintWriter(err), show);
        return new Ran(code, out.toString(), err.toString());
    }

    /** What the demo was asked to do. */
    private static Plan planOf(String... args) {
        var plans = new ArrayList<Plan>();
        assertThat(runWith(plans::add, args)).isEqualTo(new Ran(0, "", ""));
        assertThat(plans).hasSize(1);
        return plans.getFirst();
    }

    @Test
    void run_withoutCommand_printsTheOverview() {
        assertThat(run()).isEqualTo(new Ran(0, Help.overview(), ""));
    }

    @ParameterizedTest
    @CsvSource({"--help, help", "-h, help", "--version, version"})
    void run_commandWrittenAsAnOption_isThatCommand(String option, String command) {
        assertThat(run(option)).isEqualTo(run(command));
        assertThat(run(option).code()).isZero();
    }

    @Test
    void run_unknownCommand_listsTheCommands() {
        run("nonsense", "--seconds", "3")
                .assertMisused("stint: unknown command 'nonsense'; " + COMMANDS_ARE);
    }

    @ParameterizedTest
    @CsvSource({"dmo, demo", "tests, test", "benhc, bench", "Help, help", "vresion, version"})
    void run_almostACommand_suggestsIt(String typed, String meant) {
        run(typed)
                .assertMisused(
                        "stint: unknown command '"
                                + typed
                                + "' (did you mean '"
                                + meant
                                + "'?); "
                                + COMMANDS_ARE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"test", "bench", "verify", "install"})
    void run_commandOfTheLauncher_pointsToIt(String command) {
        run(command)
                .assertMisused(
                        "stint: '"
                                + command
                                + "' needs the sources; in a checkout, run: ./stint "
                                + command);
    }

    @Test
    void run_commandWithLineBreaks_staysOneLine() {
        run("a\nb\tc\r\n").assertMisused("stint: unknown command 'a?b?c??'; " + COMMANDS_ARE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "0", "-5", "3601", "1.5", "", " 7", "99999999999", "1\n2"})
    void demo_badSeconds_saysWhatIsRight(String typed) {
        run("demo", "--seconds", typed)
                .assertMisused(
                        "stint demo: --seconds takes a whole number from 1 to 3600, not '"
                                + typed.replace('\n', '?')
                                + "'; for example: ./stint demo --seconds 10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "0x", "0xg", "0x10000000000000000", "9223372036854775808", ""})
    void demo_badSeed_saysWhatIsRight(String typed) {
        run("demo", "--seed", typed)
                .assertMisused(
                        "stint demo: --seed takes a 64-bit number, decimal or 0x hex, not '"
                                + typed
                                + "'; for example: ./stint demo --seed 0x5eed");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "42, 42",
        "-1, -1",
        "0xFFFFFFFFFFFFFFFF, -1",
        "0x5eed, 24301",
        "-9223372036854775808, -9223372036854775808"
    })
    void demo_goodSeed_isTaken(String typed, long seed) {
        assertThat(planOf("demo", "--seed", typed).seed()).isEqualTo(seed);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3600})
    void demo_goodSeconds_areTaken(int seconds) {
        assertThat(planOf("demo", "--seconds=" + seconds).seconds()).isEqualTo(seconds);
    }

    @Test
    void demo_withoutOptions_hasDefaults() {
        assertThat(planOf("demo")).isEqualTo(new Plan(10, 42, Optional.empty(), true, false));
    }

    @Test
    void demo_claimThatDidNotHold_isAFailure() {
        assertThat(runWith(plan -> false, "demo")).isEqualTo(new Ran(1, "", ""));
    }

    @Test
    void demo_jsonInMissingFolder_isRefused(@TempDir Path folder) {
        var typed = folder.resolve("no such").resolve("r.json").toString();

        run("demo", "--json", typed)
                .assertMisused(
                        "stint demo: --json takes a file to write, not '"
                                + typed
                                + "' (its folder does not exist); for example: ./stint demo --json"
                                + " result.json");
    }

    @Test
    void demo_jsonThatIsAFolder_isRefused(@TempDir Path folder) {
        run("demo", "--json", folder.toString())
                .assertMisused(
                        "stint demo: --json takes a file to write, not '"
                                + folder
                                + "' (that is a folder); for example: ./stint demo --json"
                                + " result.json");
    }

    @Test
    void demo_jsonWithASpaceInItsName_isTaken(@TempDir Path folder) {
        var file = folder.resolve("a b.json");

        assertThat(planOf("demo", "--json", file.toString()).json()).contains(file);
    }

    @Test
    void demo_unknownOption_saysWhatIsRight() {
        run("demo", "--sedonds", "3")
                .assertMisused(
                        "stint demo: unknown option '--sedonds' (did you mean '--seconds'?); "
                                + DEMO_IS);
    }

    @Test
    void demo_unexpectedArgument_saysWhatIsRight() {
        run("demo", "now").assertMisused("stint demo: unexpected argument 'now'; " + DEMO_IS);
    }

    @Test
    void demo_argumentAfterDashes_isNoOption() {
        run("demo", "--", "--seed")
                .assertMisused("stint demo: unknown option '--seed'; " + DEMO_IS);
    }

    @Test
    void demo_optionWithoutValue_saysWhatIsRight() {
        run("demo", "--seconds").assertMisused("stint demo: --seconds N is incomplete; " + DEMO_IS);
    }

    @Test
    void demo_optionTwice_isRefusedInOneLine() {
        var ran = run("demo", "--seed", "1", "--seed", "2");

        assertThat(ran.err()).startsWith("stint demo: ").hasLineCount(1).endsWith(DEMO_IS + "\n");
        assertThat(ran.code()).isEqualTo(2);
    }

    @Test
    void demo_help_listsItsOptions() {
        var ran = run("demo", "--help");

        assertThat(ran.out()).contains("--seconds=N", "--seed=S", "--json=FILE");
        assertThat(ran.code()).isZero();
        assertThat(run("help", "demo")).isEqualTo(ran);
    }

    @Test
    void version_saysVersionAndJava() {
        assertThat(run("version"))
                .isEqualTo(
                        new Ran(
                                0,
                                "stint %s, Java %s%n"
                                        .formatted(Version.string(), Runtime.version()),
                                ""));
    }

    @Test
    void version_json_isOneObject() {
        assertThat(run("version", "--json").out())
                .isEqualTo(
                        "{\"version\":\"%s\",\"commit\":\"%s\",\"java\":\"%s\"}%n"
                                .formatted(Version.number(), Version.commit(), Runtime.version()));
    }

    @Test
    void version_unknownOption_saysWhatIsRight() {
        run("version", "--xml")
                .assertMisused(
                        "stint version: unknown option '--xml'; right is: ./stint version"
                                + " [--json]");
    }

    @Test
    void run_commandThatBreaks_isAFailureAndNotMisuse() {
        var broken =
                new PrintWriter(new StringWriter()) {
                    @Override
                    public PrintWriter printf(Locale locale, String format, Object... args) {
                        throw new IllegalStateException("no more paper");
                    }
                };
        var err = new StringWriter();

        int code = Main.run(new String[] {"version"}, broken, new PrintWriter(err));

        assertThat(code).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("stint version: failed unexpectedly:")
                .contains("no more paper", "\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"test", "bench", "verify", "install"})
    void help_forACommandOfTheLauncher_isItsPartOfTheOverview(String command) {
        Ran ran = run("help", command);

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).startsWith("usage: ./stint " + command).doesNotContain("stint sim");
    }

    @Test
    void help_forAnUnknownCommand_listsTheCommands() {
        run("help", "nonsense")
                .assertMisused("stint help: unknown command 'nonsense'; " + COMMANDS_ARE);
    }

    @Test
    void native_withoutAPrefix_saysWhatIsMissing() {
        Ran ran = run("native");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith("stint native: ").contains("--prefix");
    }

    @Test
    void native_outsideOfAJar_saysSo() {
        assertThat(run("native", "--prefix", "target/prefix"))
                .isEqualTo(
                        new Ran(
                                1,
                                "",
                                "stint native: cannot install to target/prefix: this is not run"
                                        + " from stint.jar"
                                        + System.lineSeparator()));
    }

    @Test
    void overview_namesEveryCommand() {
        for (var command : Commands.ALL) {
            assertThat(Help.overview()).containsPattern("(?m)^  " + command + " ");
        }
    }
}
