package dev.stint.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of popular libraries is whole, and so is what the guide makes of it. */
class PopularTest {
    private static final Path PAGE = Path.of("..", "docs", "guide", "untrusted.md");
    private static final String BEGIN = "<!-- table: popular libraries -->";

    @Test
    void all_haveJarsAndPrograms() throws Exception {
        var labels = new HashSet<String>();
        try (Shelf shelf = Shelf.open()) {
            for (Popular library : Popular.all()) {
                assertThat(labels.add(library.label())).as(library.label()).isTrue();
                assertThat(shelf.places(library)).allMatch(Files::exists);
                assertThat(Class.forName(library.className(), false, getClass().getClassLoader()))
                        .isFinal();
            }
        }
        assertThat(labels).hasSizeGreaterThan(60);
    }

    /** What the guide says first. */
    @Test
    void page_hasTheTable() throws Exception {
        assertThat(Files.readString(PAGE)).contains(BEGIN + "\n" + String.join("\n", table()));
    }

    private static List<String> table() {
        var lines = new ArrayList<String>();
        lines.add("| library | the program | |");
        lines.add("|---|---|---|");
        for (Popular library : Popular.all()) {
            lines.add(
                    "| "
                            + library.label()
                            + " | "
                            + library.work()
                            + " | "
                            + (library.runs() ? "runs" : "refused: " + library.refused())
                            + " |");
        }
        return lines;
    }

    @Test
    void parse_lineThatIsNotOne_isRefused() {
        assertThatThrownBy(() -> Popular.parse("a | b | c | d"))
                .hasMessageContaining("a line has 5 columns");
        assertThatThrownBy(() -> Popular.parse("a | b | c | d | maybe"))
                .hasMessageContaining("the last column is");
        assertThatThrownBy(() -> Popular.of("nothing")).hasMessageContaining("no library nothing");
        assertThat(Popular.parse("a | x.B | c d | does | refused a.B.c: why").refused())
                .isEqualTo("a.B.c: why");
    }
}
