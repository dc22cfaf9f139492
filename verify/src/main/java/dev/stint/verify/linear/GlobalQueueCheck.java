package dev.stint.verify.linear;

import dev.stint.internal.queue.GlobalQueue;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The global queue while its ring has room: first in, first out, for a taker that does not take a
 * push under way for emptiness. ({@link GlobalQueue#poll} alone may, and says so.)
 */
public class GlobalQueueCheck {
    private final GlobalQueue<Integer> queue = new GlobalQueue<>(16);

    /** Anyone. */
    @Operation
    public void push(int element) {
        queue.push(element);
    }

    /** Anyone; polls again while something is on its way. */
    @Operation
    public @Nullable Integer take() {
        Integer element = queue.poll();
        while (element == null && !queue.isEmpty()) {
            element = queue.poll();
        }
        return element;
    }

    /** Anyone. */
    @Operation
    public boolean isEmpty() {
        return queue.isEmpty();
    }
}
