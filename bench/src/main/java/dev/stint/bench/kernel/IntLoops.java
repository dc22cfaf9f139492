package dev.stint.bench.kernel;

import java.util.concurrent.Callable;

/** Nested loops with tiny bodies, without arrays. */
public final class IntLoops implements Callable<Long> {
    private static int hash(int turns) {
        int hash = 17;
        for (int i = 0; i < turns; i++) {
            for (int j = 0; j < 64; j++) {
                hash = hash * 31 + (i ^ j);
                if ((hash & 1023) == 7) {
                    hash += i;
                }
            }
        }
        return hash;
    }

    @Override
    public Long call() {
        return (long) hash(120_000);
    }
}
