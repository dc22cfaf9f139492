package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of clauses and tests in the documentation is true and whole. */
class ClauseTableTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();
    private static final Path TABLE = ROOT.resolve("docs/clauses.md");
    private static final Pattern TAG =
            Pattern.compile("\\[((?:SCHED|FIBER|NURSERY|MODULE|EVOLUTION):[A-Za-z0-9._-]+)]");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| ((?:SCHED|FIBER|NURSERY|MODULE|EVOLUTION):[^ |]+) \\|(.*)$");
    private static final Pattern TEST = Pattern.compile("`(\\w+)`");
    private static final Pattern CLAUSE =
            Pattern.compile("((?:SCHED|FIBER|NURSERY|MODULE):[\\w.-]+)");
    private static final Pattern NOT_YET = Pattern.compile("not yet: `(\\w+)`");
    private static final Pattern RECORD = Pattern.compile("adr/(\\d{4}-[a-z0-9-]+\\.md)");

    /** The modules there are and those that are planned. */
    private static final Set<String> ROOMS = Set.of("runtime", "language", "native", "cluster");

    /** Where the specifications lie, if they are here at all. */
    private static final Path SPECS =
            Path.of(
                    System.getProperty(
                            "stint.specs", ROOT.resolve("../shared/specs").normalize().toString()));

    @Test
    void table_everyRow_namesTestsThatBearTheClauseOrWhyThereAreNone() throws IOException {
        Map<String, String> rows = rows();
        Map<String, Set<String>> tagged = taggedTests();
        assertThat(rows).isNotEmpty();
        for (var row : rows.entrySet()) {
            String[] cells = row.getValue().split("\\|", -1);
            var named = matches(TEST, cells[1]);
            var records = matches(RECORD, cells[2]);
            var same = cells[2].contains("as ") ? matches(CLAUSE, cells[2]) : Set.<String>of();
            var rooms = matches(NOT_YET, cells[2]);
            assertThat(named.size() + records.size() + same.size() + rooms.size())
                    .as(row.getKey() + " is covered")
                    .isPositive();
            assertThat(tagged.getOrDefault(row.getKey(), Set.of()))
                    .as("tests that bear [%s]", row.getKey())
                    .containsAll(named);
            assertThat(records).allMatch(r -> Files.exists(ROOT.resolve("docs/adr").resolve(r)));
            assertThat(rows.keySet())
                    .as("said by %s to be the same", row.getKey())
                    .containsAll(same);
            assertThat(ROOMS).containsAll(rooms);
            assertThat(rooms.isEmpty() || named.isEmpty())
                    .as("%s has no tests while it is not built", row.getKey())
                    .isTrue();
        }
    }

    @Test
    void table_rows_areAllClausesOfTheSpecifications() throws IOException {
        assertThat(rows().keySet()).containsExactlyInAnyOrderElementsOf(ClauseList.read().ids());
    }

    @Test
    void list_specificationsBeside_wasMadeFromThem() throws IOException {
        assumeTrue(Files.isDirectory(SPECS), "the specifications are not beside this checkout");
        List<ClauseList.Spec> specs = ClauseList.read().specs();
        assertThat(specs).hasSize(5);
        for (ClauseList.Spec spec : specs) {
            assertThat(ClauseList.differences(spec, SPECS.resolve(spec.file()))).isEmpty();
        }
    }

    @Test
    void differences_otherText_areFound() throws IOException {
        Path file = Files.createTempFile("spec", ".md");
        Files.writeString(
                file,
                """
                ## 1. A
                ### 1.1 B
                [SCHED:1.1.1] x
                [SCHED:1.1.2] y
                ### 1.2 C
                """);
        var spec =
                new ClauseList.Spec(
                        "spec.md",
                        "0123456789abcdef",
                        List.of(
                                new ClauseList.Entry("SCHED:1.1.1", "B"),
                                new ClauseList.Entry("SCHED:2.1.1", "D")));

        assertThat(ClauseList.differences(spec, file))
                .hasSize(4)
                .anyMatch(d -> d.contains("digest"))
                .anyMatch(d -> d.contains("has SCHED:1.1.2, the list has not"))
                .anyMatch(d -> d.contains("heading 'C'"))
                .anyMatch(d -> d.contains("heading 'D'"));
        Files.delete(file);
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
                    "runtime/src/test",
                    "weave/src/test",
                    "language/src/test",
                    "host/src/test",
                    "native/src/test",
                    "policy/src/test",
                    "verify/src",
                    "bench/src"
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
