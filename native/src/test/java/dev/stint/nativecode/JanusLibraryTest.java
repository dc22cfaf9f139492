package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What C programs get: headers, libraries and what pkg-config says of them, where {@code install}
 * has put them. The program is against {@code janus_rt.h}, whose names and signatures are those
 * that the public Janus compiler emits; it has the cases of their own tests: "initNoArg creates
 * task with no-arg function", "spawnNoArg creates child task", "basic cancellation", "idempotent
 * cancellation", "parent-child propagation", "callback invocation", "timeout reason", "already
 * cancelled parent", "C API: create and destroy", "C API: send and recv", "C API: close and check
 * closed", "C API: try_send and try_recv", "C API: len", "Cancellation token propagates through
 * task hierarchy".
 */
class JanusLibraryTest {
    @TempDir private Path folder;

    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
        assumeTrue(new File("/usr/bin/pkg-config").canExecute(), "there is no /usr/bin/pkg-config");
    }

    private String run(List<String> command) throws Exception {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PKG_CONFIG_PATH", folder.resolve("lib/pkgconfig").toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("STINT_CLASS_PATH", System.getProperty("java.class.path"));
        var process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(100, TimeUnit.SECONDS)).as(output).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    @Test
    void program_againstTheInstalledLibrary_hasAllThatJanusCalls() throws Exception {
        List<Path> files = NativeCode.install(folder, List.of());
        assertThat(files)
                .containsExactly(
                        folder.resolve("include/stint.h"),
                        folder.resolve("include/janus_rt.h"),
                        folder.resolve("lib/libstint.so"),
                        folder.resolve("lib/libjanus_rt.so"),
                        folder.resolve("lib/stint/as"),
                        folder.resolve("lib/pkgconfig/stint.pc"),
                        folder.resolve("lib/pkgconfig/stint-metered.pc"),
                        folder.resolve("lib/pkgconfig/janus_rt.pc"))
                .allMatch(Files::isRegularFile);
        Path program = folder.resolve("janus");
        run(
                List.of(
                        "sh",
                        "-c",
                        "cc -std=gnu11 -Wall -Wextra -Werror -g -o "
                                + program
                                + " src/test/c/janus.c $(pkg-config --cflags --libs janus_rt)"));
        assertThat(run(List.of(program.toString()))).isEqualTo("0 wrong\n");
    }

    @Test
    void install_again_replaces() throws Exception {
        Files.createDirectories(folder.resolve("include"));
        Files.writeString(folder.resolve("include/stint.h"), "old");
        Path jar = Files.writeString(folder.resolve("some.jar"), "a jar");
        NativeCode.install(folder, List.of(jar));
        assertThat(NativeCode.install(folder, List.of(jar)))
                .contains(folder.resolve("share/stint/some.jar"));
        assertThat(Files.readString(folder.resolve("include/stint.h"))).startsWith("/*");
        assertThat(Files.readString(folder.resolve("share/stint/some.jar"))).isEqualTo("a jar");
    }

    @Test
    void install_whereAFileIs_fails() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> NativeCode.install(file, List.of()))
                .isInstanceOf(IOException.class);
    }
}
