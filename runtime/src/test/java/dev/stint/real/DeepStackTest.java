package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever a task or a thread does at the very end of its stack, it is done or it is not: nothing
 * is lost, and nothing stays locked. In JVMs of their own, because a stack that overflows inside of
 * the JDK may break a class of it for good.
 */
@Timeout(300)
class DeepStackTest {
    @TempDir private Path folder;

    @SideBySide
    @ParameterizedTest
    @CsvSource({
        "OUTSIDE, -Xmixed",
        "OUTSIDE, -Xint",
        "VIRTUAL, -Xmixed",
        "VIRTUAL, -Xint",
        "BARE, -Xmixed",
        "BARE, -Xint"
    })
    void operations_atTheEndOfTheStack_areDoneOrRefused(String kind, String mode)
            throws Exception { // frames differ in size from mode to mode
        assertThat(run(DeepStack.class, kind, mode)).startsWith(kind + ": well,");
        assertThat(run(DeepDoors.class, kind, mode)).startsWith(kind + ": well,");
    }

    @SideBySide
    @ParameterizedTest
    @CsvSource({
        "OUTSIDE, -Xmixed",
        "OUTSIDE, -Xint",
        "VIRTUAL, -Xmixed",
        "VIRTUAL, -Xint",
        "BARE, -Xmixed",
        "BARE, -Xint"
    })
    void waits_atTheEndOfTheStack_endOrAreRefused(String kind, String mode) throws Exception {
        assertThat(run(DeepWaits.class, kind, mode)).startsWith(kind + ": well,");
    }

    /** The twin of the runtime that never asks for stack: what is above must be able to fail. */
    @SideBySide
    @ParameterizedTest
    @ValueSource(classes = {DeepStack.class, DeepDoors.class, DeepWaits.class})
    void operations_ofARuntimeThatDoesNotAsk_areSeenToBreak(Class<?> program) throws Exception {
        ClassDesc headroom = ClassDesc.of("dev.stint.internal.stack.Headroom");
        Path file = folder.resolve("dev/stint/internal/stack/Headroom.class");
        Files.createDirectories(file.getParent());
        Files.write(
                file,
                ClassFile.of()
                        .build(
                                headroom,
                                made -> {
                                    for (String name :
                                            List.of(
                                                    "ensure",
                                                    "ensureForSeveral",
                                                    "ensureForBlock")) {
                                        made.withMethodBody(
                                                name,
                                                MethodTypeDesc.of(ConstantDescs.CD_void),
                                                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                CodeBuilder::return_);
                                    }
                                }));
        assertThat(run(program, "OUTSIDE", "-Xint", folder.toString(), 2)).doesNotContain("well");
    }

    private String run(Class<?> program, String kind, String mode) throws Exception {
        return run(program, kind, mode, "", 120);
    }

    /** What the program has printed, or that it has not ended. */
    private String run(Class<?> program, String kind, String mode, String twin, int patience)
            throws IOException, InterruptedException {
        Path out = folder.resolve(program.getSimpleName() + ".txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        mode,
                        "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:MaxJavaStackTraceDepth=16",
                        // With such pages the JVM walks the whole stack at every overflow.
                        "-XX:StackReservedPages=0",
                        // Or the compiler has the recursion ask for what it calls, beforehand.
                        "-XX:CompileCommand=quiet",
                        "-XX:CompileCommand=dontinline,dev.stint.real.*::*",
                        "-Dpatience=" + patience,
                        "-cp",
                        (twin.isEmpty() ? "" : twin + ":") + System.getProperty("java.class.path"),
                        program.getName(),
                        kind));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            boolean ended = process.waitFor(patience + 5L, TimeUnit.SECONDS);
            return ended ? Files.readString(out) : "has not ended: " + Files.readString(out);
        } finally {
            process.destroyForcibly();
        }
    }
}
