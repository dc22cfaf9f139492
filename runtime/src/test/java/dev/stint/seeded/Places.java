package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.event.Event;
import dev.stint.event.EventSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Watches who runs where while workers are leased. Tasks of the owner have names that begin with
 * "own". Any thread; what one worker does comes in order.
 */
public final class Places implements EventSink {
    private final Set<Long> owners = new HashSet<>();
    private final Set<Integer> leased = new HashSet<>();
    private final Map<Integer, Integer> mounts = new HashMap<>(); // of the owner, on leased ones
    private final List<String> wrong = new ArrayList<>();
    private final List<Event> ends = new ArrayList<>();
    private final boolean isConfined;
    private int joined;

    /** {@code isConfined}: the owner's tasks run nowhere else while there is a leased worker. */
    public Places(boolean isConfined) {
        this.isConfined = isConfined;
    }

    @Override
    public synchronized void accept(Event event) {
        switch (event) {
            case Event.TaskSpawned(long task, String name) -> {
                if (name.startsWith("own")) {
                    owners.add(task);
                }
            }
            case Event.WorkerLeased(int worker, String _, String _) -> {
                leased.add(worker);
                joined++;
            }
            case Event.WorkerReturned(int worker) -> leased.remove(worker);
            case Event.TemporaryWorkerRetired(int worker, int _) -> leased.remove(worker);
            case Event.Closed _ -> leased.clear();
            case Event.LeaseEnded end -> ends.add(end);
            case Event.TaskMounted(long task, int worker) -> mounted(task, worker);
            default -> {}
        }
    }

    private void mounted(long task, int worker) {
        boolean isOwners = owners.contains(task);
        if (leased.contains(worker)) {
            if (!isOwners) {
                wrong.add("task " + task + " of somebody else ran on leased worker " + worker);
            }
            mounts.merge(worker, 1, Integer::sum);
        } else if (isConfined && isOwners && !leased.isEmpty()) {
            wrong.add("task " + task + " of the owner ran on worker " + worker);
        }
    }

    public synchronized void assertKept() {
        assertThat(wrong).isEmpty();
    }

    /** How often the owner's tasks were taken up by leased workers. */
    public synchronized int mounts() {
        return mounts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The workers that were. */
    public synchronized Set<Integer> workers() {
        return Set.copyOf(mounts.keySet());
    }

    /** How often a worker came to a lease. */
    public synchronized int joined() {
        return joined;
    }

    public synchronized List<Event> ends() {
        return List.copyOf(ends);
    }
}
