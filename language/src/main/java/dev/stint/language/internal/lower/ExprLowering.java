package dev.stint.language.internal.lower;

import dev.stint.language.internal.check.CallTarget;
import dev.stint.language.internal.check.Symbol;
import dev.stint.language.internal.check.Typing;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.syntax.Source;
import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Op;
import dev.stint.language.internal.type.Sizes;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/** Lowers expressions. Each gives the node that has its value. */
abstract class ExprLowering extends Values {
    /** What was evaluated before its time. */
    private final IdentityHashMap<Expr, Integer> prepared = new IdentityHashMap<>();

    ExprLowering(Typing typing, Source source, List<Graph> graphs, String graphName) {
        super(typing, source, graphs, graphName);
    }

    abstract int call(Expr.Call call);

    abstract int concurrent(Expr expr);

    abstract int closure(Expr.Closure closure);

    abstract int match(Expr.Match match, Type type);

    abstract int valueOfBlock(Block block, Type wanted);

    abstract void failWith(int error);

    /** The value of an expression, as one of the type that is wanted. */
    final int value(Expr expr, Type wanted) {
        return coerce(lower(expr), typing.typeOf(expr), wanted);
    }

    /**
     * A value that gets a name or a place: a copy, if it is an array or a struct that could change
     * under another name.
     */
    final int kept(Expr expr, Type wanted, boolean isMutable) {
        Type type = typing.typeOf(expr);
        Integer ready = prepared.get(expr);
        if (ready != null) {
            return coerce(ready, type, wanted);
        }
        int value = lower(expr);
        boolean isView = wanted instanceof Type.Slice && type instanceof Type.Array;
        if (!isView && isShared(expr, isMutable)) {
            value = to.add(Opcode.Copy, type, value);
        }
        return coerce(value, type, wanted);
    }

    /** Evaluates the parts of a call that is made later. */
    final void prepare(Expr.Call call) {
        switch (typing.targetOf(call)) {
            case CallTarget.OfFunction _ -> {}
            case CallTarget.OfValue _ -> prepare(call.callee());
            case CallTarget.OfStd target -> prepareReceiver(call, target.isMethod());
            case CallTarget.OfHost target -> prepareReceiver(call, target.isMethod());
            case CallTarget.OfBuiltin _ -> {
                if (call.callee() instanceof Expr.Field f
                        && !(f.target() instanceof Expr.TypeName)) {
                    prepare(f.target());
                }
            }
            case CallTarget.Conversion _ -> {}
        }
        call.arguments().forEach(this::prepare);
    }

    private void prepareReceiver(Expr.Call call, boolean isMethod) {
        if (isMethod && call.callee() instanceof Expr.Field field) {
            prepare(field.target());
        }
    }

    private void prepare(Expr part) {
        prepared.remove(part); // of another way out of a block that has this defer in it
        prepared.put(part, kept(part, typing.typeOf(part), false));
    }

    final int lower(Expr expr) {
        Integer ready = prepared.get(expr);
        if (ready != null) {
            return ready;
        }
        int line = to.line();
        at(expr);
        int value = lowered(expr);
        to.line(line);
        return value;
    }

    private int lowered(Expr expr) {
        Type type = typing.typeOf(expr);
        return switch (expr) {
            case Expr.IntLiteral l ->
                    type instanceof Type.Real real
                            ? real(l.value().doubleValue(), real)
                            : to.integer(l.value().longValue(), type);
            case Expr.FloatLiteral l -> real(l.value(), type);
            case Expr.BoolLiteral l -> to.bool(l.value());
            case Expr.TextLiteral l -> text(l.value());
            case Expr.NullLiteral _ -> to.add(Opcode.Optional_None, optional(type));
            case Expr.Interpolation i -> interpolation(i);
            case Expr.Name n -> name(n);
            case Expr.Field f when typing.symbolOf(f) != null -> name(f);
            case Expr.Field f -> field(f);
            case Expr.ShortVariant v -> variant(type, v.variant());
            case Expr.Call c -> call(c);
            case Expr.Index i ->
                    element(typing.typeOf(i.target()), type, lower(i.target()), lower(i.index()));
            case Expr.Slice s -> slice(s);
            case Expr.ArrayLiteral a -> array(a);
            case Expr.StructLiteral s -> struct(s);
            case Expr.Unary u -> unary(u);
            case Expr.Binary b -> binary(b);
            case Expr.Closure c -> closure(c);
            case Expr.Match m -> match(m, type);
            case Expr.Propagate p -> propagate(p);
            case Expr.Catch c -> caught(c);
            case Expr.Spawn s -> concurrent(s);
            case Expr.SpawnBlock s -> concurrent(s);
            case Expr.Await a -> concurrent(a);
            case Expr.TypeName _ -> throw new IllegalStateException("a type has no value");
            case Expr.Range _ -> throw new IllegalStateException("a range has no value");
            case Expr.Bad _ -> throw new IllegalStateException("a bad tree is not lowered");
        };
    }

