package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Hook;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Strings. */
public final class Strings {
    private static final int WINDOW = 4096; // characters searched for one payment
    private static final int SHORT = 16; // a needle, for which the JDK's search is fast enough

    private Strings() {}

    // ---- strings made from others

    /** One that may be three times as long, in another case. */
    public static void cased(String self) {
        Charges.text(3L * self.length());
        grown(LetterCases.growing(self), self.length());
    }

    /** Each that grows has all that is there copied. */
    private static void grown(long growing, long length) {
        long copied = Charges.times(growing, length);
        Charges.pay(copied >> 2, Charges.times(copied, 2));
    }

    public static void cased(String self, Locale locale) {
        if (locale != null && locale.getLanguage().equals("lt")) {
            // There any letter may grow, by the dot that it keeps.
            grown(self.length(), self.length());
        }
        cased(self);
    }

    /** A name of something that is looked for in capital letters. */
    public static void named(String name) {
        if (name != null) {
            cased(name);
            Charges.read(8L * name.length());
        }
    }

    public static void padded(String self, int by) {
        long lines = 1 + count(self, "\n");
        Charges.text(
                Charges.times(
                        2, Charges.plus(self.length(), Charges.times(lines, Math.max(0, by)))));
        Charges.pay(self.length(), 512 + 4L * self.length());
    }

    private static long count(String in, String what) {
        long count = 0;
        for (int at = indexOf(in, what, 0); at >= 0; at = indexOf(in, what, at + what.length())) {
            count++;
        }
        return count;
    }

    /** Bytes, encoded by a charset of the JDK. */
    public static void encoded(String self) {
        Charges.array(3L * self.length(), 1);
    }

    // ---- strings made from arrays

    public static void of(byte[] from) {
        Charges.text(from.length);
    }

    // ---- looking at all of it

    /** Character by character. */
    public static void read(CharSequence text) {
        if (text != null && text.length() > 64 && isPlain(text)) {
            Charges.ops(text.length());
        }
    }

    /** Two of them, as far as the shorter goes. */
    public static void compared(String self, String other) {
        if (other != null) {
            Charges.bulk(Math.min(self.length(), other.length()));
        }
    }

    public static void equalled(String self, Object other) {
        if (other instanceof String s && s.length() == self.length()) {
            Charges.bulk(s.length());
        }
    }

    // ---- searching; paid window by window, for most searches end early

    public static int indexOf(String self, int character) {
        return indexOf(self, character, 0);
    }

    public static int indexOf(String self, int character, int from) {
        return searched(self, character, Math.max(0, from), self.length());
    }

    public static int indexOf(String self, int character, int from, int to) {
        if (from < 0 || from > to || to > self.length()) {
            return self.indexOf(character, from, to); // throws
        }
        return searched(self, character, from, to);
    }

