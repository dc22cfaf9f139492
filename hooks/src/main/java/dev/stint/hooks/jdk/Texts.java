package dev.stint.hooks.jdk;

import org.jspecify.annotations.Nullable;

/** Texts with places for values, and texts in other letters. */
public final class Texts {
    private Texts() {}

    /** Puts values into {0} to {9}; a text without such places stays as it is. */
    static String filled(String text, @Nullable Object @Nullable [] values) {
        if (values == null || values.length == 0 || text.indexOf('{') < 0) {
            return text;
        }
        Charges.text(text.length());
        var filled = new StringBuilder();
        int from = 0;
        for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
            Charges.ops(4);
            boolean isPlace = open + 2 < text.length() && text.charAt(open + 2) == '}';
            int which = isPlace ? text.charAt(open + 1) - '0' : -1;
            boolean isThere = which >= 0 && which <= 9 && which < values.length;
            String value = isThere ? NestedObjects.text(values[which]) : "{";
            Charges.text(value.length());
            filled.append(text, from, open).append(value);
            from = open + (isThere ? 3 : 1);
        }
        return filled.append(text, from, text.length()).toString();
    }

    // ---- addresses: a character may become nine

    public static void coded(String text) {
        Charges.pay(4L * text.length(), 64 + 32L * text.length());
    }

    public static void coded(String text, @Nullable Object charset) {
        coded(text);
        if (charset instanceof String name) {
            Charsets.named(name);
        }
    }
}
