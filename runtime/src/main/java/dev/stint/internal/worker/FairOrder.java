package dev.stint.internal.worker;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who is next on one worker, by earliest eligible virtual deadline (Stoica and Abdel-Wahab, 1995).
 * A party's <em>lag</em> is what it should have had by its weight, less what it had. Who has no
 * negative lag is eligible; of those, the one runs whose turn is due first. Lags sum to zero: the
 * virtual time is the mean of the parties' times, by weight.
 *
 * <pre>
 *      OUT -> WAITING   join()
 *  WAITING -> CURRENT   pick(), take()
 *  CURRENT -> WAITING   putBack()
 *      any -> OUT       leave()
 * </pre>
 *
 * <p>All takes O(log n), by a tree in the order of deadlines whose nodes know the least time below
 * them. What it promises is proved in {@code docs/design/fairness.md}. The worker's own; nothing in
 * here allocates.
 */
final class FairOrder {
    /** A slice of a party of weight 1, in virtual time. */
    static final long SLICE = 1L << 20;

    /** So many slices at once, and so many ahead of the others, are remembered, and no more. */
    static final long MOST_SLICES = 1 << 10;

    private static final long MOST = SLICE * MOST_SLICES;

    private final long slice;
    private @Nullable Share root;
    private @Nullable Share current;
    private long base; // times in sum are from here on
    private long weights; // of all that are in
    private long sum; // of weight * (time - base), of all that are in
    private long stamps;
    private int random = 0x2545F491;

    /** A slice has so many operations. */
    FairOrder(long slice) {
        this(slice, 0);
    }

    /** The same, with a time to begin at. Times overflow, so only their differences count. */
    FairOrder(long slice, long from) {
        this.slice = slice;
        this.base = from;
    }

    /** Nobody waits, and nobody runs. */
    boolean isEmpty() {
        return weights == 0;
    }

    @Nullable Share current() {
        return current;
    }

    /** For tests of its shape. */
    @Nullable Share root() {
        return root;
    }

    private long now() {
        return weights == 0 ? base : base + Math.floorDiv(sum, weights);
    }

    /** What one of them is owed, in operations; negative if it owes. */
    long lag(Share share) {
        long ahead = (share.time - base) * weights - sum; // times all weights
        return -Math.round((double) ahead / weights / SLICE * share.weight * slice);
    }

    /** True if it does not owe anything. */
    boolean isEligible(Share share) {
        return isEligible(share.time);
    }

    private boolean isEligible(long time) {
        return (time - base) * weights <= sum;
    }

    private long inTime(long operations, Share share) {
        return (long) ((double) operations * SLICE / slice / share.weight);
    }

    /** How long a turn of its is. */
    long request(Share share) {
        return Math.max(1, inTime(share.turn, share));
    }

    /** What would be owed to one that joined at this time, in operations. */
    long lagAt(Share share, long time) {
        double part = (double) share.weight * weights / (weights + share.weight);
        return (long) ((now() - time) * part * slice / SLICE);
    }

    /** All weights together. Others read it, as a hint. */
    long weights() {
        return weights;
    }

    /** Takes part from now on, with such a lag, in operations. */
    void join(Share share, long lag) {
        join(share, lag, share.turn);
    }

    /** The same, owed so much at most. */
    void join(Share share, long lag, long most) {
        long now = now();
        long bounded = Math.max(-slice * MOST_SLICES, Math.min(most, lag));
        if (weights > 0 && bounded != 0) {
            // Its joining moves the mean: so much further away, the lag afterwards is as said.
            double ownTime = (double) bounded * SLICE / slice / share.weight;
            now -= (long) (ownTime * (weights + share.weight) / weights);
        }
        share.isIn = true;
        share.time = now;
        share.rest = 0;
        share.deadline = now + request(share);
        count(share, 1);
        insert(share);
    }

    /** The next one, which is current from now on; null if there is none. Nobody is current. */
    @Nullable Share pick() {
        Share at = root;
        while (at != null) {
            Share left = at.left;
            if (left != null && isEligible(left.least)) {
                at = left;
            } else if (isEligible(at.time)) {
                take(at);
                return at;
            } else {
                at = at.right;
            }
        }
        return null;
    }

    /** Makes one that waits the current one. Nobody is. */
    void take(Share waiting) {
        remove(waiting);
        current = waiting;
    }

