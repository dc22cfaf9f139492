package dev.stint.internal.stack;

import dev.stint.task.Usage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * What one tenant has had of each worker: a row for each on which a task of it has run. Only that
 * worker writes its row, so counting is an addition; a worker that gets the number of one that has
 * retired goes on with its row. Anyone may add the rows up, and sees sums that only grow.
 */
public final class Tallies {
    private static final int PAD = 8; // longs: rows of two workers share no cache line

    public static final int OPS = PAD;
    public static final int RUNS = PAD + 1;
    public static final int STEALS = PAD + 2;
    public static final int WAITED = PAD + 3;
    static final int YIELDS = PAD + 4;
    static final int PREEMPTIONS = PAD + 5;
    static final int BLOCKS = PAD + 6;
    static final int JDK_BLOCKS = PAD + 7;
    static final int RAN = PAD + 8;
    private static final int LENGTH = PAD + 9 + PAD;

    private static final VarHandle AT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final long[] NO_ROW = {};

    private volatile long[][] rows = {}; // by worker; replaced as a whole

    /** The row of a worker, which is the one that asks. */
    public long[] row(int worker) {
        long[][] now = rows;
        return worker < now.length && now[worker].length > 0 ? now[worker] : newRow(worker);
    }

    private synchronized long[] newRow(int worker) {
        long[][] now = rows;
        int length = Math.max(now.length, worker + 1);
        long[][] more = Arrays.copyOf(now, length);
        Arrays.fill(more, now.length, length, NO_ROW);
        long[] row = new long[LENGTH];
        more[worker] = row;
        rows = more;
        return row;
    }

    /** All rows together. */
    public Usage toUsage() {
        long[][] now = rows;
        return new Usage(
                sum(now, OPS),
                sum(now, RUNS),
                sum(now, YIELDS),
                sum(now, PREEMPTIONS),
                sum(now, BLOCKS),
                sum(now, JDK_BLOCKS),
                sum(now, STEALS),
                sum(now, WAITED),
                sum(now, RAN));
    }

    private static long sum(long[][] rows, int column) {
        long sum = 0;
        for (long[] row : rows) {
            sum += row.length == 0 ? 0 : (long) AT.getOpaque(row, column);
        }
        return sum;
    }
}
