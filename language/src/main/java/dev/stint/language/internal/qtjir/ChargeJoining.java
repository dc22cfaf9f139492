package dev.stint.language.internal.qtjir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes one charge of several in a block. Charges are joined only if nothing between them can end
 * the task, wait or be seen from outside: so every path pays what it paid before, to the unit.
 */
final class ChargeJoining {
    private ChargeJoining() {}

    static Graph join(Graph graph) {
        Map<Integer, Payload.OfCost> sums = new HashMap<>();
        List<Node> kept = new ArrayList<>();
        int first = -1; // the charge that others can join
        for (Node node : graph.nodes()) {
            if (node.payload() instanceof Payload.OfCost cost) {
                if (first >= 0) {
                    sums.merge(first, cost, ChargeJoining::sum);
                    continue;
                }
                first = node.id();
                sums.put(first, cost);
            } else if (!isQuiet(node)) {
                first = -1;
            }
            kept.add(node);
        }
        List<Node> changed = new ArrayList<>(kept.size());
        for (Node node : kept) {
            Payload.OfCost sum = sums.get(node.id());
            changed.add(sum == null ? node : node.withPayload(sum));
        }
        return graph.renumbered(changed);
    }

    private static boolean isQuiet(Node node) {
        return node.opcode().isQuiet() && node.opcode() != Opcode.Label;
    }

    private static Payload.OfCost sum(Payload.OfCost a, Payload.OfCost b) {
        return new Payload.OfCost(
                Math.addExact(a.ops(), b.ops()), Math.addExact(a.bytes(), b.bytes()));
    }
}
