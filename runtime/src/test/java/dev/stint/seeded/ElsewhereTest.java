package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same seed gives the same run in another JVM, whatever that compiles, collects, hashes and
 * counts as processors, and wherever on earth it is.
 */
@Timeout(180)
class ElsewhereTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseParallelGC",
                "-Xint -XX:+UseSerialGC -XX:hashCode=2 -XX:ActiveProcessorCount=1"
                        + " -Duser.language=tr -Duser.country=TR -Duser.timezone=Pacific/Apia",
                "-XX:TieredStopAtLevel=1 -XX:+UseG1GC -XX:hashCode=0 -XX:ActiveProcessorCount=7"
                        + " -Duser.language=ar -Duser.timezone=UTC -Dfile.encoding=UTF-16",
            })
    @DisplayName("[SCHED:9.1.1] the same seed, the same trace in every JVM")
    void traceHash_otherJvm_isTheSame(String flags) throws Exception {
        assertThat(linesOf(flags.split(" ", -1))).as("with %s", flags).isEqualTo(Rehearsal.lines());
    }

    /** Otherwise the lines could be equal because nothing in them varies. */
    @Test
    void lines_otherSeeds_differ() throws Exception {
        List<String> lines = Rehearsal.lines();

        assertThat(lines.stream().filter(line -> line.startsWith("VIRTUAL")))
                .hasSizeGreaterThan(10)
                .extracting(line -> line.split(" ", -1)[2])
                .doesNotHaveDuplicates();
    }

    private List<String> linesOf(String... flags) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process =
                new ProcessBuilder(command(flags))
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        boolean ended = process.waitFor(120, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        assertThat(ended && process.exitValue() == 0)
                .as("%s", Files.readString(err, StandardCharsets.ISO_8859_1))
                .isTrue();
        return Files.readAllLines(out, StandardCharsets.ISO_8859_1);
    }

    /** With the class path and the openings of this JVM, and none of its other flags. */
    private static List<String> command(String... flags) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(
                                flag ->
                                        flag.startsWith("--add-")
                                                || flag.startsWith("--enable-native-access"))
                        .toList());
        command.add("-XX:+UnlockExperimentalVMOptions");
        command.addAll(List.of(flags));
        String classes =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.concat(command.stream(), Stream.of("-cp", classes, Rehearsal.class.getName()))
                .toList();
    }
}
