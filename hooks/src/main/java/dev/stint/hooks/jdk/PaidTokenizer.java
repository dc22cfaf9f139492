package dev.stint.hooks.jdk;

import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * Takes a text apart at some characters, and pays for each that it looks at. In place of the JDK's,
 * which looks at any number of them for one call.
 */
public final class PaidTokenizer extends StringTokenizer {
    private final String text;
    private final boolean returnsDelimiters;
    private String delimiters;
    private int at;

    public PaidTokenizer(String text) {
        this(text, " \t\n\r\f", false);
    }

    public PaidTokenizer(String text, String delimiters) {
        this(text, delimiters, false);
    }

    public PaidTokenizer(String text, @Nullable String delimiters, boolean returnsDelimiters) {
        super("", "", false);
        this.text = Objects.requireNonNull(text, "the text to take apart");
        this.delimiters = delimiters == null ? "" : delimiters;
        this.returnsDelimiters = returnsDelimiters;
    }

    private boolean isDelimiter(int character) {
        Charges.ops(1 + (delimiters.length() >> 3));
        return delimiters.indexOf(character) >= 0;
    }

    /** Where the next token begins. */
    private int begin(int from) {
        int next = from;
        while (!returnsDelimiters && next < text.length()) {
            int character = text.codePointAt(next);
            if (!isDelimiter(character)) {
                break;
            }
            next += Character.charCount(character);
        }
        return next;
    }

    /** Where a token ends that begins here. */
    private int end(int begin) {
        int next = begin;
        while (next < text.length()) {
            int character = text.codePointAt(next);
            if (isDelimiter(character)) {
                break;
            }
            next += Character.charCount(character);
        }
        return next == begin && returnsDelimiters && next < text.length()
                ? next + Character.charCount(text.codePointAt(next))
                : next;
    }

    @Override
    public boolean hasMoreTokens() {
        return begin(at) < text.length();
    }

    @Override
    public String nextToken() {
        int begin = begin(at);
        if (begin >= text.length()) {
            throw new NoSuchElementException();
        }
        at = end(begin);
        Charges.text(at - begin);
        return text.substring(begin, at);
    }

    @Override
    public String nextToken(String others) {
        delimiters = Objects.requireNonNull(others, "the characters to take it apart at");
        return nextToken();
    }

    @Override
    public int countTokens() {
        int count = 0;
        for (int next = begin(at); next < text.length(); next = begin(end(next))) {
            count++;
        }
        return count;
    }

    @Override
    public boolean hasMoreElements() {
        return hasMoreTokens();
    }

    @Override
    public Object nextElement() {
        return nextToken();
    }
}
