package dev.stint.internal.worker;

import org.jspecify.annotations.Nullable;

/**
 * One party's part of a worker, as {@link FairOrder} keeps it. Times are virtual: so much service,
 * divided by the weight. The worker's own.
 */
class Share {
    int weight = 1;

    /** How much it asks for at once, in operations. */
    long turn = 1;

    // ---- FairOrder's
    boolean isIn;
    long time; // the service it has had
    long rest; // of a division, so that nothing is lost by rounding
    long deadline; // by which what it asks for is due
    long stamp; // among equal deadlines, who asked first
    int rank; // the tree is a heap by it
    long least; // time, of it and of all below
    @Nullable Share left;
    @Nullable Share right;

    final boolean isBefore(Share other) {
        return deadline != other.deadline ? deadline - other.deadline < 0 : stamp < other.stamp;
    }
}
