package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import org.jspecify.annotations.Nullable;

/**
 * String builders. A character costs four bytes when it is added: two for itself, and as much for
 * the copies that are made when the builder grows, which it does by doubling.
 */
public final class Builders {
    private static final int PER_CHARACTER = 4;
    private static final int NUMBER = 24; // characters of the longest long, or double

    private Builders() {}

    public static void character() {
        Hook.bytes(PER_CHARACTER);
    }

    public static void number() {
        Hook.bytes(PER_CHARACTER * NUMBER);
    }

    private static void added(long characters) {
        long n = Math.max(0, characters);
        Price.both(n >> 4, PER_CHARACTER * n);
    }

    public static void add(@Nullable String text) {
        added(text == null ? 4 : text.length());
    }

    public static void add(@Nullable StringBuffer text) {
        added(text == null ? 4 : text.length());
    }

    public static void add(char[] text) {
        added(text.length);
    }

    public static void add(char[] text, int at, int count) {
        added(count);
    }

    /** A sequence that is not the JDK's becomes a string first: its length may not be trusted. */
    public static @Nullable CharSequence add(@Nullable CharSequence text) {
        CharSequence plain = text == null ? null : Texts.plainly(text);
        added(plain == null ? 4 : plain.length());
        return plain;
    }

    public static StringBuilder add(StringBuilder to, @Nullable CharSequence text, int a, int b) {
        CharSequence plain = text == null ? "null" : Texts.plainly(text);
        added((long) b - a);
        return to.append(plain, a, b);
    }

    public static StringBuffer add(StringBuffer to, @Nullable CharSequence text, int a, int b) {
        CharSequence plain = text == null ? "null" : Texts.plainly(text);
        added((long) b - a);
        return to.append(plain, a, b);
    }

    public static StringBuilder add(StringBuilder to, @Nullable Object o) {
        String text = Deep.text(o);
        added(text.length());
        return to.append(text);
    }

    public static StringBuffer add(StringBuffer to, @Nullable Object o) {
        String text = Deep.text(o);
        added(text.length());
        return to.append(text);
    }

    public static void repeated(CharSequence self, int codePoint, int count) {
        added(2L * Math.max(0, count));
    }

    public static StringBuilder repeat(StringBuilder to, CharSequence text, int count) {
        String plain = Texts.plain(text);
        added(Price.times(plain.length(), Math.max(0, count)));
        return to.repeat(plain, count);
    }

    public static StringBuffer repeat(StringBuffer to, CharSequence text, int count) {
        String plain = Texts.plain(text);
        added(Price.times(plain.length(), Math.max(0, count)));
        return to.repeat(plain, count);
    }

    // ---- in the middle; what is behind moves

    public static void insert(CharSequence self, int at, boolean b) {
        moved(self, NUMBER);
    }

    public static void insert(CharSequence self, int at, char c) {
        moved(self, 1);
    }

    public static void insert(CharSequence self, int at, int i) {
        moved(self, NUMBER);
    }

    public static void insert(CharSequence self, int at, long l) {
        moved(self, NUMBER);
    }

    public static void insert(CharSequence self, int at, float f) {
        moved(self, NUMBER);
    }

    public static void insert(CharSequence self, int at, double d) {
        moved(self, NUMBER);
    }

    public static void insert(CharSequence self, int at, @Nullable String text) {
        moved(self, text == null ? 4 : text.length());
    }

    public static void insert(CharSequence self, int at, char[] text) {
        moved(self, text.length);
    }

    public static void insert(CharSequence self, int at, char[] text, int from, int count) {
        moved(self, count);
    }

    private static void moved(CharSequence self, long added) {
        Price.bulk(self.length());
        added(added);
    }

    public static StringBuilder insert(StringBuilder to, int at, @Nullable Object o) {
        String text = Deep.text(o);
        moved(to, text.length());
        return to.insert(at, text);
    }

    public static StringBuffer insert(StringBuffer to, int at, @Nullable Object o) {
        String text = Deep.text(o);
        moved(to, text.length());
        return to.insert(at, text);
    }

    public static StringBuilder insert(StringBuilder to, int at, @Nullable CharSequence s) {
        String text = s == null ? "null" : Texts.plain(s);
        moved(to, text.length());
        return to.insert(at, text);
    }

    public static StringBuffer insert(StringBuffer to, int at, @Nullable CharSequence s) {
        String text = s == null ? "null" : Texts.plain(s);
        moved(to, text.length());
        return to.insert(at, text);
    }

    public static StringBuilder insert(
            StringBuilder to, int at, @Nullable CharSequence s, int from, int end) {
        String text = s == null ? "null" : Texts.plain(s);
        moved(to, (long) end - from);
        return to.insert(at, text, from, end);
    }

    public static StringBuffer insert(
            StringBuffer to, int at, @Nullable CharSequence s, int from, int end) {
        String text = s == null ? "null" : Texts.plain(s);
        moved(to, (long) end - from);
        return to.insert(at, text, from, end);
    }

    public static void replaced(CharSequence self, int from, int to, String by) {
        moved(self, by.length());
    }

    /** All of it is touched in one sweep. */
    public static void swept(CharSequence self) {
        Price.bulk(self.length());
    }

    public static void swept(CharSequence self, int at) {
        swept(self);
    }

    public static void swept(CharSequence self, int from, int to) {
        swept(self);
    }

    public static void swept(CharSequence self, Object other) {
        swept(self);
    }

    /** One character may widen all. */
    public static void set(CharSequence self, int at, char c) {
        if (c > 0xFF) {
            added(self.length() >> 4); // it happens once in the life of a builder
        }
    }

    public static void sized(CharSequence self, int length) {
        added((long) length - self.length());
    }

    public static void roomFor(int characters) {
        Price.array(characters, 2);
    }

    public static void roomFor(CharSequence self, int characters) {
        if (characters > self.length()) {
            Price.array(characters, 2);
        }
    }

    public static void indexed(CharSequence self, String what) {
        Price.ops(Price.times(self.length(), 1L + what.length()) >> 3);
    }

    public static void indexed(CharSequence self, String what, int from) {
        indexed(self, what);
    }
}
