package dev.stint.language.internal.run;

import java.util.Arrays;

/** A view of integers. */
public final class LongView extends View {
    public final long[] base;

    private LongView(long[] base, int from, int length, boolean isArray) {
        super(from, length, isArray);
        this.base = base;
    }

    /** An array of these elements, which are its own from now on. */
    public static LongView of(long[] elements) {
        return new LongView(elements, 0, elements.length, true);
    }

    /** A new array, as a slice. */
    public static LongView filled(long count, long value) throws InterruptedException {
        Prices.array(count);
        long[] elements = new long[(int) count];
        Arrays.fill(elements, value);
        return new LongView(elements, 0, elements.length, false);
    }

    public long get(long index) {
        return base[from + place(index, length)];
    }

    public long get(int index) {
        return base[from + place(index, length)];
    }

    public void set(long index, long value) {
        base[from + place(index, length)] = value;
    }

    public void set(int index, long value) {
        base[from + place(index, length)] = value;
    }

    public LongView slice(long first, long last, boolean isClosed) {
        int end = end(first, last, isClosed);
        return new LongView(base, from + (int) first, end - (int) first, false);
    }

    @Override
    protected LongView duplicate() {
        return new LongView(Arrays.copyOfRange(base, from, from + length), 0, length, isArray());
    }
}
