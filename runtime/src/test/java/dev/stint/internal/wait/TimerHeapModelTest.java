package dev.stint.internal.wait;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Together;
import dev.stint.internal.wait.TimerHeapTest.Named;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** [FIBER:sleep-queue] against a model that cannot be wrong, and against other threads. */
class TimerHeapModelTest {
    private record Key(long deadline, long sequence) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return deadline != other.deadline
                    ? Long.compare(deadline, other.deadline)
                    : Long.compare(sequence, other.sequence);
        }
    }

    /** A heap and, beside it, the sorted map that says what it must do. */
    private static final class Twin {
        final TimerHeap heap = new TimerHeap();
        final TreeMap<Key, Named> model = new TreeMap<>();
        long sequence;

        void add(Named entry, long deadline) {
            heap.add(entry, deadline);
            model.put(new Key(deadline, sequence++), entry);
        }

        void take(long now, int most) {
            List<Integer> expected = new ArrayList<>();
            while (expected.size() < most && !model.isEmpty() && model.firstKey().deadline <= now) {
                expected.add(model.pollFirstEntry().getValue().name);
            }
            assertThat(TimerHeapTest.taken(heap, now, most)).isEqualTo(expected);
        }

        void cancel(Named entry) {
            boolean armed = model.values().remove(entry);
            assertThat(TimerHeap.cancel(entry)).isEqualTo(armed);
        }

        void moveAllTo(Twin other) {
            assertThat(heap.moveAllTo(other.heap)).isEqualTo(model.size());
            model.forEach(
                    (key, entry) ->
                            other.model.put(new Key(key.deadline, other.sequence++), entry));
            model.clear();
        }

        void assertAgrees() {
            assertThat(heap.size()).isEqualTo(model.size());
            assertThat(heap.nextDeadline())
                    .isEqualTo(model.isEmpty() ? TimerHeap.NONE : model.firstKey().deadline);
        }
    }

    @Test
    void anyOperations_inAnyOrder_agreeWithTreeMap() {
        for (long seed = 0; seed < 400; seed++) {
            try {
                runModel(new SplittableRandom(seed), 300);
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static void runModel(SplittableRandom random, int operations) {
        Twin[] twins = {new Twin(), new Twin()};
        Map<Integer, Twin> homes = new HashMap<>();
        List<Named> all = new ArrayList<>();
        long now = 0;
        int spread = 1 + random.nextInt(200); // small: many equal deadlines
        for (int i = 0; i < operations; i++) {
            Twin twin = twins[random.nextInt(2)];
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3, 4 -> {
                    var entry = new Named(i);
                    all.add(entry);
                    homes.put(i, twin);
                    twin.add(entry, now + random.nextInt(spread));
                }
                case 5, 6 -> {
                    if (!all.isEmpty()) {
                        Named entry = all.get(random.nextInt(all.size()));
                        twinOf(homes, entry).cancel(entry);
                    }
                }
                case 7, 8 -> {
                    now += random.nextInt(spread / 2 + 1);
                    twin.take(now, 1 + random.nextInt(8));
                }
                default -> {
                    if (random.nextInt(8) == 0) {
                        Twin other = twin == twins[0] ? twins[1] : twins[0];
                        twin.model.values().forEach(e -> homes.put(e.name, other));
                        twin.moveAllTo(other);
                    }
                }
            }
            twins[0].assertAgrees();
            twins[1].assertAgrees();
        }
    }

    private static Twin twinOf(Map<Integer, Twin> homes, Named entry) {
        Twin home = homes.get(entry.name);
        assertThat(home).isNotNull();
        return java.util.Objects.requireNonNull(home);
    }

    /** A timer that counts how it ended. */
    private static final class Counted extends TimerHeap.Entry {
        final AtomicInteger fired = new AtomicInteger();
        final AtomicInteger cancelled = new AtomicInteger();

        @Override
        public void fire() {
            fired.incrementAndGet();
        }
    }

    /** Owner adds and fires, others cancel, the monitor fires, and everything moves house twice. */
    @Test
    void addCancelTakeMove_concurrently_eachEntryEndsExactlyOnce() {
        int entries = 200_000;
        var a = new TimerHeap();
        var b = new TimerHeap();
        List<Counted> all = new ArrayList<>();
        for (int i = 0; i < entries; i++) {
            all.add(new Counted());
        }
        var cancellable = new ConcurrentLinkedQueue<Counted>();
        var over = new AtomicBoolean();
        Together.run(
                () -> {
                    try {
                        addAndFire(a, all, cancellable);
                    } finally {
                        over.set(true);
                    }
                },
                () -> cancelUntil(over, cancellable),
                () -> {
                    for (long now = 0; !over.get(); now += 7) {
                        fireDue(b, now);
                        Together.breathe();
                    }
                },
                () -> {
                    for (int i = 0; !over.get(); i++) {
                        // One mover only: two heaps are locked in the order of the move.
                        int moved = i % 3 == 2 ? b.moveAllTo(a) : a.moveAllTo(b);
                        if (moved == 0) {
                            Together.breathe();
                        }
                    }
                });
        fireDue(a, Long.MAX_VALUE);
        fireDue(b, Long.MAX_VALUE);

        assertThat(a.size() + b.size()).isZero();
        int cancelled = 0;
        for (Counted entry : all) {
            if (entry.fired.get() + entry.cancelled.get() != 1) {
                throw new AssertionError(
                        "fired " + entry.fired + " times, cancelled " + entry.cancelled);
            }
            cancelled += entry.cancelled.get();
        }
        assertThat(cancelled).as("races won by the canceller").isBetween(1, entries - 1);
    }

    /** A canceller that waited for the lock of a heap finds its entry where it lives by then. */
    @Test
    void cancel_whileTheEntryMovesHouse_findsIt() {
        int rounds = 4_000;
        var a = new TimerHeap();
        var b = new TimerHeap();
        var over = new AtomicBoolean();
        Together.run(
                () -> {
                    try {
                        for (int round = 0; round < rounds; round++) {
                            addAndCancel(a, 8);
                        }
                    } finally {
                        over.set(true);
                    }
                },
                () -> {
                    while (!over.get()) {
                        a.moveAllTo(b);
                        b.moveAllTo(a);
                        Thread.onSpinWait();
                    }
                });

        assertThat(a.size() + b.size()).isZero();
    }

    private static void addAndCancel(TimerHeap heap, int count) {
        var entries = new Counted[count];
        for (int i = 0; i < count; i++) {
            entries[i] = new Counted();
            heap.add(entries[i], i);
        }
        for (Counted entry : entries) {
            assertThat(TimerHeap.cancel(entry)).isTrue();
        }
    }

    private static void addAndFire(
            TimerHeap heap, List<Counted> all, ConcurrentLinkedQueue<Counted> cancellable) {
        var random = new SplittableRandom(3);
        for (int i = 0; i < all.size(); i++) {
            Counted entry = all.get(i);
            heap.add(entry, i + random.nextInt(500));
            if (random.nextBoolean()) {
                cancellable.add(entry);
            }
            if (i % 50 == 0) {
                fireDue(heap, i);
            }
        }
    }

    private static void cancelUntil(AtomicBoolean over, ConcurrentLinkedQueue<Counted> from)
            throws InterruptedException {
        while (true) {
            boolean last = over.get();
            Counted entry = from.poll();
            if (entry == null && last) {
                return;
            }
            if (entry == null) {
                Together.breathe();
            } else if (TimerHeap.cancel(entry)) {
                entry.cancelled.incrementAndGet();
            }
        }
    }

    private static void fireDue(TimerHeap heap, long now) {
        var batch = new TimerHeap.@Nullable Entry[TimerHeap.BATCH];
        int n;
        while ((n = heap.takeExpired(now, batch)) > 0) {
            for (int i = 0; i < n; i++) {
                TimerHeap.Entry entry = batch[i];
                if (entry != null) {
                    entry.fire();
                }
            }
        }
    }
}
