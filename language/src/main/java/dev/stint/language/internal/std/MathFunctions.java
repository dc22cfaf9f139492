package dev.stint.language.internal.std;

import dev.stint.Stint;
import dev.stint.hooks.Hook;
import dev.stint.language.internal.type.PanicException;

/** Numbers. Reals are computed by {@link StrictMath}: the same on every machine. */
public final class MathFunctions {
    private static final long SLOW = 2; // operations for what is more than an instruction

    private MathFunctions() {}

    public static double sqrt(double x) {
        return StrictMath.sqrt(x);
    }

    public static double sin(double x) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.sin(x);
    }

    public static double cos(double x) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.cos(x);
    }

    public static double tan(double x) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.tan(x);
    }

    public static double asin(double x) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.asin(x);
    }

    public static double acos(double x) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.acos(x);
    }

    public static double atan(double x) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.atan(x);
    }

    public static double atan2(double y, double x) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.atan2(y, x);
    }

    public static double exp(double x) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.exp(x);
    }

    public static double log(double x) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.log(x);
    }

    public static double log10(double x) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.log10(x);
    }

    public static double pow(double x, double y) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.pow(x, y);
    }

    public static double hypot(double x, double y) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        return StrictMath.hypot(x, y);
    }

    public static double floor(double x) {
        return StrictMath.floor(x);
    }

    public static double ceil(double x) {
        return StrictMath.ceil(x);
    }

    /** To the nearest whole number; from the middle to the even one. */
    public static double round(double x) {
        return StrictMath.rint(x);
    }

    public static double fabs(double x) {
        return Math.abs(x);
    }

    public static double fmin(double x, double y) {
        return Math.min(x, y);
    }

    public static double fmax(double x, double y) {
        return Math.max(x, y);
    }

    public static double pi() {
        return Math.PI;
    }

    public static double e() {
        return Math.E;
    }

    public static boolean is_nan(double x) {
        return Double.isNaN(x);
    }

    public static long abs(long x) {
        if (x == Long.MIN_VALUE) {
            throw overflow("the absolute value of " + x);
        }
        return Math.abs(x);
    }

    public static long sign(long x) {
        return Long.signum(x);
    }

    public static long min(long x, long y) {
        return Math.min(x, y);
    }

    public static long max(long x, long y) {
        return Math.max(x, y);
    }

    public static long clamp(long x, long least, long most) {
        if (least > most) {
            throw new PanicException(
                    PanicException.BOUNDS, "nothing lies from " + least + " to " + most);
        }
        return Math.clamp(x, least, most);
    }

    /** Never negative. */
    public static long gcd(long x, long y) throws InterruptedException {
        Hook.pay(SLOW, 0, 0);
        long a = x;
        long b = y;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        if (a == Long.MIN_VALUE) {
            throw overflow("the greatest divisor of " + x + " and " + y);
        }
        return Math.abs(a);
    }

    /** The largest whole number whose square is no larger. */
    public static long isqrt(long x) {
        if (x < 0) {
            throw new PanicException(PanicException.BOUNDS, x + " has no root");
        }
        long root = (long) StrictMath.sqrt((double) x);
        while (root * root > x || root > 3_037_000_499L) {
            root--;
        }
        while (root < 3_037_000_499L && (root + 1) * (root + 1) <= x) {
            root++;
        }
        return root;
    }

    private static PanicException overflow(String what) {
        return new PanicException(PanicException.OVERFLOW, what + " does not fit into i64");
    }

    // ---- time: of the scheduler, which under a seed is virtual

    public static long millis() throws InterruptedException {
        Hook.pay(1, 0, 0);
        return Stint.nanoTime() / 1_000_000;
    }

    public static long nanos() throws InterruptedException {
        Hook.pay(1, 0, 0);
        return Stint.nanoTime();
    }
}
