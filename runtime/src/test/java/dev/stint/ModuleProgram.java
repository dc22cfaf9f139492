package dev.stint;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A program of one class that is a module, to be compiled and run beside our modules. */
public final class ModuleProgram {
    private static final List<String> FLAGS =
            List.of(
                    "--add-exports=java.base/jdk.internal.vm=dev.stint",
                    "--add-exports=java.base/jdk.internal.access=dev.stint",
                    "--add-exports=java.base/jdk.internal.access=dev.stint.hooks",
                    "--add-opens=java.base/java.lang=dev.stint");

    private static final String WEAVER = "dev.stint.weave";
    private static final String FOR_THE_WEAVER =
            "--add-exports=java.base/jdk.internal.access=" + WEAVER;

    private final Path folder;
    private final List<String> required;

    /**
     * @param folder an empty one
     * @param required the modules that it requires
     */
    public ModuleProgram(Path folder, String... required) {
        this.folder = folder;
        this.required = List.of(required);
    }

    /** Where the modules are, ours and what they need. */
    private static String modulePath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(ModuleProgram::isNeeded)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isNeeded(String place) {
        return ModuleFinder.of(Path.of(place)).findAll().stream()
                .map(module -> module.descriptor().name())
                .anyMatch(
                        name ->
                                name.matches(
                                        "dev\\.stint(\\.hooks|\\.weave|\\.testkit)?"
                                            + "|org\\.(jctools|jspecify|opentest4j|apiguardian).*"
                                            + "|org\\.junit\\.(jupiter\\.api|platform\\.commons)"));
    }

    /** Compiles the class {@code Main}; returns what the compiler says, nothing if all is well. */
    public String compile(String body) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("src/app"));
        String requires =
                required.stream().map(m -> "requires " + m + "; ").collect(Collectors.joining());
        Path module =
                Files.writeString(
                        folder.resolve("src/module-info.java"), "module app { " + requires + "}");
        Path main = Files.writeString(sources.resolve("Main.java"), "package app;\n" + body);
        List<String> arguments =
                List.of("-proc:none", "-p", modulePath(), "-d", folder.resolve("out").toString());
        var said = new StringWriter();
        var compiler = ToolProvider.getSystemJavaCompiler();
        var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        try (files) {
            var units = files.getJavaFileObjects(module, main);
            compiler.getTask(said, files, null, arguments, null, units).call();
        }
        return said.toString();
    }

    /** Runs what was compiled, on the module path; returns its exit code and all it has printed. */
    public String run() throws IOException, InterruptedException {
        Path output = folder.resolve("printed");
        List<String> command =
                Stream.of(
                                Stream.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString()),
                                FLAGS.stream(),
                                Stream.of(FOR_THE_WEAVER).filter(f -> required.contains(WEAVER)),
                                Stream.of(
                                        "-p",
                                        modulePath() + File.pathSeparator + folder.resolve("out"),
                                        "-m",
                                        "app/app.Main"))
                        .flatMap(part -> part)
                        .toList();
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        int code = process.waitFor();
        return code + ": " + Files.readString(output);
    }
}
