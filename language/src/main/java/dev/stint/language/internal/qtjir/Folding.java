package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.type.Arithmetic;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes what can be known before the run. What would trap is left as it is, so that it traps
 * where it did; charges are not touched.
 */
final class Folding {
    private final Graph graph;
    private final List<Node> nodes;

    private Folding(Graph graph) {
        this.graph = graph;
        this.nodes = new ArrayList<>(graph.nodes());
    }

    static Graph fold(Graph graph) {
        return new Folding(graph).run();
    }

    private Graph run() {
        for (int i = 0; i < nodes.size(); i++) {
            Node folded = folded(nodes.get(i));
            if (folded != null) {
                nodes.set(i, folded);
            }
        }
        // A branch that became a jump leaves blocks that nobody reaches, and phis that name them.
        return DeadCode.withoutUnreached(graph.withNodes(nodes));
    }

    private @Nullable Node folded(Node node) {
        return switch (node.opcode()) {
            case Add, Sub, Mul, Div, Mod, Pow, BitAnd, BitOr, Xor, Shl, Shr -> binary(node);
            case Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual -> comparison(node);
            case Negate, BitNot -> unary(node);
            case Not -> {
                Payload value = constant(node.input(0));
                yield value instanceof Payload.OfBool(boolean is)
                        ? constant(node, new Payload.OfBool(!is))
                        : null;
            }
            case Branch -> branch(node);
            default -> null;
        };
    }

    private @Nullable Payload constant(int id) {
        Node node = nodes.get(id);
        return node.opcode() == Opcode.Constant ? node.payload() : null;
    }

    private static Node constant(Node node, Payload value) {
        return new Node(
                node.id(),
                Opcode.Constant,
                value,
                List.of(),
                node.type(),
                Tenancy.CPU_Serial,
                node.line());
    }

    private @Nullable Node binary(Node node) {
        Payload left = constant(node.input(0));
        Payload right = constant(node.input(1));
        try {
            if (left instanceof Payload.OfInt(long a)
                    && right instanceof Payload.OfInt(long b)
                    && node.type() instanceof Type.Int type) {
                return constant(
                        node,
                        new Payload.OfInt(Arithmetic.integer(node.opcode().name(), type, a, b)));
            }
            if (left instanceof Payload.OfReal(double a)
                    && right instanceof Payload.OfReal(double b)
                    && node.type() instanceof Type.Real type) {
                return constant(
                        node,
                        new Payload.OfReal(Arithmetic.real(node.opcode().name(), type, a, b)));
            }
        } catch (PanicException e) {
            return null;
        }
        return null;
    }

    private @Nullable Node comparison(Node node) {
        Payload left = constant(node.input(0));
        Payload right = constant(node.input(1));
        Type type = nodes.get(node.input(0)).type();
        if (left instanceof Payload.OfInt(long a)
                && right instanceof Payload.OfInt(long b)
                && type instanceof Type.Int integer) {
            int order = Arithmetic.compare(integer, a, b);
            return constant(
                    node, new Payload.OfBool(Arithmetic.holds(node.opcode().name(), order)));
        }
        return null;
    }

    private @Nullable Node unary(Node node) {
        Payload value = constant(node.input(0));
        try {
            if (value instanceof Payload.OfInt(long a) && node.type() instanceof Type.Int type) {
                long result =
                        node.opcode() == Opcode.Negate
                                ? Arithmetic.integer("Sub", type, 0, a)
                                : Arithmetic.wrapped(type, ~a);
                return constant(node, new Payload.OfInt(result));
            }
            if (value instanceof Payload.OfReal(double a)) {
                return constant(node, new Payload.OfReal(-a));
            }
        } catch (PanicException e) {
            return null;
        }
        return null;
    }

    private @Nullable Node branch(Node node) {
        if (constant(node.input(0)) instanceof Payload.OfBool(boolean is)) {
            int target = node.input(is ? 1 : 2);
            return new Node(
                    node.id(),
                    Opcode.Jump,
                    Payload.NONE,
                    List.of(target),
                    Types.VOID,
                    node.tenancy(),
                    node.line());
        }
        return null;
    }
}
