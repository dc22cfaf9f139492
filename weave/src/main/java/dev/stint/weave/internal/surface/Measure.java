package dev.stint.weave.internal.surface;

import java.util.Locale;

/** What a formula can ask of an object. */
public enum Measure {
    LEN("characters, elements or bytes; of a set of bits, bits"),
    WIDTH("bytes of one element of an array"),
    WORDS("words of 32 bits of a BigInteger, or of the digits of a BigDecimal; 0 for null"),
    SCALE("the scale of a BigDecimal"),
    PRECISION("the precision of a MathContext");

    private final String meaning;

    Measure(String meaning) {
        this.meaning = meaning;
    }

    /** The word that stands for it in a formula. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it counts. */
    public String meaning() {
        return meaning;
    }
}
