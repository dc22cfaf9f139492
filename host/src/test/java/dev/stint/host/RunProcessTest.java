package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import dev.stint.SmallJar;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./stint run} as a process of its own: how it ends when it does not end by itself. */
class RunProcessTest {
    private static final String FOREVER = "while (true) ;";

    @TempDir Path folder;

    private Path jar(String main) {
        return SmallJar.ofMain(main).writeTo(folder.resolve("app.jar"));
    }

    @SideBySide
    @ParameterizedTest
    @ValueSource(strings = {"--seed=1", "--ops=1M"})
    // After the latch each of the two holds what the other wants.
    void run_aDeadlockInMonitors_endsAllTheSame(String how) throws Exception {
        Path app =
                jar(
                        "var a = new Object(); var b = new Object(); var both = new"
                            + " java.util.concurrent.CountDownLatch(2); var f ="
                            + " java.util.concurrent.CompletableFuture.runAsync(() -> {"
                            + " synchronized (a) { both.countDown(); try { both.await(); } catch"
                            + " (InterruptedException e) { } synchronized (b) { } } });"
                            + " synchronized (b) { both.countDown(); both.await(); synchronized (a)"
                            + " { } }");
        Path err = folder.resolve("err.txt");

        Process process =
                new ProcessBuilder(command(app, how, "--seconds", "2"))
                        .redirectError(err.toFile())
                        .start();

        assertThat(process.waitFor()).isEqualTo(4);
        assertThat(Files.readString(err))
                .containsPattern("app.jar: .* There is no receipt:")
                .contains("'main' BLOCKED, at app.jar//app.Main.main(")
                .hasLineCount(3);
    }

    private static List<String> command(Object... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(arg -> arg.startsWith("--add-") || arg.startsWith("--enable-"))
                .forEach(command::add);
        command.addAll(
                List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "run"));
        for (Object arg : args) {
            command.add(arg.toString());
        }
        return command;
    }

    @SideBySide
    @Test
    void run_whenTheJvmIsToldToEnd_stillPrintsTheReceipt() throws Exception {
        Path app = jar("System.out.println(\"on\"); " + FOREVER);
        Path err = folder.resolve("err.txt");
        Process process =
                new ProcessBuilder(command(app, "--ops", "unlimited"))
                        .redirectError(err.toFile())
                        .start();
        try (var out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("on");

            process.destroy(); // politely

            assertThat(process.waitFor()).isEqualTo(4);
        }
        assertThat(Files.readString(err)).startsWith("app.jar: interrupted after ");
    }
}