    private static int searched(String self, int character, int from, int end) {
        for (int at = from; at < end; at += WINDOW) {
            int stop = Math.min(at + WINDOW, end);
            Charges.bulk(stop - at);
            int found = self.indexOf(character, at, Math.min(stop + 1, end)); // a pair is two
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    public static int lastIndexOf(String self, int character) {
        Charges.bulk(self.length());
        return self.lastIndexOf(character);
    }

    public static int lastIndexOf(String self, int character, int from) {
        Charges.bulk(Math.min(self.length(), from));
        return self.lastIndexOf(character, from);
    }

    public static int lastIndexOf(String self, String what) {
        return lastIndexOf(self, what, self.length());
    }

    public static int lastIndexOf(String self, String what, int from) {
        Charges.ops(
                Charges.times(Math.min(self.length(), Math.max(0, from)), 1L + what.length()) >> 3);
        return self.lastIndexOf(what, from);
    }

    public static int indexOf(String self, String what) {
        return indexOf(self, what, 0);
    }

    public static int indexOf(String self, String what, int from) {
        return indexOf(self, what, from, self.length());
    }

    public static int indexOf(String self, String what, int from, int to) {
        int start = Math.max(0, from);
        int end = Math.min(self.length(), to);
        if (what.isEmpty() || what.length() > end - start) {
            return self.indexOf(what, from);
        }
        int last = end - what.length(); // where it may begin
        for (int at = start; at <= last; at += WINDOW) {
            int stop = Math.min(at + WINDOW - 1, last);
            int found;
            if (what.length() <= SHORT) {
                Charges.ops((stop - at) >> 2);
                found = self.indexOf(what, at, stop + what.length());
            } else {
                found = search(self, what, at, stop);
            }
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    /** Step by step, because many almost-matches are as much work as both lengths multiplied. */
    private static int search(String self, String what, int from, int last) {
        long steps = 0;
        for (int at = from; at <= last; at++) {
            int matched = 0;
            while (matched < what.length() && self.charAt(at + matched) == what.charAt(matched)) {
                matched++;
                if ((++steps & WINDOW - 1) == 0) {
                    Charges.ops(WINDOW);
                }
            }
            if (matched == what.length()) {
                return at;
            }
            steps++;
        }
        Charges.ops(steps & WINDOW - 1);
        return -1;
    }

    public static boolean contains(String self, CharSequence what) {
        return indexOf(self, plain(what)) >= 0;
    }

    public static boolean contentEquals(String self, CharSequence other) {
        return self.contentEquals(plain(other));
    }

    public static int compare(CharSequence a, CharSequence b) {
        String x = plain(a);
        String y = plain(b);
        compared(x, y);
        return x.compareTo(y);
    }

    public static int codePointCount(CharSequence of, int from, int to) {
        Charges.ops((long) to - from);
        return Character.codePointCount(plainly(of), from, to);
    }

    public static int offsetByCodePoints(CharSequence of, int from, int by) {
        Charges.ops(Math.abs((long) by));
        return Character.offsetByCodePoints(plainly(of), from, by);
    }

    // ---- replacing and joining

    public static String replace(String self, CharSequence what, CharSequence by) {
        String target = plain(what);
        String replacement = plain(by);
        Charges.ops(self.length() >> 2);
        long count = target.isEmpty() ? self.length() + 1L : count(self, target);
        Charges.text(
                Charges.plus(
                        self.length() - Charges.times(count, target.length()),
                        Charges.times(count, replacement.length())));
        return self.replace(target, replacement);
    }

    public static String join(CharSequence delimiter, CharSequence... parts) {
        var texts = new ArrayList<CharSequence>();
        for (CharSequence part : parts) {
            texts.add(part);
        }
        return join(delimiter, texts);
    }

    public static String join(CharSequence delimiter, Iterable<? extends CharSequence> parts) {
        String between = plain(delimiter);
        List<String> texts = new ArrayList<>();
        long length = 0;
        for (CharSequence part : parts) {
            Charges.pay(1, 8);
            String text = part == null ? "null" : plain(part);
            length += text.length() + (long) between.length();
            texts.add(text);
        }
        Charges.text(Charges.times(2, length));
        return String.join(between, texts);
    }

    /** A string with the same characters, taken step by step from what is not the JDK's. */
    public static String plain(CharSequence text) {
        if (text instanceof String s) {
            return s;
        }
        if (isPlain(text)) {
            Charges.text(text.length());
            return text.toString();
        }
        var copy = new StringBuilder();
        int length = text.length();
        for (int i = 0; i < length; i++) {
            Hook.opsAndBytes(1, 6);
            copy.append(text.charAt(i));
        }
        return copy.toString();
    }

    /** The same for a parameter that takes any sequence. */
    public static CharSequence plainly(CharSequence text) {
        return text == null || isPlain(text) ? text : plain(text);
    }

    static boolean isPlain(CharSequence text) {
        return text instanceof String || ObjectKind.isJdk(text.getClass());
    }

    // ---- joiners, and what depends on where the process runs

    /** Made of a text, which it takes as a string. */
    public static CharSequence joiner(CharSequence delimiter) {
        taken(delimiter);
        return plainly(delimiter);
    }

    public static void joiner(CharSequence delimiter, CharSequence prefix, CharSequence suffix) {
        taken(delimiter);
        taken(prefix);
        taken(suffix);
    }

    private static void taken(CharSequence text) {
        if (text != null && !(text instanceof String) && isPlain(text)) {
            Charges.text(text.length());
        }
    }

    public static void joinerShown(StringJoiner self) {
        Charges.text(self.length());
    }

    public static Locale locale() {
        return Locale.ROOT;
    }

    public static Locale locale(Locale.Category category) {
        return Locale.ROOT;
    }

    // ---- what is not open

    /** {@code split} by what is no expression, as the JDK splits then. */
    public static String[] split(String self, String by) {
        return split(self, by, 0);
    }

    public static String[] split(String self, String by, int limit) {
        String literal = literal(by);
        if (literal == null) {
            throw new AccessRefusedException(
                    "String.split by the expression '"
                            + by
                            + "' is not open to it: how long a regular expression takes has no"
                            + " bound. Split by one character, or by a text without any of"
                            + " .$|()[{^?*+\\, or write the search out.");
        }
        long parts = literal.isEmpty() ? self.length() : 1 + count(self, literal);
        Charges.pay(
                Charges.plus(parts, self.length() >> 2),
                Charges.plus(2L * self.length(), Charges.times(parts, 56)));
        return literal.length() < 2 ? self.split(by, limit) : parts(self, literal, limit);
    }

    /**
     * As the JDK does it, but without an expression: to prepare one takes the square of its length.
     */
    private static String[] parts(String self, String by, int limit) {
        var parts = new ArrayList<String>();
        int from = 0;
        int at = limit == 1 ? -1 : indexOf(self, by, 0);
        while (at >= 0) {
            parts.add(self.substring(from, at));
            from = at + by.length();
            at = parts.size() == limit - 1 ? -1 : indexOf(self, by, from);
        }
        if (parts.isEmpty()) {
            return new String[] {self};
        }
        parts.add(self.substring(from));
        int count = parts.size();
        while (limit == 0 && count > 0 && parts.get(count - 1).isEmpty()) {
            count--;
        }
        return parts.subList(0, count).toArray(String[]::new);
    }

    private static @Nullable String literal(String expression) {
        boolean escaped = expression.length() == 2 && expression.charAt(0) == '\\';
        if (escaped) {
            char c = expression.charAt(1);
            return Character.isLetterOrDigit(c) ? null : String.valueOf(c);
        }
        for (int i = 0; i < expression.length(); i++) {
            if (".$|()[{^?*+\\".indexOf(expression.charAt(i)) >= 0) {
                return null;
            }
        }
        return expression;
    }
}
