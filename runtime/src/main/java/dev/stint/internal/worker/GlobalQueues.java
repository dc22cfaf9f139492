package dev.stint.internal.worker;

import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.queue.GlobalQueue;
import dev.stint.internal.task.TaskImpl;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What all workers share: a queue for each tenant, at the number of its lane, and how long its
 * turns are. Any thread reads and pushes; lanes are added and freed under the engine's lock.
 */
public final class GlobalQueues {
    /** The rings of tenants other than the first are smaller: there may be many of them. */
    private static final int SMALL_RING = 256;

    private record Lane(GlobalQueue<TaskImpl<?>> queue, int weight, boolean isFree) {}

    private volatile Lane[] lanes = {new Lane(new GlobalQueue<>(), 1, false)};

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
                        ? new Lane(now[at].queue, weight, false)
                        : new Lane(new GlobalQueue<>(SMALL_RING), weight, false);
        lanes = next;
        return at;
    }

    /**
     * The lane of a tenant whose tasks have all ended. It keeps its queue: entries may be stale.
     */
    void free(TenantImpl tenant) {
        Lane[] next = lanes.clone();
        next[tenant.lane()] = new Lane(next[tenant.lane()].queue, 1, true);
        lanes = next;
    }

    public int lanes() {
        return lanes.length;
    }

    int weight(int lane) {
        return lanes[lane].weight;
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
}
