package dev.stint.hooks.jdk;

import java.util.BitSet;
import java.util.Locale;

/**
 * Letters that become more than one in the other case. For each of them the JDK copies all of the
 * text again that it has made so far.
 */
final class LetterCases {
    private static final BitSet GROWING = new BitSet(Character.MAX_VALUE + 1);

    static {
        for (int c = 0x80; c <= Character.MAX_VALUE; c++) {
            String one = String.valueOf((char) c);
            if (one.toUpperCase(Locale.ROOT).length() > 1
                    || one.toLowerCase(Locale.ROOT).length() > 1) {
                GROWING.set(c);
            }
        }
    }

    private LetterCases() {}

    /** How many of them are in a text. */
    static long growing(String text) {
        long count = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80 && GROWING.get(c)) {
                count++;
            }
        }
        return count;
    }
}
