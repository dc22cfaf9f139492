package dev.stint.hooks.jdk;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Numbers without a bound. Their sizes are in words of 32 bits; a product is paid as if every word
 * met every other, because the JDK's better ways begin where that is already much.
 */
public final class BigNumbers {
    private static final int HUGE = 80; // words, from which on the JDK multiplies by Karatsuba
    private static final int VERY_HUGE = 240; // and by Toom and Cook
    private static final double KARATSUBA = 0.585; // log2(3) - 1
    private static final int PER_WORD = 4;

    private BigNumbers() {}

    static long words(@Nullable BigInteger n) {
        return n == null ? 0 : 1 + (n.bitLength() >> 5);
    }

    /** Of the digits; the power of ten beside them is not written out. */
    static long words(@Nullable BigDecimal d) {
        return d == null ? 0 : words(d.unscaledValue());
    }

    /** Words of so many decimal digits. */
    static long wordsOfDigits(long digits) {
        return 1 + Math.max(0, digits) / 9;
    }

    private static void paid(long work, long words) {
        Charges.pay(work, 40 + Charges.times(PER_WORD, words));
    }

    /** Words of what two numbers, a square and a product, are without their digits. */
    private static final long STEP = 32;

    static long product(long a, long b) {
        long small = Math.min(a, b);
        long large = Math.max(a, b);
        if (small < HUGE) {
            return Charges.times(small, large);
        }
        double perWord = HUGE * Math.pow((double) small / HUGE, KARATSUBA);
        return Charges.times(large, (long) perWord);
    }

    /** Words of what is made and let go on the way, where numbers are long enough for it. */
    private static long passing(long words) {
        long many = Charges.times(24, Math.max(0, words - 8));
        return Charges.plus(
                words, Charges.plus(many, Charges.times(480, Math.max(0, words - 512))));
    }

    // ---- BigInteger

    /** From {@link #HUGE} on the parts are copied, and their products added. */
    public static void multiplied(BigInteger self, BigInteger by) {
        long a = words(self);
        long b = words(by);
        long sum = a + b;
        paid(product(a, b), sum * copies(Math.min(a, b)));
    }

    /** Of each word that goes into a product, with both ways that the JDK has for long ones. */
    private static long copies(long words) {
        return words < HUGE ? 1 : words < VERY_HUGE ? 20 : 100;
    }

    public static void multiplied(BigDecimal self, BigDecimal by) {
        multiplied(self.unscaledValue(), by.unscaledValue());
    }

    public static void multiplied(BigDecimal self, BigDecimal by, MathContext c) {
        multiplied(self, by);
        rounded(words(self) + words(by));
    }

    /** Divided by a power of ten. */
    private static void rounded(long words) {
        paid(Charges.times(2, product(words, words)), passing(words));
    }

    /** As decimal digits: it is divided, again and again, into pieces that fit into a long. */
    static long wordsOfText(long n) {
        long small = Charges.plus(Charges.times(24, n), Charges.times(Math.min(n, HUGE), n));
        return Charges.plus(small, Charges.times(100, Math.max(0, n - HUGE)));
    }

    public static void looked(BigInteger self) {
        Charges.ops(words(self) >> 2);
    }

    public static void divided(BigInteger self, BigInteger by) {
        long a = words(self);
        long b = words(by);
        paid(
                a < b ? a : Charges.plus(a, product(a - b + 1, b) * 2),
                12 * (a + b) + 40 * Math.max(0, a + b - 1_024));
    }

    public static void raised(BigInteger self, int exponent) {
        long size = Charges.times(words(self), Math.max(1, exponent));
        if (self.bitLength() > 1) {
            long numbers = STEP * (Integer.SIZE - Integer.numberOfLeadingZeros(exponent));
            paid(
                    Charges.times(2, product(size, size)),
                    Charges.plus(numbers, Charges.times(2 * copies(size / 2), size)));
        }
    }

