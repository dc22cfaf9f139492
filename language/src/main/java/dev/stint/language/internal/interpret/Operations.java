package dev.stint.language.internal.interpret;

import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.run.Copies;
import dev.stint.language.internal.run.FaultException;
import dev.stint.language.internal.run.Prices;
import dev.stint.language.internal.run.Texts;
import dev.stint.language.internal.run.Value;
import dev.stint.language.internal.std.Natives;
import dev.stint.language.internal.type.Arithmetic;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.Arrays;
import java.util.List;

/** What nodes do that need no scheduler. */
final class Operations {
    private final TypeTable table;

    Operations(TypeTable table) {
        this.table = table;
    }

    Object run(Frame frame, Node node) throws InterruptedException {
        return switch (node.opcode()) {
            case Constant -> constant(node);
            case Argument -> frame.arguments.get((int) ((Payload.OfInt) node.payload()).value());
            case Closure_Env_Load ->
                    frame.captured.get((int) ((Payload.OfInt) node.payload()).value());
            case Alloca -> new Value.Cell();
            case Load -> ((Value.Cell) frame.input(node, 0)).held;
            case Store -> {
                ((Value.Cell) frame.input(node, 0)).held = frame.input(node, 1);
                yield Value.UNIT;
            }
            case Add, Sub, Mul, Div, Mod, Pow, BitAnd, BitOr, Xor, Shl, Shr -> binary(frame, node);
            case Negate -> negated(frame.input(node, 0), node.type());
            case BitNot -> Arithmetic.wrapped((Type.Int) node.type(), ~(long) frame.input(node, 0));
            case Not -> !(boolean) frame.input(node, 0);
            case Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual -> compared(frame, node);
            case Convert -> converted(frame, node);
            case Text_Of ->
                    Texts.of(frame.input(node, 0), frame.graph.node(node.input(0)).type(), table);
            case Text_Join -> Texts.join(frame.inputs(node, 0));
            case Std_Call -> Natives.call(node.name(), frame.inputs(node, 0));
            case Text_Call -> Texts.call(node.name(), frame.inputs(node, 0));
            case Copy -> Copies.copy(frame.input(node, 0));
            case Transfer -> Copies.transfer(frame.input(node, 0));
            default -> aggregate(frame, node);
        };
    }

    private static Object constant(Node node) {
        return switch (node.payload()) {
            case Payload.OfInt(long value) -> value;
            case Payload.OfReal(double value) -> value;
            case Payload.OfBool(boolean value) -> value;
            case Payload.OfText(String value) -> value;
            case Payload.OfName(String name) -> new Value.Fault(name);
            default -> throw new IllegalStateException("no constant: " + node.payload());
        };
    }

    // ---- numbers

    private static Object binary(Frame frame, Node node) {
        Object left = frame.input(node, 0);
        Object right = frame.input(node, 1);
        String opcode = node.opcode().name();
        return node.type() instanceof Type.Int type
                ? (Object) Arithmetic.integer(opcode, type, (long) left, (long) right)
                : (Object)
                        Arithmetic.real(
                                opcode, (Type.Real) node.type(), (double) left, (double) right);
    }

    private static Object negated(Object value, Type type) {
        return type instanceof Type.Int integer
                ? (Object) Arithmetic.integer("Sub", integer, 0, (long) value)
                : (Object) (-(double) value);
    }

    private Object compared(Frame frame, Node node) throws InterruptedException {
        Type type = frame.graph.node(node.input(0)).type();
        Object left = frame.input(node, 0);
        Object right = frame.input(node, 1);
        String opcode = node.opcode().name();
        return switch (type) {
            case Type.Int integer ->
                    Arithmetic.holds(
                            opcode, Arithmetic.compare(integer, (long) left, (long) right));
            case Type.Real _ -> Arithmetic.holds(opcode, (double) left, (double) right);
            case Type.Simple simple when simple.equals(Types.TEXT) -> {
                String a = (String) left;
                String b = (String) right;
                Prices.read(Math.min(a.length(), b.length()));
                yield Arithmetic.holds(opcode, a.compareTo(b));
            }
            default -> Arithmetic.holds(opcode, left.equals(right) ? 0 : 1);
        };
    }

    private static Object converted(Frame frame, Node node) {
        Object value = frame.input(node, 0);
        Type from = frame.graph.node(node.input(0)).type();
        return switch (node.type()) {
            case Type.Int to when from instanceof Type.Real ->
                    Arithmetic.toInteger(to, (double) value);
            case Type.Int to -> Arithmetic.toInteger(integerOf(from), to, (long) value);
            case Type.Real to when from instanceof Type.Real ->
                    Arithmetic.rounded(to, (double) value);
            case Type.Real to -> Arithmetic.toReal(integerOf(from), to, (long) value);
            default -> throw new IllegalStateException("no number: " + node.type());
        };
    }

    private static Type.Int integerOf(Type type) {
        return type instanceof Type.Int integer ? integer : Types.I64; // of an enum
    }

    // ---- aggregates

