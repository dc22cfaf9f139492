package dev.stint.language.internal.type;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Numbers and what is computed with them. An integer of any type is a long; of u64, its bits. What
 * does not fit traps.
 */
public final class Arithmetic {
    private static final int LONG = 64;

    private Arithmetic() {}

    /** The result of an opcode. */
    public static long integer(String opcode, Type.Int type, long a, long b) {
        return switch (opcode) {
            case "Add" -> add(type, a, b);
            case "Sub" -> subtract(type, a, b);
            case "Mul" -> multiply(type, a, b);
            case "Div" -> divide(type, a, b);
            case "Mod" -> remainder(type, a, b);
            case "Pow" -> power(type, a, b);
            case "BitAnd" -> a & b;
            case "BitOr" -> a | b;
            case "Xor" -> a ^ b;
            case "Shl" -> wrapped(type, a << distance(type, b));
            case "Shr" -> type.isSigned() ? a >> distance(type, b) : a >>> distance(type, b);
            default -> throw new IllegalArgumentException("no arithmetic: " + opcode);
        };
    }

    private static boolean isWide(Type.Int type) {
        return type.bits() == LONG && !type.isSigned();
    }

    private static long add(Type.Int type, long a, long b) {
        long sum = a + b;
        if (isWide(type)) {
            return Long.compareUnsigned(sum, a) < 0 ? overflow(type, "+", a, b) : sum;
        }
        boolean wraps = ((a ^ sum) & (b ^ sum)) < 0;
        return wraps || !holds(type, sum) ? overflow(type, "+", a, b) : sum;
    }

    private static long subtract(Type.Int type, long a, long b) {
        long difference = a - b;
        if (isWide(type)) {
            return Long.compareUnsigned(a, b) < 0 ? overflow(type, "-", a, b) : difference;
        }
        boolean wraps = ((a ^ b) & (a ^ difference)) < 0;
        return wraps || !holds(type, difference) ? overflow(type, "-", a, b) : difference;
    }

    private static long multiply(Type.Int type, long a, long b) {
        long product = a * b;
        if (isWide(type)) {
            return Math.unsignedMultiplyHigh(a, b) != 0 ? overflow(type, "*", a, b) : product;
        }
        boolean wraps = Math.multiplyHigh(a, b) != product >> 63;
        return wraps || !holds(type, product) ? overflow(type, "*", a, b) : product;
    }

    private static long divide(Type.Int type, long a, long b) {
        if (b == 0) {
            throw byZero(type, a, "/");
        }
        if (isWide(type)) {
            return Long.divideUnsigned(a, b);
        }
        long quotient = a / b;
        boolean wraps = a == Long.MIN_VALUE && b == -1;
        return wraps || !holds(type, quotient) ? overflow(type, "/", a, b) : quotient;
    }

    private static long remainder(Type.Int type, long a, long b) {
        if (b == 0) {
            throw byZero(type, a, "%");
        }
        return isWide(type) ? Long.remainderUnsigned(a, b) : b == -1 ? 0 : a % b;
    }

    private static long power(Type.Int type, long base, long exponent) {
        if (exponent < 0 && type.isSigned()) {
            throw new PanicException(
                    PanicException.OVERFLOW,
                    "an integer has no power of " + exponent + "; convert it to f64 first");
        }
        long result = 1;
        long square = base;
        long rest = exponent;
        while (rest != 0) {
            if ((rest & 1) != 0) {
                result = multiply(type, result, square);
            }
            rest >>>= 1;
            if (rest != 0) {
                square = multiply(type, square, square);
            }
        }
        return result;
    }

    private static int distance(Type.Int type, long by) {
        if (by < 0 || by >= type.bits()) {
            throw new PanicException(
                    PanicException.OVERFLOW,
                    "a '%s' cannot be shifted by %d; from 0 to %d it can"
                            .formatted(type, by, type.bits() - 1));
        }
        return (int) by;
    }

