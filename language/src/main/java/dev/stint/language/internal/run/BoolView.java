package dev.stint.language.internal.run;

import java.util.Arrays;

/** A view of bools. */
public final class BoolView extends View {
    public final boolean[] base;

    private BoolView(boolean[] base, int from, int length, boolean isArray) {
        super(from, length, isArray);
        this.base = base;
    }

    /** An array of these elements, which are its own from now on. */
    public static BoolView of(boolean[] elements) {
        return new BoolView(elements, 0, elements.length, true);
    }

    /** A new array, as a slice. */
    public static BoolView filled(long count, boolean value) throws InterruptedException {
        Prices.array(count);
        boolean[] elements = new boolean[(int) count];
        Arrays.fill(elements, value);
        return new BoolView(elements, 0, elements.length, false);
    }

    public boolean get(long index) {
        return base[from + place(index, length)];
    }

    public boolean get(int index) {
        return base[from + place(index, length)];
    }

    public void set(long index, boolean value) {
        base[from + place(index, length)] = value;
    }

    public void set(int index, boolean value) {
        base[from + place(index, length)] = value;
    }

    public BoolView slice(long first, long last, boolean isClosed) {
        int end = end(first, last, isClosed);
        return new BoolView(base, from + (int) first, end - (int) first, false);
    }

    @Override
    protected BoolView duplicate() {
        return new BoolView(Arrays.copyOfRange(base, from, from + length), 0, length, isArray());
    }
}
