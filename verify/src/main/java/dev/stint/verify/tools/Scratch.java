package dev.stint.verify.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for what a check writes. It is kept only if the check has found something. */
public final class Scratch {
    private final Path folder;

    private Scratch(Path folder) {
        this.folder = folder;
    }

    public static Scratch of(String name) throws IOException {
        return new Scratch(Files.createTempDirectory(name));
    }

    public Path folder() {
        return folder;
    }

    public void delete() throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
