package dev.stint.task;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What a task does when it has no value to give back. */
@FunctionalInterface
public interface Action {
    void run() throws Exception;

    /** The action as a callable that returns null. */
    static Callable<@Nullable Void> asCallable(Action action) {
        Objects.requireNonNull(action, "body of the task");
        return () -> {
            action.run();
            return null;
        };
    }
}
