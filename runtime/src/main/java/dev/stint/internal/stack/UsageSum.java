package dev.stint.internal.stack;

import dev.stint.task.Usage;

/** A {@link Usage} that is being added up. Belongs to one thread, or is guarded by a lock. */
public final class UsageSum {
    public long ops;
    public long runs;
    long yields;
    long preemptions;
    long blocks;
    long jdkBlocks;
    long steals;
    public long waited;
    long ran;

    public void add(UsageSum other) {
        ops += other.ops;
        runs += other.runs;
        yields += other.yields;
        preemptions += other.preemptions;
        blocks += other.blocks;
        jdkBlocks += other.jdkBlocks;
        steals += other.steals;
        waited += other.waited;
        ran += other.ran;
    }

    public Usage toUsage() {
        return new Usage(ops, runs, yields, preemptions, blocks, jdkBlocks, steals, waited, ran);
    }
}
