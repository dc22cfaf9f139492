package dev.stint.hooks;

import org.jspecify.annotations.Nullable;

/**
 * The static methods that woven code calls. On a thread that carries no task they do nothing.
 *
 * <p>Each is a subtraction and a test, and small enough to be inlined everywhere. What they count
 * is defined by the charging rule; see the design documents.
 */
public final class Hook {
    private static final long HEADER = 16; // of an array
    private static final long REFERENCE = 4;
    private static final long STRING = 40; // without its characters

    /** The bytes that an operation clears or copies, as a power of two. */
    private static final int BYTES_OF_AN_OPERATION = 12;

    private static final long LARGE = 1 << BYTES_OF_AN_OPERATION;

    /** The arrays of an array of arrays that an operation makes. */
    private static final long ARRAYS_OF_AN_OPERATION = 16;

    private Hook() {}

    // ---- operations, before they are done

    public static void ops1() {
        Meter m = Meter.current();
        if (m != null && (m.ops -= 1) < 0) {
            m.ranOut(1, 0);
        }
    }

    public static void ops2() {
        Meter m = Meter.current();
        if (m != null && (m.ops -= 2) < 0) {
            m.ranOut(2, 0);
        }
    }

    public static void ops3() {
        Meter m = Meter.current();
        if (m != null && (m.ops -= 3) < 0) {
            m.ranOut(3, 0);
        }
    }

    public static void ops4() {
        Meter m = Meter.current();
        if (m != null && (m.ops -= 4) < 0) {
            m.ranOut(4, 0);
        }
    }

    public static void ops(int count) {
        Meter m = Meter.current();
        if (m != null && (m.ops -= count) < 0) {
            m.ranOut(count, 0);
        }
    }

    // ---- the same where a look is not needed: there was one on the way here

    public static void count1() {
        Meter m = Meter.current();
        if (m != null) {
            m.ops -= 1;
        }
    }

    public static void count2() {
        Meter m = Meter.current();
        if (m != null) {
            m.ops -= 2;
        }
    }

    public static void count3() {
        Meter m = Meter.current();
        if (m != null) {
            m.ops -= 3;
        }
    }

    public static void count4() {
        Meter m = Meter.current();
        if (m != null) {
            m.ops -= 4;
        }
    }

    public static void count(int count) {
        Meter m = Meter.current();
        if (m != null) {
            m.ops -= count;
        }
    }

    // ---- bytes

    /** Operations and the bytes of objects of known size. */
    public static void opsAndBytes(int count, int bytes) {
        Meter m = Meter.current();
        if (m != null) {
            m.ops -= count;
            m.bytes -= bytes;
            if ((m.ops | (int) (m.bytes >> 32)) < 0) { // either of them
                m.ranOut(count, bytes);
            }
        }
    }

    public static void bytes(int bytes) {
        Meter m = Meter.current();
        if (m != null && (m.bytes -= bytes) < 0) {
            m.ranOut(0, bytes);
        }
    }

    // ---- operations that a loop has counted in a local variable, after they were done

    /**
     * Books them, looks whether they can be paid, and says how far the loop may count now: a lap of
     * the task that is mounted, less what it may count until it looks at the variable again. A lap
     * is the same each time for the same task, so what a task has overdrawn depends on nobody else.
     *
     * @param pass what it may count in between
     */
    public static int lap(int done, int pass) {
        Meter m = Meter.current();
        if (m == null) {
            return Meter.LAP - pass;
        }
        int lap = m.lap;
        m.rounds += done;
        if ((m.ops -= done) < 0) {
            m.ranOut(0, 0);
        }
        return lap - pass;
    }

    /** The same for the last time, because the loop is left backwards. */
    public static void flush(int done) {
        Meter m = Meter.current();
        if (m != null) {
            m.rounds += done;
            if ((m.ops -= done) < 0) {
                m.ranOut(0, 0);
            }
        }
    }

    /** The same behind a loop that others may follow. */
    public static void end(int done) {
        Meter m = Meter.current();
        if (m != null && (m.ops -= done) < 0) {
            m.ranOut(0, 0);
        }
    }

    /** Books them on the way out. The next charge looks whether they can be paid. */
    public static void leave(int done) {
        Meter m = Meter.current();
        if (m != null) {
            m.ops -= done;
        }
    }

    /** Looks whether the calling task must end or give way. */
    public static void look() {
        Meter m = Meter.current();
        if (m != null) {
            m.ranOut(0, 0);
        }
    }

    // ---- the modelled stack

    /**
     * A method is entered that may lead to further ones.
     *
     * @param room what it takes of the stack
     * @return what was left without it, for {@link #back}
     * @throws StackOverflowError if it is not there
     */
    public static int enter(int room) {
        Meter m = Meter.current();
        if (m == null) {
            return 0;
        }
        int left = m.stack;
        if (left < room) {
            throw overflow();
        }
        m.stack = left - room;
        return left;
    }

