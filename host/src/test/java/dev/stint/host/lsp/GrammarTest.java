package dev.stint.host.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.stint.policyservice.text.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The grammar by which editors colour scripts: its patterns are patterns, and know the words. */
class GrammarTest {
    private static final Path FILE = Path.of("../docs/reference/jan.tmLanguage.json");
    private final List<String> patterns = new ArrayList<>();

    private void collect(@Nullable Object node) {
        switch (node) {
            case Map<?, ?> map ->
                    map.forEach(
                            (key, value) -> {
                                boolean isPattern =
                                        key.equals("match")
                                                || key.equals("begin")
                                                || key.equals("end");
                                if (isPattern && value instanceof String pattern) {
                                    patterns.add(pattern);
                                } else {
                                    collect(value);
                                }
                            });
            case List<?> list -> list.forEach(this::collect);
            case null, default -> {}
        }
    }

    @Test
    void grammar_knowsTheWordsOfTheLanguage() throws Exception {
        collect(JsonText.readObject(Files.readString(FILE)));

        assertThat(patterns).hasSizeGreaterThan(20);
        for (String pattern : patterns) {
            assertThatCode(() -> Pattern.compile(pattern)).doesNotThrowAnyException();
        }
        for (String word :
                List.of(
                        "nursery",
                        "spawn",
                        "await",
                        "select",
                        "if",
                        "end",
                        "let",
                        "func m",
                        "struct S",
                        "and",
                        "null",
                        "i64",
                        "Channel",
                        "0xFF",
                        "\"",
                        "//",
                        "=>",
                        "where")) {
            assertThat(patterns)
                    .as(word)
                    .anyMatch(p -> Pattern.compile(p).matcher(word).lookingAt());
        }
    }
}
