package dev.stint.task;

/**
 * What a task, or all that a nursery or a tenant has run, has had of the workers.
 *
 * <p>The counts are exact. Operations are what budgets are paid in; those of a task that runs are
 * counted when it looks around, so they are behind by an interval at most. <em>The nanoseconds are
 * for people and decide nothing</em>: they are sampled, by the monitor's period, so single short
 * runs show as none or as a whole period, and only sums mean something. Under a seed they are those
 * of the virtual clock, which stands still while anything can run.
 *
 * <p>Every number only grows. What a task shows stands still while it waits for something, and
 * after its end, but for {@code waitNanos} while it waits for a worker.
 *
 * @param ops operations
 * @param runs how often a worker took a task up
 * @param yields how often a task gave way of its own will
 * @param preemptions how often one had to give way, because its slice or its tenant's turn was over
 * @param blocks how often one was suspended to wait for something of the runtime
 * @param jdkBlocks how often one was suspended to wait inside the JDK
 * @param steals how often another worker than the one it was queued on took it
 * @param waitNanos how long tasks that could run waited for a worker; sampled
 * @param runNanos how long they had one, blocked carriers included; sampled
 */
public record Usage(
        long ops,
        long runs,
        long yields,
        long preemptions,
        long blocks,
        long jdkBlocks,
        long steals,
        long waitNanos,
        long runNanos) {

    /** Of what has never run. */
    public static final Usage NONE = new Usage(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** How often a stack was taken off its worker, for whatever reason. */
    public long switches() {
        return yields + preemptions + blocks + jdkBlocks;
    }
}
