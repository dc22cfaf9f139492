package dev.stint.hooks.jdk;

import java.text.BreakIterator;
import java.text.CharacterIterator;
import java.util.Locale;

/** Places where a text may be broken. To find the next, it may look through all that is left. */
public final class Breaks {
    private static final int WORK = 1024; // operations, to make one
    private static final int BYTES = 4096;
    private static final int EACH = 16; // for a character

    private Breaks() {}

    public static void made(Locale locale) {
        Locales.data(locale);
        Charges.pay(WORK, BYTES);
    }

    private static Locale own() {
        Locale locale = Strings.locale();
        made(locale);
        return locale;
    }

    public static BreakIterator getCharacterInstance() {
        return BreakIterator.getCharacterInstance(own());
    }

    public static BreakIterator getWordInstance() {
        return BreakIterator.getWordInstance(own());
    }

    public static BreakIterator getLineInstance() {
        return BreakIterator.getLineInstance(own());
    }

    public static BreakIterator getSentenceInstance() {
        return BreakIterator.getSentenceInstance(own());
    }

    public static void sought(BreakIterator self) {
        CharacterIterator text = self.getText();
        Charges.ops((long) EACH * (1L + text.getEndIndex() - text.getBeginIndex()));
    }

    /** So many places on; the JDK goes on counting when there are no more. */
    public static void skipped(BreakIterator self, int by) {
        sought(self, by);
        Charges.ops(EACH * Math.abs((long) by));
    }

    /** Where it is asked to look. */
    public static void sought(BreakIterator self, int by) {
        CharacterIterator text = self.getText();
        long length = 1L + text.getEndIndex() - text.getBeginIndex();
        long steps = Math.min(length, Math.max(1, Math.abs((long) by)));
        Charges.ops(Charges.times(EACH * length, steps));
    }
}
