package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;

/** How sizes become operations and bytes. One operation is about a nanosecond's work. */
final class Price {
    private static final int BULK = 4; // a vector instruction does sixteen at a time, or more
    private static final long TEXT = 40; // of a string that is empty
    private static final long ARRAY = 16;

    private Price() {}

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

    static void both(long operations, long bytes) {
        Hook.pay(Math.max(0, operations), Math.max(0, bytes), 0);
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
