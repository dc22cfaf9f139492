package dev.stint.weave.internal.surface;

import java.util.Locale;

/** The ways to pay: each is a static method of the hooks that takes numbers. */
public enum Charge {
    OPS("Price", "(J)V", "n operations; nothing if n is negative"),
    BULK("Price", "(J)V", "n elements that the JDK copies, fills or compares in one sweep"),
    READ(
            "Price",
            "(J)V",
            "n characters that are read one by one; up to 64 are in the call's price"),
    TEXT("Price", "(J)V", "a new string of n characters, made from something as long"),
    ARRAY("Price", "(JJ)V", "a new array of n elements of w bytes each; nothing if n is negative"),
    GROW("Price", "(J)V", "n characters or bytes more in something that grows by doubling"),
    NUMBER("Price", "(JJ)V", "a new number of w words, which takes n operations"),
    PAY("Price", "(JJ)V", "n operations and b bytes"),
    FIXED("Hook", "(II)V", "n operations and b bytes, both written as numbers"),
    TRACE("Price", "()V", "the trace of a new throwable"),
    SYSCALL("Price", "()V", "one call of the system");

    private final String home;
    private final String type;
    private final String meaning;

    Charge(String home, String type, String meaning) {
        this.home = home;
        this.type = type;
        this.meaning = meaning;
    }

    /** The word that stands for it in a formula. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The simple name of the class that has the method. */
    public String home() {
        return home;
    }

    /** How many numbers it takes. */
    public int arity() {
        return type.indexOf(')') - 1;
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