    /** The lower bits of a number, as a number of this type. */
    public static long wrapped(Type.Int type, long value) {
        int unused = LONG - type.bits();
        long moved = value << unused;
        return type.isSigned() ? moved >> unused : moved >>> unused;
    }

    private static boolean holds(Type.Int type, long value) {
        return type.bits() == LONG || wrapped(type, value) == value;
    }

    private static long overflow(Type.Int type, String sign, long a, long b) {
        throw new PanicException(
                PanicException.OVERFLOW,
                "%s %s %s does not fit into '%s'"
                        .formatted(text(type, a), sign, text(type, b), type));
    }

    private static PanicException byZero(Type.Int type, long a, String sign) {
        return new PanicException(
                PanicException.DIVISION, "%s %s 0 has no value".formatted(text(type, a), sign));
    }

    public static double real(String opcode, Type.Real type, double a, double b) {
        double result =
                switch (opcode) {
                    case "Add" -> a + b;
                    case "Sub" -> a - b;
                    case "Mul" -> a * b;
                    case "Div" -> a / b;
                    case "Mod" -> a % b;
                    case "Pow" -> StrictMath.pow(a, b); // the same bits everywhere
                    default -> throw new IllegalArgumentException("no arithmetic: " + opcode);
                };
        return rounded(type, result);
    }

    public static double rounded(Type.Real type, double value) {
        return type.bits() == LONG ? value : (float) value;
    }

    public static int compare(Type.Int type, long a, long b) {
        return isWide(type) ? Long.compareUnsigned(a, b) : Long.compare(a, b);
    }

    /** Whether a comparison holds for two numbers that compare like this. */
    public static boolean holds(String opcode, int order) {
        return switch (opcode) {
            case "Equal" -> order == 0;
            case "NotEqual" -> order != 0;
            case "Less" -> order < 0;
            case "LessEqual" -> order <= 0;
            case "Greater" -> order > 0;
            case "GreaterEqual" -> order >= 0;
            default -> throw new IllegalArgumentException("no comparison: " + opcode);
        };
    }

    /** The same for reals, where nothing but "not equal" holds for what is no number. */
    public static boolean holds(String opcode, double a, double b) {
        return switch (opcode) {
            case "Equal" -> a == b;
            case "NotEqual" -> a != b;
            case "Less" -> a < b;
            case "LessEqual" -> a <= b;
            case "Greater" -> a > b;
            case "GreaterEqual" -> a >= b;
            default -> throw new IllegalArgumentException("no comparison: " + opcode);
        };
    }

    public static String text(Type.Int type, long value) {
        return isWide(type) ? Long.toUnsignedString(value) : Long.toString(value);
    }

    // ---- conversions

    public static long toInteger(Type.Int from, Type.Int to, long value) {
        boolean wasWide = isWide(from) && value < 0;
        boolean fits = isWide(to) ? wasWide || value >= 0 : !wasWide && holds(to, value);
        if (!fits) {
            throw new PanicException(
                    PanicException.OVERFLOW,
                    "%s does not fit into '%s'".formatted(text(from, value), to));
        }
        return value;
    }

    public static long toInteger(Type.Int to, double value) {
        double whole = value < 0 ? Math.ceil(value) : Math.floor(value);
        boolean fits =
                !Double.isNaN(whole)
                        && !Double.isInfinite(whole)
                        && to.holds(new BigDecimal(whole).toBigInteger());
        if (!fits) {
            throw new PanicException(
                    PanicException.OVERFLOW, value + " does not fit into '" + to + "'");
        }
        return new BigDecimal(whole).toBigInteger().longValue();
    }

    public static double toReal(Type.Int from, Type.Real to, long value) {
        double real =
                isWide(from) && value < 0
                        ? new BigInteger(Long.toUnsignedString(value)).doubleValue()
                        : (double) value;
        return rounded(to, real);
    }
}
