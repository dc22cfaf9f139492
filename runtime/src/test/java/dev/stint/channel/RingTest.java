package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RingTest {
    private static int length(Ring ring) throws ReflectiveOperationException {
        Field slots = Ring.class.getDeclaredField("slots");
        slots.setAccessible(true);
        return ((Object[]) slots.get(ring)).length;
    }

    /** Against a queue of the JDK, through all the sizes at which the array changes. */
    @Test
    void addAndTake_anyOrder_isAQueue() {
        for (long seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            var ring = new Ring();
            var queue = new ArrayDeque<Integer>();
            int most = 1 << random.nextInt(1, 14);
            for (int i = 0; i < 20_000; i++) {
                boolean fills = i / most % 2 == 0;
                if (random.nextInt(10) < (fills ? 8 : 2)) {
                    ring.add(i);
                    queue.add(i);
                } else if (!queue.isEmpty()) {
                    assertThat(ring.take()).isEqualTo(queue.remove());
                }
                assertThat(ring.size()).isEqualTo(queue.size());
            }
        }
    }

    @Test
    void take_empty_isAFaultOfOurs() {
        var ring = new Ring();
        ring.add(1);
        ring.take();
        assertThatThrownBy(ring::take).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void new_takesNoSlots() throws Exception {
        assertThat(length(new Ring())).isZero();
    }

    @Test
    void take_nowEmpty_givesALargeArrayBack() throws Exception {
        var ring = new Ring();
        for (int i = 0; i < 100_000; i++) {
            ring.add(i);
        }
        assertThat(length(ring)).isGreaterThanOrEqualTo(100_000);
        for (int i = 0; i < 100_000; i++) {
            ring.take();
        }
        assertThat(length(ring)).isLessThanOrEqualTo(1024);
    }

    /** A buffer that is never quite empty would otherwise keep the array of its worst moment. */
    @Test
    void take_almostEmpty_givesALargeArrayBack() throws Exception {
        var ring = new Ring();
        for (int i = 0; i < 100_000; i++) {
            ring.add(i);
        }
        for (int i = 0; i < 99_990; i++) {
            assertThat(ring.take()).isEqualTo(i);
        }
        assertThat(length(ring)).isLessThanOrEqualTo(1024);
        for (int i = 99_990; i < 100_000; i++) {
            assertThat(ring.take()).isEqualTo(i);
        }
    }

    /** Around one size it settles: it does not grow and shrink in turn. */
    @Test
    void addAndTake_aroundOneSize_keepsItsArray() throws Exception {
        var ring = new Ring();
        for (int i = 0; i < 5000; i++) {
            ring.add(i);
        }
        int before = length(ring);
        for (int i = 0; i < 10_000; i++) {
            ring.take();
            ring.add(i);
        }
        assertThat(length(ring)).isEqualTo(before);
    }
}
