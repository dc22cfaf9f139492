package dev.stint.task;

/**
 * A hint about which of one tenant's ready tasks should run first. Never a promise: the scheduler
 * looks at every queue again after a bounded number of steps, so that no priority starves another.
 */
public enum Priority {
    LOW,
    NORMAL,
    HIGH
}
