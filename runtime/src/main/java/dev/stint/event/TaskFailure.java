package dev.stint.event;

import dev.stint.hooks.Foreign;
import java.util.Objects;

/**
 * The failure of a task that nobody has asked how it ended.
 *
 * @param task its id
 * @param name its name, empty if none
 * @param nursery the nursery that it was in, as messages name it
 * @param tenant the tenant that it belonged to
 * @param cause what it threw. It may be of a tenant's class: ask such a one nothing, its methods
 *     are the tenant's code
 */
public record TaskFailure(long task, String name, String nursery, String tenant, Throwable cause) {
    public TaskFailure {
        Objects.requireNonNull(name, "name of the task");
        Objects.requireNonNull(nursery, "nursery of the task");
        Objects.requireNonNull(tenant, "tenant of the task");
        Objects.requireNonNull(cause, "what the task threw");
    }

    /** Who failed, as tasks are named in messages. */
    public String who() {
        return name.isEmpty() ? "task " + task : "task " + task + " '" + name + "'";
    }

    /** One line: who failed, where it belonged, with what. */
    @Override
    public String toString() {
        return oneLine(
                who()
                        + " in "
                        + nursery
                        + " failed, and nobody awaited it: "
                        + Foreign.inWords(cause));
    }

    private static String oneLine(String text) {
        return Foreign.plain(text).lines().reduce((a, b) -> a + " " + b.strip()).orElse("");
    }
}
