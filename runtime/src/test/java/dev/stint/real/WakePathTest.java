package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thread of the JDK that wakes a task loads none of our classes: it would wait for the lock of a
 * jar, which a task may hold that waits for this very thread.
 */
class WakePathTest {
    private static final String HEAD = "Java stack when loading ";

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "heard"})
    void wake_byAThreadOfTheJdk_loadsNothing(String argument) throws Exception {
        String log = logOf(argument);

        List<String> loaded =
                Arrays.stream(log.split(HEAD))
                        .skip(1)
                        .filter(story -> story.contains("VirtualCore.execute"))
                        .filter(story -> !story.contains("VirtualCore.resume"))
                        .filter(story -> !story.contains("VirtualCore.<init>"))
                        .map(story -> story.substring(0, story.indexOf(':')))
                        .toList();

        assertThat(log).as("what was logged").contains(HEAD + "dev.stint.");
        assertThat(loaded).isEmpty();
    }

    private String logOf(String argument) throws Exception {
        Path log = folder.resolve("loading.txt");
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                                "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
                                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                                "-XX:LogClassLoadingCauseFor=*",
                                "-Xlog:class+load+cause:file=" + log,
                                "-cp",
                                System.getProperty("java.class.path"),
                                WokenByTheJdk.class.getName()));
        if (!argument.isEmpty()) {
            command.add(argument);
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(process.inputReader().readLine()).isEqualTo("well");
        assertThat(process.waitFor()).isZero();
        return Files.readString(log);
    }
}
