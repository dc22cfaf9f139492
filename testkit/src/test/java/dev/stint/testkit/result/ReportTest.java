package dev.stint.testkit.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stint.testkit.Programs;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.internal.report.Thrown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said about a failure, and the files that are named there. */
class ReportTest {
    @TempDir private Path files = Path.of("");

    private SimFailedError errorOf(UnaryOperator<SimConfig> more, Sim.Body body) {
        return Objects.requireNonNull(
                catchThrowableOfType(
                        SimFailedError.class,
                        () -> Sim.check(c -> more.apply(c.withFiles(files)), body)));
    }

    private String messageOf(UnaryOperator<SimConfig> more, Sim.Body body) {
        return Objects.requireNonNull(errorOf(more, body).getMessage());
    }

    @Test
    void message_saysEverythingInOrder() {
        SimFailedError error =
                errorOf(
                        c -> c.withName("dev.acme.SeesBothTest#reads").withSchedules(2_000),
                        Programs::seesBoth);
        String trace = error.failure().trace().orElseThrow().toString();

        assertThat(error.getMessage())
                .startsWith(
                        "dev.acme.SeesBothTest#reads failed on schedule "
                                + error.failure().schedule()
                                + " of 2000\n  seed 1, strategy pct(3), step "
                                + error.failure().step()
                                + "\n  FAILED: java.lang.IllegalStateException: saw both\n")
                .containsSubsequence(
                        "Who was where:",
                        "task 3 'reader' failed, at Programs.java:",
                        "What happened, with 2 interruptions",
                        "  1 body: starts writer",
                        "! FAILED",
                        "schedule: " + trace,
                        "timeline: ",
                        "perfetto: ",
                        "replay:   Sim.replay(config, Path.of(\"" + trace + "\"), body)");
        assertThat(error.getCause()).isSameAs(error.failure().cause().orElseThrow());
        assertThat(Thrown.root(error)).hasMessage("saw both");
    }

    @Test
    void replayCommand_isThatOfTheConfiguration() {
        SimFailedError error =
                errorOf(
                        c -> c.withReplayCommand("run --again={file} # {file}"),
                        Programs::seesBoth);
        Path trace = error.failure().trace().orElseThrow();

        assertThat(error.getMessage()).endsWith("replay:   run --again=" + trace + " # " + trace);
        assertThat(error.getMessage()).containsOnlyOnce("replay: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "run -Dagain={file}|run -Dagain='FILE'",
                "run '{file}'|run 'FILE'",
                "of(\"{file}\")|of(\"FILE\")"
            })
    void replayCommand_folderWithASpace_canBePasted(String command, String expected) {
        SimFailedError error =
                errorOf(
                        c -> c.withFiles(files.resolve("my work")).withReplayCommand(command),
                        Programs::seesBoth);
        String trace = error.failure().trace().orElseThrow().toString();

        assertThat(error.getMessage()).endsWith("replay:   " + expected.replace("FILE", trace));
    }

    @Test
    void replayCommand_folderWithAQuote_canBePasted() {
        SimFailedError error =
                errorOf(
                        c -> c.withFiles(files.resolve("it's")).withReplayCommand("run {file}"),
                        Programs::seesBoth);
        String trace = error.failure().trace().orElseThrow().toString();

        assertThat(error.getMessage()).endsWith("run '" + trace.replace("'", "'\\''") + "'");
    }

    @Test
    void allFiles_areThere() throws Exception {
        SimFailure.Files all = errorOf(c -> c, Programs.lostUpdate(5)).failure().files();

        assertThat(all.trace().orElseThrow()).isRegularFile();
        assertThat(all.original().orElseThrow()).isRegularFile();
        assertThat(all.timeline().orElseThrow()).isRegularFile();
        assertThat(all.perfetto().orElseThrow()).isRegularFile();
        assertThat(all.problem()).isEmpty();
        try (var there = Files.list(files)) {
            assertThat(there).hasSize(4); // and no drafts
        }
    }

