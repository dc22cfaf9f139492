package dev.stint.bench.kernel;

import java.util.concurrent.Callable;

/** A vector loop that writes. */
public final class Saxpy implements Callable<Long> {
    private static final int TIMES = 10_000;

    private final float[] x = new float[8_192];
    private final float[] y = new float[8_192];

    private static void saxpy(float a, float[] x, float[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] = a * x[i] + y[i];
        }
    }

    @Override
    public Long call() {
        for (int i = 0; i < TIMES; i++) {
            saxpy(0.5f, x, y);
        }
        return (long) y[100];
    }
}
