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
public final class Numbers {
    private static final int HUGE = 80; // words, from which on the JDK multiplies by Karatsuba
    private static final double KARATSUBA = 0.585; // log2(3) - 1
    private static final int PER_WORD = 4;

    private Numbers() {}

    private static long words(@Nullable BigInteger n) {
        return n == null ? 0 : 1 + (n.bitLength() >> 5);
    }

    /** Of the digits; the power of ten beside them is not written out. */
    private static long words(@Nullable BigDecimal d) {
        return d == null ? 0 : words(d.unscaledValue());
    }

    /** Words of so many decimal digits. */
    private static long wordsOfDigits(long digits) {
        return 1 + Math.max(0, digits) / 9;
    }

    private static void paid(long work, long words) {
        Price.both(work, 40 + Price.times(PER_WORD, words));
    }

    private static long product(long a, long b) {
        long small = Math.min(a, b);
        long large = Math.max(a, b);
        if (small < HUGE) {
            return Price.times(small, large);
        }
        double perWord = HUGE * Math.pow((double) small / HUGE, KARATSUBA);
        return Price.times(large, (long) perWord);
    }

    // ---- BigInteger

    /** As long as the longer: sums, bits, signs. */
    public static void linear(BigInteger self) {
        paid(words(self), words(self) + 1);
    }

    public static void linear(BigInteger self, BigInteger other) {
        long n = Math.max(words(self), words(other));
        paid(n, n + 1);
    }

    public static void looked(BigInteger self) {
        Price.ops(words(self) >> 2);
    }

    public static void looked(BigInteger self, Object other) {
        Price.ops(words(self) >> 2);
    }

    public static void bit(BigInteger self, int n) {
        long size = Math.max(words(self), 1 + (Math.max(0, n) >> 5));
        paid(size, size);
    }

    public static void shiftedLeft(BigInteger self, int n) {
        shifted(self, n);
    }

    public static void shiftedRight(BigInteger self, int n) {
        shifted(self, -(long) n);
    }

    private static void shifted(BigInteger self, long n) {
        long size = Math.max(1, words(self) + (n >> 5) + 1);
        paid(size, size);
    }

    public static void multiplied(BigInteger self, BigInteger by) {
        long a = words(self);
        long b = words(by);
        paid(product(a, b), a + b);
    }

    public static void divided(BigInteger self, BigInteger by) {
        long a = words(self);
        long b = words(by);
        paid(a < b ? a : Price.plus(a, product(a - b + 1, b) * 2), a + b);
    }

    public static void raised(BigInteger self, int exponent) {
        long size = Price.times(words(self), Math.max(1, exponent));
        if (self.bitLength() > 1) {
            paid(Price.times(2, product(size, size)), size);
        }
    }

    public static void raised(BigInteger self, BigInteger exponent, BigInteger modulus) {
        long n = Math.max(words(modulus), 1);
        long size = Math.max(n, words(self));
        long squares = 32 * words(exponent);
        paid(Price.times(Price.times(3, squares), Price.times(size, n)), Price.times(4, size));
    }

    public static void inverted(BigInteger self, BigInteger other) {
        long n = Math.max(words(self), words(other));
        paid(Price.times(16, Price.times(n, n)), Price.times(4, n));
    }

    public static void rooted(BigInteger self) {
        long n = words(self);
        paid(Price.times(32, Price.times(n, n)), Price.times(8, n));
    }

    /** Rounds of a test, each an exponentiation. */
    public static void tested(BigInteger self, int certainty) {
        long n = words(self);
        long rounds = 2L + Math.min(100, Math.max(0, certainty) >> 1);
        paid(Price.times(Price.times(rounds, 128), Price.times(n, Price.times(n, n))), 64 * n);
    }

    public static void searched(BigInteger self) {
        tested(self, 200);
        tested(self, 200);
    }

    /** A prime of so many bits, found by trying. */
    public static Random searched(int bits, int certainty, Random random) {
        searched(bits, random);
        return Chances.own(random);
    }

    public static Random searched(int bits, Random random) {
        long n = 1L + (Math.max(0, bits) >> 5);
        paid(Price.times(Price.times(128 * 64, n), Price.times(n, Price.times(n, n))), 64 * n);
        return Chances.own(random);
    }

    public static Random drawn(int bits, Random random) {
        long n = 1L + (Math.max(0, bits) >> 5);
        paid(n, n);
        return Chances.own(random);
    }

    /** Text of a number, or a number of a text. */
    public static void read(String digits) {
        read(digits, 10);
    }

    public static void read(String digits, int radix) {
        long n = wordsOfDigits(digits == null ? 0 : digits.length());
        paid(product(n, n), n);
    }

    public static void read(int sign, byte[] magnitude) {
        read(magnitude);
    }

    public static void read(byte[] magnitude) {
        paid(magnitude == null ? 0 : magnitude.length, magnitude == null ? 0 : magnitude.length);
    }

    public static void read(byte[] magnitude, int at, int count) {
        paid(Math.max(0, count), Math.max(0, count));
    }

    public static void read(int sign, byte[] magnitude, int at, int count) {
        read(magnitude, at, count);
    }

    public static void shown(Object number) {
        switch (number) {
            case BigInteger i -> {
                long n = words(i);
                paid(product(n, n) * 4, n * 8);
            }
            case BigDecimal d -> {
                long n = words(d);
                paid(product(n, n) * 4, n * 8);
            }
            case java.util.BitSet bits -> Price.both(bits.size(), 16L * bits.size());
            default -> {}
        }
    }

