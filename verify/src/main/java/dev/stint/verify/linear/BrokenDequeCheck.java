package dev.stint.verify.linear;

import dev.stint.internal.queue.WorkDeque;
import dev.stint.verify.stress.WeakDeque;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;

/**
 * {@link WorkDequeCheck}, where the owner takes the last element without a CAS. Lincheck must find
 * that, or its silence about the others is worth nothing.
 */
public class BrokenDequeCheck {
    private final WorkDeque<Integer> deque = new WorkDeque<>(2);

    /** Owner. */
    @Operation(nonParallelGroup = "owner")
    public void push(int element) {
        deque.push(element);
    }

    /** Owner. */
    @Operation(nonParallelGroup = "owner")
    public @Nullable Integer pop() {
        return WeakDeque.popWithoutCas(deque);
    }

    /** Thief. */
    @Operation
    public @Nullable Integer steal() {
        return deque.thief().steal();
    }
}
