package dev.stint.internal.island;

import dev.stint.context.SchedulingContext;
import dev.stint.env.Readings;
import dev.stint.internal.stack.Carrier;
import dev.stint.internal.task.TaskImpl;
import dev.stint.task.Usage;
import org.jspecify.annotations.Nullable;

/**
 * What an activation costs: a look before it, and one after. Made once; looking allocates, but not
 * between the two. The island's task.
 */
final class Look {
    private final TaskImpl<?> task;
    private final SchedulingContext context;
    private final @Nullable Readings readings;
    private Usage before = Usage.NONE;
    private long depletionsBefore;
    private long bytesBefore;

    // ---- of the last activation
    long waits;
    long depletions;
    long bytes;
    boolean isMeasured; // the bytes are the activation's

    Look(TaskImpl<?> task, SchedulingContext context, @Nullable Readings readings) {
        this.task = task;
        this.context = context;
        this.readings = readings;
    }

    void begin() {
        before = task.usage();
        depletionsBefore = context.snapshot().depletions();
        bytesBefore = allocated(); // last
    }

    void end() {
        long after = allocated(); // first
        Usage now = task.usage();
        waits = now.blocks() - before.blocks() + now.jdkBlocks() - before.jdkBlocks();
        depletions = context.snapshot().depletions() - depletionsBefore;
        bytes = after - bytesBefore;
        // Who was taken off its worker may be on another, and others were there meanwhile.
        isMeasured = readings != null && now.switches() == before.switches();
    }

    private long allocated() {
        return readings == null ? 0 : readings.allocatedBytes(Carrier.current());
    }
}
