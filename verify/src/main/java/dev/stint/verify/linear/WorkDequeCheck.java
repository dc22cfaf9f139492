package dev.stint.verify.linear;

import dev.stint.internal.queue.WorkDeque;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;

/** The deque: its owner's operations on one thread, thieves on any. */
public class WorkDequeCheck {
    private final WorkDeque<Integer> deque = new WorkDeque<>(2);

    /** Owner. */
    @Operation(nonParallelGroup = "owner")
    public void push(int element) {
        deque.push(element);
    }

    /** Owner. */
    @Operation(nonParallelGroup = "owner")
    public @Nullable Integer pop() {
        return deque.pop();
    }

    /** Thief. */
    @Operation
    public @Nullable Integer steal() {
        return deque.thief().steal();
    }
}
