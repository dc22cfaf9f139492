package dev.stint.hooks.jdk;

import java.util.regex.Pattern;

/**
 * The methods of strings that take regular expressions, as the JDK defines them.
 *
 * <p>Not called here. A tenant has its own copy of the JDK's regular expressions, metered like its
 * own code, because how long one takes has no bound; and a copy of this class with it.
 */
public final class RegexMethods {
    private RegexMethods() {}

    public static boolean matches(String self, String expression) {
        return Pattern.matches(expression, self);
    }

    public static String replaceAll(String self, String expression, String by) {
        return Pattern.compile(expression).matcher(self).replaceAll(by);
    }

    public static String replaceFirst(String self, String expression, String by) {
        return Pattern.compile(expression).matcher(self).replaceFirst(by);
    }

    @SuppressWarnings("StringSplitter") // that is what it stands in for
    public static String[] split(String self, String expression) {
        return Pattern.compile(expression).split(self, 0);
    }

    public static String[] split(String self, String expression, int limit) {
        return Pattern.compile(expression).split(self, limit);
    }

    public static String[] splitWithDelimiters(String self, String expression, int limit) {
        return Pattern.compile(expression).splitWithDelimiters(self, limit);
    }

    /** What the JDK's code calls of its own: the next length of an array that grows. */
    public static int newLength(int old, int least, int wished) {
        int length = old + Math.max(least, wished);
        if (length < 0) {
            throw new OutOfMemoryError("an array of more than " + Integer.MAX_VALUE);
        }
        return length;
    }
}
