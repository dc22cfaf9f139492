package dev.stint.internal.worker;

import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.queue.GlobalQueue;
import dev.stint.internal.task.TaskImpl;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What all workers share: a queue for each tenant, at the number of its lane, and how long its
 * turns are. Any thread reads and pushes; lanes are added and freed under the engine's lock.
 */
public final class GlobalQueues {
    /** The rings of tenants other than the first are smaller: there may be many of them. */
    private static final int SMALL_RING = 256;

    private record Lane(
            GlobalQueue<TaskImpl<?>> queue,
            Waiting aside,
            int weight,
            int generation,
            boolean isFree) {
        Lane(GlobalQueue<TaskImpl<?>> queue, int weight) {
            this(queue, new Waiting(), weight, 0, false);
        }

        Lane openedAgain(int weight) {
            return new Lane(queue, aside, weight, generation + 1, false);
        }

        Lane freed() {
            return new Lane(queue, aside, 1, generation, true);
        }
    }

    private volatile Lane[] lanes = {new Lane(new GlobalQueue<>(), 1)};

    /** A lane for another tenant: a number that no living tenant has. */
    int open(int weight) {
        Lane[] now = lanes;
        int at = 0;
        while (at < now.length && !now[at].isFree) {
            at++;
        }
        Lane[] next = Arrays.copyOf(now, Math.max(now.length, at + 1));
        next[at] =
                at < now.length
                        ? now[at].openedAgain(weight)
                        : new Lane(new GlobalQueue<>(SMALL_RING), weight);
        lanes = next;
        return at;
    }

    /**
     * The lane of a tenant whose tasks have all ended. It keeps its queue: entries may be stale.
     */
    void free(TenantImpl tenant) {
        Lane[] next = lanes.clone();
        Lane lane = next[tenant.lane()];
        lane.aside.isHeld = false; // nothing of it is left that could hold a worker up
        next[tenant.lane()] = lane.freed();
        lanes = next;
    }

    public int lanes() {
        return lanes.length;
    }

    int weight(int lane) {
        return lanes[lane].weight;
    }

    /** How many tenants have had this lane before. */
    int generation(int lane) {
        return lanes[lane].generation;
    }

    void push(TaskImpl<?> task) {
        lanes[task.lane()].queue.push(task);
    }

    public @Nullable TaskImpl<?> poll(int lane) {
        return lanes[lane].queue.poll();
    }

    boolean isEmpty() {
        for (Lane lane : lanes) {
            if (!lane.queue.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    int size() {
        int sum = 0;
        for (Lane lane : lanes) {
            sum += lane.queue.size();
        }
        return sum;
    }

    // ---- tenants whose tasks hold too many workers up

    /**
     * Whether a tenant is held, and its tasks that have come up meanwhile.
     *
     * <p>Dekker: a worker puts a task aside and then looks whether the tenant is still held; the
     * monitor ends that and then takes what was put aside. So one of the two brings it back.
     */
    private static final class Waiting {
        final Queue<TaskImpl<?>> tasks = new ConcurrentLinkedQueue<>();
        volatile boolean isHeld;
    }

    /**
     * Keeps a task aside until its tenant is released, if that is held and the task would run code
     * of it; false if it may be run. Any worker.
     */
    boolean keepsAside(TaskImpl<?> task) {
        Lane[] now = lanes;
        if (now.length == 1) {
            return false;
        }
        Lane lane = now[task.lane()];
        if (!lane.aside.isHeld || task.endsUnbegun()) {
            return false;
        }
        lane.aside.tasks.add(task);
        if (!lane.aside.isHeld) {
            bringBack(lane);
        }
        return true;
    }

    /** True if the tasks of this lane are not to be run now. */
    public boolean isHeld(int lane) {
        return lanes[lane].aside.isHeld;
    }

    /** Has no task of this lane run. Monitor. */
    public void hold(int lane) {
        lanes[lane].aside.isHeld = true;
    }

    /** Has the tasks of this lane run again. Monitor. */
    public void release(int lane) {
        lanes[lane].aside.isHeld = false;
        bringBack(lanes[lane]);
    }

    private static void bringBack(Lane lane) {
        TaskImpl<?> task;
        while ((task = lane.aside.tasks.poll()) != null) {
            lane.queue.push(task);
        }
    }

    /** Brings those back that end without running any code of the tenant. Monitor. */
    public void releaseCancelled(int lane) {
        Lane at = lanes[lane];
        at.aside.tasks.removeIf(
                task -> {
                    boolean ends = task.endsUnbegun();
                    if (ends) {
                        at.queue.push(task);
                    }
                    return ends;
                });
    }
}
