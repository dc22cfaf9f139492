package dev.stint.language.internal.interpret;

import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.run.OpenNurseries.Opened;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One call of a graph: its values, and what is to be cleaned up when something is thrown. */
final class Frame {
    /**
     * A clean-up that is set up.
     *
     * @param label where its code begins
     * @param shields whether the code is a clean-up of the script; otherwise it guards a nursery
     * @param nursery the one that is closed first, if there is one
     */
    record Region(int label, boolean shields, @Nullable Opened nursery) {}

    final Graph graph;
    final List<Object> arguments;
    final List<Object> captured;
    final List<Region> regions = new ArrayList<>();
    private final @Nullable Object[] values;
    @Nullable Throwable thrown; // what a guard was entered with
    int block; // the first node of the block that runs
    int cameFrom; // and that of the one before

    Frame(Graph graph, List<Object> arguments, List<Object> captured) {
        this.graph = graph;
        this.arguments = arguments;
        this.captured = captured;
        this.values = new Object[graph.nodes().size()];
    }

    void set(int id, Object value) {
        values[id] = value;
    }

    Object get(int id) {
        Object value = values[id];
        if (value == null) {
            throw new IllegalStateException(
                    "%" + id + " of @" + graph.name() + " is used before it was made");
        }
        return value;
    }

    Object input(Node node, int index) {
        return get(node.input(index));
    }

    List<Object> inputs(Node node, int from) {
        var found = new ArrayList<Object>(node.inputs().size());
        for (int i = from; i < node.inputs().size(); i++) {
            found.add(get(node.input(i)));
        }
        return found;
    }

    void goTo(int label) {
        cameFrom = block;
        block = label;
    }
}
