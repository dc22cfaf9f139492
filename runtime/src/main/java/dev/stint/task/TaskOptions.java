package dev.stint.task;

import java.util.Objects;

/**
 * What a task is started with: its name and its priority. Immutable; the {@code with} methods
 * return a changed copy.
 *
 * @param name shown in dumps, errors and traces; empty means none
 */
public record TaskOptions(String name, Priority priority) {
    public static final TaskOptions DEFAULT = new TaskOptions("", Priority.NORMAL);

    public TaskOptions {
        Objects.requireNonNull(name, "name of a task");
        Objects.requireNonNull(priority, "priority of a task");
    }

    public static TaskOptions named(String name) {
        return DEFAULT.withName(name);
    }

    public TaskOptions withName(String name) {
        return new TaskOptions(name, priority);
    }

    public TaskOptions withPriority(Priority priority) {
        return new TaskOptions(name, priority);
    }
}
