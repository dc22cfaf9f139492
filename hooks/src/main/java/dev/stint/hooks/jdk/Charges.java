package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import dev.stint.hooks.TraceCost;

/**
 * The charges: how sizes become operations and bytes. One operation is about a nanosecond's work.
 *
 * <p>These are the words of the formulas in the table of the surface, and the functions that are
 * written by hand use them, too. {@code Prices}, which is generated from the formulas, calls them.
 */
final class Charges {
    private static final int BULK = 4; // a vector instruction does sixteen at a time, or more
    private static final long TEXT = 40; // of a string that is empty
    private static final long ARRAY = 16;
    private static final long NUMBER = 40; // without its words
    private static final long PER_WORD = 4;
    private static final int FEW = 64; // characters
    private static final int READ = 6; // bytes of each, in what is thrown if they make no sense

    private Charges() {}

    static void ops(long operations) {
        if (operations > 0) {
            Hook.pay(operations, 0, 0);
        }
    }

    /** Work on so many elements that the JDK does in one sweep: copying, filling, comparing. */
    static void bulk(long elements) {
        if (elements >= 1 << BULK) {
            Hook.pay(elements >> BULK, 0, 0);
        }
    }

    /** A string of so many characters, made from something as long. */
    static void text(long characters) {
        long n = Math.max(0, characters);
        Hook.pay(n >> BULK, plus(TEXT, times(n, 2)) + 7 & -8, 0);
    }

    /** An array that is made and filled in one sweep; a negative length fails by itself. */
    static void array(long length, long scale) {
        if (length >= 0) {
            Hook.pay(length >> BULK, plus(ARRAY, times(length, scale)) + 7 & -8, 0);
        }
    }

    static void pay(long operations, long bytes) {
        Hook.pay(Math.max(0, operations), Math.max(0, bytes), 0);
    }

    /** So many characters that are read one by one; if they are few, the call's price is enough. */
    static void read(long characters) {
        if (characters > FEW) {
            Hook.pay(characters, times(characters, READ), 0);
        }
    }

    /**
     * So many characters or bytes more in something that grows by doubling. Each costs four bytes:
     * at most two for itself, and as much for the copies that are made on the way.
     */
    static void grow(long elements) {
        long n = Math.max(0, elements);
        Hook.pay(n >> BULK, times(n, 4), 0);
    }

    /** A number of so many words, and the work that it takes to find it. */
    static void number(long work, long words) {
        pay(work, NUMBER + times(PER_WORD, words));
    }

    /** The trace of a throwable that is made. */
    static void trace() {
        TraceCost.made();
    }

    /** One call of the system. */
    static void syscall() {
        Hook.pay(0, 0, 1);
    }

    // ---- arithmetic that stops at the most there is; of numbers that are not negative

    private static final long MOST = Long.MAX_VALUE >> 2; // so that rounding up cannot overflow

    static long times(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        return high != 0 || low < 0 || low > MOST ? MOST : low;
    }

    static long plus(long a, long b) {
        return a > MOST - b ? MOST : a + b;
    }

    /** n log n, for sorting. */
    static long sorting(long n) {
        return n < 2 ? 0 : times(n, 64 - Long.numberOfLeadingZeros(n));
    }
}
