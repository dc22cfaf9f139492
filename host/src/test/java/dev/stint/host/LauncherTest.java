package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ./stint} answers by itself, before it looks for a JDK or builds anything. */
class LauncherTest {
    private static final Path LAUNCHER = Path.of("..", "stint").toAbsolutePath().normalize();

    @TempDir private Path elsewhere;

    private record Ran(int code, String out, String err) {}

    private Ran run(Path launcher, String... args) throws IOException, InterruptedException {
        var out = elsewhere.resolve("out").toFile();
        var err = elsewhere.resolve("err").toFile();
        var process =
                new ProcessBuilder(
                                Stream.concat(
                                                Stream.of("bash", launcher.toString()),
                                                Stream.of(args))
                                        .toList())
                        .directory(elsewhere.toFile())
                        .redirectOutput(out)
                        .redirectError(err)
                        .start();
        int code = process.waitFor();
        return new Ran(code, Files.readString(out.toPath()), Files.readString(err.toPath()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "dmo", "tests", "Help", "a b", "", "-x", "x*"})
    void unknownCommand_isAnsweredInTheWordsOfMain(String typed) throws Exception {
        assertThat(run(LAUNCHER, typed))
                .isEqualTo(new Ran(2, "", "stint: " + Commands.unknown(typed) + "\n"));
    }

    @Test
    void help_forAnUnknownCommand_isAnsweredBeforeBuilding() throws Exception {
        assertThat(run(LAUNCHER, "help", "nonsense"))
                .isEqualTo(new Ran(2, "", "stint: " + Commands.unknown("nonsense") + "\n"));
    }

    @Test
    void help_isTheOverviewOfMain() throws Exception {
        for (var line : List.of("", "help", "--help", "-h", "-- help")) {
            var args = line.isEmpty() ? new String[0] : line.split(" ", -1);

            assertThat(run(LAUNCHER, args)).as(line).isEqualTo(new Ran(0, Help.overview(), ""));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"test", "bench", "verify", "install"})
    void help_ofACommandOfTheLauncher_isItsPartOfTheOverview(String command) throws Exception {
        assertThat(run(LAUNCHER, "help", command)).isEqualTo(new Ran(0, Help.usage(command), ""));
        assertThat(Help.usage(command)).startsWith("usage: ./stint " + command + " [");
    }

    @Test
    void verify_unknownOption_isRefusedBeforeBuilding() throws Exception {
        assertThat(run(LAUNCHER, "verify", "--quik"))
                .isEqualTo(
                        new Ran(
                                2,
                                "",
                                "stint verify: unknown option '--quik' (did you mean '--quick'?);"
                                        + " right is: ./stint verify"
                                        + " [prices] [--quick] [--only PATTERN]"
                                        + " [--soak MINUTES] [--json FILE]\n"));
    }

    @Test
    void verify_nativeWithSomethingElse_isRefusedBeforeBuilding() throws Exception {
        assertThat(run(LAUNCHER, "verify", "--native", "--quick"))
                .isEqualTo(
                        new Ran(
                                2,
                                "",
                                "stint verify: --native stands alone, and does not go with:"
                                        + " --native --quick\n"));
    }

    @Test
    void launcher_throughASymbolicLink_findsItsCheckout() throws Exception {
        var folder = Files.createDirectory(elsewhere.resolve("my bin"));
        var link = Files.createSymbolicLink(folder.resolve("stint"), LAUNCHER);
        var linkToLink = Files.createSymbolicLink(folder.resolve("s"), link.getFileName());

        assertThat(run(linkToLink, "help")).isEqualTo(new Ran(0, Help.overview(), ""));

        // JUnit would warn about links that lead out of the folder it deletes.
        Files.delete(linkToLink);
        Files.delete(link);
    }

    @Test
    void test_unknownArgument_isRefusedBeforeBuilding() throws Exception {
        assertThat(run(LAUNCHER, "test", "fast"))
                .isEqualTo(
                        new Ran(
                                2,
                                "",
                                "stint test: unexpected argument 'fast'; for Maven, put it after"
                                        + " --: ./stint test -- fast\n"));
    }

    @Test
    void launcher_isPlainText() throws Exception {
        assertThat(Files.readString(LAUNCHER, StandardCharsets.US_ASCII))
                .startsWith("#!/usr/bin/env bash\n");
        assertThat(Files.isExecutable(LAUNCHER)).isTrue();
    }
}
