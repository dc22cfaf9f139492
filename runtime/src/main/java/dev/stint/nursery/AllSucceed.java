package dev.stint.nursery;

import dev.stint.task.Outcome;
import dev.stint.task.Task;

/** The first failure cancels the others. */
enum AllSucceed implements Policy {
    INSTANCE;

    @Override
    public Then childEnded(Task<?> child, Outcome<?> outcome) {
        return outcome instanceof Outcome.Failure<?> ? Then.CANCEL_THE_OTHERS : Then.GO_ON;
    }
}
