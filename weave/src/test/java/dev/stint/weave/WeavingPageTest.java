package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about the weaver names its files as they are, and all of them. */
class WeavingPageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path WEAVE = ROOT.resolve("weave/src/main/java");

    /** A class, or a method of a class, such as {@code Weaver.refusingLate}. */
    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+)(?:\\.([a-z]\\w*))?`");

    private static final Pattern ROOM = Pattern.compile("(?m)^\\| `([\\w.]+)`(, \\w+)? \\|(.*)$");

    /** The table of the surface has many files that are alike. */
    private static final String NOT_ALL = "dev/stint/weave/internal/surface";

    private static final String TOP = "dev/stint/weave";

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/design/weaving.md"));
    }

    /** Where sources are below a folder, by the names of their classes. */
    private static Map<String, String> sources(Path folder) throws IOException {
        var found = new TreeMap<String, String>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
                String path = folder.relativize(file).toString().replace('\\', '/');
                int slash = path.lastIndexOf('/');
                String name = path.substring(slash + 1).replace(".java", "");
                if (!name.endsWith("-info")) {
                    found.put(name, path.substring(0, slash));
                }
            }
        }
        return found;
    }

    @Test
    void names_areThoseOfClassesAndTheirMethods() throws IOException {
        var texts = new TreeMap<String, String>();
        for (String folder : List.of("weave/src/main", "weave/src/test", "hooks/src/main")) {
            Path root = ROOT.resolve(folder + "/java");
            for (var source : sources(root).entrySet()) {
                Path file = root.resolve(source.getValue()).resolve(source.getKey() + ".java");
                texts.put(source.getKey(), Files.readString(file));
            }
        }
        List<MatchResult> names = NAME.matcher(page()).results().toList();
        assertThat(names).hasSizeGreaterThan(100);
        for (MatchResult name : names) {
            String text = texts.getOrDefault(name.group(1), "");
            assertThat(text).as("the class of %s in the page", name.group()).isNotEmpty();
            if (name.group(2) != null) {
                assertThat(text)
                        .as("the method of %s in the page", name.group())
                        .containsPattern("[\\w>\\]] " + name.group(2) + "\\(");
            }
        }
    }

    @Test
    void rooms_holdWhatThePageSays() throws IOException {
        Map<String, String> sources = sources(WEAVE);
        Set<String> leftOut = new TreeSet<>(sources.keySet());
        leftOut.removeIf(name -> NOT_ALL.equals(sources.get(name)));
        List<MatchResult> rooms = ROOM.matcher(page()).results().toList();
        assertThat(rooms)
                .extracting(room -> room.group(1) + Objects.requireNonNullElse(room.group(2), ""))
                .isEqualTo(ArchitectureTest.ROOMS);
        for (MatchResult room : rooms) {
            String folder = TOP;
            if (!room.group(1).equals("dev.stint.weave")) {
                folder += "/" + room.group(1).replace('.', '/');
            }
            for (MatchResult name : NAME.matcher(room.group(3)).results().toList()) {
                assertThat(sources).containsEntry(name.group(1), folder);
                leftOut.remove(name.group(1));
            }
        }
        assertThat(leftOut).as("classes that the page has in no room").isEmpty();
    }
}
