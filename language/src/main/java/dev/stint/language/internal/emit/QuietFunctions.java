package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Program;
import java.util.HashMap;
import java.util.Map;

/**
 * Functions in which nobody but they themselves pays or waits, and neither does anybody whom they
 * call. They count what they pay in their run: nobody can look at the books before they are back.
 */
final class QuietFunctions {
    private final Map<String, Graph> quiet = new HashMap<>();

    QuietFunctions(Program program) {
        for (Graph graph : program.graphs()) {
            if (isQuiet(graph)) {
                quiet.put(graph.name(), graph);
            }
        }
        boolean isChanged;
        do {
            isChanged = quiet.values().removeIf(this::callsOthers);
        } while (isChanged);
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
                .anyMatch(node -> node.opcode() == Opcode.Call && !quiet.containsKey(node.name()));
    }

    boolean contains(String graph) {
        return quiet.containsKey(graph);
    }
}
