package dev.stint.bench.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;

/** Collections of the JDK, iterators, boxed numbers. */
public final class Lists implements Callable<Long> {
    private static final int SIZE = 200_000;
    private static final int TIMES = 6;
    private static final int STEPS = 300_000;
    private static final int WIDEST = 1_000;

    @Override
    public Long call() {
        return sums() + queue();
    }

    private static long sums() {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            list.add(i ^ 0x5a5a);
        }
        long sum = 0;
        for (int time = 0; time < TIMES; time++) {
            for (Integer number : list) {
                sum += number;
            }
            for (int i = 0; i < list.size(); i++) {
                sum ^= list.get(i);
            }
        }
        return sum;
    }

    private static long queue() {
        Deque<int[]> queue = new ArrayDeque<>();
        queue.add(new int[] {0, 1});
        long sum = 0;
        for (int step = 0; step < STEPS; step++) {
            int[] pair = queue.remove();
            sum += pair[1];
            if (queue.size() < WIDEST) {
                queue.add(new int[] {pair[0] + 1, pair[1] * 3});
            }
            queue.add(new int[] {pair[0] - 1, pair[1] + 5});
        }
        return sum;
    }
}
