package dev.stint.language.internal.type;

/** What values take in memory, by the model that the charging rule states. */
public final class Sizes {
    /** Of an array or a slice: its header and length. */
    public static final long ARRAY = 16;

    /** Of a text, without its characters. */
    public static final long TEXT = 40;

    private static final long OBJECT = 12;
    private static final long CELL = 8; // every value that stands in another

    private Sizes() {}

    /** A struct, a variant or a closure that holds so many values. */
    public static long ofFields(int count) {
        return rounded(OBJECT + CELL * count);
    }

    public static long ofArray(long elements) {
        return rounded(ARRAY + CELL * elements);
    }

    public static long ofText(long characters) {
        return rounded(TEXT + 2 * characters);
    }

    private static long rounded(long bytes) {
        return (bytes + 7) & -8L;
    }
}
