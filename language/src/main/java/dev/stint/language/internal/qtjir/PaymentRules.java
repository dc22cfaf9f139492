package dev.stint.language.internal.qtjir;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.function.BiConsumer;

/** Every cycle has a check, and so has every call before it. */
final class PaymentRules {
    private final Graph graph;
    private final Flow flow;
    private final BiConsumer<Node, String> report;

    PaymentRules(Graph graph, Flow flow, BiConsumer<Node, String> report) {
        this.graph = graph;
        this.flow = flow;
        this.report = report;
    }

    void check() {
        var unchecked = new BitSet();
        for (Flow.Block block : flow.blocks()) {
            if (flow.isReached(block) && !checkCalls(block)) {
                unchecked.set(block.index());
            }
        }
        checkCycles(unchecked);
    }

    /** True if there is a check in the block. */
    private boolean checkCalls(Flow.Block block) {
        boolean isChecked = false;
        boolean hasCheck = false;
        for (int i = block.first(); i <= block.last(); i++) {
            Node node = graph.node(i);
            if (node.opcode() == Opcode.Budget_Check) {
                isChecked = true;
                hasCheck = true;
            } else if (node.opcode().isCheckedCall()) {
                if (!isChecked) {
                    report.accept(node, "there is no Budget_Check before it in its block");
                }
                isChecked = false; // each has its own
            }
        }
        return hasCheck;
    }

    /** Among the blocks without a check there must be no way back. */
    private void checkCycles(BitSet unchecked) {
        var done = new BitSet();
        for (int start = unchecked.nextSetBit(0);
                start >= 0;
                start = unchecked.nextSetBit(start + 1)) {
            if (!done.get(start)) {
                walk(start, unchecked, done);
            }
        }
    }

    private void walk(int start, BitSet unchecked, BitSet done) {
        var path = new BitSet();
        Deque<int[]> open = new ArrayDeque<>();
        open.push(new int[] {start, 0});
        path.set(start);
        while (!open.isEmpty()) {
            int[] top = open.element();
            Flow.Block block = flow.blocks().get(top[0]);
            if (top[1] == block.next().size()) {
                path.clear(top[0]);
                done.set(top[0]);
                open.pop();
                continue;
            }
            int next = block.next().get(top[1]++);
            if (path.get(next)) {
                report.accept(
                        graph.node(block.last()), "this closes a cycle that has no Budget_Check");
            } else if (unchecked.get(next) && !done.get(next)) {
                path.set(next);
                open.push(new int[] {next, 0});
            }
        }
    }
}
