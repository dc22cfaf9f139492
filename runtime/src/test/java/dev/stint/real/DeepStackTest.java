package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever a task or a thread does at the very end of its stack, it is done or it is not: nothing
 * is lost, and nothing stays locked. In JVMs of their own, because a stack that overflows inside of
 * the JDK may break a class of it for good.
 */
@Timeout(300)
class DeepStackTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"OUTSIDE, false", "OUTSIDE, true", "VIRTUAL, false", "VIRTUAL, true"})
    void operations_atTheEndOfTheStack_areDoneOrRefused(String kind, boolean interpreted)
            throws Exception {
        Path out = folder.resolve("out");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(interpreted ? "-Xint" : "-Xmixed"); // frames differ in size
        command.addAll(
                List.of(
                        "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--enable-native-access=ALL-UNNAMED",
                        // A collection walks millions of frames, so that there should be few.
                        "-XX:+UseParallelGC",
                        "-Xmn400m",
                        "-XX:MaxJavaStackTraceDepth=16",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DeepStack.class.getName(),
                        kind));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            assertThat(process.waitFor()).as(Files.readString(out)).isZero();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(out)).startsWith(kind + ": well,");
    }
}
