package dev.stint.hooks.jdk;

import java.text.Normalizer;
import java.text.Normalizer.Form;

/** Normal forms of text, at a price. */
public final class Normalizers {
    /** A character can become 18. */
    private static final int LARGEST = 18;

    /** For one that may become many, in operations. */
    private static final long EACH = 8;

    /** Before this, no character combines with others. */
    private static final char FIRST_MARK = 0x300;

    private Normalizers() {}

    public static String normalize(CharSequence text, Form form) {
        String plain = Strings.plain(text);
        pay(plain);
        return Normalizer.normalize(plain, form);
    }

    public static boolean isNormalized(CharSequence text, Form form) {
        String plain = Strings.plain(text);
        pay(plain);
        return Normalizer.isNormalized(plain, form);
    }

    /** Marks in a row are sorted, each by a walk along those before it. */
    private static void pay(String text) {
        Charges.ops(text.length() >> 2);
        long steps = 0;
        long large = 0;
        long run = 0;
        boolean plain = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            plain &= c < 0x80;
            large += c >= FIRST_MARK ? 1 : 0;
            run = c >= FIRST_MARK && !Character.isLetterOrDigit(c) ? run + 1 : 0;
            steps += run;
        }
        Charges.pay(
                1 + (text.length() >> 2) + (steps >> 1) + EACH * large,
                32 + (plain ? 1L : 4L * LARGEST) * text.length());
    }
}
