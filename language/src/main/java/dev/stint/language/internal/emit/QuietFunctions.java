package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Program;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Functions in which nobody but they themselves pays or waits, and neither does anybody whom they
 * call. They count what they pay in their run: nobody can look at the books before they are back.
 */
final class QuietFunctions {
    private final Set<String> names = new HashSet<>();

    QuietFunctions(Program program) {
        Map<String, Graph> graphs = new HashMap<>();
        for (Graph graph : program.graphs()) {
            graphs.put(graph.name(), graph);
            if (isQuiet(graph)) {
                names.add(graph.name());
            }
        }
        while (names.removeIf(name -> callsOthers(graphs.get(name)))) {
            // until nothing changes
        }
    }

    private static boolean isQuiet(Graph graph) {
        for (Node node : graph.nodes()) {
            boolean isPlain = node.opcode() == Opcode.Call || node.opcode() == Opcode.Return;
            if (node.opcode() == Opcode.Cleanup_Begin || (!isPlain && Money.isLoud(graph, node))) {
                return false;
            }
        }
        return true;
    }

    private boolean callsOthers(Graph graph) {
        return graph.nodes().stream()
                .anyMatch(node -> node.opcode() == Opcode.Call && !names.contains(node.name()));
    }

    boolean contains(String graph) {
        return names.contains(graph);
    }
}
