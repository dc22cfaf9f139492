package dev.stint.testkit.internal.report;

import dev.stint.internal.sim.SimTask;

/** Something that was thrown, and what is behind it. */
public final class Thrown {
    private Thrown() {}

    /** The cause that has none itself; what was thrown, if it has no cause. */
    public static Throwable root(Throwable e) {
        return SimTask.causesOf(e).getLast();
    }
}
