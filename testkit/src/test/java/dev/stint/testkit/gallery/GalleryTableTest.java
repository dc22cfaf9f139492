package dev.stint.testkit.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The table in the guide: that it is complete, and, on demand, what it says. */
class GalleryTableTest {
    private static final String BEGIN = "<!-- table: GalleryTableTest -->\n";
    private static final String END = "<!-- end of table -->";
    private static final Path GUIDE = Path.of("..", "docs", "guide", "gallery.md");

    @Test
    void guide_listsEveryExhibit() throws Exception {
        String guide = Files.readString(GUIDE);

        for (Exhibit exhibit : Gallery.exhibits()) {
            assertThat(guide)
                    .contains(
                            String.format(
                                    "| **%s**: %s | %s |",
                                    exhibit.name(), exhibit.wrong(), exhibit.kind()));
        }
    }

    @Test
    void table_ofOneExhibit_hasARowAndARecordForEachStrategy() throws Exception {
        var table = new GalleryTable(3, 20);
        table.measure(Gallery.exhibits().getFirst());

        assertThat(table.toMarkdown().lines()).hasSize(3);
        assertThat(table.toMarkdown())
                .containsPattern(
                        "\\*\\*lost update\\*\\*.* \\| FAILED( \\| \\d+){4} \\| [\\d,]+ \\|");
        assertThat(table.toJson().lines().filter(line -> line.contains("\"bug\""))).hasSize(4);
    }

    /** Writes the table into the guide, and the same as JSON to the file that is named. */
    @Test
    @EnabledIfSystemProperty(named = "stint.gallery.json", matches = ".+")
    void table_onDemand_isWritten() throws Exception {
        new GalleryTable(1, 50_000).measure(Gallery.exhibits().getFirst()); // to warm up
        var table = new GalleryTable(11, 5_000);
        for (Exhibit exhibit : Gallery.exhibits()) {
            table.measure(exhibit);
        }

        String guide = Files.readString(GUIDE);
        int from = guide.indexOf(BEGIN) + BEGIN.length();
        Files.writeString(
                GUIDE,
                guide.substring(0, from)
                        + table.toMarkdown()
                        + guide.substring(guide.indexOf(END, from)));
        Files.writeString(Path.of(System.getProperty("stint.gallery.json")), table.toJson());
    }
}
