package dev.stint.nursery;

import dev.stint.task.Outcome;
import dev.stint.task.Task;

/** Nothing cancels the others. */
enum RunAll implements Policy {
    INSTANCE;

    @Override
    public Then childEnded(Task<?> child, Outcome<?> outcome) {
        return Then.GO_ON;
    }
}
