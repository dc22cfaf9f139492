package dev.stint.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The part of a program between {@code // tag::x} and {@code // end::x}, as a page quotes it. */
final class Region {
    private static final List<Path> SOURCES =
            List.of(
                    Path.of("src", "main", "java", "dev", "stint", "examples"),
                    Path.of("src", "test", "java", "dev", "stint", "examples"));

    private Region() {}

    static String of(String program, String tag) throws IOException {
        List<String> lines = new ArrayList<>();
        boolean inside = false;
        boolean ended = false;
        for (String line : Files.readAllLines(fileOf(program))) {
            if (line.strip().equals("// tag::" + tag)) {
                inside = true;
            } else if (line.strip().equals("// end::" + tag)) {
                inside = false;
                ended = true;
            } else if (inside && !line.strip().startsWith("// tag::")) {
                lines.add(line);
            }
        }
        if (!ended || inside) {
            throw new AssertionError(program + ".java has no whole region '" + tag + "'");
        }
        // In this order: a blank last line would count as indentation.
        return String.join("\n", lines).stripTrailing().stripIndent().strip();
    }

    private static Path fileOf(String program) {
        return SOURCES.stream()
                .map(folder -> folder.resolve(program + ".java"))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + program + ".java"));
    }
}
