package dev.stint.config;

/** How much of the runtime a program may use, and how explicitly it must ask. */
public enum Profile {
    /** No concurrency: a scheduler cannot be opened. */
    CORE(1024),
    /** Capabilities are implicit, every task has the default budget. */
    SERVICE(1024),
    /** Supervisors may recharge their children's budgets; actors have mailboxes. */
    CLUSTER(512),
    /** Nothing without a capability that was granted explicitly. */
    SOVEREIGN(1024),
    /** As SERVICE, and a timer ends the slices of metered code, not a count of operations. */
    REALTIME(512);

    private final int yieldInterval;

    Profile(int yieldInterval) {
        this.yieldInterval = yieldInterval;
    }

    /** The yield interval unless the configuration sets another. */
    public int defaultYieldInterval() {
        return yieldInterval;
    }
}
