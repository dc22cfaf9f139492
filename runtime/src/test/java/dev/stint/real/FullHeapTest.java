package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** [attack:A2] A stack that cannot be suspended, because the heap has no room for it. */
@Timeout(120)
class FullHeapTest {
    @TempDir private Path folder;

    /** It stands in the channel's line, so it must not leave by an exception. */
    @Test
    void receive_whenTheStackCannotBeSuspended_waitsOnItsCarrier() throws Exception {
        Path out = folder.resolve("out.txt");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                                "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
                                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                                "-XX:+UseSerialGC",
                                "-Xmx48m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                FullHeap.class.getName())
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            assertThat(process.waitFor(100, TimeUnit.SECONDS)).as("it has ended").isTrue();
            assertThat(Files.readString(out)).contains("Success[value=7]");
        } finally {
            process.destroyForcibly();
        }
    }
}
