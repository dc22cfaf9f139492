package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Printing. */
public final class Printing {
    private static final int NUMBER = 24;

    private Printing() {}

    public static void number() {
        Hook.opsAndBytes(NUMBER, 4 * NUMBER);
    }

    public static void text(@Nullable String text) {
        Charges.text(text == null ? 4 : 2L * text.length());
    }

    public static @Nullable CharSequence text(@Nullable CharSequence text) {
        String plain = text == null ? "null" : Strings.plain(text);
        text(plain);
        return plain;
    }

    public static void print(PrintStream to, @Nullable Object o) {
        String text = NestedObjects.text(o);
        text(text);
        to.print(text);
    }

    public static void println(PrintStream to, @Nullable Object o) {
        String text = NestedObjects.text(o);
        text(text);
        to.println(text);
    }

    public static void print(PrintWriter to, @Nullable Object o) {
        String text = NestedObjects.text(o);
        text(text);
        to.print(text);
    }

    public static void println(PrintWriter to, @Nullable Object o) {
        String text = NestedObjects.text(o);
        text(text);
        to.println(text);
    }

    public static PrintStream printf(
            PrintStream to, String format, @Nullable Object @Nullable ... values) {
        to.print(Formats.format(format, values));
        return to;
    }

    public static PrintStream printf(
            PrintStream to,
            @Nullable Locale locale,
            String format,
            @Nullable Object @Nullable ... values) {
        to.print(Formats.format(locale, format, values));
        return to;
    }

    public static PrintStream format(
            PrintStream to, String format, @Nullable Object @Nullable ... values) {
        return printf(to, format, values);
    }

    public static PrintStream format(
            PrintStream to,
            @Nullable Locale locale,
            String format,
            @Nullable Object @Nullable ... values) {
        return printf(to, locale, format, values);
    }

    public static PrintWriter printf(
            PrintWriter to, String format, @Nullable Object @Nullable ... values) {
        to.print(Formats.format(format, values));
        return to;
    }

    public static PrintWriter printf(
            PrintWriter to,
            @Nullable Locale locale,
            String format,
            @Nullable Object @Nullable ... values) {
        to.print(Formats.format(locale, format, values));
        return to;
    }

    public static PrintWriter format(
            PrintWriter to, String format, @Nullable Object @Nullable ... values) {
        return printf(to, format, values);
    }

    public static PrintWriter format(
            PrintWriter to,
            @Nullable Locale locale,
            String format,
            @Nullable Object @Nullable ... values) {
        return printf(to, locale, format, values);
    }
}
