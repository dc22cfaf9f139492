package dev.stint.language.internal.run;

import dev.stint.language.internal.type.Arithmetic;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;

/**
 * Arithmetic of compiled code, small enough to be inlined. What traps is computed once more, by the
 * arithmetic that says why.
 */
public final class Numbers {
    private Numbers() {}

    // ---- i64

    public static long add(long a, long b) {
        try {
            return Math.addExact(a, b); // one instruction and the processor's own flag
        } catch (ArithmeticException e) {
            throw trap("Add", Types.I64, a, b);
        }
    }

    public static long subtract(long a, long b) {
        try {
            return Math.subtractExact(a, b); // one instruction and the processor's own flag
        } catch (ArithmeticException e) {
            throw trap("Sub", Types.I64, a, b);
        }
    }

    public static long multiply(long a, long b) {
        try {
            return Math.multiplyExact(a, b); // one instruction and the processor's own flag
        } catch (ArithmeticException e) {
            throw trap("Mul", Types.I64, a, b);
        }
    }

    public static long divide(long a, long b) {
        if (b == 0 || (b == -1 && a == Long.MIN_VALUE)) {
            throw trap("Div", Types.I64, a, b);
        }
        return a / b;
    }

    public static long remainder(long a, long b) {
        if (b == 0) {
            throw trap("Mod", Types.I64, a, b);
        }
        return b == -1 ? 0 : a % b;
    }

    public static long shiftLeft(long a, long b) {
        if (b < 0 || b > 63) {
            throw trap("Shl", Types.I64, a, b);
        }
        return a << (int) b;
    }

    public static long shiftRight(long a, long b) {
        if (b < 0 || b > 63) {
            throw trap("Shr", Types.I64, a, b);
        }
        return a >> (int) b;
    }

    public static long negate(long value) {
        return subtract(0, value);
    }

    public static long negate(long value, int bits, boolean isSigned) {
        return any(0, value, "Sub", bits, isSigned);
    }

    // ---- integers of up to 32 bits: what is computed with longs does not wrap

    /** A result that was computed as a long, if a signed type of so many bits holds it. */
    public static long signed(long result, long a, long b, String opcode, int bits) {
        int unused = 64 - bits;
        if (result << unused >> unused != result) {
            throw trap(opcode, new Type.Int(bits, true), a, b);
        }
        return result;
    }

    public static long unsigned(long result, long a, long b, String opcode, int bits) {
        if (result >>> bits != 0) {
            throw trap(opcode, new Type.Int(bits, false), a, b);
        }
        return result;
    }

    // ---- all others

    public static long any(long a, long b, String opcode, int bits, boolean isSigned) {
        return Arithmetic.integer(opcode, new Type.Int(bits, isSigned), a, b);
    }

    public static long toInteger(
            long value, int fromBits, boolean fromSigned, int bits, boolean isSigned) {
        return Arithmetic.toInteger(
                new Type.Int(fromBits, fromSigned), new Type.Int(bits, isSigned), value);
    }

    public static long toInteger(double value, int bits, boolean isSigned) {
        double whole = value < 0 ? Math.ceil(value) : Math.floor(value);
        boolean isPlain = whole > -0x1p53 && whole < 0x1p53;
        long found = (long) whole;
        if (isPlain && bits == 64 && (isSigned || found >= 0)) {
            return found;
        }
        return Arithmetic.toInteger(new Type.Int(bits, isSigned), value);
    }

    public static double toReal(long value, int bits, boolean isSigned, int realBits) {
        return Arithmetic.toReal(new Type.Int(bits, isSigned), new Type.Real(realBits), value);
    }

    public static double power(double a, double b) {
        return StrictMath.pow(a, b);
    }

    private static PanicException trap(String opcode, Type.Int type, long a, long b) {
        Arithmetic.integer(opcode, type, a, b);
        throw new IllegalStateException(opcode + " of " + a + " and " + b + " does not trap");
    }
}