    /** An element of an array, a slice or a list. */
    final int element(Type of, Type type, int target, int index) {
        return of instanceof Type.Standard
                ? standard(StdTable.LIST + ".get", type, target, index)
                : to.add(Opcode.Index, type, target, index);
    }

    /** A function of the library. */
    final int standard(String name, Type type, int... inputs) {
        return to.add(Opcode.Std_Call, new Payload.OfName(name), type, inputs);
    }

    private static Type optional(Type type) {
        return type instanceof Type.Optional ? type : new Type.Optional(Types.VOID);
    }

    private int real(double value, Type type) {
        double rounded = type.equals(Types.F64) ? value : (float) value;
        return to.add(Opcode.Constant, new Payload.OfReal(rounded), type);
    }

    final int text(String value) {
        return to.add(Opcode.Constant, new Payload.OfText(value), Types.TEXT);
    }

    // ---- texts

    final int textOf(Expr expr) {
        Type type = typing.typeOf(expr);
        int value = lower(expr);
        return type.equals(Types.TEXT) ? value : to.add(Opcode.Text_Of, Types.TEXT, value);
    }

    private int interpolation(Expr.Interpolation interpolation) {
        int[] parts = interpolation.parts().stream().mapToInt(this::textOf).toArray();
        return to.add(Opcode.Text_Join, Types.TEXT, parts);
    }

    // ---- names, fields, aggregates

    /** A value that has a name, here or in a module. */
    private int name(Expr name) {
        return switch (Objects.requireNonNull(typing.symbolOf(name))) {
            case Symbol.Local local when local.isGlobal() -> global(local);
            case Symbol.Local local -> read(local);
            case Symbol.OfFunction function ->
                    to.add(
                            Opcode.Fn_Ref,
                            new Payload.OfName(function.name()),
                            function.signature().type());
        };
    }

    abstract int global(Symbol.Local local);

    private int field(Expr.Field field) {
        Type type = typing.typeOf(field);
        if (typing.isVariant(field)) {
            return variant(type, field.name());
        }
        int target = lower(field.target());
        Type owner = typing.typeOf(field.target());
        if (!field.isOptional()) {
            return fieldOf(target, owner, field.name(), type);
        }
        Type.Optional optional = (Type.Optional) type;
        Type held = ((Type.Optional) owner).value();
        var join = new Join(type);
        int some = to.newLabel();
        int none = to.newLabel();
        to.branch(to.add(Opcode.Optional_Is_Some, Types.BOOL, target), some, none);
        to.place(some);
        int inner = to.add(Opcode.Optional_Unwrap, held, target);
        Type fieldType = declared(held, field.name());
        int value = fieldOf(inner, held, field.name(), fieldType);
        join.from(coerce(value, fieldType, optional));
        to.place(none);
        join.from(to.add(Opcode.Optional_None, type));
        return join.value();
    }

    private Type declared(Type owner, String field) {
        if (owner instanceof Type.Named named) {
            TypeTable.Field found = table().of(named).field(field);
            if (found != null) {
                return found.type();
            }
        }
        return Types.I64; // a length
    }

    final int fieldOf(int target, Type owner, String name, Type type) {
        return switch (owner) {
            case Type.Array _ -> to.add(Opcode.SliceLen, Types.I64, target);
            case Type.Slice _ -> to.add(Opcode.SliceLen, Types.I64, target);
            case Type.Standard s -> standard(s.name() + ".len", Types.I64, target);
            case Type.Simple s when s.equals(Types.TEXT) ->
                    to.add(Opcode.Text_Call, new Payload.OfName("str_length"), Types.I64, target);
            case Type.Simple s when s.equals(Types.CAPABILITIES) && StdTable.needsRight(name) ->
                    standard(name + StdTable.HELD, type);
            case Type.Simple s when s.equals(Types.CAPABILITIES) ->
                    to.add(Opcode.Cap_Spawn, Types.CAP_SPAWN, target);
            default -> to.add(Opcode.Field_Access, new Payload.OfName(name), type, target);
        };
    }