    public static void shown(BigInteger self, int radix) {
        long n = words(self);
        paid(product(n, n) * 4, n * 32);
    }

    // ---- BigDecimal

    /** How far apart the scales of two are: adding writes the zeros between out. */
    private static long apart(BigDecimal a, BigDecimal b) {
        return wordsOfDigits(Math.abs((long) a.scale() - b.scale()));
    }

    public static void added(BigDecimal self, BigDecimal other) {
        long n = words(self) + words(other) + apart(self, other);
        paid(apart(self, other) > 2 ? product(n, n) : n, n);
    }

    public static void added(BigDecimal self, BigDecimal other, MathContext c) {
        added(self, other);
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

    public static void looked(BigDecimal self) {
        Price.ops(words(self));
    }

    /** How many digits it has: a power of ten as large is made, and compared. */
    public static void measured(BigDecimal self) {
        Price.both(measure(self), Price.times(words(self), 16));
    }

    static long measure(BigDecimal of) {
        long n = words(of);
        return n > 2 ? product(n, n) >> 1 : 0;
    }

    public static void linear(BigDecimal self) {
        paid(words(self), words(self));
    }

    public static void multiplied(BigDecimal self, BigDecimal by) {
        long a = words(self);
        long b = words(by);
        paid(product(a, b), a + b);
    }

    public static void multiplied(BigDecimal self, BigDecimal by, MathContext c) {
        multiplied(self, by);
    }

    /** Exact, or to so many digits, whichever is more. */
    public static void divided(BigDecimal self, BigDecimal by) {
        long n = words(self) + words(by) * 4 + apart(self, by);
        paid(Price.times(4, product(n, n)), Price.times(4, n));
    }

    public static void divided(BigDecimal self, BigDecimal by, MathContext c) {
        long n = words(self) + words(by) + wordsOfDigits(c.getPrecision()) + apart(self, by);
        paid(Price.times(4, product(n, n)), Price.times(4, n));
    }

    public static void divided(
            BigDecimal self, BigDecimal by, int scale, @Nullable Object rounding) {
        long n =
                words(self)
                        + words(by)
                        + wordsOfDigits(Math.abs((long) scale))
                        + wordsOfDigits(Math.abs((long) self.scale()))
                        + wordsOfDigits(Math.abs((long) by.scale()));
        paid(Price.times(4, product(n, n)), Price.times(4, n));
    }

    public static void divided(BigDecimal self, BigDecimal by, int scale, int rounding) {
        divided(self, by, scale, (Object) null);
    }

    public static void divided(BigDecimal self, BigDecimal by, @Nullable Object rounding) {
        divided(self, by, self.scale(), rounding);
    }

    public static void divided(BigDecimal self, BigDecimal by, int rounding) {
        divided(self, by, self.scale(), (Object) null);
    }

    public static void raised(BigDecimal self, int exponent) {
        long size = Price.times(words(self), Math.max(1, Math.abs((long) exponent)));
        paid(Price.times(2, product(size, size)), size);
    }

    public static void raised(BigDecimal self, int exponent, MathContext c) {
        if (c.getPrecision() == 0) {
            raised(self, exponent);
        } else {
            long n = words(self) + wordsOfDigits(c.getPrecision());
            paid(Price.times(64, product(n, n)), Price.times(8, n));
        }
    }

    public static void rooted(BigDecimal self, MathContext c) {
        long n = words(self) * 2 + wordsOfDigits(c.getPrecision());
        paid(Price.times(64, product(n, n)), Price.times(16, n));
    }

    public static void rescaled(BigDecimal self, int scale) {
        long n = words(self) + wordsOfDigits(Math.abs((long) scale - self.scale()));
        paid(product(n, n), n);
    }

    public static void rescaled(BigDecimal self, int scale, Object rounding) {
        rescaled(self, scale);
    }

    public static void rescaled(BigDecimal self, int scale, int rounding) {
        rescaled(self, scale);
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
        paid(right > self.scale() ? product(n, n) : 1, n);
    }

    /** A whole number, with all the zeros that the scale stands for. */
    public static void whole(BigDecimal self) {
        long n = words(self) + wordsOfDigits(Math.abs((long) self.scale()));
        paid(product(n, n), n * 10);
    }

    public static void rounded(BigDecimal self, MathContext c) {
        long n = words(self);
        paid(product(n, n), n);
    }

    public static void rounded(BigDecimal self) {
        long n = words(self);
        paid(product(n, n), n);
    }

    public static void read(char[] digits) {
        read(digits, 0, digits.length);
    }

    public static void read(char[] digits, int at, int count) {
        long n = wordsOfDigits(count);
        paid(product(n, n), n);
    }

    public static void read(char[] digits, int at, int count, MathContext c) {
        read(digits, at, count);
    }

    public static void read(char[] digits, MathContext c) {
        read(digits, 0, digits.length);
    }

    public static void read(String digits, MathContext c) {
        read(digits, 10);
    }

    public static void read(BigInteger from) {
        Price.ops(words(from));
    }

    public static void read(BigInteger from, MathContext c) {
        long n = words(from);
        paid(product(n, n), n);
    }

    public static void read(BigInteger from, int scale) {
        Price.ops(words(from));
    }

    public static void read(BigInteger from, int scale, MathContext c) {
        read(from, c);
    }
}
