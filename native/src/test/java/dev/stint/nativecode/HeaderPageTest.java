package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The reference page says what the headers say: it is made from them. To make it again, run this
 * with {@code -Dstint.reference.write=true}.
 */
class HeaderPageTest {
    private static final Path PAGE = Path.of("../docs/reference/c.md");
    private static final Path HEADERS = Path.of("src/main/c/include");

    private static String page() throws IOException {
        var page = new StringBuilder();
        page.append(
                """
                # Reference: stint.h and janus_rt.h

                Made from the headers. See [From C](../guide/c.md) for a program.
                """);
        for (String name : List.of("stint.h", "janus_rt.h")) {
            String header = Files.readString(HEADERS.resolve(name));
            page.append("\n## ").append(name).append("\n\n");
            page.append(words(header.substring(2, header.indexOf("*/")))).append('\n');
            String body = header.substring(header.indexOf("extern \"C\" {"));
            body = body.substring(body.indexOf("\n\n"), body.lastIndexOf("#ifdef __cplusplus"));
            for (String paragraph : body.split("\\n\\n+", -1)) {
                add(page, paragraph.strip());
            }
        }
        return page.toString();
    }

    private static void add(StringBuilder page, String paragraph) {
        Matcher heading = Pattern.compile("^/\\* -{4} (.*?) *-* \\*/").matcher(paragraph);
        if (heading.find()) {
            page.append("\n### ").append(heading.group(1)).append('\n');
            paragraph = paragraph.substring(heading.end()).strip();
        }
        if (paragraph.startsWith("STINT_STATIC_ASSERT") || paragraph.isEmpty()) {
            return;
        }
        if (paragraph.startsWith("#")) {
            return;
        }
        // A comment at the beginning of a line is about the declarations below it.
        var code = new ArrayList<String>();
        var comment = new StringBuilder();
        boolean inComment = false;
        for (String line : paragraph.split("\\n", -1)) {
            if (!inComment && line.startsWith("/*")) {
                flush(page, comment, code);
                inComment = true;
            }
            if (inComment) {
                comment.append(line).append('\n');
                inComment = !line.contains("*/");
            } else {
                code.add(line);
            }
        }
        flush(page, comment, code);
    }

    private static void flush(StringBuilder page, StringBuilder comment, List<String> code) {
        if (!comment.isEmpty()) {
            page.append('\n').append(words(comment.toString())).append('\n');
        }
        if (!code.isEmpty()) {
            page.append("\n```c\n").append(String.join("\n", code)).append("\n```\n");
        }
        code.clear();
        comment.setLength(0);
    }

    /** The text of a comment, without what makes it one; blank lines stay. */
    private static String words(String comment) {
        return comment.lines()
                .map(line -> line.replaceFirst("^ ?/?\\*+ ?", "").replaceFirst(" ?\\*/$", ""))
                .map(String::stripTrailing)
                .reduce("", (a, b) -> a + "\n" + b)
                .strip();
    }

    @Test
    void page_isThatOfTheHeaders() throws IOException {
        String page = page();
        if (Boolean.getBoolean("stint.reference.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).hasContent(page);
    }

    @Test
    void page_namesEveryFunction() throws IOException {
        String page = Files.readString(PAGE);
        for (String name : List.of("stint.h", "janus_rt.h")) {
            Matcher function =
                    Pattern.compile("(?m)^[a-z].*?\\b((?:stint|janus)_\\w+)\\(")
                            .matcher(Files.readString(HEADERS.resolve(name)));
            while (function.find()) {
                assertThat(page).contains(function.group(1) + "(");
            }
        }
    }
}
