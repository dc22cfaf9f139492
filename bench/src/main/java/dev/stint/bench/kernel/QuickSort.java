package dev.stint.bench.kernel;

import java.util.Random;
import java.util.concurrent.Callable;

/** Loops whose ends depend on data, and recursion. */
public final class QuickSort implements Callable<Long> {
    private static final int SIZE = 100_000;

    private final int[] numbers = new int[SIZE];

    public QuickSort() {
        var random = new Random(7);
        for (int i = 0; i < SIZE; i++) {
            numbers[i] = random.nextInt();
        }
    }

    private static void sort(int[] a, int from, int to) {
        int low = from;
        int high = to;
        while (low < high) {
            int pivot = a[(low + high) >>> 1];
            int i = low;
            int j = high;
            while (i <= j) {
                while (a[i] < pivot) {
                    i++;
                }
                while (a[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    int swapped = a[i];
                    a[i] = a[j];
                    a[j] = swapped;
                    i++;
                    j--;
                }
            }
            if (j - low < high - i) {
                sort(a, low, j);
                low = i;
            } else {
                sort(a, i, high);
                high = j;
            }
        }
    }

    @Override
    public Long call() {
        int[] sorted = numbers.clone();
        sort(sorted, 0, SIZE - 1);
        return (long) sorted[1_000] ^ sorted[80_000];
    }
}
