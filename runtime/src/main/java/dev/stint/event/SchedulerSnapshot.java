package dev.stint.event;

import java.util.List;

/**
 * A scheduler at one moment: its workers, its started tasks, its counters.
 *
 * @param activeTasks tasks spawned and not ended
 * @param tasks those that have a stack: running or suspended; queued ones that never ran are only
 *     counted
 * @param tenants those that are open, with what their guards show; first the scheduler's own
 */
public record SchedulerSnapshot(
        String name,
        long activeTasks,
        long spawned,
        long finished,
        int globallyQueued,
        long pinnedParks,
        List<WorkerSnapshot> workers,
        List<TaskSnapshot> tasks,
        List<TenantSnapshot> tenants) {

    public SchedulerSnapshot {
        workers = List.copyOf(workers);
        tasks = List.copyOf(tasks);
        tenants = List.copyOf(tenants);
    }
}
