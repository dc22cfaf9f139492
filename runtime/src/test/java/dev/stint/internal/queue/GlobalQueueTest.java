package dev.stint.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** [FIBER:global-queue] a ring for the common case, a list behind it; a push always succeeds. */
class GlobalQueueTest {
    @Test
    void new_withoutArgument_hasTheRingOfTheSpecification() {
        assertThat(GlobalQueue.RING_CAPACITY).isEqualTo(4096);
    }

    @Test
    void poll_whenEmpty_isNull() {
        var queue = new GlobalQueue<Integer>();

        assertThat(queue.poll()).isNull();
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64, 4096})
    void push_burstOf100k_neverFailsAndKeepsOrder(int ring) {
        var queue = new GlobalQueue<Integer>(ring);
        int burst = 100_000;

        for (int i = 0; i < burst; i++) {
            queue.push(i);
        }

        assertThat(queue.size()).isEqualTo(burst);
        assertThat(queue.isEmpty()).isFalse();
        for (int i = 0; i < burst; i++) {
            assertThat(queue.poll()).isEqualTo(i);
        }
        assertThat(queue.poll()).isNull();
        assertThat(queue.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 64})
    void push_whileTheListHoldsSomething_overtakesNothing(int ring) {
        var queue = new GlobalQueue<Integer>(ring);
        int waiting = ring + 1; // the last of these is in the list
        for (int i = 0; i < waiting; i++) {
            queue.push(i);
        }

        // As busy as it can be: for each element taken, a new one comes.
        for (int i = 0; i < 10 * ring; i++) {
            assertThat(queue.poll()).isEqualTo(i);
            queue.push(waiting + i);
        }
    }

    @Test
    void pushAndPoll_inAnyOrder_agreeWithArrayDeque() {
        for (long seed = 0; seed < 300; seed++) {
            var random = new SplittableRandom(seed);
            var queue = new GlobalQueue<Integer>(4);
            var model = new ArrayDeque<Integer>();
            for (int i = 0; i < 300; i++) {
                if (random.nextInt(100) < 35 + 30 * (i / 100 % 2)) {
                    queue.push(i);
                    model.add(i);
                } else {
                    assertThat(queue.poll()).as("seed %d", seed).isEqualTo(model.poll());
                }
                assertThat(queue.size()).as("seed %d", seed).isEqualTo(model.size());
                assertThat(queue.isEmpty()).as("seed %d", seed).isEqualTo(model.isEmpty());
            }
        }
    }

    @Nested
    class TransferThroughTinyRing extends GlobalQueueTransfer {
        TransferThroughTinyRing() {
            super(2);
        }
    }

    @Nested
    class TransferThroughRealRing extends GlobalQueueTransfer {
        TransferThroughRealRing() {
            super(GlobalQueue.RING_CAPACITY);
        }
    }

    abstract static class GlobalQueueTransfer extends TransferContract {
        private final int ring;

        GlobalQueueTransfer(int ring) {
            this.ring = ring;
        }

        @Override
        Queue newQueue() {
            var queue = new GlobalQueue<Integer>(ring);
            return new Queue() {
                @Override
                public void push(Integer element) {
                    queue.push(element);
                }

                @Override
                public int take(IntConsumer into) {
                    Integer taken = queue.poll();
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
            return 2;
        }

        /** A push that is half done hides the rest of the ring, and the list goes first then. */
        @Override
        boolean keepsOrderOfEachPusher() {
            return false;
        }
    }
}
