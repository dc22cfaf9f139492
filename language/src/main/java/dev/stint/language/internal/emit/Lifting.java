package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Flow;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.qtjir.Tenancy;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes clean-ups out of a graph and makes graphs of them: they are run in a section of their own,
 * which is a call for the runtime.
 */
final class Lifting {
    /**
     * A clean-up that was taken out.
     *
     * @param captured the nodes whose values it is given
     */
    record Lifted(Graph graph, List<Integer> captured) {}

    private final Graph graph;
    private final Flow flow;
    private final BitSet gone = new BitSet(); // blocks
    private final Map<Integer, Lifted> lifted = new LinkedHashMap<>();

    Lifting(Graph graph, Flow flow) {
        this.graph = graph;
        this.flow = flow;
        for (Node node : graph.nodes()) {
            boolean isOpen = flow.isReached(flow.block(node.id()));
            if (node.opcode() == Opcode.Cleanup_Begin
                    && node.payload() instanceof Payload.OfBool
                    && isOpen
                    && !gone.get(flow.block(node.id()).index())) {
                lift(node);
            }
        }
    }

    /** By the node that sets it up. */
    Map<Integer, Lifted> lifted() {
        return lifted;
    }

    /** True if a block was taken out. */
    boolean isGone(Flow.Block block) {
        return gone.get(block.index());
    }

    private void lift(Node begin) {
        BitSet part = reachedFrom(flow.block(begin.input(1)));
        gone.or(part);
        Map<Integer, Integer> fresh = new HashMap<>();
        List<Integer> captured = new ArrayList<>();
        List<Type> captures = new ArrayList<>();
        List<Node> nodes = new ArrayList<>();
        List<Node> inside = new ArrayList<>();
        for (Flow.Block block : flow.blocks()) {
            if (part.get(block.index())) {
                inside.addAll(graph.nodes().subList(block.first(), block.last() + 1));
            }
        }
        for (Node node : inside) {
            for (int input : node.inputs()) {
                if (!part.get(flow.block(input).index()) && !fresh.containsKey(input)) {
                    fresh.put(input, nodes.size());
                    nodes.add(outside(graph.node(input), captured, captures, nodes.size()));
                }
            }
        }
        int first = nodes.size() + 1;
        for (int i = 0; i < inside.size(); i++) {
            fresh.put(inside.get(i).id(), first + i);
        }
        nodes.add(
                new Node(
                        nodes.size(),
                        Opcode.Jump,
                        Payload.NONE,
                        List.of(fresh.get(begin.input(1))),
                        Types.VOID,
                        Tenancy.CPU_Serial,
                        begin.line()));
        for (Node node : inside) {
            List<Integer> inputs = node.inputs().stream().map(fresh::get).toList();
            Opcode opcode = node.opcode() == Opcode.Cleanup_Resume ? Opcode.Return : node.opcode();
            nodes.add(
                    new Node(
                            nodes.size(),
                            opcode,
                            node.payload(),
                            inputs,
                            node.type(),
                            node.tenancy(),
                            node.line()));
        }
        var made =
                new Graph(
                        graph.name() + "~" + begin.id(),
                        List.of(),
                        captures,
                        Types.VOID,
                        Tenancy.CPU_Serial,
                        nodes);
        lifted.put(begin.id(), new Lifted(made, captured));
    }

    /** What a clean-up is given of a value around it: the constant, or the value. */
    private static Node outside(Node node, List<Integer> captured, List<Type> captures, int id) {
        if (node.opcode() == Opcode.Constant) {
            return node.withId(id);
        }
        captured.add(node.id());
        captures.add(node.type());
        return new Node(
                id,
                Opcode.Closure_Env_Load,
                new Payload.OfInt(captured.size() - 1L),
                List.of(),
                node.type(),
                Tenancy.CPU_Serial,
                node.line());
    }

    private BitSet reachedFrom(Flow.Block start) {
        var found = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        open.add(start.index());
        found.set(start.index());
        while (!open.isEmpty()) {
            for (int next : flow.blocks().get(open.remove()).next()) {
                if (!found.get(next)) {
                    found.set(next);
                    open.add(next);
                }
            }
        }
        return found;
    }
}