    /** Says what is left of the stack, as it was known before calls that may not have said so. */
    public static void back(int left) {
        Meter m = Meter.current();
        if (m != null) {
            m.stack = left;
        }
    }

    private static StackOverflowError overflow() {
        return new StackOverflowError("more than the " + Meter.STACK + " bytes that a task has");
    }

    // ---- handlers

    /** A handler was entered. The JVM has taken long to make what was thrown, and keeps much. */
    public static void caught(Object thrown) {
        if (Meter.current() != null && thrown instanceof Throwable e) {
            TraceCost.caught(e);
        }
    }

    // ---- arrays, before they are allocated; a negative length fails by itself and costs nothing

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
            long size = sizeOfArray(length, scale);
            if (size >= LARGE) {
                m.pay(size >> BYTES_OF_AN_OPERATION, size, 0);
            } else if ((m.bytes -= size) < 0) {
                m.ranOut(0, size);
            }
        }
        return length;
    }

    /**
     * An array of arrays.
     *
     * @param scale bytes per element of the innermost arrays that are made
     */
    public static void arrays(int[] lengths, int scale) {
        long size = sizeOfArrays(lengths, scale);
        if (size > 0) {
            long made = size >> BYTES_OF_AN_OPERATION;
            pay(made + countOfArrays(lengths) / ARRAYS_OF_AN_OPERATION, size, 0);
        }
    }

    /** How many are made, as far as anybody can have so many. */
    static long countOfArrays(int[] lengths) {
        long total = 1;
        long count = 1; // of arrays at this depth
        for (int i = 0; i < lengths.length - 1 && total < Integer.MAX_VALUE; i++) {
            count *= lengths[i];
            total += count;
        }
        return total;
    }

    /** Of all that are made; nothing if a length is negative. */
    static long sizeOfArrays(int[] lengths, int scale) {
        for (int length : lengths) {
            if (length < 0) {
                return 0;
            }
        }
        long total = 0;
        long count = 1; // of arrays at this depth
        for (int i = 0; i < lengths.length && count > 0; i++) {
            boolean innermost = i == lengths.length - 1;
            long size = sizeOfArray(lengths[i], innermost ? scale : REFERENCE);
            if (count > (Long.MAX_VALUE - total) / size) {
                return Long.MAX_VALUE;
            }
            total += count * size;
            count = lengths[i] == 0 ? 0 : Math.multiplyExact(Math.min(count, 1L << 31), lengths[i]);
        }
        return total;
    }

    static long sizeOfArray(int length, long scale) {
        return HEADER + length * scale + 7 & -8;
    }

    /** A string of so many characters, before it is made. */
    static void string(long length) {
        Meter m = Meter.current();
        if (m != null) {
            long size = STRING + 2 * length + 7 & -8;
            if (size >= LARGE) {
                m.pay(size >> BYTES_OF_AN_OPERATION, size, 0);
            } else if ((m.bytes -= size) < 0) {
                m.ranOut(0, size);
            }
        }
    }

    // ---- for what happens rarely, and for prices of work inside the JDK

    /** Pays for something before it is done. */
    public static void pay(long ops, long bytes, long syscalls) {
        Meter m = Meter.current();
        if (m != null) {
            m.pay(ops, bytes, syscalls);
        }
    }

    /** Is called in the place of what woven code must not do. */
    @SuppressWarnings("DoNotCallSuggester") // woven code does
    public static void refuse(String what) {
        throw new AccessRefusedException(withCaller(what));
    }

    /** The message begins with "code that"; who that is, the stack tells. */
    private static String withCaller(String what) {
        String caller =
                StackWalker.getInstance()
                        .walk(
                                frames ->
                                        frames.dropWhile(f -> f.getClassName().equals(HOOK))
                                                .findFirst()
                                                .map(Hook::inWords)
                                                .orElse(""));
        boolean isKnown = what.startsWith(CODE) && !caller.isEmpty();
        return isKnown ? caller + what.substring(CODE.length()) : what;
    }

    private static String inWords(StackWalker.StackFrame frame) {
        String method = frame.getMethodName();
        boolean isMade = method.startsWith("stint$"); // in the place of a handle
        return frame.getClassName() + (isMade ? "" : "." + method) + " ";
    }

    private static final String CODE = "code that ";
    private static final String HOOK = Hook.class.getName();

    /** Is called in the place of what uses a class that is not there. */
    @SuppressWarnings("DoNotCallSuggester") // woven code does
    public static void missing(String what) {
        throw new NoClassDefFoundError(what);
    }

    /** True if the calling code is metered. */
    public static boolean isMetered() {
        @Nullable Meter m = Meter.current();
        return m != null;
    }
}
