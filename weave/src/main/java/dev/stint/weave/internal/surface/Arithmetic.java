package dev.stint.weave.internal.surface;

import java.util.Locale;

/** The functions of numbers that a formula may use. */
public enum Arithmetic {
    MIN(2, "the smaller"),
    MAX(2, "the larger"),
    ABS(1, "without its sign"),
    SORTING(1, "n log n"),
    PRODUCT(2, "the work of multiplying numbers of so many words"),
    DIGITS(1, "the words that so many decimal digits take");

    private final int arity;
    private final String meaning;

    Arithmetic(int arity, String meaning) {
        this.arity = arity;
        this.meaning = meaning;
    }

    /** The word that stands for it in a formula. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How many numbers it takes. */
    public int arity() {
        return arity;
    }

    /** What it gives. */
    public String meaning() {
        return meaning;
    }
}
