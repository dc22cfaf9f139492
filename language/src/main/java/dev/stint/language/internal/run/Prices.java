package dev.stint.language.internal.run;

import dev.stint.hooks.Hook;
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

    /** One operation. */
    public static void look() throws InterruptedException {
        Hook.pay(1, 0, 0);
    }

    /** A look at texts of so many characters. */
    public static void read(long characters) throws InterruptedException {
        Hook.pay(1 + characters / CHARACTERS, 0, 0);
    }

    /** So many characters that the host keeps. */
    static void output(long characters) throws InterruptedException {
        Hook.pay(1 + characters / CHARACTERS, 2 * characters, 0);
    }

    /** A search in a text for another. */
    public static void search(long characters, long wanted) throws InterruptedException {
        long steps = Math.multiplyExact(characters + 1, Math.max(1, wanted));
        Hook.pay(1 + steps / CHARACTERS, 0, 0);
    }

    /** A new text. */
    public static void text(long characters) throws InterruptedException {
        Hook.pay(1 + characters / CHARACTERS, Sizes.ofText(characters), 0);
    }

    /** A new array. */
    public static void array(long elements) throws InterruptedException {
        if (elements < 0 || elements > MOST_ELEMENTS) {
            throw new PanicException(
                    PanicException.MEMORY,
                    "an array has from 0 to " + MOST_ELEMENTS + " elements, not " + elements);
        }
        Hook.pay(1 + elements / ELEMENTS, Sizes.ofArray(elements), 0);
    }

    public static void fields(int count) throws InterruptedException {
        Hook.pay(1, Sizes.ofFields(count), 0);
    }
}