    /** The current one has this weight, and asks for so much, from now on. It keeps its lag. */
    void reshape(int weight, long turn) {
        Share share = Objects.requireNonNull(current);
        long lag = lag(share);
        leave(share);
        share.weight = weight;
        share.turn = turn;
        join(share, lag);
        take(share);
    }

    /** The current one's turn is over. */
    void putBack() {
        Share share = Objects.requireNonNull(current);
        current = null;
        renew(share);
        insert(share);
    }

    /** Takes part no longer. */
    void leave(Share share) {
        if (share == current) {
            current = null;
        } else {
            remove(share);
        }
        long now = now();
        count(share, -1);
        share.isIn = false;
        if (weights == 0) {
            base = now;
            sum = 0;
        }
    }

    /** True if one that waits should run before the current one goes on. */
    boolean comesBeforeCurrent(Share waiting) {
        Share now = current;
        return now != null && waiting.deadline - now.deadline < 0 && isEligible(waiting);
    }

    /** One that is in has had so much, in operations; what that is in its time. */
    long charge(Share share, long service) {
        if (service <= 0) {
            return 0;
        }
        long scaled = Math.min(service, slice * MOST_SLICES) * SLICE + share.rest;
        long divisor = slice * share.weight;
        share.rest = scaled % divisor;
        long more = Math.max(0, Math.min(scaled / divisor, now() + MOST - share.time));
        advance(share, more);
        return more;
    }

    /**
     * The same in its time, and nothing by which it would owe more than so much, in operations;
     * what was charged.
     */
    long chargeTime(Share share, long time, long most) {
        long more = Math.max(0, Math.min(time, now() + inTime(most, share) - share.time));
        if (more > 0) {
            advance(share, more);
        }
        return more;
    }

    private void advance(Share share, long more) {
        if (share == current) {
            share.time += more;
        } else {
            remove(share);
            share.time += more;
            renew(share);
            insert(share);
        }
        sum += more * share.weight;
        long shift = sum / weights;
        if (shift > MOST) {
            base += shift;
            sum -= shift * weights;
        }
    }

    /** One that has had what it asked for asks for more. */
    private void renew(Share share) {
        if (share.time - share.deadline >= 0) {
            share.deadline = share.time + request(share);
        }
    }

    private void count(Share share, int sign) {
        weights += (long) sign * share.weight;
        sum += sign * (share.time - base) * share.weight;
    }

    // ---- the tree: in the order of deadlines, and a heap by ranks, which are drawn

    private void insert(Share share) {
        share.stamp = stamps++;
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        share.rank = random;
        root = inserted(root, share);
    }

    private static Share inserted(@Nullable Share at, Share share) {
        if (at == null || share.rank > at.rank) {
            split(at, share);
            return update(share);
        }
        if (share.isBefore(at)) {
            at.left = inserted(at.left, share);
        } else {
            at.right = inserted(at.right, share);
        }
        return update(at);
    }

    /** Hangs what is before the share and what is behind it to its left and right. */
    private static void split(@Nullable Share at, Share by) {
        if (at == null) {
            by.left = null;
            by.right = null;
        } else if (at.isBefore(by)) {
            split(at.right, by);
            at.right = by.left;
            by.left = update(at);
        } else {
            split(at.left, by);
            at.left = by.right;
            by.right = update(at);
        }
    }

    private void remove(Share share) {
        root = without(Objects.requireNonNull(root), share);
        share.left = null;
        share.right = null;
    }

    private static @Nullable Share without(Share at, Share share) {
        if (at == share) {
            return merged(at.left, at.right);
        }
        if (share.isBefore(at)) {
            at.left = without(Objects.requireNonNull(at.left), share);
        } else {
            at.right = without(Objects.requireNonNull(at.right), share);
        }
        return update(at);
    }

    private static @Nullable Share merged(@Nullable Share before, @Nullable Share behind) {
        if (before == null || behind == null) {
            return before == null ? behind : before;
        }
        if (before.rank > behind.rank) {
            before.right = merged(before.right, behind);
            return update(before);
        }
        behind.left = merged(before, behind.left);
        return update(behind);
    }

    private static Share update(Share at) {
        long least = at.time;
        if (at.left != null) {
            least = earlier(least, at.left.least);
        }
        if (at.right != null) {
            least = earlier(least, at.right.least);
        }
        at.least = least;
        return at;
    }

    private static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }
}
