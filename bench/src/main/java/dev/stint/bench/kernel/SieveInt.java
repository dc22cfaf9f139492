package dev.stint.bench.kernel;

import java.util.concurrent.Callable;

/** The same with an {@code int}. */
public final class SieveInt implements Callable<Long> {
    private static final int LARGEST_ROOT = 46_340; // its square is an int

    private static int primes(int below) {
        boolean[] composite = new boolean[below];
        int count = 0;
        for (int i = 2; i < below; i++) {
            if (composite[i]) {
                continue;
            }
            count++;
            if (i < LARGEST_ROOT) {
                for (int j = i * i; j < below; j += i) {
                    composite[j] = true;
                }
            }
        }
        return count;
    }

    @Override
    public Long call() {
        return (long) primes(1_500_000);
    }
}
