package dev.stint.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Javadoc of the public packages is made without a warning. */
class JavadocTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir private Path folder;

    private String javadoc(List<String> arguments) {
        List<String> all =
                new ArrayList<>(
                        List.of(
                                "-quiet",
                                "-Werror",
                                "-Xdoclint:all,-missing",
                                "-d",
                                folder.toString()));
        all.addAll(arguments);
        var said = new StringWriter();
        var out = new PrintWriter(said);
        int code =
                ToolProvider.findFirst("javadoc")
                        .orElseThrow()
                        .run(out, out, all.toArray(String[]::new));
        return code == 0 ? said.toString() : said + "\nexit " + code;
    }

    private static Path sources(String module) {
        return ROOT.resolve(module).resolve("src/main/java");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hooks", "runtime", "weave", "testkit", "language"})
    void javadoc_ofAModule_hasNoWarning(String module) {
        String name = module.equals("runtime") ? "dev.stint" : "dev.stint." + module;
        String needed =
                Arrays.stream(CLASS_PATH.split(File.pathSeparator))
                        .filter(place -> isModuleOtherThan(name, place))
                        .collect(Collectors.joining(File.pathSeparator));

        assertThat(
                        javadoc(
                                List.of(
                                        "--add-exports=java.base/jdk.internal.vm=" + name,
                                        "--add-exports=java.base/jdk.internal.access=" + name,
                                        "-p",
                                        needed,
                                        "--module-source-path",
                                        name + "=" + sources(module),
                                        "--module",
                                        name)))
                .isEmpty();
    }

    private static boolean isModuleOtherThan(String name, String place) {
        return ModuleFinder.of(Path.of(place)).findAll().stream()
                .map(module -> module.descriptor().name())
                .anyMatch(
                        other ->
                                !other.equals(name)
                                        && other.matches("dev\\.stint(\\.\\w+)?|org\\..*"));
    }

    @Test
    void javadoc_ofAWrongLink_says() throws IOException {
        Path source = folder.resolve("src/p/Wrong.java");
        Files.createDirectories(source.getParent());
        Files.writeString(
                source, "package p;\n/** See {@link Nothing}. */\npublic class Wrong {}\n");

        assertThat(javadoc(List.of("-sourcepath", folder.resolve("src").toString(), "p")))
                .contains("reference not found");
    }
}
