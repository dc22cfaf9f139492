package dev.stint.nursery;

import dev.stint.budget.Budget;
import dev.stint.budget.Receipt;
import dev.stint.task.Outcome;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.Optional;

/** A task that is only its identity. */
final class StubTask implements Task<Object> {
    @Override
    public long id() {
        return 0;
    }

    @Override
    public String name() {
        return "";
    }

    @Override
    public Priority priority() {
        return Priority.NORMAL;
    }

    @Override
    public TaskState state() {
        throw new UnsupportedOperationException("a policy may not ask");
    }

    @Override
    public Object await() {
        throw new UnsupportedOperationException("a policy may not wait");
    }

    @Override
    public Object await(Duration timeout) {
        throw new UnsupportedOperationException("a policy may not wait");
    }

    @Override
    public Outcome<Object> awaitOutcome() {
        throw new UnsupportedOperationException("a policy may not wait");
    }

    @Override
    public Optional<Outcome<Object>> tryOutcome() {
        throw new UnsupportedOperationException("a policy is told");
    }

    @Override
    public boolean cancel() {
        throw new UnsupportedOperationException("a policy says so, and the nursery cancels");
    }

    @Override
    public Optional<Task<?>> parent() {
        return Optional.empty();
    }

    @Override
    public long nurseryId() {
        return 0;
    }

    @Override
    public Budget budgetLeft() {
        return Budget.ZERO;
    }

    @Override
    public Optional<Receipt> receipt() {
        return Optional.empty();
    }
}
