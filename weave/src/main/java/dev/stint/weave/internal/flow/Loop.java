package dev.stint.weave.internal.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A natural loop: a head, and all blocks from which the head is reached again without leaving it.
 * Loops with the same head are one. Two loops are disjoint, or one is inside the other.
 */
record Loop(Block head, Set<Block> blocks) {
    /**
     * The loops of a method. What goes round without one, because it is entered at two places, is
     * not among them.
     *
     * @throws Dominators.TooMuchWork if there are so many loops in loops that it is given up
     */
    static List<Loop> of(Dominators dominators, long mostWork) throws Dominators.TooMuchWork {
        Map<Block, Loop> byHead = new LinkedHashMap<>();
        long workLeft = mostWork;
        for (Block head : dominators.order()) {
            for (Block latch : dominators.incoming(head)) {
                if (!dominators.dominates(head, latch)) {
                    continue;
                }
                Loop loop = byHead.computeIfAbsent(head, Loop::around);
                var open = new ArrayDeque<Block>();
                if (loop.blocks.add(latch)) {
                    open.push(latch);
                }
                while (!open.isEmpty()) {
                    for (Block before : dominators.incoming(open.pop())) {
                        workLeft--;
                        if (loop.blocks.add(before)) {
                            open.push(before);
                        }
                    }
                    if (workLeft < 0) {
                        throw new Dominators.TooMuchWork();
                    }
                }
            }
        }
        return new ArrayList<>(byHead.values());
    }

    private static Loop around(Block head) {
        var blocks = new LinkedHashSet<Block>();
        blocks.add(head);
        return new Loop(head, blocks);
    }
}
