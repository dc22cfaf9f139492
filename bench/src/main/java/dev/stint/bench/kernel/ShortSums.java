package dev.stint.bench.kernel;

import java.util.concurrent.Callable;

/** Loops of a few turns, in which whatever a loop costs once shows most. */
public final class ShortSums implements Callable<Long> {
    private static final int TIMES = 2_000_000;

    private final int[] numbers = new int[12];

    public ShortSums() {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * 7 - 3;
        }
    }

    private static int sum(int[] numbers, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += numbers[i];
        }
        return sum;
    }

    @Override
    public Long call() {
        long total = 0;
        for (int i = 0; i < TIMES; i++) {
            total += sum(numbers, i & 3, 6 + (i & 5));
        }
        return total;
    }
}
