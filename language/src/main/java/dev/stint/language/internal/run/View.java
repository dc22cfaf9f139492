package dev.stint.language.internal.run;

import dev.stint.language.internal.type.PanicException;
import java.util.Objects;

/**
 * An array or a slice in compiled code: some elements of a Java array. There is a class for each
 * way in which elements are held.
 */
public abstract class View extends Aggregate {
    public final int from;
    public final int length;
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

    /** An index, if it is one. */
    public static int place(long index, int length) {
        if (index < 0 || index >= length) {
            throw bounds(index, length);
        }
        return (int) index;
    }

    /** The same; the JVM's compiler takes this check out of loops. */
    public static int place(int index, int length) {
        try {
            return Objects.checkIndex(index, length);
        } catch (IndexOutOfBoundsException e) {
            throw bounds(index, length);
        }
    }

    private static PanicException bounds(long index, int length) {
        return new PanicException(
                PanicException.BOUNDS, index + " is no index of " + length + " elements");
    }
}
