package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program that is a module can do with the runtime, and what it cannot. */
class ModuleTest {
    @TempDir private Path folder;

    /** Where the modules are that the runtime needs, itself among them. */
    private static String modulePath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(ModuleTest::isNeeded)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isNeeded(String place) {
        return ModuleFinder.of(Path.of(place)).findAll().stream()
                .map(module -> module.descriptor().name())
                .anyMatch(
                        name -> name.matches("dev\\.stint(\\.hooks)?|org\\.(jctools|jspecify).*"));
    }

    /** Compiles a program of one class; returns what the compiler says, nothing if all is well. */
    private String compile(String body) throws Exception {
        Path sources = Files.createDirectories(folder.resolve("src/app"));
        Files.writeString(
                folder.resolve("src/module-info.java"), "module app { requires dev.stint; }");
        Files.writeString(sources.resolve("Main.java"), "package app;\n" + body);
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-proc:none",
                                "-p",
                                modulePath(),
                                "-d",
                                folder.resolve("out").toString(),
                                folder.resolve("src/module-info.java").toString(),
                                sources.resolve("Main.java").toString()));
        var said = new StringWriter();
        var compiler = ToolProvider.getSystemJavaCompiler();
        var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        try (files) {
            var units = files.getJavaFileObjects(arguments.removeLast(), arguments.removeLast());
            compiler.getTask(said, files, null, arguments, null, units).call();
        }
        return said.toString();
    }

    @Test
    void compile_internalClass_isRefused() throws Exception {
        assertThat(compile("class Main { dev.stint.internal.task.TaskImpl<?> task; }"))
                .contains("package dev.stint.internal.task is not visible");
    }

    @Test
    @DisplayName("nobody else implements a task, a nursery, a tenant or a supervisor")
    void compile_implementationOfTheApi_isRefused() throws Exception {
        for (String type :
                List.of(
                        "task.Task<String>",
                        "nursery.Nursery",
                        "tenant.Tenant",
                        "supervisor.Supervisor")) {
            assertThat(compile("abstract class Main implements dev.stint." + type + " {}"))
                    .contains("not allowed to extend sealed class");
        }
    }

    @Test
    void run_onTheModulePath_works() throws Exception {
        assertThat(
                        compile(
                                """
                                import dev.stint.Scheduler;

                                class Main {
                                    public static void main(String[] args) throws Exception {
                                        try (var scheduler = Scheduler.open()) {
                                            System.out.println(
                                                    scheduler.root().spawn(() -> 6 * 7).await());
                                        }
                                    }
                                }
                                """))
                .isEmpty();
        Path output = folder.resolve("printed");
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--add-exports=java.base/jdk.internal.vm=dev.stint",
                                "--add-exports=java.base/jdk.internal.access=dev.stint",
                                "--add-exports=java.base/jdk.internal.access=dev.stint.hooks",
                                "--add-opens=java.base/java.lang=dev.stint",
                                "-p",
                                modulePath() + File.pathSeparator + folder.resolve("out"),
                                "-m",
                                "app/app.Main")
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();

        assertThat(process.waitFor()).as(Files.readString(output)).isZero();
        assertThat(output).hasContent("42\n");
    }
}
