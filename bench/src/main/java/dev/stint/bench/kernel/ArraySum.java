package dev.stint.bench.kernel;

import java.util.concurrent.Callable;

/** Long loops that a compiler turns into vector instructions. */
public final class ArraySum implements Callable<Long> {
    private static final int TIMES = 3_000;

    private final int[] numbers = new int[16_384];

    public ArraySum() {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * 7 - 3;
        }
    }

    @SuppressWarnings("ForEachLoop") // counted by an index, as is most numeric code
    private static int sum(int[] numbers) {
        int sum = 0;
        for (int i = 0; i < numbers.length; i++) {
            sum += numbers[i];
        }
        return sum;
    }

    @Override
    public Long call() {
        long total = 0;
        for (int i = 0; i < TIMES; i++) {
            total += sum(numbers);
        }
        return total;
    }
}
