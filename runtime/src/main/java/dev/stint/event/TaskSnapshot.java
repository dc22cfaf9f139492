package dev.stint.event;

import dev.stint.task.Priority;
import dev.stint.task.TaskState;
import java.util.List;

/**
 * One task at one moment.
 *
 * @param waitsFor what it waits for, empty if it does not or if that is not known
 * @param worker the worker it runs or last ran on, -1 if none
 */
public record TaskSnapshot(
        long id,
        String name,
        TaskState state,
        Priority priority,
        String waitsFor,
        int worker,
        List<StackTraceElement> stack) {

    /** A report that nobody can read helps nobody. */
    private static final int MOST_LINES = 50;

    public TaskSnapshot {
        stack = List.copyOf(stack);
    }

    /** One line: who, what state, what for, where. */
    public String toLine() {
        var text = new StringBuilder("task ").append(id);
        if (!name.isEmpty()) {
            text.append(" '").append(name).append('\'');
        }
        text.append(' ').append(state);
        if (!waitsFor.isEmpty()) {
            text.append(", waits for ").append(waitsFor);
        }
        stack.stream()
                .filter(f -> !isPlumbing(f.getClassName()))
                .findFirst()
                .ifPresent(f -> text.append(", at ").append(f));
        return text.toString();
    }

    /** A line each, indented, for the first fifty; then how many more there are. */
    public static String toLines(List<TaskSnapshot> tasks) {
        var text = new StringBuilder();
        for (TaskSnapshot task : tasks.subList(0, Math.min(MOST_LINES, tasks.size()))) {
            text.append("\n  ").append(task.toLine());
        }
        if (tasks.size() > MOST_LINES) {
            text.append("\n  and ").append(tasks.size() - MOST_LINES).append(" more");
        }
        return text.toString();
    }

    private static boolean isPlumbing(String className) {
        return className.startsWith("dev.stint.internal.")
                || className.startsWith("dev.stint.hooks.")
                || className.equals("dev.stint.Stint")
                || className.startsWith("java.lang.")
                || className.startsWith("jdk.internal.")
                || className.startsWith("java.util.concurrent.");
    }
}
