package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is for {@code long} and {@code double} is what is for {@code int} with other types: whole
 * files, and sections of files that begin with {@code // ---- of ints}. With {@code
 * -Dstint.primitives.write=true} it is written anew; {@code mvn spotless:apply} then breaks the
 * lines.
 */
class PrimitivesTest {
    private static final Path FOLDER = Path.of("src/main/java/dev/stint/hooks/jdk");
    private static final Pattern SECTION = Pattern.compile(" +// ---- (all|int[a-z ]*)\\b.*");
    private static final String BODY = "/**\n * Streams of";
    private static final String HEADING = "    // ---- of ";
    private static final String HINT = "run with -Dstint.primitives.write=true to write it again";

    /** The file for another type, without what is for others only. */
    private static String written(String type, String name) throws IOException {
        var kept = new StringBuilder();
        boolean isIn = true;
        for (String line : Files.readAllLines(FOLDER.resolve("IntStreams.java"))) {
            var section = SECTION.matcher(line);
            if (section.matches()) {
                String types = section.group(1);
                isIn = types.equals("all") || types.contains(type);
                if (!line.contains("all: ")) {
                    continue; // it says nothing else
                }
            }
            if (isIn) {
                kept.append(line).append('\n');
            }
        }
        String text =
                kept.toString()
                        .replaceAll(
                                "(?s)\n \\*\n \\* <p>Those of.*?\n \\*/",
                                "\n * Written from {@link"
                                        + " IntStreams} by a test; not for editing.\n */")
                        .replace("IntStreams}", "SOURCE}");
        return withType(text, type, name).replace("SOURCE}", "IntStreams}");
    }

    private static String withType(String text, String type, String name) {
        return text.replaceAll("\\bint (?!begin|end|left)", type + " ")
                .replace("int[]", type + "[]")
                .replace("{@code int}", "{@code " + type + "}")
                .replace("Integer", name)
                .replaceAll("Int(?=[A-Z]|s?\\b)", name)
                .replaceAll("\\bint(?=Stream)", type)
                .replace(".ints(", "." + type + "s(");
    }

    /** Imports are sorted, and those that are not used are the formatter's to remove. */
    private static String withSortedImports(String file) {
        var imports = new TreeSet<String>();
        var rest = new StringBuilder();
        file.lines()
                .forEach(
                        line -> {
                            if (line.startsWith("import ")) {
                                imports.add(line);
                            } else {
                                rest.append(line).append('\n');
                            }
                        });
        int at = rest.indexOf(BODY);
        return rest.insert(at, String.join("\n", imports) + "\n\n").toString();
    }

    private static String bodyOf(String file) {
        return file.substring(file.indexOf(BODY)).replaceAll("[\\s*]+", "");
    }

    @ParameterizedTest
    @CsvSource({"long, Long", "double, Double"})
    void streams_ofAnotherType_areThoseOfIntWithThatType(String type, String name)
            throws IOException {
        Path file = FOLDER.resolve(name + "Streams.java");
        String written = withSortedImports(written(type, name));
        if (Boolean.getBoolean("stint.primitives.write")) {
            Files.writeString(file, written);
        }

        assertThat(bodyOf(Files.readString(file))).as(HINT).isEqualTo(bodyOf(written));
    }

    // ---- sections

    /** From its heading to the next one, or to the end of the class. */
    private static String section(String file, String of) {
        int begin = file.indexOf(HEADING + of + "\n");
        assertThat(begin).as("where the section of %s begins", of).isPositive();
        begin += (HEADING + of + "\n").length();
        int next = file.indexOf("    // ----", begin);
        return file.substring(begin, next < 0 ? file.lastIndexOf('}') : next);
    }

    @ParameterizedTest
    @CsvSource({
        "CombinedFunctions, long, Long",
        "CombinedFunctions, double, Double",
        "NestedSpliterators, long, Long",
        "NestedSpliterators, double, Double"
    })
    void section_ofAnotherType_isThatOfIntWithThatType(String where, String type, String name)
            throws IOException {
        Path path = FOLDER.resolve(where + ".java");
        String file = Files.readString(path);
        String written = withType(section(file, "ints"), type, name);
        if (Boolean.getBoolean("stint.primitives.write")) {
            file = file.replace(section(file, type + "s"), written);
            Files.writeString(path, file);
        }

        assertThat(section(file, type + "s").replaceAll("\\s+", ""))
                .as(HINT)
                .isEqualTo(written.replaceAll("\\s+", ""));
    }
}
