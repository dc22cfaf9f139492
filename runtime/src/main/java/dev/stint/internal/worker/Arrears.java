package dev.stint.internal.worker;

import java.util.Arrays;
import java.util.BitSet;

/**
 * What tenants have used of one worker in time beyond what their operations say, in operations. A
 * tenant's share is what it used in operations or in time, whichever is more: one whose operations
 * are too cheap loses turns. The worker's own.
 */
final class Arrears {
    /** What an operation may take: a choice, not a measurement. Whoever takes less owes nothing. */
    static final long NANOS_PER_OPERATION = 10;

    /** More turns than this are forgotten. */
    private static final long MOST_TURNS = 1_000;

    private final GlobalQueues global;
    private final long slice;
    private long[] owed = {}; // by lane
    private final BitSet ended = new BitSet(); // lanes, since the last payment
    private int[] generations = {}; // of whom; see GlobalQueues.generation

    Arrears(GlobalQueues global, long slice) {
        this.global = global;
        this.slice = slice;
    }

    private long turn(int lane) {
        return slice * global.weight(lane);
    }

    /** How long a turn is in time. Any thread. */
    long turnNanos(int lane) {
        return turn(lane) * NANOS_PER_OPERATION;
    }

    /** So long was the worker with a tenant, which counted so many operations meanwhile. */
    void add(int lane, long nanos, long operations) {
        long more = nanos / NANOS_PER_OPERATION - operations;
        if (more <= 0) {
            return;
        }
        if (lane >= owed.length) {
            owed = Arrays.copyOf(owed, lane + 1);
            generations = Arrays.copyOf(generations, lane + 1);
        }
        owed[lane] = Math.min(MOST_TURNS * turn(lane), of(lane) + more);
        generations[lane] = global.generation(lane);
    }

    private long of(int lane) {
        return lane < owed.length && generations[lane] == global.generation(lane) ? owed[lane] : 0;
    }

    /** True if a lane owes at least a turn. */
    boolean owesTurn(int lane) {
        return areAny() && of(lane) >= turn(lane);
    }

    boolean areAny() {
        return owed.length > 0;
    }

    /**
     * A lane has used up a turn. If it has done so before since the last payment, all the others
     * that have anything to run had theirs, and whoever owes has lost one.
     */
    void turnEnded(int lane) {
        if (!areAny()) {
            return;
        }
        if (ended.get(lane)) {
            ended.clear();
            for (int i = 0; i < owed.length; i++) {
                owed[i] = i < global.lanes() ? Math.max(0, owed[i] - turn(i)) : 0;
            }
        }
        ended.set(lane);
    }
}
