package dev.stint.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Who received which of the elements 0 to n - 1; each taker writes a list of its own. */
final class Receipts {
    private final int elements;
    private final List<Taker> takers = new ArrayList<>();

    Receipts(int elements) {
        this.elements = elements;
    }

    /** One per thread; made before the threads start. */
    Taker taker() {
        var taker = new Taker(elements);
        takers.add(taker);
        return taker;
    }

    /** After all threads have ended. */
    void assertEachExactlyOnce() {
        var times = new int[elements];
        for (Taker taker : takers) {
            for (int i = 0; i < taker.count; i++) {
                times[taker.taken[i]]++;
            }
        }
        for (int i = 0; i < elements; i++) {
            if (times[i] != 1) {
                assertThat(times[i]).as("times element %d of %d was taken", i, elements).isOne();
            }
        }
    }

    static final class Taker {
        private int[] taken = new int[1024];
        private final int limit;
        private int count;

        private Taker(int limit) {
            this.limit = limit;
        }

        void took(int element) {
            if (count == taken.length) {
                assertThat(count).as("elements taken by one of %d", limit).isLessThan(2 * limit);
                taken = Arrays.copyOf(taken, count * 2);
            }
            taken[count++] = element;
        }

        int count() {
            return count;
        }

        /**
         * For elements dealt to the pushers in turn: each pusher's came in the order of its pushes.
         */
        void assertAscending(int pushers) {
            var last = new int[pushers];
            Arrays.fill(last, -1);
            for (int i = 0; i < count; i++) {
                int pusher = taken[i] % pushers;
                assertThat(taken[i]).as("next of pusher %d", pusher).isGreaterThan(last[pusher]);
                last[pusher] = taken[i];
            }
        }
    }
}
