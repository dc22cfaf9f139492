package dev.stint.event;

/**
 * Who is told what happens in a scheduler.
 *
 * <p>Called on the thread where it happens, often in the middle of scheduling: it must be quick and
 * must not block or call back into the scheduler. What it throws is dropped.
 */
@FunctionalInterface
public interface EventSink {
    void accept(Event event);

    /** Whether it is told of each {@link Event.TaskStep}; asked once. For those who record work. */
    default boolean wantsSteps() {
        return false;
    }
}