    /** A variant without fields, as a value. */
    final int variant(Type type, String name) {
        Type.Named named = (Type.Named) bare(type);
        TypeTable.Definition definition = table().of(named);
        return switch (named.kind()) {
            case ENUM ->
                    to.integer(Objects.requireNonNull(definition.variant(name)).value(), named);
            case ERRORS ->
                    to.add(Opcode.Constant, new Payload.OfName(named.name() + "." + name), named);
            case UNION -> {
                to.charge(1, Sizes.ofFields(0));
                yield to.add(Opcode.Union_Construct, new Payload.OfName(name), named);
            }
            case STRUCT -> throw new IllegalStateException("a struct has no variants");
        };
    }

    private static Type bare(Type type) {
        return switch (type) {
            case Type.Optional o -> bare(o.value());
            case Type.Fallible f -> bare(f.value());
            default -> type;
        };
    }

    private int slice(Expr.Slice slice) {
        int target = lower(slice.target());
        int from = slice.from() == null ? to.integer(0, Types.I64) : value(slice.from(), Types.I64);
        boolean isClosed = slice.isClosed() && slice.to() != null;
        int end =
                slice.to() == null
                        ? to.add(Opcode.SliceLen, Types.I64, target)
                        : value(slice.to(), Types.I64);
        return to.add(
                Opcode.Slice,
                new Payload.OfBool(isClosed),
                typing.typeOf(slice),
                target,
                from,
                end);
    }

    private int array(Expr.ArrayLiteral array) {
        Type.Array type = (Type.Array) typing.typeOf(array);
        int[] elements =
                array.elements().stream().mapToInt(e -> kept(e, type.element(), true)).toArray();
        to.charge(1, Sizes.ofArray(elements.length));
        return to.add(Opcode.Array_Construct, type, elements);
    }

    private int struct(Expr.StructLiteral literal) {
        Type type = typing.typeOf(literal);
        TypeTable.Definition definition = table().of((Type.Named) type);
        String variant = literal.variant();
        List<TypeTable.Field> fields =
                variant == null
                        ? definition.fields()
                        : Objects.requireNonNull(definition.variant(variant)).fields();
        int[] values = new int[fields.size()];
        for (Expr.FieldValue given : literal.fields()) { // as they are written, left to right
            for (int i = 0; i < fields.size(); i++) {
                if (fields.get(i).name().equals(given.name())) {
                    values[i] = kept(given.value(), fields.get(i).type(), true);
                }
            }
        }
        to.charge(1, Sizes.ofFields(values.length));
        return variant == null
                ? to.add(Opcode.Struct_Construct, type, values)
                : to.add(Opcode.Union_Construct, new Payload.OfName(variant), type, values);
    }

    // ---- operators

    private int unary(Expr.Unary unary) {
        Type type = typing.typeOf(unary);
        if (unary.op() == Op.NEGATE && unary.operand() instanceof Expr.IntLiteral literal) {
            return type instanceof Type.Real real
                    ? real(-literal.value().doubleValue(), real)
                    : to.integer(literal.value().negate().longValue(), type);
        }
        int operand = lower(unary.operand());
        Opcode opcode =
                switch (unary.op()) {
                    case NOT -> Opcode.Not;
                    case BIT_NOT -> Opcode.BitNot;
                    default -> Opcode.Negate;
                };
        return to.add(opcode, type, operand);
    }

    private int binary(Expr.Binary binary) {
        return switch (binary.op()) {
            case AND, OR -> logic(binary);
            case COALESCE -> coalesce(binary);
            default -> operation(binary.op(), lower(binary.left()), binary.left(), binary.right());
        };
    }

