package dev.stint.language.internal.syntax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The texts of a script, one behind the other, with their names, and where their lines begin. The
 * first is its own; the others are those of modules, which are added as they are found.
 */
public final class Source {
    /** One text: where it begins, and how many lines are before it. */
    private record Part(String name, int start, int linesBefore) {}

    private final List<Part> parts = new ArrayList<>();
    private String text;
    private int[] starts; // of the lines

    public Source(String name, String text) {
        this.text = text;
        this.starts = lineStarts(text);
        parts.add(new Part(name, 0, 0));
    }

    /** Adds a text; returns where it begins. It ends where {@link #text} ends now. */
    int append(String name, String more) {
        int start = text.length() + 1;
        parts.add(new Part(name, start, starts.length));
        text = text + "\n" + more;
        starts = lineStarts(text);
        return start;
    }

    private static int[] lineStarts(String text) {
        int[] found = new int[16];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                if (count == found.length) {
                    found = Arrays.copyOf(found, count * 2);
                }
                found[count++] = i + 1;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private Part part(int offset) {
        Part found = parts.getFirst();
        for (Part part : parts) {
            if (part.start() <= offset) {
                found = part;
            }
        }
        return found;
    }

    private int lineOfAll(int offset) {
        int found = Arrays.binarySearch(starts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** The name of the text that holds this place. */
    public String name(int offset) {
        return part(offset).name();
    }

    /** All texts. */
    public String text() {
        return text;
    }

    /** The script's own text. */
    public String ownText() {
        return parts.size() == 1 ? text : text.substring(0, parts.get(1).start() - 1);
    }

    /** The number of the line that holds this place, from 1, in its text. */
    public int line(int offset) {
        return lineOfAll(offset) - (parts.size() == 1 ? 0 : part(offset).linesBefore());
    }

    /** The place in its line, from 1. */
    public int column(int offset) {
        return offset - starts[lineOfAll(offset) - 1] + 1;
    }

    /** The place of a line and a column, from 1, of the script's own text. */
    public int offset(int line, int column) {
        return starts[line - 1] + column - 1;
    }

    /** Where the line ends that holds this place. */
    public int endOfLine(int offset) {
        int line = lineOfAll(offset);
        int to = line < starts.length ? starts[line] - 1 : text.length();
        return to > starts[line - 1] && text.charAt(to - 1) == '\r' ? to - 1 : to;
    }

    /** The line that holds this place, without its end. */
    public String lineTextAt(int offset) {
        return text.substring(starts[lineOfAll(offset) - 1], endOfLine(offset));
    }

    /** A line of the script's own text, without its end. */
    public String lineText(int line) {
        return lineTextAt(starts[line - 1]);
    }
}
