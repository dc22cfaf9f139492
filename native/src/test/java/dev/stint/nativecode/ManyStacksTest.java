package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.nativecode.SanitizerTest.Run;
import dev.stint.nativecode.internal.Ground;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More stacks than Linux allows mappings, and what happens where that is the limit. */
@Timeout(500)
class ManyStacksTest {
    private static final Path TARGET = Path.of("target/heavy").toAbsolutePath();

    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
        assumeTrue(System.getenv("LD_PRELOAD") == null, "a sanitizer has mappings of its own");
    }

    private static String waiting(int count, String... flags) throws Exception {
        Path basics = CPrograms.compile("basics", "libbasics-many.so", List.of("-shared", "-fPIC"));
        var command = new ArrayList<String>();
        command.add(SanitizerTest.java());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(
                List.of(ManyWaiting.class.getName(), basics.toString(), Integer.toString(count)));
        Run run = SanitizerTest.run(command, Map.of());
        assertThat(run.code()).as(run.output()).isZero();
        return run.output();
    }

    /**
     * As on a Linux older than 6.13: the advice that makes light guards is one it does not know.
     */
    @Test
    void noMoreMappings_isSaid_andTheProcessLives() throws Exception {
        // By lines: read piece by piece, files of this kind end after the first.
        long mappings =
                Long.parseLong(
                        Files.readAllLines(Path.of("/proc/sys/vm/max_map_count")).getFirst());
        assumeTrue(mappings < 100_000, "so many stacks would take long");
        Path library =
                CPrograms.libraryWith(TARGET, Map.of("STINT_CFLAGS", "-DMADV_GUARD_INSTALL=9999"));

        String said = waiting(50_000, "-Dstint.native.library=" + library, "-Xmx1g");

        Matcher counts =
                Pattern.compile("(\\d+) have waited, (\\d+) had no stack\\. (.*)").matcher(said);
        assertThat(counts.find()).as(said).isTrue();
        long waited = Long.parseLong(counts.group(1));
        assertThat(waited).as(said).isBetween((mappings - 10_000) / 2 - 50, mappings / 2);
        assertThat(waited + Long.parseLong(counts.group(2))).isEqualTo(50_000);
        assertThat(counts.group(3)).contains("raise vm.max_map_count").endsWith("(-24)");
        assertThat(said).contains("200 threads");
    }

    /** Takes minutes and gigabytes, so it is asked for: {@code ./stint verify --native}. */
    @Test
    void aMillionTasks_waitAtATime() throws Exception {
        assumeTrue(Boolean.getBoolean("stint.native.million"), "-Dstint.native.million=true");
        assumeTrue(Ground.hasLightGuards(), "guards take mappings on this Linux");

        String said = waiting(1_000_000, "-Xmx5g", "-XX:+UseParallelGC");

        System.out.println(said);
        assertThat(said).contains("1000000 have waited, 0 had no stack");
    }
}