    private Object aggregate(Frame frame, Node node) throws InterruptedException {
        return switch (node.opcode()) {
            case Array_Construct -> frame.inputs(node, 0).toArray();
            case Array_Fill -> {
                long count = (long) frame.input(node, 0);
                Prices.array(count);
                Object[] elements = new Object[(int) count];
                fill(elements, frame.input(node, 1));
                yield new Value.View(elements, 0, elements.length);
            }
            case Index -> {
                Object target = frame.input(node, 0);
                yield base(target)[place(target, frame.input(node, 1))];
            }
            case Index_Store -> {
                Object target = frame.input(node, 0);
                base(target)[place(target, frame.input(node, 1))] = frame.input(node, 2);
                yield Value.UNIT;
            }
            case Slice -> slice(frame, node);
            case SliceLen -> (long) length(frame.input(node, 0));
            case Struct_Construct -> new Value.Struct(frame.inputs(node, 0).toArray());
            case Field_Access -> struct(frame, node).fields[field(frame, node)];
            case Field_Store -> {
                struct(frame, node).fields[field(frame, node)] = frame.input(node, 1);
                yield Value.UNIT;
            }
            default -> wrapped(frame, node);
        };
    }

    /** Each element is a value of its own. */
    private static void fill(Object[] elements, Object value) throws InterruptedException {
        if (value instanceof Value.Struct || value instanceof Object[]) {
            for (int i = 0; i < elements.length; i++) {
                elements[i] = Copies.copy(value);
            }
        } else {
            Arrays.fill(elements, value);
        }
    }

    private static Object[] base(Object target) {
        return target instanceof Value.View view ? view.base() : (Object[]) target;
    }

    private static int length(Object target) {
        return target instanceof Value.View view ? view.length() : ((Object[]) target).length;
    }

    private static int place(Object target, Object index) {
        long at = (long) index;
        int length = length(target);
        if (at < 0 || at >= length) {
            throw new PanicException(
                    PanicException.BOUNDS, at + " is no index of " + length + " elements");
        }
        return (int) at + (target instanceof Value.View view ? view.from() : 0);
    }

    private static Object slice(Frame frame, Node node) {
        Object target = frame.input(node, 0);
        long from = (long) frame.input(node, 1);
        long to = (long) frame.input(node, 2);
        boolean isClosed = ((Payload.OfBool) node.payload()).value();
        long end = isClosed && to < Long.MAX_VALUE ? to + 1 : to;
        int length = length(target);
        if (from < 0 || end < from || end > length) {
            throw new PanicException(
                    PanicException.BOUNDS,
                    "%d to %d is no part of %d elements".formatted(from, to, length));
        }
        int start = target instanceof Value.View view ? view.from() : 0;
        return new Value.View(base(target), start + (int) from, (int) (end - from));
    }

    private static Value.Struct struct(Frame frame, Node node) {
        return (Value.Struct) frame.input(node, 0);
    }

    private int field(Frame frame, Node node) {
        Type.Named type = (Type.Named) frame.graph.node(node.input(0)).type();
        return indexOf(table.of(type).fields(), node.name());
    }

    private static int indexOf(List<TypeTable.Field> fields, String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalStateException("no field " + name);
    }

    // ---- optionals, errors, unions

    private Object wrapped(Frame frame, Node node) {
        return switch (node.opcode()) {
            case Optional_None -> Value.NONE;
            case Optional_Some -> new Value.Some(frame.input(node, 0));
            case Optional_Is_Some -> frame.input(node, 0) instanceof Value.Some;
            case Optional_Unwrap -> {
                if (frame.input(node, 0) instanceof Value.Some(Object held)) {
                    yield held;
                }
                throw new PanicException(PanicException.UNREACHABLE, "there is no value");
            }
            case Error_Union_Construct ->
                    node.inputs().isEmpty() ? Value.UNIT : frame.input(node, 0);
            case Error_Fail_Construct -> new Value.Failed((Value.Fault) frame.input(node, 0));
            case Error_Union_Is_Error -> frame.input(node, 0) instanceof Value.Failed;
            case Error_Union_Unwrap -> {
                Object value = frame.input(node, 0);
                if (value instanceof Value.Failed(Value.Fault fault)) {
                    throw new FaultException(fault.name());
                }
                yield value;
            }
            case Error_Union_Get_Error -> {
                if (frame.input(node, 0) instanceof Value.Failed(Value.Fault fault)) {
                    yield fault;
                }
                throw new PanicException(PanicException.UNREACHABLE, "there is no error");
            }
            case Union_Construct -> new Value.Variant(node.name(), frame.inputs(node, 0).toArray());
            case Union_Tag_Check -> ((Value.Variant) frame.input(node, 0)).name.equals(node.name());
            case Union_Payload_Extract -> extracted(frame, node);
            default -> throw new IllegalStateException("unknown opcode " + node.opcode());
        };
    }

    private Object extracted(Frame frame, Node node) {
        var value = (Value.Variant) frame.input(node, 0);
        String[] path = node.name().split("\\.", 2);
        if (!value.name.equals(path[0])) {
            throw new PanicException(PanicException.UNREACHABLE, "another variant");
        }
        Type.Named type = (Type.Named) frame.graph.node(node.input(0)).type();
        TypeTable.Variant variant = table.of(type).variant(path[0]);
        if (variant == null) {
            throw new IllegalStateException("no variant " + path[0]);
        }
        return value.fields[indexOf(variant.fields(), path[1])];
    }
}
