package dev.stint.nursery;

import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Nothing cancels the others, and every outcome is kept. Made by {@link Policy#collect}. */
public final class CollectAll implements Policy {
    private final ConcurrentLinkedQueue<Outcome<?>> inOrder = new ConcurrentLinkedQueue<>();
    private final Map<Task<?>, Outcome<?>> byTask = new ConcurrentHashMap<>();

    private final AtomicBoolean isTaken = new AtomicBoolean();

    CollectAll() {}

    @Override
    public void nurseryOpened() {
        if (!isTaken.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "this policy keeps the results of a nursery and cannot serve a second one."
                            + " Make another for each: Policy.collect().");
        }
    }

    @Override
    public Then childEnded(Task<?> child, Outcome<?> outcome) {
        inOrder.add(outcome);
        byTask.put(child, outcome);
        return Then.GO_ON;
    }

    @Override
    public boolean isSuccessDespite(long failures) {
        return true;
    }

    /** How the children ended, in the order in which they did. */
    public List<Outcome<?>> outcomes() {
        return List.copyOf(inOrder);
    }

    /** How this child ended; empty if it has not. */
    public Optional<Outcome<?>> outcomeOf(Task<?> child) {
        return Optional.ofNullable(byTask.get(child));
    }
}
