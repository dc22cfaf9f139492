package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import dev.stint.SmallJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * [attack:A2] Tasks that recurse to tens of thousands of frames and wait down there, in every way
 * that a tenant can wait. Each ends by its deadline, and another tenant goes on.
 */
@Timeout(300)
class DeepSleepTest {
    /** Ways to wait; bare cores are for the first few, which are the runtime's. */
    private static final List<String> WAITS =
            List.of(
                    "Thread.sleep(100_000);",
                    "dev.stint.Stint.sleep(java.time.Duration.ofDays(1));",
                    "for (;;) dev.stint.Stint.yield();",
                    "dev.stint.channel.Channel.<Object>rendezvous().receiver().receive();",
                    "new java.util.concurrent.Semaphore(0).acquire();",
                    "new java.util.concurrent.LinkedTransferQueue<Object>().transfer(1);",
                    "Object o = new Object(); synchronized (o) { o.wait(); }",
                    "for (;;) { try { Thread.sleep(1); } catch (InterruptedException e) { } }");

    private static final int OF_THE_RUNTIME = 4;

    @TempDir private Path folder;

    private static String diver(int number) {
        return """
        package acme;
        public class A%d {
            public static Object attack(int frames) throws Exception {
                return dive(frames);
            }
            static int dive(int n) throws Exception {
                if (n > 0) return dive(n - 1) + 1;
                waits();
                return 0;
            }
            static void waits() throws Exception { %s }
        }
        """
                .formatted(number, WAITS.get(number));
    }

    @SideBySide
    @ParameterizedTest
    @CsvSource({
        "VIRTUAL, 60_000, -Xmx2g, -XX:+UseG1GC",
        "VIRTUAL, 20_000, -Xmx512m, -XX:+UseG1GC",
        "VIRTUAL, 60_000, -Xmx512m, -XX:+UseSerialGC",
        "BARE, 60_000, -Xmx512m, -XX:+UseG1GC"
    })
    void taskThatWaitsFarDown_endsByItsDeadline(
            String cores, String frames, String heap, String collector) throws Exception {
        var jar = new SmallJar();
        int many = cores.equals("BARE") ? OF_THE_RUNTIME : WAITS.size();
        for (int i = 0; i < many; i++) {
            jar.withClass("acme.A" + i, diver(i));
        }
        Path out = folder.resolve("out.txt");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                                "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
                                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                                heap,
                                collector,
                                "-cp",
                                System.getProperty("java.class.path"),
                                DeepSleep.class.getName(),
                                jar.writeTo(folder.resolve("deep.jar")).toString(),
                                "" + many,
                                cores,
                                frames.replace("_", ""))
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            boolean isOver = process.waitFor(120, TimeUnit.SECONDS);
            assertThat(isOver).as("it has ended: %s", Files.readString(out)).isTrue();
            List<String> lines = Files.readAllLines(out);
            assertThat(lines).as("ends").hasSize(many + 1).last().isEqualTo("victim: 42");
            assertThat(lines.subList(0, many)).allMatch(DeepSleepTest::isAnEnd);
        } finally {
            process.destroyForcibly();
        }
    }

    /** By the deadline, or because the stack was too large for the task, or to be suspended. */
    private static boolean isAnEnd(String line) {
        return line.endsWith("[cancelled]")
                || line.contains("more than the 1048576 bytes of a task")
                || line.contains("Humongous stack chunk");
    }
}
