package dev.stint.nursery;

import dev.stint.hooks.Foreign;

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

    /** In words that run none of a tenant's code. */
    @Override
    public String toString() {
        return "ChildError[task="
                + task
                + ", name="
                + name
                + ", cause="
                + Foreign.inWords(cause)
                + ']';
    }
}
