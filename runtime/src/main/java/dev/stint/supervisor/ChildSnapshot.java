package dev.stint.supervisor;

import dev.stint.task.TaskState;

/**
 * A child of a supervisor at one moment.
 *
 * @param name its name
 * @param task the id of the task that runs it, or ran it last; 0 before the first start
 * @param state where that task is; READY before the first start
 * @param restarts how often it was started again
 */
public record ChildSnapshot(String name, long task, TaskState state, long restarts) {}
