package dev.stint.language.internal.run;

import java.util.Arrays;

/** A view of all other values. */
public final class RefView extends View {
    public final Object[] base;

    private RefView(Object[] base, int from, int length, boolean isArray) {
        super(from, length, isArray);
        this.base = base;
    }

    /** An array of these elements, which are its own from now on. */
    public static RefView of(Object[] elements) {
        return new RefView(elements, 0, elements.length, true);
    }

    /** A new array, as a slice. */
    public static RefView filled(long count, Object value) throws InterruptedException {
        Prices.array(count);
        Object[] elements = new Object[(int) count];
        if (value instanceof Struct || (value instanceof View view && view.isArray())) {
            for (int i = 0; i < elements.length; i++) {
                elements[i] = Copies.copy(value); // each is a value of its own
            }
        } else {
            Arrays.fill(elements, value);
        }
        return new RefView(elements, 0, elements.length, false);
    }

    public Object get(long index) {
        return base[from + place(index, length)];
    }

    public Object get(int index) {
        return base[from + place(index, length)];
    }

    public void set(long index, Object value) {
        base[from + place(index, length)] = value;
    }

    public void set(int index, Object value) {
        base[from + place(index, length)] = value;
    }

    public RefView slice(long first, long last, boolean isClosed) {
        int end = end(first, last, isClosed);
        return new RefView(base, from + (int) first, end - (int) first, false);
    }

    @Override
    protected RefView duplicate() {
        return new RefView(Arrays.copyOfRange(base, from, from + length), 0, length, isArray());
    }

    @Override
    protected int parts() {
        return length;
    }

    @Override
    protected Object part(int index) {
        return base[from + index];
    }

    @Override
    protected void setPart(int index, Object value) {
        base[from + index] = value;
    }
}
