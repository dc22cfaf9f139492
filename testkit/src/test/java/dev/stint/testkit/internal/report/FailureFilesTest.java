package dev.stint.testkit.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.testkit.config.SimConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureFilesTest {
    @TempDir private Path folder = Path.of("");

    private FailureFiles named(String name) {
        return new FailureFiles(SimConfig.defaults().withFiles(folder).withName(name), 1);
    }

    private static Path written(FailureFiles files, String text) {
        Path file = files.write(".trace", text);
        assertThat(files.problem()).isEmpty();
        return Objects.requireNonNull(file);
    }

    @Test
    void write_twoOfOneNameAtOnce_keepsBoth() throws Exception {
        for (int round = 0; round < 50; round++) {
            String name = "race" + round;
            var together = new CyclicBarrier(4);
            List<Callable<Path>> writers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String text = "of writer " + i;
                writers.add(
                        () -> {
                            together.await();
                            return written(named(name), text);
                        });
            }
            try (var pool = Executors.newFixedThreadPool(4)) {
                List<Future<Path>> paths = pool.invokeAll(writers);
                for (int i = 0; i < 4; i++) {
                    assertThat(paths.get(i).get()).hasContent("of writer " + i);
                }
            }
        }
    }

    @Test
    void write_theSameAgain_usesTheSameFile() {
        Path first = written(named("same"), "text");

        assertThat(written(named("same"), "text")).isEqualTo(first);
        assertThat(written(named("same"), "other text")).isNotEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u7dda", "\ud840\udc00", "\u00e4", "x"})
    void write_longNameOfAnyLetters_fitsTheFileSystem(String letter) throws Exception {
        for (String before : List.of("", "a", "ab", "abc")) {
            Path file = written(named(before + letter.repeat(300)), "text");

            String name = Objects.requireNonNull(file.getFileName()).toString();
            assertThat(name).doesNotContain("\ufffd", "?").startsWith(before + letter);
            assertThat(name.codePoints().filter(c -> c >= 0xd800 && c <= 0xdfff)).isEmpty();
        }
        try (var there = Files.list(folder)) {
            assertThat(there).hasSize(4);
        }
    }
}
