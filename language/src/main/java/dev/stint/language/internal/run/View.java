package dev.stint.language.internal.run;

import dev.stint.language.internal.type.PanicException;

/**
 * An array or a slice in compiled code: some elements of a Java array. There is a class for each
 * way in which elements are held.
 */
public abstract class View extends Aggregate {
    protected final int from;
    protected final int length;
    private final boolean isArray;

    /**
     * @param isArray it owns its elements: who copies it copies them
     */
    protected View(int from, int length, boolean isArray) {
        this.from = from;
        this.length = length;
        this.isArray = isArray;
    }

    public final long count() {
        return length;
    }

    protected final boolean isArray() {
        return isArray;
    }

    @Override
    protected final boolean isCopied(boolean isForOthers) {
        return isForOthers || isArray;
    }

    @Override
    protected final void charge() throws InterruptedException {
        Prices.array(length);
    }

    /** The end of a part of it; the end itself belongs to it, or does not. */
    protected final int end(long first, long last, boolean isClosed) {
        long end = isClosed && last < Long.MAX_VALUE ? last + 1 : last;
        if (first < 0 || end < first || end > length) {
            throw new PanicException(
                    PanicException.BOUNDS,
                    "%d to %d is no part of %d elements".formatted(first, last, length));
        }
        return (int) end;
    }

    static PanicException bounds(long index, int length) {
        return new PanicException(
                PanicException.BOUNDS, index + " is no index of " + length + " elements");
    }
}
