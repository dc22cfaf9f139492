package dev.stint.verify.linear;

import dev.stint.internal.queue.GlobalQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;

/**
 * The global queue when its ring is full: a bag. The list may be polled before a slot of the ring
 * that is still being filled, so there is no order to check; but nothing is lost or doubled.
 */
public class OverflowCheck {
    private final GlobalQueue<Integer> queue = new GlobalQueue<>(2);
    private final AtomicInteger balance = new AtomicInteger(); // pushed and not yet polled
    private final AtomicInteger next = new AtomicInteger(1);

    /** Anyone. Each element is another power of two, so that a loss cannot hide a doubling. */
    @Operation
    public void push() {
        int element = next.getAndUpdate(n -> n << 1);
        balance.addAndGet(element);
        queue.push(element);
    }

    /** Anyone. */
    @Operation
    public void poll() {
        poll(queue.poll());
    }

    private void poll(@Nullable Integer element) {
        if (element != null) {
            balance.addAndGet(-element);
        }
    }

    /** When all is quiet, what is left can be polled and is exactly what is missing. */
    @Validate
    public void validate() {
        Integer element;
        while ((element = queue.poll()) != null) {
            poll(element);
        }
        int missing = balance.get();
        if (missing != 0 || !queue.isEmpty()) {
            throw new IllegalStateException(
                    "lost, as bits, or doubled if negative: " + missing + "; size " + queue.size());
        }
    }
}
