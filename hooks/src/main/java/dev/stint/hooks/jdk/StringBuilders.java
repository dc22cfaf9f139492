package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import org.jspecify.annotations.Nullable;

/**
 * String builders. A character costs four bytes when it is added: two for itself, and as much for
 * the copies that are made when the builder grows, which it does by doubling.
 */
public final class StringBuilders {
    private static final int PER_CHARACTER = 4;

    private StringBuilders() {}

    public static void character() {
        Hook.bytes(PER_CHARACTER);
    }

    public static void add(@Nullable String text) {
        Charges.grow(text == null ? 4 : text.length());
    }

    /** A sequence that is not the JDK's becomes a string first: its length may not be trusted. */
    public static @Nullable CharSequence add(@Nullable CharSequence text) {
        CharSequence plain = text == null ? null : Strings.plainly(text);
        Charges.grow(plain == null ? 4 : plain.length());
        return plain;
    }

    public static StringBuilder add(StringBuilder to, @Nullable CharSequence text, int a, int b) {
        CharSequence plain = text == null ? "null" : Strings.plainly(text);
        Charges.grow((long) b - a);
        return to.append(plain, a, b);
    }

    public static StringBuffer add(StringBuffer to, @Nullable CharSequence text, int a, int b) {
        CharSequence plain = text == null ? "null" : Strings.plainly(text);
        Charges.grow((long) b - a);
        return to.append(plain, a, b);
    }

    public static StringBuilder add(StringBuilder to, @Nullable Object o) {
        String text = NestedObjects.text(o);
        Charges.grow(text.length());
        return to.append(text);
    }

    public static StringBuffer add(StringBuffer to, @Nullable Object o) {
        String text = NestedObjects.text(o);
        Charges.grow(text.length());
        return to.append(text);
    }

    public static StringBuilder repeat(StringBuilder to, CharSequence text, int count) {
        String plain = Strings.plain(text);
        Charges.grow(Charges.times(plain.length(), Math.max(0, count)));
        return to.repeat(plain, count);
    }

    public static StringBuffer repeat(StringBuffer to, CharSequence text, int count) {
        String plain = Strings.plain(text);
        Charges.grow(Charges.times(plain.length(), Math.max(0, count)));
        return to.repeat(plain, count);
    }

    // ---- in the middle; what is behind moves

    private static void moved(CharSequence self, long added) {
        Charges.bulk(self.length());
        Charges.grow(added);
    }

    public static StringBuilder insert(StringBuilder to, int at, @Nullable Object o) {
        String text = NestedObjects.text(o);
        moved(to, text.length());
        return to.insert(at, text);
    }

    public static StringBuffer insert(StringBuffer to, int at, @Nullable Object o) {
        String text = NestedObjects.text(o);
        moved(to, text.length());
        return to.insert(at, text);
    }

    public static StringBuilder insert(StringBuilder to, int at, @Nullable CharSequence s) {
        String text = s == null ? "null" : Strings.plain(s);
        moved(to, text.length());
        return to.insert(at, text);
    }

    public static StringBuffer insert(StringBuffer to, int at, @Nullable CharSequence s) {
        String text = s == null ? "null" : Strings.plain(s);
        moved(to, text.length());
        return to.insert(at, text);
    }

    public static StringBuilder insert(
            StringBuilder to, int at, @Nullable CharSequence s, int from, int end) {
        String text = s == null ? "null" : Strings.plain(s);
        moved(to, (long) end - from);
        return to.insert(at, text, from, end);
    }

    public static StringBuffer insert(
            StringBuffer to, int at, @Nullable CharSequence s, int from, int end) {
        String text = s == null ? "null" : Strings.plain(s);
        moved(to, (long) end - from);
        return to.insert(at, text, from, end);
    }

    /** One character may widen all. */
    public static void set(CharSequence self, int at, char c) {
        if (c > 0xFF) {
            Charges.grow(self.length() >> 4); // it happens once in the life of a builder
        }
    }

    public static void roomFor(CharSequence self, int characters) {
        if (characters > self.length()) {
            Charges.array(characters, 2);
        }
    }
}
