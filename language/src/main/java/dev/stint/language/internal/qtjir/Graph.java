package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.type.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * One function in program order: labels begin blocks, terminators end them. Immutable.
 *
 * @param captures the types of what a closure takes from around it
 * @param tenancy CPU_Parallel for what is spawned
 */
public record Graph(
        String name,
        List<Param> params,
        List<Type> captures,
        Type result,
        Tenancy tenancy,
        List<Node> nodes) {
    /** A parameter. */
    public record Param(String name, Type type) {}

    public Graph {
        params = List.copyOf(params);
        captures = List.copyOf(captures);
        nodes = List.copyOf(nodes);
    }

    /** The module that it is of; of the script itself nothing. */
    public String module() {
        int dot = name.lastIndexOf('.');
        return dot < 0 || name.startsWith("test:") ? "" : name.substring(0, dot);
    }

    public Node node(int id) {
        return nodes.get(id);
    }

    public Graph withNodes(List<Node> others) {
        return new Graph(name, params, captures, result, tenancy, others);
    }

    public Graph withTenancy(Tenancy other) {
        return new Graph(name, params, captures, result, other, nodes);
    }

    /** How many nodes do this. */
    public long count(Opcode opcode) {
        return nodes.stream().filter(node -> node.opcode() == opcode).count();
    }

    /** A graph with other nodes, numbered anew; {@code kept} are old ids in order. */
    Graph renumbered(List<Node> kept) {
        int[] fresh = new int[nodes.size()];
        for (int i = 0; i < kept.size(); i++) {
            fresh[kept.get(i).id()] = i;
        }
        List<Node> result = new ArrayList<>(kept.size());
        for (Node node : kept) {
            List<Integer> inputs = new ArrayList<>(node.inputs().size());
            node.inputs().forEach(input -> inputs.add(fresh[input]));
            result.add(node.withInputs(inputs).withId(fresh[node.id()]));
        }
        return withNodes(result);
    }
}