    @Test
    void folderThatCannotBeMade_isSaid_andTheFailureStillReported() throws Exception {
        Path file = Files.writeString(files.resolve("file"), "in the way");

        SimFailedError error = errorOf(c -> c.withFiles(file.resolve("sim")), Programs::seesBoth);

        assertThat(error.failure().summary()).contains("saw both");
        assertThat(error.failure().files().trace()).isEmpty();
        assertThat(error.getMessage())
                .contains("What happened")
                .contains("The files could not be written to " + file.resolve("sim") + ": ")
                .contains("the same seed and strategy come to it again at schedule ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b\\c:d*e?f",
                "..",
                "",
                "/etc/passwd",
                "\u0000\n",
                "na\u00efve \u2603 \uD83D\uDE00",
                "-rf"
            })
    void oddNames_makeFilesInTheFolder(String name) throws Exception {
        Path trace =
                errorOf(c -> c.withName(name), Programs::seesBoth).failure().trace().orElseThrow();

        assertThat(trace.toAbsolutePath().getParent()).isEqualTo(files.toAbsolutePath());
        assertThat(trace.getFileName().toString()).doesNotStartWith("-").doesNotStartWith(".");
        assertThat(trace).isRegularFile();
    }

    @Test
    void longName_isCut() {
        Path trace =
                errorOf(c -> c.withName("x".repeat(5_000)), Programs::seesBoth)
                        .failure()
                        .trace()
                        .orElseThrow();

        assertThat(trace.getFileName().toString()).hasSizeLessThan(200);
    }

    @Test
    void namesThatOnlyDifferInOddCharacters_haveFilesOfTheirOwn() {
        Set<Path> traces = new HashSet<>();
        for (String name : new String[] {"a b", "a/b", "a-b", "a?b"}) {
            traces.add(
                    errorOf(c -> c.withName(name), Programs::seesBoth)
                            .failure()
                            .trace()
                            .orElseThrow());
        }
        assertThat(traces).hasSize(4);
    }

    @Test
    void otherFailureOfTheSameName_replacesNothing() throws Exception {
        UnaryOperator<SimConfig> same = c -> c.withName("twice").withShrinks(false);
        Sim.Body atOnce =
                sim -> {
                    throw new IllegalStateException("at once");
                };
        Sim.Body chosen =
                sim -> {
                    throw new IllegalStateException("chose " + sim.choose(10));
                };
        Path one = errorOf(same, atOnce).failure().trace().orElseThrow();
        String before = Files.readString(one);
        Path two = errorOf(same, chosen).failure().trace().orElseThrow();
        Path again = errorOf(same, atOnce).failure().trace().orElseThrow();

        assertThat(two).isNotEqualTo(one);
        assertThat(Files.readString(one)).isEqualTo(before);
        assertThat(again).isEqualTo(one); // the same failure needs no second file
    }

    @Test
    void replay_saysSo_andWritesNothing() throws Exception {
        SimFailure found = errorOf(c -> c, Programs::seesBoth).failure();
        Path trace = found.trace().orElseThrow();
        long before;
        try (var there = Files.list(files)) {
            before = there.count();
        }

        SimResult result =
                Sim.replay(SimConfig.defaults().withFiles(files), trace, Programs::seesBoth)
                        .result();

        SimFailure failure = result.failure().orElseThrow();
        assertThat(Report.of(result, failure))
                .startsWith("simulation failed again, as recorded of schedule " + found.schedule())
                .contains("What happened:");
        assertThat(failure.trace()).contains(trace);
        assertThat(failure.story()).isEqualTo(found.story());
        try (var there = Files.list(files)) {
            assertThat(there.count()).isEqualTo(before);
        }
    }

    @Test
    void summaryOfManyLines_isIndented() {
        String message =
                messageOf(
                        c -> c,
                        sim -> {
                            throw new IllegalStateException("one\ntwo");
                        });

        assertThat(message).contains("FAILED: java.lang.IllegalStateException: one\n  two\n");
    }
}
