package dev.stint.hooks;

/**
 * What classes of the JDK call that are woven, too, as a second line. Counts like {@link Hook}, and
 * differs in two things, because this code is everybody's: the scheduler's, the class loaders', and
 * that of whoever holds a lock.
 *
 * <p>A charge that runs out asks first on whose behalf the code runs, see {@link Chain}; if it is
 * not code of a task, or of one in the middle of something, the charge only counts. And entering a
 * handler only counts, so that what the JDK does to clean up is done.
 */
public final class JdkHook {
    /** Bytes that are counted for arrays of arrays: debts of this size can be added up. */
    private static final long MOST = 1L << 48;

    private JdkHook() {}

    // ---- operations

    public static void ops1() {
        Meter m = Meter.current();
        if (m != null && (m.ops -= 1) < 0) {
            m.ranOutInJdk(1, 0);
        }
    }

    public static void ops2() {
        Meter m = Meter.current();
        if (m != null && (m.ops -= 2) < 0) {
            m.ranOutInJdk(2, 0);
        }
    }

    public static void ops3() {
        Meter m = Meter.current();
        if (m != null && (m.ops -= 3) < 0) {
            m.ranOutInJdk(3, 0);
        }
    }

    public static void ops4() {
        Meter m = Meter.current();
        if (m != null && (m.ops -= 4) < 0) {
            m.ranOutInJdk(4, 0);
        }
    }

    public static void ops(int count) {
        Meter m = Meter.current();
        if (m != null && (m.ops -= count) < 0) {
            m.ranOutInJdk(count, 0);
        }
    }

    public static void opsAndBytes(int count, int bytes) {
        Meter m = Meter.current();
        if (m != null) {
            m.ops -= count;
            m.bytes -= bytes;
            if ((m.ops | (int) (m.bytes >> 32)) < 0) { // either of them
                m.ranOutInJdk(count, bytes);
            }
        }
    }

    public static void bytes(int bytes) {
        Meter m = Meter.current();
        if (m != null && (m.bytes -= bytes) < 0) {
            m.ranOutInJdk(0, bytes);
        }
    }

    // ---- without a look

    public static void count1() {
        Hook.count1();
    }

    public static void count2() {
        Hook.count2();
    }

    public static void count3() {
        Hook.count3();
    }

    public static void count4() {
        Hook.count4();
    }

    public static void count(int count) {
        Hook.count(count);
    }

    /** A handler was entered. */
    public static void enter(int count, int bytes) {
        Meter m = Meter.current();
        if (m != null) {
            m.ops -= count;
            m.bytes -= bytes;
        }
    }

    // ---- loops that count in a local variable

    public static int lap(int done, int pass) {
        Meter m = Meter.current();
        if (m == null) {
            return Meter.LAP - pass;
        }
        int lap = m.lap;
        if ((m.ops -= done) < 0) {
            m.ranOutInJdk(0, 0);
        }
        return lap - pass;
    }

    public static void flush(int done) {
        Meter m = Meter.current();
        if (m != null && (m.ops -= done) < 0) {
            m.ranOutInJdk(0, 0);
        }
    }

    public static void end(int done) {
        Hook.leave(done);
    }

    public static void leave(int done) {
        Hook.leave(done);
    }

    // ---- arrays

    public static int array1(int length) {
        return array(length, 1);
    }

    public static int array2(int length) {
        return array(length, 2);
    }

    public static int array4(int length) {
        return array(length, 4);
    }

    public static int array8(int length) {
        return array(length, 8);
    }

    private static int array(int length, long scale) {
        Meter m = Meter.current();
        if (m != null && length >= 0) {
            long size = Hook.sizeOfArray(length, scale);
            if ((m.bytes -= size) < 0) {
                m.ranOutInJdk(0, size);
            }
        }
        return length;
    }

    public static void arrays(int[] lengths, int scale) {
        Meter m = Meter.current();
        if (m != null) {
            long size = Math.min(MOST, Hook.sizeOfArrays(lengths, scale));
            if ((m.bytes -= size) < 0) {
                m.ranOutInJdk(0, size);
            }
        }
    }
}
