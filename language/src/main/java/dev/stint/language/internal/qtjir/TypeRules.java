package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each opcode takes and gives. */
final class TypeRules {
    private final Program program;
    private final Graph graph;

    TypeRules(Program program, Graph graph) {
        this.program = program;
        this.graph = graph;
    }

    /** What is wrong with a node; null if nothing is. */
    @Nullable String check(Node node) {
        List<Type> inputs = new ArrayList<>();
        for (int input : node.inputs()) {
            inputs.add(graph.node(input).type());
        }
        if (node.opcode().isScheduled() && node.tenancy() != Tenancy.CPU_Parallel) {
            return "its tenancy is CPU_Parallel";
        }
        return switch (node.opcode()) {
            case Constant -> constant(node);
            case Argument -> argument(node);
            case Fn_Ref -> functionRef(node);
            case Label -> gives(node, inputs, Types.LABEL);
            case Jump -> gives(node, inputs, Types.VOID, Types.LABEL);
            case Branch -> gives(node, inputs, Types.VOID, Types.BOOL, Types.LABEL, Types.LABEL);
            case Phi -> phi(node);
            case Return -> returned(inputs);
            case Trap -> inputs.size() > 1 ? "it takes a text at most" : null;
            case Cleanup_Begin -> cleanup(inputs);
            case Call -> call(node, inputs, 0);
            case Add, Sub, Mul, Div, Mod, Pow -> same(node, inputs, true);
            case BitAnd, BitOr, Xor -> same(node, inputs, false);
            case Negate -> inputs.equals(List.of(node.type())) ? null : "its sides differ";
            case Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual ->
                    comparison(node, inputs);
            case Not -> gives(node, inputs, Types.BOOL, Types.BOOL);
            case Budget_Check, Budget_Decrement, Cleanup_End, Cleanup_Resume -> money(node, inputs);
            default -> new ValueRules(program, graph, this).check(node, inputs);
        };
    }

    // ---- parts of rules

    static @Nullable String gives(Node node, List<Type> inputs, Type result, Type... wanted) {
        if (!inputs.equals(List.of(wanted))) {
            return "it takes " + List.of(wanted) + " and is given " + inputs;
        }
        return node.type().equals(result)
                ? null
                : "it gives a " + result + ", not a " + node.type();
    }

    private static @Nullable String constant(Node node) {
        boolean fits =
                switch (node.payload()) {
                    case Payload.OfInt _ ->
                            node.type() instanceof Type.Int
                                    || node.type().isKind(Type.Named.Kind.ENUM);
                    case Payload.OfReal _ -> node.type() instanceof Type.Real;
                    case Payload.OfBool _ -> node.type().equals(Types.BOOL);
                    case Payload.OfText _ -> node.type().equals(Types.TEXT);
                    case Payload.OfName _ -> node.type().isKind(Type.Named.Kind.ERRORS);
                    case Payload.None _ -> false;
                    case Payload.OfCost _ -> false;
                };
        return fits ? null : "its payload is no " + node.type();
    }

    private @Nullable String argument(Node node) {
        return node.payload() instanceof Payload.OfInt(long index)
                        && index >= 0
                        && index < graph.params().size()
                        && graph.params().get((int) index).type().equals(node.type())
                ? null
                : "there is no such parameter of this type";
    }

    private @Nullable String functionRef(Node node) {
        Graph target = program.find(node.name());
        if (target == null) {
            return "there is no graph '" + node.name() + "'";
        }
        return null;
    }

    private @Nullable String phi(Node node) {
        for (int i = 0; i < node.inputs().size(); i += 2) {
            if (!graph.node(node.input(i)).type().equals(node.type())) {
                return "%" + node.input(i) + " is no " + node.type();
            }
        }
        return null;
    }

    private @Nullable String returned(List<Type> inputs) {
        if (graph.result().equals(Types.VOID)) {
            return inputs.isEmpty() ? null : "the graph gives nothing back";
        }
        return inputs.equals(List.of(graph.result()))
                ? null
                : "the graph gives back a " + graph.result() + ", not " + inputs;
    }

    private static @Nullable String cleanup(List<Type> inputs) {
        return inputs.size() == 2 || (inputs.size() == 3 && inputs.get(2).equals(Types.NURSERY))
                ? null
                : "it takes two labels, and a nursery";
    }

    /** A call of the graph that the payload names. */
    @Nullable String call(Node node, List<Type> inputs, int skipped) {
        Graph target = program.find(node.name());
        if (target == null) {
            return "there is no graph '" + node.name() + "'";
        }
        List<Type> params = target.params().stream().map(Graph.Param::type).toList();
        if (!inputs.subList(Math.min(skipped, inputs.size()), inputs.size()).equals(params)) {
            return "'%s' takes %s and is given %s".formatted(node.name(), params, inputs);
        }
        Type result =
                node.opcode() == Opcode.Call ? target.result() : new Type.Task(target.result());
        return node.type().equals(result) ? null : "it gives a " + result;
    }

    private static @Nullable String same(Node node, List<Type> inputs, boolean reals) {
        if (!inputs.equals(List.of(node.type(), node.type()))) {
            return "its sides and its result are not of one type";
        }
        return node.type() instanceof Type.Int || (reals && node.type().isNumber())
                ? null
                : "it is not for a " + node.type();
    }

    private static @Nullable String comparison(Node node, List<Type> inputs) {
        if (inputs.size() != 2 || !inputs.get(0).equals(inputs.get(1))) {
            return "its sides are not of one type";
        }
        boolean orders = node.opcode() != Opcode.Equal && node.opcode() != Opcode.NotEqual;
        Type type = inputs.getFirst();
        boolean fits =
                type.isNumber()
                        || type.equals(Types.TEXT)
                        || (!orders
                                && (type.equals(Types.BOOL)
                                        || type.isKind(Type.Named.Kind.ENUM)
                                        || type.isKind(Type.Named.Kind.ERRORS)));
        if (!fits) {
            return "it is not for a " + type;
        }
        return node.type().equals(Types.BOOL) ? null : "it gives a bool";
    }

    private static @Nullable String money(Node node, List<Type> inputs) {
        boolean fits =
                node.opcode() == Opcode.Budget_Decrement
                        ? node.payload() instanceof Payload.OfCost
                        : node.payload() instanceof Payload.None;
        return fits && inputs.isEmpty() ? null : "it takes no inputs, and a charge has a cost";
    }

    TypeTable.@Nullable Definition definition(Type type) {
        return type instanceof Type.Named named ? program.table().find(named.name()) : null;
    }

    static boolean isErrors(Type type) {
        return type.isKind(Type.Named.Kind.ERRORS);
    }

    Type element(Type type) {
        return switch (type) {
            case Type.Array a -> a.element();
            case Type.Slice s -> s.element();
            default -> Types.UNKNOWN;
        };
    }
}
