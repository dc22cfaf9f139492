package dev.stint.internal.nursery;

import dev.stint.internal.stack.UsageSum;
import dev.stint.task.Usage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Adds up what was used below a nursery while tasks run there. Nurseries below are looked at before
 * the one they are in, and no two locks are held together: one that ends in between is known above
 * by then, and what was found in it before is dropped. So nothing counts twice, and what is found
 * next time is never less.
 */
final class UsageWalk {
    /** One nursery on the way down, and what was found in those below so far. */
    private static final class Level {
        final NurseryImpl nursery;
        final List<NurseryImpl> open;
        final UsageSum[] found;
        int next;

        Level(NurseryImpl nursery) {
            this.nursery = nursery;
            this.open = nursery.openBelow();
            this.found = new UsageSum[open.size()];
        }
    }

    private UsageWalk() {}

    static Usage below(NurseryImpl top) {
        long now = top.home().coarseClock().nanos();
        Deque<Level> way = new ArrayDeque<>(); // no recursion: they may be nested very deep
        way.push(new Level(top));
        while (true) {
            Level at = way.peek();
            if (at.next < at.found.length) {
                way.push(new Level(at.open.get(at.next)));
                continue;
            }
            var sum = new UsageSum();
            at.nursery.addUsageTo(sum, now, at.open, at.found);
            way.pop();
            Level above = way.peek();
            if (above == null) {
                return sum.toUsage();
            }
            above.found[above.next++] = sum;
        }
    }
}
