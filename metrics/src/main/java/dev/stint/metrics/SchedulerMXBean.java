package dev.stint.metrics;

import java.util.List;

/** A scheduler as JMX shows it. */
public interface SchedulerMXBean {
    long getActiveTasks();

    long getSpawnedTasks();

    long getFinishedTasks();

    int getQueuedTasks();

    int getWorkers();

    int getTemporaryWorkers();

    int getStalledWorkers();

    long getPinnedParks();

    long getSteals();

    /** Who has started and not ended, what each waits for, and where it is: a line for each. */
    List<String> dumpTasks();
}
