package dev.stint.bench.kernel;

import java.util.concurrent.Callable;

/** A loop whose index is a {@code long}, which compilers treat with less care. */
public final class Sieve implements Callable<Long> {
    private static int primes(int most) {
        boolean[] composite = new boolean[most + 1];
        int count = 0;
        for (int i = 2; i <= most; i++) {
            if (!composite[i]) {
                count++;
                for (long j = (long) i * i; j <= most; j += i) {
                    composite[(int) j] = true;
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
