package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.task.Task;

/** Fan-out and fan-in: a sum, halved until the halves are small, each half in a task. */
public final class ParallelSum {
    private static final int SMALL = 1_000;

    private ParallelSum() {}

    public static void main(String[] args) throws InterruptedException {
        try (var scheduler = Scheduler.open()) {
            long sum = scheduler.<Long>run(() -> sum(1, 1_000_000));
            System.out.println("1 + 2 + ... + 1000000 = " + sum);
        }
    }

    // tag::fan
    static long sum(long from, long to) throws InterruptedException {
        if (to - from < SMALL) {
            long total = 0;
            for (long i = from; i <= to; i++) {
                total += i;
            }
            return total;
        }
        long middle = (from + to) / 2;
        return Stint.inNursery(
                nursery -> {
                    Task<Long> left = nursery.spawn(() -> sum(from, middle));
                    long right = sum(middle + 1, to);
                    return left.await() + right;
                });
    }
    // end::fan
}
