package dev.stint.metrics;

import dev.stint.Scheduler;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.TaskSnapshot;
import dev.stint.event.WorkerSnapshot;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Predicate;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Shows a scheduler by JMX, as {@code dev.stint:type=Scheduler,name="..."}, until it is closed. */
public final class SchedulerBean implements SchedulerMXBean, AutoCloseable {
    private final Scheduler scheduler;
    private final ObjectName name;

    private SchedulerBean(Scheduler scheduler, ObjectName name) {
        this.scheduler = scheduler;
        this.name = name;
    }

    /**
     * Registers it with the JVM's own server.
     *
     * @throws IllegalStateException if another scheduler of this name is registered
     */
    public static SchedulerBean register(Scheduler scheduler) {
        String called = scheduler.config().name();
        try {
            var name = new ObjectName("dev.stint:type=Scheduler,name=" + ObjectName.quote(called));
            var bean = new SchedulerBean(scheduler, name);
            server().registerMBean(bean, name);
            return bean;
        } catch (JMException e) {
            throw new IllegalStateException(
                    "scheduler '"
                            + called
                            + "' cannot be shown by JMX: "
                            + e.getMessage()
                            + ". Give each scheduler a name of its own, withName(...).",
                    e);
        }
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    /** What it is registered as. */
    public ObjectName name() {
        return name;
    }

    @Override
    public void close() {
        try {
            if (server().isRegistered(name)) {
                server().unregisterMBean(name);
            }
        } catch (JMException e) {
            throw new IllegalStateException(name + " cannot be taken back: " + e.getMessage(), e);
        }
    }

    private int count(Predicate<WorkerSnapshot> which) {
        return (int) scheduler.counts().workers().stream().filter(which).count();
    }

    @Override
    public long getActiveTasks() {
        return scheduler.counts().activeTasks();
    }

    @Override
    public long getSpawnedTasks() {
        return scheduler.counts().spawned();
    }

    @Override
    public long getFinishedTasks() {
        return scheduler.counts().finished();
    }

    @Override
    public int getQueuedTasks() {
        return queued(scheduler.counts());
    }

    static int queued(SchedulerSnapshot counts) {
        return counts.globallyQueued()
                + counts.workers().stream().mapToInt(WorkerSnapshot::queued).sum();
    }

    static long steals(SchedulerSnapshot counts) {
        return counts.workers().stream().mapToLong(WorkerSnapshot::tasksStolen).sum();
    }

    @Override
    public int getWorkers() {
        return count(worker -> !worker.temporary());
    }

    @Override
    public int getTemporaryWorkers() {
        return count(WorkerSnapshot::temporary);
    }

    @Override
    public int getStalledWorkers() {
        return count(WorkerSnapshot::stalled);
    }

    @Override
    public long getPinnedParks() {
        return scheduler.counts().pinnedParks();
    }

    @Override
    public long getSteals() {
        return steals(scheduler.counts());
    }

    @Override
    public List<String> dumpTasks() {
        return scheduler.snapshot().tasks().stream().map(TaskSnapshot::toLine).toList();
    }
}
