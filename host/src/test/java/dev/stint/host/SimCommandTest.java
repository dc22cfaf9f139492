package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.host.text.JsonChecker;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SimCommandTest {
    private static final String SUBJECT = "dev.stint.host.sim.Subject";
    private static final String CLASSES = "target/test-classes";

    /** What one run left behind. */
    private record Ran(int code, String out, String err) {
        void assertMisused(String... words) {
            assertThat(err).startsWith("stint sim: ").hasLineCount(1).contains(words);
            assertThat(out).isEmpty();
            assertThat(code).isEqualTo(2);
        }
    }

    private static Ran run(String... args) {
        List<String> all = new ArrayList<>(List.of("sim", "--classpath", CLASSES));
        all.addAll(List.of(args));
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.run(all.toArray(String[]::new), new PrintWriter(out), new PrintWriter(err));
        return new Ran(code, out.toString(), err.toString());
    }

    @Test
    void sim_racyMethod_isFoundAndReplayed() {
        Ran found = run(SUBJECT + "#racy");

        assertThat(found.code()).isEqualTo(1);
        assertThat(found.err()).isEmpty();
        assertThat(found.out())
                .startsWith(SUBJECT + "#racy: random, seed 7, up to 500 schedules\n")
                .contains("expected: <2> but was: <1>");
        Matcher command =
                Pattern.compile("(?m)\\./stint sim --replay (\\S+) --classpath '" + CLASSES + "'$")
                        .matcher(found.out());
        assertThat(command.find()).as(found.out()).isTrue();

        Ran replayed = run("--replay", command.group(1));

        assertThat(replayed.code()).isEqualTo(1);
        assertThat(replayed.out())
                .contains("replay of " + command.group(1) + ": same failure at step ");
    }

    @Test
    void sim_greenMethod_saysHowManySchedulesAndHowFast() {
        Ran ran = run(SUBJECT + "#plain", "--schedules", "200", "--seed", "0x10");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .matches(
                        Pattern.quote(SUBJECT)
                                + "#plain: pct\\(3\\), seed 16, up to 200 schedules\n"
                                + "( +\\d+ % .*\n)*" // how far it is, on a slow machine
                                + "  green: 200 schedules, [\\d,]+/s, [\\d,]+ distinct.*\n");
    }

    @Test
    void sim_exhaustive_saysThatTheseAreAll() {
        assertThat(run(SUBJECT + "#plain", "--strategy", "exhaustive").out())
                .contains("these are all that exhaustive(2) has");
    }

    @Test
    void sim_seconds_endsInTime() {
        Ran ran = run(SUBJECT + "#plain", "--seconds", "1");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("seed 1, 1 s\n", "green: ");
    }

    @Test
    void sim_assumption_isCounted() {
        assertThat(run(SUBJECT + "#assuming").out()).contains("an assumption did not hold");
    }

    @ParameterizedTest
    @CsvSource({
        "Subject#plain, Subject#plain",
        "dev.stint.host.sim.Subject.Inner, Subject$Inner#inside",
        "dev.stint.host.sim.Subject$Inner#inside, Subject$Inner#inside"
    })
    void list_ofANameThatPeopleWrite_isTheMethod(String typed, String found) {
        assertThat(run("--list", typed))
                .isEqualTo(new Ran(0, "dev.stint.host.sim." + found + "\n", ""));
    }

    @Test
    void list_withoutANameIsAllThatCanBeExplored() {
        assertThat(run("--list").out().lines())
                .contains(SUBJECT + "#racy", SUBJECT + "$Inner#inside")
                .doesNotContain(SUBJECT + "#neither", SUBJECT + "#returning");
    }

    @Test
    void json_isOneObject() {
        Ran ran = run(SUBJECT + "#racy", SUBJECT + "#plain", "--json");

        JsonChecker.check(ran.out());
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out())
                .contains("\"green\": false", "\"kind\": \"FAILED\"", "\"schedules\": 1000");
    }

    // ---- wrong arguments

    @Test
    void sim_withoutAnything_saysWhatToType() {
        run().assertMisused("what is to be explored?", "./stint sim --list");
    }

    @Test
    void sim_unknownClass_namesTheClasspath() {
        run("dev.acme.Nobody#test")
                .assertMisused("there is no class 'dev.acme.Nobody'", "classpath " + CLASSES);
    }

    @Test
    void sim_unknownMethod_suggests() {
        run(SUBJECT + "#ract")
                .assertMisused(
                        "has no method 'ract' (did you mean 'racy'?); to explore it has assuming,"
                                + " plain, racy");
    }

    @Test
    void sim_methodThatIsNotMeant_saysWhatIsMissing() {
        run(SUBJECT + "#neither").assertMisused("has neither @SimTest nor a parameter of type Sim");
        run(SUBJECT + "#returning").assertMisused("it returns int");
    }

    @ParameterizedTest
    @CsvSource({
        "--schedules, 5",
        "--seed, 4",
        "--strategy, random",
        "--workers, 2",
        "--seconds, 1"
    })
    void sim_replayWithAChoiceOfItsOwn_isRefused(String option, String value) {
        run("--replay", "some.trace", option, value)
                .assertMisused("--replay takes the schedule from the file");
    }

    @ParameterizedTest
    @CsvSource({
        "--schedules, 0, --schedules takes a whole number from 1",
        "--seconds, x, --seconds takes a whole number from 1",
        "--workers, 65, --workers takes a whole number from 1 to 64",
        "--seed, one, --seed takes a 64-bit number",
        "--strategy, luck, there is no strategy 'luck'",
        "--replay, no.trace, leave out"
    })
    void sim_wrongValue_isNamed(String option, String value, String words) {
        run(SUBJECT + "#plain", option, value).assertMisused(words);
    }

    @Test
    void replay_fileThatIsNone_isNamed(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("x.trace"), "hello\n");

        run("--replay", "no.trace").assertMisused("there is no trace file no.trace");
        run("--replay", file.toString()).assertMisused("is not a trace file");
    }

    @Test
    void replay_ofAProgramThatIsAnother_saysWhereItDiverged(@TempDir Path folder) throws Exception {
        Matcher trace = Pattern.compile("--replay (\\S+)").matcher(run(SUBJECT + "#racy").out());
        assertThat(trace.find()).isTrue();
        Path other = folder.resolve("other.trace");
        Files.writeString(
                other, Files.readString(Path.of(trace.group(1))).replace("#racy", "#assuming"));

        Ran ran = run("--replay", other.toString());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).containsPattern("diverged at (decision|step) \\d+: ");
    }

    @Test
    void sim_unknownOption_saysWhatIsRight() {
        run("--shedules", "3")
                .assertMisused(
                        "unknown option '--shedules' (did you mean '--schedules'?); right is:"
                                + " ./stint sim",
                        "[--schedules N]");
    }

    @Test
    void help_listsTheOptions() {
        assertThat(run("--help").out()).contains("--classpath=PATH", "--replay=FILE", "--list");
    }
}
