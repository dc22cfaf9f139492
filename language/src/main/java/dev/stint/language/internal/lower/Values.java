package dev.stint.language.internal.lower;

import dev.stint.language.internal.check.Symbol;
import dev.stint.language.internal.check.Typing;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.syntax.Source;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Node;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/** Where names have their values, and how values become those of another type. */
abstract class Values {
    final Typing typing;
    final Source source;
    final List<Graph> graphs; // of the whole script, in the order in which they were finished
    final String graphName;
    final GraphBuilder to = new GraphBuilder();
    private final IdentityHashMap<Symbol.Local, Integer> places = new IdentityHashMap<>();
    private int closures;

    Values(Typing typing, Source source, List<Graph> graphs, String graphName) {
        this.typing = typing;
        this.source = source;
        this.graphs = graphs;
        this.graphName = graphName;
    }

    final void at(Node node) {
        to.line(source.line(node.span().start()));
    }

    /** A name for the graph of a closure in this one. */
    final String innerName(String kind) {
        return graphName + "$" + kind + closures++;
    }

    // ---- names

    /** Gives a name its value; a variable gets a place of its own. */
    final void bind(Symbol.Local local, int value) {
        if (local.isMutable()) {
            int slot =
                    to.add(
                            Opcode.Alloca,
                            new Payload.OfText(local.name()),
                            new Type.Slot(local.type()));
            to.add(Opcode.Store, Types.VOID, slot, value);
            places.put(local, slot);
        } else {
            places.put(local, value);
        }
    }

    /** A name that is captured has its value or its place already. */
    final void bindPlace(Symbol.Local local, int id) {
        places.put(local, id);
    }

    /** The value of a name, or the place of a variable. */
    final int placeOf(Symbol.Local local) {
        return Objects.requireNonNull(places.get(local), () -> "no place for " + local);
    }

    final int read(Symbol.Local local) {
        int place = placeOf(local);
        return local.isMutable() ? to.add(Opcode.Load, local.type(), place) : place;
    }

    // ---- phis

    /** The values that come together at one place. */
    final class Join {
        private final int label = to.newLabel();
        private final Type type;
        private final List<Integer> inputs = new ArrayList<>();

        Join(Type type) {
            this.type = type;
        }

        /** This block ends here, with this value. */
        void from(int value) {
            if (to.isOpen()) {
                if (!type.equals(Types.VOID)) {
                    inputs.add(value);
                    inputs.add(to.blockStart());
                }
                to.jump(label);
            }
        }

        int label() {
            return label;
        }

        /** All have come: the value from here on. */
        int value() {
            to.place(label);
            if (type.equals(Types.VOID) || type.equals(Types.NEVER) || inputs.isEmpty()) {
                return 0;
            }
            int[] pairs = inputs.stream().mapToInt(i -> i).toArray();
            return to.add(Opcode.Phi, type, pairs);
        }
    }

    // ---- other types

    /** A value as one of another type that it fits. */
    final int coerce(int value, Type from, Type wanted) {
        if (from.equals(wanted) || from.equals(Types.NEVER) || wanted.equals(Types.VOID)) {
            return value;
        }
        return switch (wanted) {
            case Type.Optional o -> toOptional(value, from, o);
            case Type.Slice s when from instanceof Type.Array array ->
                    to.add(
                            Opcode.Slice,
                            new Payload.OfBool(false),
                            s,
                            value,
                            to.integer(0, Types.I64),
                            to.integer(array.size(), Types.I64));
            case Type.Fallible f -> toFallible(value, from, f);
            case Type.Named n when n.kind() == Type.Named.Kind.ERRORS -> {
                int failed =
                        to.add(
                                Opcode.Error_Fail_Construct,
                                new Type.Fallible(Types.VOID, n.name()),
                                value);
                yield to.add(Opcode.Error_Union_Get_Error, n, failed);
            }
            default -> value;
        };
    }

    private int toOptional(int value, Type from, Type.Optional wanted) {
        if (from.equals(Types.NULL)) {
            return to.add(Opcode.Optional_None, wanted);
        }
        if (from instanceof Type.Optional inner && !inner.equals(wanted.value())) {
            var join = new Join(wanted);
            int some = to.newLabel();
            int none = to.newLabel();
            to.branch(to.add(Opcode.Optional_Is_Some, Types.BOOL, value), some, none);
            to.place(some);
            int held = to.add(Opcode.Optional_Unwrap, inner.value(), value);
            int other = coerce(held, inner.value(), wanted.value());
            join.from(to.add(Opcode.Optional_Some, wanted, other));
            to.place(none);
            join.from(to.add(Opcode.Optional_None, wanted));
            return join.value();
        }
        return to.add(Opcode.Optional_Some, wanted, coerce(value, from, wanted.value()));
    }

    private int toFallible(int value, Type from, Type.Fallible wanted) {
        if (!(from instanceof Type.Fallible other)) {
            return succeeded(coerce(value, from, wanted.value()), wanted);
        }
        var join = new Join(wanted);
        int bad = to.newLabel();
        int good = to.newLabel();
        to.branch(to.add(Opcode.Error_Union_Is_Error, Types.BOOL, value), bad, good);
        to.place(bad);
        int error = to.add(Opcode.Error_Union_Get_Error, Type.errors(other.errors()), value);
        join.from(to.add(Opcode.Error_Fail_Construct, wanted, error));
        to.place(good);
        int held = to.add(Opcode.Error_Union_Unwrap, other.value(), value);
        join.from(succeeded(coerce(held, other.value(), wanted.value()), wanted));
        return join.value();
    }

    /** A value as what a function gives back that may fail. */
    final int succeeded(int value, Type.Fallible type) {
        return type.value().equals(Types.VOID)
                ? to.add(Opcode.Error_Union_Construct, type)
                : to.add(Opcode.Error_Union_Construct, type, value);
    }

    // ---- copies

    /**
     * True if an array or a struct must be copied because it could be changed under one of its
     * names. What has no name is nobody else's.
     */
    final boolean isShared(Expr expr, boolean keepsMutable) {
        if (!typing.typeOf(expr).isAggregate()) {
            return false;
        }
        return switch (expr) {
            case Expr.Name name ->
                    keepsMutable
                            || (typing.symbolOf(name) instanceof Symbol.Local local
                                    && local.isMutable());
            case Expr.Field field -> keepsMutable || isShared(field.target(), false);
            case Expr.Index index ->
                    keepsMutable
                            || typing.typeOf(index.target()) instanceof Type.Slice
                            || typing.typeOf(index.target()) instanceof Type.Standard
                            || isShared(index.target(), false);
            default -> false;
        };
    }

    final TypeTable table() {
        return typing.table();
    }
}
