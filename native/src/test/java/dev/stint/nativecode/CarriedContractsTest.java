package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.nativecode.internal.CarriedClasses;
import dev.stint.nativecode.internal.CarriedRun;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract suites of the runtime over fiber cores, the third setting beside virtual and bare
 * ones: the body of every task is carried by a C function. [SCHED:5.3.1]
 */
@Timeout(500)
class CarriedContractsTest {
    @TempDir private Path folder;

    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
    }

    @Test
    void contracts_withEveryBodyCarriedByC_hold() throws Exception {
        CarriedClasses.writeTo(folder.resolve("classes"));
        Path carries = CPrograms.compile("carries", "libcarries.so", List.of("-shared", "-fPIC"));
        Path out = folder.resolve("out.txt");
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.addAll(
                List.of(
                        "-cp",
                        folder.resolve("classes")
                                + File.pathSeparator
                                + System.getProperty("java.class.path"),
                        CarriedRun.class.getName(),
                        carries.toString()));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            boolean hasEnded = process.waitFor(450, TimeUnit.SECONDS);
            String said = Files.readString(out);
            assertThat(hasEnded).as(said).isTrue();
            assertThat(said)
                    .containsPattern("[1-9][0-9]{2,} passed")
                    .containsPattern("[1-9][0-9]{3,} bodies were carried");
            assertThat(process.exitValue()).as(said).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
