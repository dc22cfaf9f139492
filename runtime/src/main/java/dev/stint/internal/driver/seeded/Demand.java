package dev.stint.internal.driver.seeded;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One wait of one outside thread, for which the driver makes steps. */
final class Demand {
    /** How it ended. */
    enum End {
        MET,
        TIMED_OUT,
        STUCK,
        STUCK_IN_JDK,
        STOPPED,
        ABANDONED
    }

    final BooleanSupplier met;
    final long deadline;
    final @Nullable BooleanSupplier tellWaiting; // of a drain; null for other waits
    final Thread waiter = Thread.currentThread();
    volatile boolean abandoned;
    volatile @Nullable End end;
    volatile @Nullable Throwable bug;

    Demand(BooleanSupplier met, long deadline, @Nullable BooleanSupplier tellWaiting) {
        this.met = met;
        this.deadline = deadline;
        this.tellWaiting = tellWaiting;
    }
}
