package dev.stint.nativecode.internal.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.nativecode.NativeCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits on what tenants keep alive, in JVMs of their own: under each collector, and refused. */
@Timeout(300)
class HeapLimitsTest {
    @TempDir private Path folder;

    @BeforeAll
    static void needed() {
        assumeTrue(NativeCode.isAvailable(), () -> NativeCode.whyNot().orElse(""));
    }

    private String run(Class<?> program, String... flags) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                                "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
                                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            assertThat(process.waitFor(200, TimeUnit.SECONDS))
                    .as(() -> "it has ended: " + text(out))
                    .isTrue();
            return text(out);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** 8 KB between samples: what each honest tenant keeps is some 3,000 of them. */
    @ParameterizedTest
    @ValueSource(strings = {"Serial", "Parallel", "G1", "Z", "Shenandoah"})
    void leak_besideTenThatBehave_isStopped_andNobodyElse(String collector) throws Exception {
        assumeTrue(
                System.getenv("LD_PRELOAD") == null || !"Z".equals(collector),
                "a sanitizer leaves no room for the addresses that ZGC reserves");

        String said =
                run(
                        LeakBeside.class,
                        "-XX:+Use" + collector + "GC",
                        "-Xmx1g",
                        "-D" + SampledHeap.INTERVAL + "=8192");

        assertThat(said).contains(LeakBeside.WELL);
    }

    @Test
    void limit_whereCollectionsCannotBeAskedFor_isRefused() throws Exception {
        assertThat(run(LeakBeside.class, "-XX:+DisableExplicitGC"))
                .contains("tenant 'honest 0' cannot be opened with a limit on what it keeps alive")
                .contains("-XX:+DisableExplicitGC. Start it without.");
        assertThat(run(LeakBeside.class, "-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC"))
                .contains("a collector that never collects");
    }

    @Test
    void limit_whereTheLibraryIsNot_isRefused() throws Exception {
        assertThat(run(LeakBeside.class, "-Dstint.native.library=/nowhere/libstint.so"))
                .contains("tenant 'honest 0' cannot be opened with a limit on what it keeps alive")
                .contains("there is no /nowhere/libstint.so");
    }
}
