package dev.stint.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to a program that is started without the flags is what the guide says. */
@Timeout(60)
class FlagsTest {
    @ParameterizedTest
    @ValueSource(classes = {HelloTasks.class, FindARace.class})
    void program_withoutFlags_saysWhichToAdd(Class<?> program, @TempDir Path folder)
            throws Exception {
        var err = folder.resolve("err").toFile();
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                program.getName())
                        .redirectError(err)
                        .start();
        assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);

        String message = Files.readAllLines(err.toPath()).getFirst();
        assertThat(message).contains("Stint cannot open a scheduler");
        String guide = Files.readString(Path.of("..", "docs", "guide", "getting-started.md"));
        assertThat(guide.replaceAll("\\s+", " "))
                .contains(message.replaceFirst(".*IllegalStateException: ", ""));
    }
}
