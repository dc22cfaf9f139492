package dev.stint.internal.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** [FIBER:sleep-queue] what is due comes out in order, and it costs what is due, not what waits. */
class TimerHeapTest {
    private static final int MILLION = 1_000_000;

    private final TimerHeap heap = new TimerHeap();

    /** A timer that only has a name. */
    static final class Named extends TimerHeap.Entry {
        final int name;

        Named(int name) {
            this.name = name;
        }

        @Override
        public void fire() {
            throw new AssertionError("the heap must not fire, its caller does");
        }
    }

    @Test
    void takeExpired_whenEmpty_isZero() {
        assertThat(heap.nextDeadline()).isEqualTo(TimerHeap.NONE);
        assertThat(heap.size()).isZero();
        assertThat(taken(heap, Long.MAX_VALUE, 8)).isEmpty();
    }

    @Test
    void takeExpired_differentDeadlines_inOrderOfDeadline() {
        long[] deadlines = {50, 10, 40, 20, 30};
        for (int i = 0; i < deadlines.length; i++) {
            heap.add(new Named(i), deadlines[i]);
        }

        assertThat(taken(heap, 100, 8)).containsExactly(1, 3, 4, 2, 0);
    }

    @Test
    void takeExpired_equalDeadlines_inOrderOfAdding() {
        for (int i = 0; i < 1_000; i++) {
            heap.add(new Named(i), 7);
        }

        assertThat(taken(heap, 7, 1_000)).hasSize(1_000).isSorted();
    }

    @Test
    void takeExpired_someDue_leavesTheOthers() {
        heap.add(new Named(0), 10);
        heap.add(new Named(1), 11);

        assertThat(taken(heap, 9, 8)).isEmpty();
        assertThat(taken(heap, 10, 8)).containsExactly(0);
        assertThat(heap.nextDeadline()).isEqualTo(11);
        assertThat(heap.size()).isOne();
    }

    @Test
    void takeExpired_moreDueThanTheArrayHolds_comesInBatches() {
        for (int i = 0; i < 150; i++) {
            heap.add(new Named(i), i);
        }

        assertThat(heap.takeExpired(1_000, new TimerHeap.Entry[TimerHeap.BATCH])).isEqualTo(64);
        assertThat(heap.nextDeadline()).isEqualTo(64);
        assertThat(taken(heap, 1_000, 64)).hasSize(64).startsWith(64);
        assertThat(taken(heap, 1_000, 64)).hasSize(22).endsWith(149);
        assertThat(heap.nextDeadline()).isEqualTo(TimerHeap.NONE);
    }

    @Test
    void nextDeadline_followsAddTakeAndCancel() {
        var late = new Named(0);
        var early = new Named(1);
        heap.add(late, 20);
        assertThat(heap.nextDeadline()).isEqualTo(20);
        heap.add(early, 10);
        assertThat(heap.nextDeadline()).isEqualTo(10);
        assertThat(TimerHeap.cancel(early)).isTrue();
        assertThat(heap.nextDeadline()).isEqualTo(20);
        assertThat(taken(heap, 20, 1)).containsExactly(0);
        assertThat(heap.nextDeadline()).isEqualTo(TimerHeap.NONE);
    }

    @Test
    void cancel_inAnyStateButArmed_isFalse() {
        var entry = new Named(0);

        assertThat(TimerHeap.cancel(entry)).as("never added").isFalse();
        heap.add(entry, 5);
        assertThat(entry.deadline()).isEqualTo(5);
        assertThat(TimerHeap.cancel(entry)).as("armed").isTrue();
        assertThat(TimerHeap.cancel(entry)).as("cancelled before").isFalse();
        assertThat(taken(heap, 10, 1)).isEmpty();
        heap.add(entry, 6);
        assertThat(taken(heap, 10, 1)).as("armed again").containsExactly(0);
        assertThat(TimerHeap.cancel(entry)).as("taken").isFalse();
    }

    @Test
    void moveAllTo_keepsOrderBehindWhatIsThere() {
        var heir = new TimerHeap();
        heir.add(new Named(100), 5);
        for (int i = 0; i < 50; i++) {
            heap.add(new Named(i), 5);
        }
        heap.add(new Named(50), 4);

        assertThat(heap.moveAllTo(heir)).isEqualTo(51);

        assertThat(heap.size()).isZero();
        assertThat(heap.nextDeadline()).isEqualTo(TimerHeap.NONE);
        assertThat(heir.nextDeadline()).isEqualTo(4);
        assertThat(heir.size()).isEqualTo(52);
        List<Integer> order = taken(heir, 5, 100);
        assertThat(order).startsWith(50, 100, 0).hasSize(52).endsWith(49);
        assertThat(order.subList(2, 52)).isSorted();
    }

    @Test
    void cancel_afterMove_findsTheEntryInItsNewHeap() {
        var heir = new TimerHeap();
        var moved = new Named(1);
        heap.add(moved, 5);
        heap.moveAllTo(heir);

        assertThat(TimerHeap.cancel(moved)).isTrue();
        assertThat(heir.size()).isZero();
        assertThat(taken(heir, 5, 1)).isEmpty();
    }

    @Test
    void moveAllTo_whenEmpty_movesNothing() {
        assertThat(heap.moveAllTo(new TimerHeap())).isZero();
    }

    @Test
    void million_equalDeadlines_addAndTakeInSeconds() {
        addAndTakeMillion("equal", i -> 1_000_000);
    }

    @Test
    void million_spreadDeadlines_addAndTakeInSeconds() {
        var random = new SplittableRandom(1);
        addAndTakeMillion("spread", i -> random.nextLong(1L << 40));
    }

    private void addAndTakeMillion(String kind, IntToLongFunction deadline) {
        var entries = new Named[MILLION];
        var deadlines = new long[MILLION];
        for (int i = 0; i < MILLION; i++) {
            entries[i] = new Named(i);
            deadlines[i] = deadline.applyAsLong(i);
        }

        long t0 = System.nanoTime();
        for (int i = 0; i < MILLION; i++) {
            heap.add(entries[i], deadlines[i]);
        }
        long t1 = System.nanoTime();
        int count = 0;
        var previous = new Named(-1);
        var batch = new TimerHeap.@Nullable Entry[TimerHeap.BATCH];
        int n;
        while ((n = heap.takeExpired(Long.MAX_VALUE, batch)) > 0) {
            for (int i = 0; i < n; i++) {
                var entry = (Named) batch[i];
                if (entry == null || !isInOrder(previous, entry)) {
                    throw new AssertionError(kind + ": out of order at " + count);
                }
                previous = entry;
                count++;
            }
        }
        long t2 = System.nanoTime();

        System.out.printf(
                "TimerHeap, a million %s deadlines: %d ns per add, %d ns per take%n",
                kind, (t1 - t0) / MILLION, (t2 - t1) / MILLION);
        assertThat(count).isEqualTo(MILLION);
        assertThat(t2 - t0).as("nanoseconds in all").isLessThan(20_000_000_000L);
    }

    private static boolean isInOrder(Named a, Named b) {
        return a.name < 0
                || a.deadline() < b.deadline()
                || (a.deadline() == b.deadline() && a.name < b.name);
    }

    /** The names of what is due, taken by one call. */
    static List<Integer> taken(TimerHeap heap, long now, int most) {
        var batch = new TimerHeap.@Nullable Entry[most];
        int n = heap.takeExpired(now, batch);
        List<Integer> names = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            if (batch[i] instanceof Named named) {
                names.add(named.name);
            }
        }
        return names;
    }
}
