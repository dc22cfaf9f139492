package dev.stint.language.internal.run;

import java.util.Arrays;

/** A view of reals. */
public final class RealView extends View {
    public final double[] base;

    private RealView(double[] base, int from, int length, boolean isArray) {
        super(from, length, isArray);
        this.base = base;
    }

    /** An array of these elements, which are its own from now on. */
    public static RealView of(double[] elements) {
        return new RealView(elements, 0, elements.length, true);
    }

    /** A new array, as a slice. */
    public static RealView filled(long count, double value) throws InterruptedException {
        Prices.array(count);
        double[] elements = new double[(int) count];
        Arrays.fill(elements, value);
        return new RealView(elements, 0, elements.length, false);
    }

    public double get(long index) {
        return base[from + place(index, length)];
    }

    public double get(int index) {
        return base[from + place(index, length)];
    }

    public void set(long index, double value) {
        base[from + place(index, length)] = value;
    }

    public void set(int index, double value) {
        base[from + place(index, length)] = value;
    }

    public RealView slice(long first, long last, boolean isClosed) {
        int end = end(first, last, isClosed);
        return new RealView(base, from + (int) first, end - (int) first, false);
    }

    @Override
    protected RealView duplicate() {
        return new RealView(Arrays.copyOfRange(base, from, from + length), 0, length, isArray());
    }
}
