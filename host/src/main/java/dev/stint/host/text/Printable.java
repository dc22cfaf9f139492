package dev.stint.host.text;

/** Makes of a text that somebody else has written one that can be printed among lines of ours. */
public final class Printable {
    private static final int LONGEST = 1_000;

    private Printable() {}

    /**
     * The text with its control characters spelt out, but for tabs and the ends of lines, and cut
     * if it is long. Lines after the first are indented, so that none looks like one of ours.
     */
    public static String of(String text) {
        String start = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
        var shown = new StringBuilder();
        start.codePoints().forEach(c -> append(shown, c));
        if (text.length() > LONGEST) {
            shown.append("... (").append(text.length()).append(" characters)");
        }
        return shown.toString();
    }

    private static void append(StringBuilder shown, int c) {
        if (c == '\n') {
            shown.append("\n    ");
        } else if (c != '\t' && isUnseen(c)) {
            shown.append(String.format("\\u%04x", c));
        } else {
            shown.appendCodePoint(c);
        }
    }

    /** Controls, what turns the direction of the text, and halves of characters. */
    private static boolean isUnseen(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                    true;
            default -> false;
        };
    }
}
