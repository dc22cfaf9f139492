package dev.stint.internal.worker;

import dev.stint.env.Decisions.Kind;
import dev.stint.internal.task.TaskImpl;

/**
 * The end of a slice under a seed, where time stands still while anything runs: the timer strikes
 * after so many looks as the seed decides. It ends the turn of the tenant with the slice, which
 * otherwise lasts so many operations as fit into it.
 *
 * <p>A task that never looks draws nothing.
 */
final class DrawnSliceEnd extends SliceEnd {
    /** No slice lasts longer, so that whatever decides does not let one go on for ever. */
    static final int MOST_LOOKS = 8;

    private static final int UNDRAWN = -1;

    private final Engine engine;
    private final Worker worker;
    private int left = UNDRAWN; // looks

    DrawnSliceEnd(Engine engine, Worker worker) {
        this.engine = engine;
        this.worker = worker;
    }

    @Override
    void begin(TaskImpl<?> task) {
        left = UNDRAWN;
    }

    @Override
    void rest() {
        left = UNDRAWN;
    }

    @Override
    void looked() {
        if (left == UNDRAWN) {
            left = 1 + engine.driver().choose(worker, Kind.SLICE, MOST_LOOKS);
        }
        if (left > 0 && --left == 0) {
            worker.lanes().hurry();
        }
    }

    @Override
    boolean isOver() {
        return left == 0;
    }
}
