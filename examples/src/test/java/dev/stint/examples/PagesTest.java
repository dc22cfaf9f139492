package dev.stint.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.config.SchedulerConfig;
import dev.stint.config.SysmonConfig;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the README and the pages under {@code docs} quote is what the sources say and the programs
 * print, and what they link to exists.
 */
class PagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern QUOTE =
            Pattern.compile("<!-- quote: (\\w+) (\\w+) -->\n```java\n(.*?)\n```", Pattern.DOTALL);
    private static final Pattern OUTPUT =
            Pattern.compile("<!-- output: (\\w+) -->\n```\\w*\n(.*?)\n```", Pattern.DOTALL);
    private static final Pattern PRE =
            Pattern.compile("<!-- pre: (\\w+) -->\n```\n(.*?)\n```", Pattern.DOTALL);
    private static final Pattern FAILURE =
            Pattern.compile("<!-- failure: (\\w+) -->\n```\n(.*?)\n```", Pattern.DOTALL);
    private static final Pattern JAVA = Pattern.compile("(?m)^```java$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)\\s]*)?\\)");

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> pages = new ArrayList<>();
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            for (String name : List.of("README.md", "CONTRIBUTING.md", "examples/README.md")) {
                pages.add(ROOT.resolve(name));
            }
            return pages.stream();
        }
    }

    private static List<MatchResult> find(Pattern pattern, Path page) throws IOException {
        return pattern.matcher(Files.readString(page)).results().toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void page_quotedCode_isThatOfTheSource(Path page) throws IOException {
        for (MatchResult quote : find(QUOTE, page)) {
            assertThat(quote.group(3))
                    .as("%s quotes %s", page, quote.group(1))
                    .isEqualTo(Region.of(quote.group(1), quote.group(2)));
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void page_javaCode_isQuoted(Path page) throws IOException {
        assertThat(find(JAVA, page)).as("blocks of java").hasSameSizeAs(find(QUOTE, page));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void page_quotedOutput_isWhatTheProgramPrints(Path page) throws Exception {
        for (MatchResult output : find(OUTPUT, page)) {
            Class<?> program = Class.forName("dev.stint.examples." + output.group(1));
            assertThat(output.group(2) + "\n")
                    .as("%s quotes the output of %s", page, output.group(1))
                    .isEqualTo(Output.of(program));
        }
    }

    /** Without the part of the command that depends on where Maven was started. */
    @ParameterizedTest
    @MethodSource("pages")
    void page_quotedFailure_isWhatTheTestSays(Path page) throws Exception {
        for (MatchResult failure : find(FAILURE, page)) {
            Class<?> test = Class.forName("dev.stint.examples." + failure.group(1));
            String message = String.valueOf(Failing.run(test, Map.of()).getMessage());
            assertThat(failure.group(2))
                    .as("%s quotes the failure of %s", page, failure.group(1))
                    .isEqualTo(message.strip().replaceFirst(" -f \\S+ -pl .* (?=-Dtest=)", " "));
        }
    }

    /** Tables that are the specification of a class stand in the class, and are copied. */
    @ParameterizedTest
    @MethodSource("pages")
    void page_quotedTable_isThatOfTheClass(Path page) throws IOException {
        for (MatchResult table : find(PRE, page)) {
            assertThat(table.group(2))
                    .as("%s quotes the table of %s", page, table.group(1))
                    .isEqualTo(tableOf(table.group(1)));
        }
    }

    private static String tableOf(String type) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("runtime/src/main/java"))) {
            Path source = files.filter(f -> f.endsWith(type + ".java")).findFirst().orElseThrow();
            return Files.readString(source)
                    .transform(text -> text.substring(text.indexOf(" * <pre>\n") + 9))
                    .transform(text -> text.substring(0, text.indexOf(" * </pre>")))
                    .replaceAll("(?m)^ \\*", "")
                    .stripTrailing() // a blank last line would count as indentation
                    .stripIndent();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {SchedulerConfig.class, SysmonConfig.class})
    void guide_settings_areThoseOfTheRecord(Class<?> config) throws Exception {
        Object defaults =
                config == SysmonConfig.class ? SysmonConfig.defaults() : SchedulerConfig.defaults();
        String guide = Files.readString(ROOT.resolve("docs/guide/getting-started.md"));
        for (RecordComponent field : config.getRecordComponents()) {
            Matcher row =
                    Pattern.compile("(?m)^\\| `" + field.getName() + "` \\| ([^|]+) \\|")
                            .matcher(guide);
            assertThat(row.find()).as("a row for %s", field.getName()).isTrue();
            Object value = field.getAccessor().invoke(defaults);
            if (value instanceof Number && !field.getName().equals("workers")) {
                assertThat(row.group(1)).as(field.getName()).isEqualTo(value.toString());
            } else if (value instanceof Duration duration) {
                assertThat(row.group(1)).as(field.getName()).isEqualTo(inWords(duration));
            }
        }
    }

    private static String inWords(Duration duration) {
        return duration.toMillis() % 1000 == 0
                ? duration.toSeconds() + " s"
                : duration.toMillis() + " ms";
    }

    @ParameterizedTest
    @MethodSource("pages")
    void page_links_leadSomewhere(Path page) throws IOException {
        for (MatchResult link : find(LINK, page)) {
            if (!link.group(1).contains("://")) {
                assertThat(page.resolveSibling(link.group(1))).as("linked in %s", page).exists();
            }
        }
    }

    /** The patterns above could also find nothing. */
    @Test
    void readme_quotesAProgramAndItsOutput() throws IOException {
        assertThat(find(QUOTE, ROOT.resolve("README.md"))).isNotEmpty();
        assertThat(find(OUTPUT, ROOT.resolve("README.md"))).isNotEmpty();
    }
}
