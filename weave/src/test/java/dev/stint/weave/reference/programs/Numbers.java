package dev.stint.weave.reference.programs;

/** Every operator on every type of number, at the edges. */
@SuppressWarnings({
    "NarrowCalculation",
    "NarrowingCompoundAssignment",
    "LongFloatConversion",
    "LongDoubleConversion"
}) // that is the point
public final class Numbers {
    private static final int[] INTS = {
        0, 1, -1, 2, 31, 33, 127, 128, -129, 65_535, Integer.MAX_VALUE, Integer.MIN_VALUE
    };
    private static final long[] LONGS = {
        0, 1, -1, 63, 65, 1L << 31, -(1L << 31), 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE
    };
    private static final float[] FLOATS = {
        0f, -0f, 1.5f, -1.5f, 1e10f, 3e38f, Float.MIN_VALUE, Float.NaN, Float.NEGATIVE_INFINITY
    };
    private static final double[] DOUBLES = {
        0d, -0d, 2.5, -2.5, 1e10, 1e300, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY
    };

    private long sum;

    private Numbers() {}

    public static Object run(int n) {
        Numbers numbers = new Numbers();
        for (int i = 0; i < n; i++) {
            numbers.ints();
            numbers.longs();
            numbers.floats();
            numbers.doubles();
            numbers.narrow();
        }
        return numbers.sum;
    }

    private void add(long value) {
        sum = sum * 31 + value;
    }

    private void ints() {
        for (int a : INTS) {
            add(-a);
            add(~a);
            for (int b : INTS) {
                add(a + b);
                add(a - b);
                add(a * b);
                add(b == 0 ? 7 : a / b);
                add(b == 0 ? 8 : a % b);
                add(a & b);
                add(a | b);
                add(a ^ b);
                add(a << b);
                add(a >> b);
                add(a >>> b);
                add(a < b ? 1 : a > b ? 2 : a <= b ? 3 : 4);
                add(a != b ? 1 : 0);
                add(a >= b ? 1 : 0);
            }
        }
    }

    private void longs() {
        for (long a : LONGS) {
            add(-a);
            for (long b : LONGS) {
                add(a + b);
                add(a - b);
                add(a * b);
                add(b == 0 ? 7 : a / b);
                add(b == 0 ? 8 : a % b);
                add(a & b);
                add(a | b);
                add(a ^ b);
                add(a << (int) b);
                add(a >> (int) b);
                add(a >>> (int) b);
                add(a < b ? 1 : a > b ? 2 : 3);
            }
        }
    }

    private void floats() {
        for (float a : FLOATS) {
            add((int) a);
            add((long) a);
            add(Double.doubleToRawLongBits(a));
            for (float b : FLOATS) {
                add(Float.floatToIntBits(a + b));
                add(Float.floatToIntBits(a - b));
                add(Float.floatToIntBits(a * b));
                add(Float.floatToIntBits(a / b));
                add(Float.floatToIntBits(a % b));
                add(Float.floatToIntBits(-a));
                add(a < b ? 1 : 0);
                add(a > b ? 1 : 0);
                add(a <= b ? 1 : 0);
                add(a >= b ? 1 : 0);
                add(a == b ? 1 : 0);
            }
        }
    }

    private void doubles() {
        for (double a : DOUBLES) {
            add((int) a);
            add((long) a);
            add(Float.floatToIntBits((float) a));
            for (double b : DOUBLES) {
                add(Double.doubleToLongBits(a + b));
                add(Double.doubleToLongBits(a - b));
                add(Double.doubleToLongBits(a * b));
                add(Double.doubleToLongBits(a / b));
                add(Double.doubleToLongBits(a % b));
                add(Double.doubleToLongBits(-a));
                add(a < b ? 1 : 0);
                add(a > b ? 1 : 0);
                add(a != b ? 1 : 0);
            }
        }
    }

    private void narrow() {
        for (int a : INTS) {
            byte b = (byte) a;
            short s = (short) a;
            char c = (char) a;
            float f = a;
            double d = a;
            b += 100;
            s *= 3;
            c++;
            add(b);
            add(s);
            add(c);
            add((long) f);
            add((long) d);
            long wide = a;
            wide <<= 3;
            add(Float.floatToIntBits(wide));
            add(Double.doubleToLongBits(wide));
        }
    }
}
