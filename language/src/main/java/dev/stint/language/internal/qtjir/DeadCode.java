package dev.stint.language.internal.qtjir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/** Removes blocks that are not reached, and values that nobody uses and that cannot fail. */
public final class DeadCode {
    private DeadCode() {}

    static Graph remove(Graph graph) {
        Graph reached = withoutUnreached(graph);
        var live = new BitSet(reached.nodes().size());
        Deque<Integer> open = new ArrayDeque<>();
        for (Node node : reached.nodes()) {
            if (!node.opcode().isPure() && !isUnusedSlot(node)) {
                live.set(node.id());
                open.add(node.id());
            }
        }
        while (!open.isEmpty()) {
            for (int input : reached.node(open.remove()).inputs()) {
                if (!live.get(input)) {
                    live.set(input);
                    open.add(input);
                }
            }
        }
        return reached.renumbered(
                reached.nodes().stream().filter(node -> live.get(node.id())).toList());
    }

    /** A variable is kept for its loads and stores alone; a load for its users. */
    private static boolean isUnusedSlot(Node node) {
        return node.opcode() == Opcode.Alloca || node.opcode() == Opcode.Load;
    }

    /** The same without blocks that are never reached. */
    public static Graph withoutUnreached(Graph graph) {
        var flow = new Flow(graph);
        List<Node> kept = new ArrayList<>();
        for (Flow.Block block : flow.blocks()) {
            if (flow.isReached(block)) {
                for (int i = block.first(); i <= block.last(); i++) {
                    Node node = graph.node(i);
                    kept.add(node.opcode() == Opcode.Phi ? trimmed(node, flow) : node);
                }
            }
        }
        return graph.renumbered(kept);
    }

    /** A phi forgets the blocks that are gone. */
    private static Node trimmed(Node phi, Flow flow) {
        Flow.Block home = flow.block(phi.id());
        List<Integer> inputs = new ArrayList<>();
        for (int i = 0; i < phi.inputs().size(); i += 2) {
            Flow.Block from = flow.block(phi.input(i + 1));
            if (flow.isReached(from) && home.before().contains(from.index())) {
                inputs.add(phi.input(i));
                inputs.add(phi.input(i + 1));
            }
        }
        return phi.withInputs(inputs);
    }
}
