package dev.stint.internal.queue;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The queue that all workers share: a bounded lock-free ring for the common case and an unbounded
 * list for bursts, so that a push always succeeds and never blocks.
 *
 * <p>While the list holds anything, pushes go to the list: the ring then drains, the list drains
 * after it, and nothing in the list can be overtaken for ever.
 *
 * <p>The list is lock-free too. The specification allows a mutex there, but a push may run on a
 * mounted virtual thread, which a contended lock would unmount in the middle of scheduler code.
 */
public final class GlobalQueue<T> {
    /** As the specification has it; 4096 references are 16 KB. */
    public static final int RING_CAPACITY = 4096;

    private final MpmcVarHandleArrayQueue<T> ring;
    private final ConcurrentLinkedQueue<T> overflow = new ConcurrentLinkedQueue<>();
    private final AtomicInteger overflowing = new AtomicInteger();

    public GlobalQueue() {
        this(RING_CAPACITY);
    }

    public GlobalQueue(int ringCapacity) {
        ring = new MpmcVarHandleArrayQueue<>(Math.max(2, ringCapacity));
    }

    /** Adds an element. Any thread; always succeeds. */
    public void push(T element) {
        if (overflowing.get() == 0 && ring.offer(element)) {
            return;
        }
        overflowing.incrementAndGet(); // before the add, so that poll never misses it
        overflow.add(element);
    }

    /**
     * Takes the oldest element, or null when there is none. Null may also mean that a push has not
     * returned yet; that pusher looks for sleeping workers afterwards.
     */
    public @Nullable T poll() {
        T element = ring.relaxedPoll();
        if (element == null && overflowing.get() != 0) {
            element = overflow.poll();
            if (element != null) {
                overflowing.decrementAndGet();
            }
        }
        return element;
    }

    public boolean isEmpty() {
        return overflowing.get() == 0 && ring.isEmpty();
    }

    public int size() {
        return ring.size() + overflowing.get();
    }
}
