package dev.stint.weave.internal.flow;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Which charges look whether they can be paid. Counting is cheap; the look is a branch to a call
 * that the compiler must assume to change everything.
 *
 * <p>A look is needed once on every way through a method, before the first call, so that recursion
 * ends; and whenever something goes round: at branches backwards and at handlers. A charge that
 * others on all ways to it have looked before only counts. What a task may do unseen is bounded by
 * the longest way through a method without going backwards, for each active method.
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

    /** True if the charge of a block need not look. */
    public boolean onlyCounts(Block block) {
        return counts[block.number()];
    }
}