    /** A prime of so many bits, found by trying. */
    public static Random searched(int bits, int certainty, Random random) {
        searched(bits, random);
        return Randoms.own(random);
    }

    public static Random searched(int bits, Random random) {
        long n = 1L + (Math.max(0, bits) >> 5);
        paid(
                Charges.times(Charges.times(128 * 64, n), Charges.times(n, Charges.times(n, n))),
                10_000 + Charges.times(24_000, n) + Charges.times(500, Charges.times(n, n)));
        return Randoms.own(random);
    }

    public static Random drawn(int bits, Random random) {
        long n = 1L + (Math.max(0, bits) >> 5);
        paid(n, n);
        return Randoms.own(random);
    }

    public static void shown(Object number) {
        switch (number) {
            case BigInteger i -> {
                long n = words(i);
                paid(product(n, n) * 4, wordsOfText(n));
            }
            case BigDecimal d -> {
                long n = words(d);
                paid(product(n, n) * 4, wordsOfText(n));
            }
            case java.util.BitSet bits -> Charges.pay(bits.size(), 32L * bits.size());
            default -> {}
        }
    }

    // ---- BigDecimal

    /** How far apart the scales of two are: adding writes the zeros between out. */
    private static long apart(BigDecimal a, BigDecimal b) {
        return wordsOfDigits(Math.abs((long) a.scale() - b.scale()));
    }

    public static void added(BigDecimal self, BigDecimal other) {
        long n = words(self) + words(other) + apart(self, other);
        boolean isFar = apart(self, other) > 2;
        paid(isFar ? product(n, n) : n, isFar ? Charges.plus(passing(n), 12 * n) : n);
    }

    public static void added(BigDecimal self, BigDecimal other, MathContext c) {
        added(self, other);
        rounded(words(self) + words(other) + apart(self, other));
    }

    public static void looked(BigDecimal self, Object other) {
        if (other instanceof BigDecimal d) {
            added(self, d);
            if (self.scale() != d.scale()) {
                measured(self);
                measured(d);
            }
        }
    }

    /** How many digits it has: a power of ten as large is made, and compared. */
    public static void measured(BigDecimal self) {
        long words = words(self);
        Charges.pay(measure(self), 16 * words + 128 * Math.max(0, words - 512));
    }

    static long measure(BigDecimal of) {
        long n = words(of);
        return n > 2 ? product(n, n) >> 1 : 0;
    }

    public static void raised(BigDecimal self, int exponent) {
        long size = Charges.times(words(self), Math.max(1, Math.abs((long) exponent)));
        paid(Charges.times(2, product(size, size)), Charges.times(2 * copies(size / 2), size));
    }

    public static void raised(BigDecimal self, int exponent, MathContext c) {
        if (c.getPrecision() == 0) {
            raised(self, exponent);
        } else {
            long n = words(self) + wordsOfDigits(c.getPrecision());
            paid(Charges.times(64, product(n, n)), Charges.times(8, n));
        }
    }

    /** As a primitive, by the interface that all numbers have. */
    public static void valued(Object number) {
        switch (number) {
            case BigDecimal d -> whole(d);
            case BigInteger i -> looked(i);
            default -> {}
        }
    }

    /** Zeros are written out if the point would be behind the last digit. */
    public static void movedRight(BigDecimal self, int by) {
        moved(self, by);
    }

    public static void movedLeft(BigDecimal self, int by) {
        moved(self, -(long) by);
    }

    private static void moved(BigDecimal self, long right) {
        long n = words(self) + wordsOfDigits(right - self.scale());
        paid(right > self.scale() ? product(n, n) : 1, passing(n));
    }

    /** A whole number, with all the zeros that the scale stands for. */
    public static void whole(BigDecimal self) {
        long n = words(self) + wordsOfDigits(Math.abs((long) self.scale()));
        paid(product(n, n), n * 10);
    }
}
