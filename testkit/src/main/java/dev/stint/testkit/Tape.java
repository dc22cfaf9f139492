package dev.stint.testkit;

import dev.stint.env.TaskDecisions;
import dev.stint.event.Event;
import dev.stint.event.EventSink;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that happened in one run, in order, with places in the source. Made only for a run
 * that is to be told about: a failing one, once more.
 */
final class Tape implements EventSink {
    /** One thing that happened. Times are of the virtual clock. */
    sealed interface Entry {
        /** A task is at a point where another could go on. */
        record At(long task, StackTraceElement place) implements Entry {}

        /** A decision about who goes on; {@code before} could have, unless it is -1. */
        record Pick(int decision, long task, long before, int alternatives) implements Entry {}

        /** Something else worth telling, such as a fault. */
        record Note(String text) implements Entry {}

        /** An event of the scheduler. */
        record Told(Event event) implements Entry {}
    }

    private static final StackTraceElement NOWHERE = new StackTraceElement("", "", null, -1);
    private static final StackWalker WALKER = StackWalker.getInstance();

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Long, Task<?>> tasks = new HashMap<>();

    List<Entry> entries() {
        return entries;
    }

    Map<Long, Task<?>> tasks() {
        return tasks;
    }

    void point(TaskDecisions.Ready ready) {
        for (int i = 0; i < ready.count(); i++) {
            tasks.putIfAbsent(ready.task(i).id(), ready.task(i));
        }
        Task<?> here = ready.running() >= 0 ? ready.task(ready.running()) : ready.yielding();
        if (here != null) {
            entries.add(new Entry.At(here.id(), place()));
        }
    }

    void picked(TaskDecisions.Ready ready, int pick, int decision) {
        int running = ready.running();
        entries.add(
                new Entry.Pick(
                        decision,
                        ready.task(pick).id(),
                        running < 0 ? -1 : ready.task(running).id(),
                        ready.count()));
    }

    void note(String text) {
        entries.add(new Entry.Note(text));
    }

    @Override
    public void accept(Event event) {
        entries.add(new Entry.Told(event));
    }

    /** The innermost frame of the caller that is neither ours nor the JDK's. */
    static StackTraceElement place() {
        return WALKER.walk(
                frames ->
                        frames.map(StackWalker.StackFrame::toStackTraceElement)
                                .filter(frame -> isUsers(frame.getClassName()))
                                .findFirst()
                                .orElse(NOWHERE));
    }

    static boolean isUsers(String className) {
        return !(className.startsWith("dev.stint.") && !isTestOfOurs(className))
                && !className.startsWith("java.")
                && !className.startsWith("jdk.");
    }

    private static boolean isTestOfOurs(String className) {
        return className.contains("Test") || className.startsWith("dev.stint.examples.");
    }
}
