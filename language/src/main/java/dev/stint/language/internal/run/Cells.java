package dev.stint.language.internal.run;

/** Variables of compiled code that closures share. */
public final class Cells {
    private Cells() {}

    /** Of an integer. */
    public static final class OfLong {
        public long held;
    }

    /** Of a real. */
    public static final class OfReal {
        public double held;
    }

    /** Of a bool. */
    public static final class OfBool {
        public boolean held;
    }

    /** Of anything else. */
    public static final class OfRef {
        public Object held = Value.UNIT;
    }
}
