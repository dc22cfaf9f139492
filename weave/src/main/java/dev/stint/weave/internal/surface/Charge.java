package dev.stint.weave.internal.surface;

import java.util.Locale;

/** The ways to pay: each is a static method of the hooks that takes numbers. */
public enum Charge {
    OPS(1, "n operations; nothing if n is negative"),
    BULK(1, "n elements that the JDK copies, fills or compares in one sweep"),
    READ(1, "n characters that are read one by one; up to 64 are in the call's price"),
    TEXT(1, "a new string of n characters, made from something as long"),
    ARRAY(2, "a new array of n elements of w bytes each; nothing if n is negative"),
    GROW(1, "n characters or bytes more in something that grows by doubling"),
    NUMBER(2, "a new number of w words, which takes n operations"),
    PAY(2, "n operations and b bytes"),
    FIXED(2, "n operations and b bytes, both written as numbers"),
    TRACE(0, "the trace of a new throwable"),
    SYSCALL(0, "one call of the system");

    private final int arity;
    private final String meaning;

    Charge(int arity, String meaning) {
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

    /** What is paid for. */
    public String meaning() {
        return meaning;
    }

    /** How it is written, with letters for the numbers. */
    public String form() {
        return switch (this) {
            case OPS, BULK, READ, TEXT, GROW -> word() + "(n)";
            case ARRAY, NUMBER -> word() + "(n, w)";
            case PAY, FIXED -> word() + "(n, b)";
            case TRACE, SYSCALL -> word() + "()";
        };
    }
}
