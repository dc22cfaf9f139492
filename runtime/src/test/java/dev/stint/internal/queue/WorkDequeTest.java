package dev.stint.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Together;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** [SCHED:7.1.1] owner LIFO, thief FIFO; [SCHED:7.1.2] orderings, as far as a stress run shows. */
class WorkDequeTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void pop_afterPushes_takesNewestFirst(int capacity) {
        var deque = filled(capacity, 200);

        for (int i = 199; i >= 0; i--) {
            assertThat(deque.pop()).isEqualTo(i);
        }
        assertThat(deque.pop()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void steal_afterPushes_takesOldestFirst(int capacity) {
        var deque = filled(capacity, 200);

        for (int i = 0; i < 200; i++) {
            assertThat(deque.thief().steal()).isEqualTo(i);
        }
        assertThat(deque.thief().steal()).isNull();
    }

    /** The owner, too, can take as a thief does: so a queue that is first in, first out is made. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void poll_afterPushes_takesOldestFirst(int capacity) {
        var deque = filled(capacity, 200);

        for (int i = 0; i < 200; i++) {
            assertThat(deque.poll()).isEqualTo(i);
        }
        assertThat(deque.poll()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void popAndSteal_whenEmpty_areNullAndLeaveItUsable(int capacity) {
        var deque = new WorkDeque<Integer>(capacity);

        for (int round = 0; round < 3; round++) {
            assertThat(deque.pop()).isNull();
            assertThat(deque.thief().steal()).isNull();
            assertThat(deque.isEmpty()).isTrue();
            assertThat(deque.thief().isEmpty()).isTrue();
            assertThat(deque.size()).isZero();
            deque.push(round);
            assertThat(deque.isEmpty()).isFalse();
            assertThat(deque.thief().size()).isOne();
            assertThat(round % 2 == 0 ? deque.pop() : deque.thief().steal()).isEqualTo(round);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void push_roundAndRound_wrapsWithoutGrowingOrMixing(int capacity) {
        var deque = new WorkDeque<Integer>(capacity);
        int width = Math.max(1, capacity - 1);

        for (int base = 0; base < 20 * capacity; base += width) {
            for (int i = 0; i < width; i++) {
                deque.push(base + i);
            }
            assertThat(deque.size()).isEqualTo(width);
            for (int i = 0; i < width; i++) {
                assertThat(deque.thief().steal()).isEqualTo(base + i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void push_pastCapacityAfterThefts_growsAndKeepsOrder(int capacity) {
        var deque = filled(capacity, capacity); // full, so that what follows wraps, then grows
        assertThat(deque.thief().steal()).isZero();
        for (int i = capacity; i < 10 * capacity; i++) {
            deque.push(i);
        }

        assertThat(deque.size()).isEqualTo(10 * capacity - 1);
        for (int i = 1; i < 10 * capacity; i++) {
            assertThat(deque.thief().steal()).isEqualTo(i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void anyOperations_inAnyOrder_agreeWithArrayDeque(int capacity) {
        for (long seed = 0; seed < 200; seed++) {
            var random = new SplittableRandom(seed);
            var deque = new WorkDeque<Integer>(capacity);
            var model = new ArrayDeque<Integer>();
            for (int i = 0; i < 400; i++) {
                switch (random.nextInt(6)) {
                    case 0 ->
                            assertThat(deque.pop()).as("seed %d", seed).isEqualTo(model.pollLast());
                    case 1 ->
                            assertThat(deque.thief().steal())
                                    .as("seed %d", seed)
                                    .isEqualTo(model.pollFirst());
                    case 2 ->
                            assertThat(deque.poll())
                                    .as("seed %d", seed)
                                    .isEqualTo(model.pollFirst());
                    default -> {
                        deque.push(i);
                        model.addLast(i);
                    }
                }
                assertThat(deque.size()).as("seed %d", seed).isEqualTo(model.size());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, (1 << 30) + 1})
    void new_capacityOutOfRange_isRefusedByName(int capacity) {
        assertThatThrownBy(() -> new WorkDeque<Integer>(capacity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("deque capacity " + capacity + " is not in 1..1073741824");
    }

    /** The race that matters: the owner pops what it has just pushed while thieves reach for it. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "1, 64", "2, 2", "3, 64"})
    void pop_lastElementAgainstThieves_exactlyOneHasIt(int thieves, int capacity) {
        int rounds = 1_000_000;
        var deque = new WorkDeque<Integer>(capacity);
        var receipts = new Receipts(rounds);
        var over = new AtomicBoolean();
        Receipts.Taker owner = receipts.taker();
        List<Together.Piece> pieces = new ArrayList<>();
        pieces.add(
                () -> {
                    try {
                        pushAndPop(deque, rounds, owner);
                    } finally {
                        over.set(true);
                    }
                });
        for (int t = 0; t < thieves; t++) {
            Receipts.Taker thief = receipts.taker();
            pieces.add(() -> stealUntil(over, deque, thief));
        }

        Together.run(pieces);

        receipts.assertEachExactlyOnce();
        assertThat(deque.isEmpty()).isTrue();
    }

    /** One or two at a time, so that nearly every pop is for the last or last but one. */
    private static void pushAndPop(WorkDeque<Integer> deque, int rounds, Receipts.Taker owner) {
        for (int i = 0; i < rounds; ) {
            int burst = Math.min(1 + (i & 1), rounds - i);
            for (int k = 0; k < burst; k++) {
                deque.push(i++);
            }
            for (int k = 0; k < burst; k++) {
                Integer mine = deque.pop();
                if (mine != null) {
                    owner.took(mine);
                }
            }
        }
        Integer rest;
        while ((rest = deque.pop()) != null) {
            owner.took(rest);
        }
    }

    private static void stealUntil(
            AtomicBoolean over, WorkDeque<Integer> deque, Receipts.Taker thief) {
        while (!over.get()) {
            Integer stolen = deque.thief().steal();
            if (stolen != null) {
                thief.took(stolen);
            }
        }
    }

    private static WorkDeque<Integer> filled(int capacity, int count) {
        var deque = new WorkDeque<Integer>(capacity);
        for (int i = 0; i < count; i++) {
            deque.push(i);
        }
        return deque;
    }

    @Nested
    class TransferOfCapacityOne extends WorkDequeTransfer {
        TransferOfCapacityOne() {
            super(1);
        }
    }

    @Nested
    class TransferOfCapacity64 extends WorkDequeTransfer {
        TransferOfCapacity64() {
            super(64);
        }
    }

    abstract static class WorkDequeTransfer extends TransferContract {
        private final int capacity;

        WorkDequeTransfer(int capacity) {
            this.capacity = capacity;
        }

        @Override
        Queue newQueue() {
            var deque = new WorkDeque<Integer>(capacity);
            return new Queue() {
                @Override
                public void push(Integer element) {
                    deque.push(element);
                }

                @Override
                public int take(IntConsumer into) {
                    Integer taken = deque.thief().steal();
                    if (taken == null) {
                        return 0;
                    }
                    into.accept(taken);
                    return 1;
                }
            };
        }

        @Override
        int pushers() {
            return 1;
        }

        @Override
        boolean keepsOrderOfEachPusher() {
            return true;
        }
    }
}
