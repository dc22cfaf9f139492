package dev.stint.nursery;

import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The first success cancels the others. Made by {@link Policy#firstSuccess}. */
public final class FirstSuccess<T extends @Nullable Object> implements Policy {
    private final AtomicReference<Outcome.@Nullable Success<?>> first = new AtomicReference<>();

    private final AtomicBoolean isTaken = new AtomicBoolean();

    FirstSuccess() {}

    @Override
    public void nurseryOpened() {
        if (!isTaken.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "this policy keeps the results of a nursery and cannot serve a second one."
                            + " Make another for each: Policy.firstSuccess().");
        }
    }

    @Override
    public Then childEnded(Task<?> child, Outcome<?> outcome) {
        if (outcome instanceof Outcome.Success<?> success) {
            first.compareAndSet(null, success);
            return Then.CANCEL_THE_OTHERS;
        }
        return Then.GO_ON;
    }

    @Override
    public boolean isSuccessDespite(long failures) {
        return first.get() != null;
    }

    /** The value of the child that succeeded first. Ask after {@code join()}. */
    @SuppressWarnings("unchecked") // the caller says what its children return
    public T value() {
        Outcome.Success<?> success = first.get();
        if (success == null) {
            throw new NoSuchElementException(
                    "no child has succeeded. Ask for the value after join(), which throws if all"
                            + " have failed.");
        }
        return (T) success.value();
    }
}
