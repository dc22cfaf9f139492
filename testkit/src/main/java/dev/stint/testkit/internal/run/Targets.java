package dev.stint.testkit.internal.run;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of what the tasks of a run are about to touch. A number is the same whenever the same
 * schedule is run. What woven code touches is numbered only when somebody asks, for not every
 * search does. The simulating thread only.
 */
final class Targets {
    /** For tasks with larger ids nothing is known. */
    private static final int MOST_TASKS = 1 << 20;

    /** Something that has no number yet. */
    private static final int UNNUMBERED = Integer.MAX_VALUE;

    private int[] numbers = new int[32]; // by task id; negative if it may write
    private @Nullable MemoryLocation[] locations =
            new @Nullable MemoryLocation[0]; // by task id, of what is unnumbered
    private final Map<MemoryLocation, Integer> known = new HashMap<>();
    private int next = 1;

    /** A number that is new in this run. */
    int newNumber() {
        return next++;
    }

    /**
     * The task is about to touch this.
     *
     * @param number 0 if it is not known
     */
    void set(long task, int number, boolean writes) {
        if (task >= numbers.length) {
            if (number == 0 || task > MOST_TASKS) {
                return;
            }
            numbers = Arrays.copyOf(numbers, (int) Math.max(task + 1, 2L * numbers.length));
        }
        numbers[(int) task] = writes ? -number : number;
    }

    /** The same, for something that is numbered later or never. */
    void set(long task, MemoryLocation location, boolean writes) {
        set(task, UNNUMBERED, writes);
        if (task < numbers.length) {
            if (task >= locations.length) {
                locations = Arrays.copyOf(locations, numbers.length);
            }
            locations[(int) task] = location;
        }
    }

    /** 0 if it is not known. */
    int of(long task) {
        int number = task < numbers.length ? Math.abs(numbers[(int) task]) : 0;
        if (number != UNNUMBERED) {
            return number;
        }
        MemoryLocation location = locations[(int) task];
        int found = location == null ? 0 : known.computeIfAbsent(location, s -> next++);
        set(task, found, mayWrite(task));
        return found;
    }

    /** True also if nothing is known. */
    boolean mayWrite(long task) {
        return task >= numbers.length || numbers[(int) task] <= 0;
    }
}
