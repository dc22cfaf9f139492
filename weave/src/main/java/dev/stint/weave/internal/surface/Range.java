package dev.stint.weave.internal.surface;

/**
 * What is known of a number before it is computed, so that no price overflows.
 *
 * @param isSigned true if it may be negative
 * @param most its largest magnitude
 */
record Range(boolean isSigned, double most) {
    /** The largest amount there is; arithmetic of the hooks stops at it. */
    static final double LIMIT = Long.MAX_VALUE >> 2;

    static final Range LENGTH = new Range(false, Integer.MAX_VALUE);
    static final Range INT = new Range(true, 1L << 31);
    static final Range CHAR = new Range(false, Character.MAX_VALUE);
    static final Range LONG = new Range(true, Long.MAX_VALUE);
    static final Range WORDS = new Range(false, 1L << 27);

    static Range exactly(long value) {
        return new Range(false, value);
    }

    /** Of what stops at the limit. */
    Range limited() {
        return new Range(isSigned, Math.min(most, LIMIT));
    }

    boolean fits() {
        return most <= LIMIT;
    }

    Range plus(Range other) {
        return new Range(isSigned || other.isSigned, most + other.most);
    }

    Range minus(Range other) {
        return new Range(true, most + other.most);
    }

    Range times(Range other) {
        return new Range(isSigned || other.isSigned, most * other.most);
    }

    Range dividedBy(long divisor) {
        return new Range(isSigned, Math.max(1, most / divisor));
    }

    Range min(Range other) {
        boolean signed = isSigned || other.isSigned;
        return new Range(signed, signed ? Math.max(most, other.most) : Math.min(most, other.most));
    }

    Range max(Range other) {
        return new Range(isSigned && other.isSigned, Math.max(most, other.most));
    }

    Range unsigned() {
        return new Range(false, most);
    }
}
