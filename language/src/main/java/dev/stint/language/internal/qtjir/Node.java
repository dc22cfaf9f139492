package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.type.Type;
import java.util.List;

/**
 * One step of a graph.
 *
 * @param id its place in the graph
 * @param inputs ids of nodes: values, and of a terminator the labels it goes to
 * @param type of its value; void if it has none
 * @param line of the source, 0 if there is none
 */
public record Node(
        int id,
        Opcode opcode,
        Payload payload,
        List<Integer> inputs,
        Type type,
        Tenancy tenancy,
        int line) {
    public Node {
        inputs = List.copyOf(inputs);
    }

    public int input(int index) {
        return inputs.get(index);
    }

    /** The name in its payload. */
    public String name() {
        return switch (payload) {
            case Payload.OfName(String name) -> name;
            case Payload.OfText(String text) -> text;
            default -> "";
        };
    }

    public Node withPayload(Payload other) {
        return new Node(id, opcode, other, inputs, type, tenancy, line);
    }

    public Node withInputs(List<Integer> others) {
        return new Node(id, opcode, payload, others, type, tenancy, line);
    }

    public Node withId(int other) {
        return new Node(other, opcode, payload, inputs, type, tenancy, line);
    }
}
