package dev.stint.bench;

import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What does a message cost in a growing row of tasks that compute a little on each? */
public class SieveBench {
    /** Worked out beforehand, because that takes time which is not the shape's. */
    @State(Scope.Benchmark)
    public static class Truth {
        private long sum;
        private long messages;

        @Setup
        public void workOut(PeerState state) {
            sum = sum(state.size);
            messages = messages(state.size);
        }
    }

    @Benchmark
    public void sieve(PeerState state, Truth truth, CpuTime cpu) throws Exception {
        cpu.measure(
                truth.messages, () -> check(truth.sum, state.peer().channels().sieve(state.size)));
    }

    static void check(long expected, long sum) {
        Check.equal("the primes sum up to %d, not %d", expected, sum);
    }

    /** The sum of the primes up to the limit. */
    static long sum(int limit) {
        return IntStream.of(primes(limit)).asLongStream().sum();
    }

    /**
     * How many messages are sent in all: a number to the first task, and on until one keeps it
     * back; a prime through all that there are; and the word that it is over through all.
     */
    static long messages(int limit) {
        int[] primes = primes(limit);
        long messages = primes.length + 1L;
        for (int number = 2; number <= limit; number++) {
            int task = 0;
            while (number % primes[task] != 0) {
                task++;
            }
            messages += task + 1;
        }
        return messages;
    }

    private static int[] primes(int limit) {
        return IntStream.rangeClosed(2, limit).filter(SieveBench::isPrime).toArray();
    }

    private static boolean isPrime(int number) {
        for (int divisor = 2; divisor * divisor <= number; divisor++) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return true;
    }
}
