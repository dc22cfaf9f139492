package dev.stint.language.internal.run;

import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Sizes;

/** What operations cost whose work grows with their arguments. Paid before they are done. */
public final class Prices {
    /** So many characters are looked at for one operation. */
    private static final int CHARACTERS = 16;

    /** So many elements are copied for one operation. */
    private static final int ELEMENTS = 8;

    private static final long MOST_ELEMENTS = 1L << 28;

    private Prices() {}

    public static void charge(long ops, long bytes) throws InterruptedException {
        if (bytes == 0) {
            Stint.checkpoint(ops);
        } else {
            Stint.charge(new Budget(ops, bytes, 0, 0, 0));
        }
    }

    /** A look at texts of so many characters. */
    public static void read(long characters) throws InterruptedException {
        Stint.checkpoint(1 + characters / CHARACTERS);
    }

    /** A search in a text for another. */
    public static void search(long characters, long wanted) throws InterruptedException {
        long steps = Math.multiplyExact(characters + 1, Math.max(1, wanted));
        Stint.checkpoint(1 + steps / CHARACTERS);
    }

    /** A new text. */
    public static void text(long characters) throws InterruptedException {
        charge(1 + characters / CHARACTERS, Sizes.ofText(characters));
    }

    /** A new array. */
    public static void array(long elements) throws InterruptedException {
        if (elements < 0 || elements > MOST_ELEMENTS) {
            throw new PanicException(
                    PanicException.MEMORY,
                    "an array has from 0 to " + MOST_ELEMENTS + " elements, not " + elements);
        }
        charge(1 + elements / ELEMENTS, Sizes.ofArray(elements));
    }

    public static void fields(int count) throws InterruptedException {
        charge(1, Sizes.ofFields(count));
    }
}
