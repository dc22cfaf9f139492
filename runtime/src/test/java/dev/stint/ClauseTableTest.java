package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of clauses and tests in the documentation is true. */
class ClauseTableTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();
    private static final Path TABLE = ROOT.resolve("docs/clauses.md");
    private static final Pattern TAG =
            Pattern.compile("\\[((?:SCHED|FIBER|NURSERY|MODULE):[A-Za-z0-9._-]+)]");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| ((?:SCHED|FIBER|NURSERY|MODULE):[^ |]+) \\|(.*)$");
    private static final Pattern TEST = Pattern.compile("`(\\w+)`");
    private static final Pattern RECORD = Pattern.compile("adr/(\\d{4}-[a-z0-9-]+\\.md)");

    @Test
    void table_everyRow_namesTestsThatBearTheClauseOrARecord() throws IOException {
        Map<String, String> rows = rows();
        Map<String, Set<String>> tagged = taggedTests();
        assertThat(rows).isNotEmpty();
        for (var row : rows.entrySet()) {
            var named = matches(TEST, row.getValue());
            var records = matches(RECORD, row.getValue());
            assertThat(named.size() + records.size()).as(row.getKey() + " is covered").isPositive();
            assertThat(tagged.getOrDefault(row.getKey(), Set.of()))
                    .as("tests that bear [%s]", row.getKey())
                    .containsAll(named);
            assertThat(records).allMatch(r -> Files.exists(ROOT.resolve("docs/adr").resolve(r)));
        }
    }

    @Test
    void tests_everyClauseTheyBear_isInTheTable() throws IOException {
        assertThat(rows().keySet()).containsAll(taggedTests().keySet());
    }

    private static Map<String, String> rows() throws IOException {
        return ROW.matcher(Files.readString(TABLE))
                .results()
                .collect(Collectors.toMap(m -> m.group(1), m -> m.group(2), (a, b) -> a + b));
    }

    private static Set<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(m -> m.group(1)).collect(Collectors.toSet());
    }

    /** Clause to the simple names of the test files that bear it. */
    private static Map<String, Set<String>> taggedTests() throws IOException {
        Map<String, Set<String>> tagged = new TreeMap<>();
        for (String module :
                new String[] {
                    "runtime/src/test", "weave/src/test", "host/src/test", "verify/src", "bench/src"
                }) {
            Path folder = ROOT.resolve(module);
            if (Files.isDirectory(folder)) {
                collect(folder, tagged);
            }
        }
        return tagged;
    }

    private static void collect(Path folder, Map<String, Set<String>> tagged) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                for (MatchResult tag : TAG.matcher(Files.readString(file)).results().toList()) {
                    tagged.computeIfAbsent(tag.group(1), k -> new TreeSet<>()).add(name);
                }
            }
        }
    }
}
