package dev.stint.weave.internal.flow;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Decides which charges check that they can be paid. Counting is cheap. A check is a branch to a
 * call that, for all the compiler knows, changes everything.
 *
 * <p>A check is needed once on every way through a method, before the first call, so that recursion
 * ends; and wherever code can go round: at branches backwards and at handlers. A charge only counts
 * if there was a check on every way to it. So what a task may do without a check is bounded, for
 * each active method, by the longest way through it without going backwards.
 */
public final class BudgetChecks {
    private final boolean[] counts; // by block: it is charged without a look

    public BudgetChecks(Body body, Flow flow, Handlers handlers, Charges charges, Regions regions) {
        int count = flow.blocks().size();
        var looked = new boolean[count]; // on all ways that end behind the block
        Arrays.fill(looked, true);
        counts = new boolean[count];
        var open = new ArrayDeque<>(flow.blocks());
        while (!open.isEmpty()) {
            Block block = open.remove();
            int b = block.number();
            boolean before =
                    block.start() != 0
                            && !block.isHandler()
                            && !block.predecessors().isEmpty()
                            && block.predecessors().stream()
                                    .allMatch(from -> looked[from.number()]);
            boolean looks = before || charges.ops(block) > 0;
            if (regions.of(block) != null) {
                looks = false; // what it counts in a variable is booked behind, without a look
            }
            counts[b] = before && !handlers.isCharged(block) && !Flow.goesBack(body, block);
            if (looked[b] != looks) {
                looked[b] = looks;
                open.addAll(block.successors());
            }
        }
    }

    /** True if the charge of a block need not check. */
    public boolean onlyCounts(Block block) {
        return counts[block.number()];
    }
}
