package dev.stint.testkit.gallery;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BoundsScratchTest {
    @Test
    void measure() throws Exception {
        var table = new GalleryTable(11, 5_000);
        for (Exhibit exhibit : OrdinaryBugs.all()) {
            table.measure(exhibit);
        }
        System.out.println(table.toMarkdown());
        System.out.println(table.toJson());
        Files.writeString(Path.of("/tmp/ord.json"), table.toJson());
    }
}
