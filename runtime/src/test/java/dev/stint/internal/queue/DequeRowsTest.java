package dev.stint.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Scenarios for the deque, by the names under which the language's own project has them. */
class DequeRowsTest {
    private final WorkDeque<Integer> deque = new WorkDeque<>(4);

    private void push(int count) {
        for (int i = 1; i <= count; i++) {
            deque.push(i);
        }
    }

    @Test
    @DisplayName("WorkStealingDeque: push and pop")
    void pushAndPop() {
        push(3);

        assertThat(deque.pop()).isEqualTo(3);
        assertThat(deque.pop()).isEqualTo(2);
        assertThat(deque.pop()).isEqualTo(1);
        assertThat(deque.pop()).isNull();
    }

    @Test
    @DisplayName("WorkStealingDeque: steal takes from top (FIFO)")
    void stealTakesTheOldest() {
        push(3);

        assertThat(deque.thief().steal()).isEqualTo(1);
        assertThat(deque.thief().steal()).isEqualTo(2);
    }

    @Test
    @DisplayName("WorkStealingDeque: empty deque")
    void empty() {
        assertThat(deque.pop()).isNull();
        assertThat(deque.thief().steal()).isNull();
    }

    @Test
    @DisplayName("WorkStealingDeque: interleaved push/pop/steal")
    void interleaved() {
        push(3);

        assertThat(deque.thief().steal()).isEqualTo(1);
        assertThat(deque.pop()).isEqualTo(3);
        assertThat(deque.pop()).isEqualTo(2);
        assertThat(deque.pop()).isNull();
    }

    /** Ours grows where theirs refuses. */
    @Test
    @DisplayName("WorkStealingDeque: full deque")
    void full() {
        push(5);

        assertThat(deque.size()).isEqualTo(5);
        assertThat(deque.pop()).isEqualTo(5);
    }

    /** Ten are asked for, and it works with the next power of two. */
    @Test
    @DisplayName("WorkStealingDeque: capacity power of 2")
    void capacity() {
        var ten = new WorkDeque<Integer>(10);
        for (int i = 0; i < 16; i++) {
            ten.push(i);
        }

        assertThat(ten.size()).isEqualTo(16);
        assertThat(ten.thief().steal()).isZero();
    }
}
