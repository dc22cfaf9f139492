package dev.stint.language.internal.syntax;

import java.util.Arrays;

/** A text with a name, and where its lines begin. */
public final class Source {
    private final String name;
    private final String text;
    private final int[] starts; // of the lines

    public Source(String name, String text) {
        this.name = name;
        this.text = text;
        this.starts = lineStarts(text);
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

    public String name() {
        return name;
    }

    public String text() {
        return text;
    }

    /** The number of the line that holds this place, from 1. */
    public int line(int offset) {
        int found = Arrays.binarySearch(starts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** The place in its line, from 1. */
    public int column(int offset) {
        return offset - starts[line(offset) - 1] + 1;
    }

    /** The place of a line and a column, from 1. */
    public int offset(int line, int column) {
        return starts[line - 1] + column - 1;
    }

    /** A line without its end. */
    public String lineText(int line) {
        int from = starts[line - 1];
        int to = line < starts.length ? starts[line] - 1 : text.length();
        if (to > from && text.charAt(to - 1) == '\r') {
            to--;
        }
        return text.substring(from, to);
    }
}