    /** An operator whose left side is known already. */
    final int operation(Op op, int left, Expr leftExpr, Expr rightExpr) {
        Type type = typing.typeOf(leftExpr);
        boolean isNone =
                leftExpr instanceof Expr.NullLiteral || rightExpr instanceof Expr.NullLiteral;
        if (isNone) {
            int tested = leftExpr instanceof Expr.NullLiteral ? lower(rightExpr) : left;
            int some = to.add(Opcode.Optional_Is_Some, Types.BOOL, tested);
            return op == Op.EQUAL ? to.add(Opcode.Not, Types.BOOL, some) : some;
        }
        boolean isShift = op == Op.SHIFT_LEFT || op == Op.SHIFT_RIGHT;
        int right = isShift ? lower(rightExpr) : value(rightExpr, type);
        if (op == Op.ADD && type.equals(Types.TEXT)) {
            return to.add(Opcode.Text_Join, Types.TEXT, left, right);
        }
        return to.add(opcode(op), op.isComparison() ? Types.BOOL : type, left, right);
    }

    private static Opcode opcode(Op op) {
        return switch (op) {
            case ADD -> Opcode.Add;
            case SUBTRACT -> Opcode.Sub;
            case MULTIPLY -> Opcode.Mul;
            case DIVIDE -> Opcode.Div;
            case REMAINDER -> Opcode.Mod;
            case POWER -> Opcode.Pow;
            case EQUAL -> Opcode.Equal;
            case NOT_EQUAL -> Opcode.NotEqual;
            case LESS -> Opcode.Less;
            case LESS_EQUAL -> Opcode.LessEqual;
            case GREATER -> Opcode.Greater;
            case GREATER_EQUAL -> Opcode.GreaterEqual;
            case BIT_AND -> Opcode.BitAnd;
            case BIT_OR -> Opcode.BitOr;
            case BIT_XOR -> Opcode.Xor;
            case SHIFT_LEFT -> Opcode.Shl;
            case SHIFT_RIGHT -> Opcode.Shr;
            default -> throw new IllegalStateException("no opcode of its own: " + op);
        };
    }

    private int logic(Expr.Binary binary) {
        boolean isAnd = binary.op() == Op.AND;
        int left = lower(binary.left());
        var join = new Join(Types.BOOL);
        int more = to.newLabel();
        int done = to.newLabel();
        to.branch(left, isAnd ? more : done, isAnd ? done : more);
        to.place(done);
        join.from(to.bool(!isAnd));
        to.place(more);
        join.from(lower(binary.right()));
        return join.value();
    }

    private int coalesce(Expr.Binary binary) {
        Type.Optional optional = (Type.Optional) typing.typeOf(binary.left());
        Type type = typing.typeOf(binary);
        int left = lower(binary.left());
        var join = new Join(type);
        int some = to.newLabel();
        int none = to.newLabel();
        to.branch(to.add(Opcode.Optional_Is_Some, Types.BOOL, left), some, none);
        to.place(some);
        join.from(
                type.equals(optional)
                        ? left
                        : to.add(Opcode.Optional_Unwrap, optional.value(), left));
        to.place(none);
        join.from(value(binary.right(), type));
        return join.value();
    }

    // ---- errors

    private int propagate(Expr.Propagate propagate) {
        Type.Fallible type = (Type.Fallible) typing.typeOf(propagate.value());
        int value = lower(propagate.value());
        int bad = to.newLabel();
        int good = to.newLabel();
        to.branch(to.add(Opcode.Error_Union_Is_Error, Types.BOOL, value), bad, good);
        to.place(bad);
        Type errors = Type.errors(type.errors());
        failWith(to.add(Opcode.Error_Union_Get_Error, errors, value));
        to.place(good);
        return to.add(Opcode.Error_Union_Unwrap, type.value(), value);
    }

    private int caught(Expr.Catch caught) {
        Type.Fallible type = (Type.Fallible) typing.typeOf(caught.value());
        int value = lower(caught.value());
        var join = new Join(type.value());
        int bad = to.newLabel();
        int good = to.newLabel();
        to.branch(to.add(Opcode.Error_Union_Is_Error, Types.BOOL, value), bad, good);
        to.place(good);
        join.from(to.add(Opcode.Error_Union_Unwrap, type.value(), value));
        to.place(bad);
        if (typing.hasLocal(caught)) {
            Type errors = Type.errors(type.errors());
            bind(typing.localOf(caught), to.add(Opcode.Error_Union_Get_Error, errors, value));
        }
        join.from(valueOfBlock(caught.handler(), type.value()));
        return join.value();
    }

    final int[] arguments(List<Expr> arguments, List<Type> params) {
        var values = new ArrayList<Integer>();
        for (int i = 0; i < arguments.size(); i++) {
            values.add(kept(arguments.get(i), params.get(i), false));
        }
        return values.stream().mapToInt(v -> v).toArray();
    }
}
