package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Flow;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which clean-ups and guards are open where a block begins, the innermost last. */
final class Openings {
    private final Map<Integer, List<Integer>> at = new HashMap<>();

    Openings(Graph graph, Flow flow) {
        Deque<Integer> todo = new ArrayDeque<>();
        at.put(0, List.of());
        todo.add(0);
        while (!todo.isEmpty()) {
            Flow.Block block = flow.blocks().get(todo.remove());
            List<Integer> open = new ArrayList<>(at(block));
            for (int i = block.first(); i < block.last(); i++) {
                if (graph.node(i).opcode() == Opcode.Cleanup_End) {
                    open.removeLast();
                }
            }
            Node end = graph.node(block.last());
            for (int label : Flow.targets(end)) {
                List<Integer> after = new ArrayList<>(open);
                if (end.opcode() == Opcode.Cleanup_Begin && label == end.input(0)) {
                    after.add(end.id());
                }
                int to = flow.block(label).index();
                if (at.putIfAbsent(to, List.copyOf(after)) == null) {
                    todo.add(to);
                }
            }
        }
    }

    List<Integer> at(Flow.Block block) {
        return at.getOrDefault(block.index(), List.of());
    }
}
