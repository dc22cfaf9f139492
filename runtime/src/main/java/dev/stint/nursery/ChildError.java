package dev.stint.nursery;

/**
 * The failure of one child.
 *
 * @param task its id
 * @param name its name, empty if none
 * @param cause what it threw
 */
public record ChildError(long task, String name, Throwable cause) {
    /** Who failed, as tasks are named in messages. */
    public String who() {
        return name.isEmpty() ? "task " + task : "task " + task + " '" + name + "'";
    }
}
