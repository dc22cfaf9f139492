package dev.stint.bench.kernel;

import java.util.concurrent.Callable;

/** Calls and nothing else. */
public final class Fib implements Callable<Long> {
    /** Of which number. */
    public static final int N = 31;

    private static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    @Override
    public Long call() {
        return (long) fib(N);
    }
}
