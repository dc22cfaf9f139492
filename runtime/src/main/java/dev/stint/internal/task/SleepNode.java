package dev.stint.internal.task;

import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.wait.Waiter;
import java.time.Duration;

/** The wait of a task that sleeps. */
final class SleepNode extends WaitNode {
    private final Duration duration;

    SleepNode(Waiter waiter, Duration duration) {
        super(waiter);
        this.duration = duration;
    }

    @Override
    public String describe() {
        return "the end of a sleep of " + duration;
    }
}
