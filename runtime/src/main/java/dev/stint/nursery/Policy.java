package dev.stint.nursery;

import dev.stint.task.Outcome;
import dev.stint.task.Task;
import org.jspecify.annotations.Nullable;

/**
 * What a nursery does when a child ends: goes on, or cancels the others.
 *
 * <p>One policy object serves one nursery if it keeps something. {@link #childEnded} is called by
 * the runtime, once for each child, by one worker at a time, in the middle of scheduling: it must
 * be quick and must not wait. What it throws counts as the failure of the child.
 */
public interface Policy {
    /** What to do next. */
    enum Then {
        GO_ON,
        CANCEL_THE_OTHERS
    }

    /** A child has ended. */
    Then childEnded(Task<?> child, Outcome<?> outcome);

    /** A nursery that has this policy was opened. One that serves one nursery only throws here. */
    default void nurseryOpened() {}

    /** True if the nursery counts as successful even though this many children have failed. */
    default boolean isSuccessDespite(long failures) {
        return false;
    }

    /** All must succeed: the first failure cancels the others. The default. */
    static Policy allSucceed() {
        return AllSucceed.INSTANCE;
    }

    /** One is enough: the first success cancels the others. It fails if all fail. */
    static <T extends @Nullable Object> FirstSuccess<T> firstSuccess() {
        return new FirstSuccess<>();
    }

    /**
     * All run to their end, whatever happens to the others. The first failure is still reported.
     */
    static Policy runAll() {
        return RunAll.INSTANCE;
    }

    /** As {@link #runAll}, and keeps how each child ended. No failure makes the nursery fail. */
    static CollectAll collect() {
        return new CollectAll();
    }
}
