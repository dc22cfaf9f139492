package dev.stint.language.internal.tree;

/** A stretch of a text: from the first character up to, not including, the end. */
public record Span(int start, int end) {
    public Span {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("no stretch of text: " + start + " to " + end);
        }
    }

    public Span to(Span later) {
        return new Span(Math.min(start, later.start), Math.max(end, later.end));
    }
}
