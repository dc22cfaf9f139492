package dev.stint.language.diagnostic;

import java.util.List;
import java.util.Objects;

/**
 * One thing that is wrong with a text, and where.
 *
 * @param code stable, one letter and digits; the reference lists them
 * @param file the name of the text
 * @param line from 1
 * @param column from 1, in characters
 * @param width how many characters it is about, at least 1, all in one line
 * @param sourceLine the line, without its end
 * @param message what is wrong
 * @param help what to write instead; may be empty
 */
public record Diagnostic(
        Severity severity,
        String code,
        String file,
        int line,
        int column,
        int width,
        String sourceLine,
        String message,
        List<String> help) {
    /** Of a longer line only so much is shown, around the place. */
    private static final int SHOWN = 120;

    public Diagnostic {
        Objects.requireNonNull(severity, "severity of a diagnostic");
        help = List.copyOf(help);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** The place and the message, in one line. */
    public String headline() {
        return "%s:%d:%d: %s[%s]: %s"
                .formatted(plain(file), line, column, severity.inWords(), code, plain(message));
    }

    /** The headline, the line with carets, and what to write instead. */
    public String rendered() {
        int from = Math.max(0, Math.min(column - 1 - SHOWN / 2, sourceLine.length() - SHOWN));
        int to = Math.min(sourceLine.length(), from + SHOWN);
        String shown = plain(sourceLine.substring(from, to));
        int caret = Math.min(column - 1 - from, shown.length());
        int carets = Math.max(1, Math.min(width, shown.length() - caret));
        String number = Integer.toString(line);
        String gutter = " ".repeat(number.length());
        var text = new StringBuilder(headline()).append('\n');
        text.append(' ').append(number).append(" | ").append(shown).append('\n');
        text.append(' ').append(gutter).append(" | ").append(" ".repeat(caret));
        text.append("^".repeat(carets)).append('\n');
        for (String line : help) {
            text.append(' ').append(gutter).append(" = help: ").append(plain(line)).append('\n');
        }
        return text.toString();
    }

    /** Without what could command a terminal. */
    private static String plain(String text) {
        var clean = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean commands =
                    Character.isISOControl(c)
                            || Character.getType(c) == Character.FORMAT
                            || (Character.isSurrogate(c) && !isPaired(text, i));
            clean.append(c == '\t' ? ' ' : commands ? '?' : c);
        }
        return clean.toString();
    }

    private static boolean isPaired(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
}
