package dev.stint.context;

import dev.stint.config.SchedulerConfig;
import java.util.BitSet;
import java.util.Objects;
import java.util.stream.IntStream;

/** A set of workers, by their numbers from 0. Immutable. */
public final class WorkerMask {
    private final BitSet workers;

    private WorkerMask(BitSet workers) {
        this.workers = workers;
    }

    /**
     * These workers.
     *
     * @throws IllegalArgumentException if there are none, or a number is none of a worker
     */
    public static WorkerMask of(int... workers) {
        Objects.requireNonNull(workers, "the workers of a mask");
        if (workers.length == 0) {
            throw new IllegalArgumentException(
                    "a mask of no workers would let nothing run. Name one: WorkerMask.of(0).");
        }
        var set = new BitSet();
        for (int worker : workers) {
            ensureNumber(worker);
            set.set(worker);
        }
        return new WorkerMask(set);
    }

    private static void ensureNumber(int worker) {
        if (worker < 0 || worker >= SchedulerConfig.MAX_WORKERS) {
            throw new IllegalArgumentException(
                    "worker "
                            + worker
                            + " of a mask: workers are numbered from 0 to "
                            + (SchedulerConfig.MAX_WORKERS - 1)
                            + ".");
        }
    }

    /** All workers from the first up to, and without, the second. */
    public static WorkerMask range(int from, int to) {
        ensureNumber(from);
        if (to > from) {
            ensureNumber(to - 1);
        }
        return of(IntStream.range(from, to).toArray());
    }

    /** True if a worker is among them. */
    public boolean contains(int worker) {
        return workers.get(worker);
    }

    /** True if some worker is in both. */
    public boolean intersects(WorkerMask other) {
        return workers.intersects(other.workers);
    }

    /** True if all of these are in another one. */
    public boolean isWithin(WorkerMask other) {
        return workers.stream().allMatch(other::contains);
    }

    /** Their numbers, the smallest first. */
    public IntStream stream() {
        return workers.stream();
    }

    /** How many they are. */
    public int size() {
        return workers.cardinality();
    }

    /** The largest number among them. */
    public int last() {
        return workers.length() - 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WorkerMask mask && mask.workers.equals(workers);
    }

    @Override
    public int hashCode() {
        return workers.hashCode();
    }

    @Override
    public String toString() {
        return "workers " + workers;
    }
}
