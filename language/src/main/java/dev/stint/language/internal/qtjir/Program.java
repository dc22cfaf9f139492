package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.type.TypeTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The graphs of one script, and the types that they name. */
public final class Program {
    private final TypeTable table;
    private final Map<String, Graph> graphs = new LinkedHashMap<>();

    public Program(TypeTable table, List<Graph> graphs) {
        this.table = table;
        for (Graph graph : graphs) {
            if (this.graphs.put(graph.name(), graph) != null) {
                throw new IllegalArgumentException(
                        "two graphs are named '" + graph.name() + "'; each has a name of its own");
            }
        }
    }

    public TypeTable table() {
        return table;
    }

    public List<Graph> graphs() {
        return List.copyOf(graphs.values());
    }

    public @Nullable Graph find(String name) {
        return graphs.get(name);
    }

    public Graph graph(String name) {
        Graph found = graphs.get(name);
        if (found == null) {
            throw new IllegalArgumentException(
                    "there is no graph '" + name + "'; there are " + graphs.keySet());
        }
        return found;
    }

    /** The same with every graph changed. */
    public Program map(UnaryOperator<Graph> change) {
        return new Program(table, graphs().stream().map(change).toList());
    }
}
