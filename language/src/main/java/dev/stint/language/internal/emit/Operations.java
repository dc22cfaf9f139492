package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes what nodes do that need no scheduler. */
final class Operations {
    private static final Map<String, String> TEXT_FUNCTIONS =
            Map.of(
                    "str_length", "length",
                    "str_is_empty", "isEmpty",
                    "str_at", "at",
                    "str_slice", "slice",
                    "str_contains", "contains",
                    "str_starts_with", "startsWith",
                    "str_ends_with", "endsWith",
                    "str_equals", "equal",
                    "str_compare", "compare",
                    "str_index_of", "indexOf");

    private final GraphWriter in;
    private final CodeBuilder code;
    private final Shapes shapes;
    private final Arithmetics arithmetic;

    Operations(GraphWriter in) {
        this.in = in;
        this.code = in.code;
        this.shapes = in.shapes;
        this.arithmetic = new Arithmetics(in);
    }

    // ---- what is made where it is used

    void free(Node node) {
        switch (node.opcode()) {
            case Constant -> constant(node);
            case Argument -> in.load(node.type(), in.param(index(node)));
            case Closure_Env_Load -> in.load(node.type(), in.capture(index(node)));
            case Optional_None -> code.getstatic(Names.VALUE, "NONE", Names.VALUE);
            case Load -> in.loadFrom(node.input(0), node.type());
            default -> throw new IllegalStateException("not free: " + node.opcode());
        }
    }

    boolean isFreeInt(Node node) {
        return node.opcode() == Opcode.Constant
                || (node.opcode() == Opcode.Load && in.ranges.isIntSlot(node.input(0)));
    }

    /** The same as an int of Java. */
    void freeInt(Node node) {
        if (node.opcode() == Opcode.Load) {
            code.iload(in.local(node.input(0)));
        } else {
            code.loadConstant((int) ((Payload.OfInt) node.payload()).value());
        }
    }

    /** True for what is computed with ints of Java. */
    boolean isInt(Node node) {
        return arithmetic.isInt(node);
    }

    void writeInt(Node node) {
        arithmetic.writeInt(node);
    }

    private static int index(Node node) {
        return (int) ((Payload.OfInt) node.payload()).value();
    }

    private void constant(Node node) {
        switch (node.payload()) {
            case Payload.OfInt(long value) -> code.loadConstant(value);
            case Payload.OfReal(double value) -> code.loadConstant(value);
            case Payload.OfBool(boolean value) -> code.loadConstant(value ? 1 : 0);
            case Payload.OfText(String value) -> code.loadConstant(value);
            case Payload.OfName(String name) -> code.loadConstant(name);
            default -> throw new IllegalStateException("no constant: " + node.payload());
        }
    }

    // ---- branches

    /** Jumps if a condition is true, or is not. */
    void jumpIf(int condition, boolean wanted, Label target) {
        Node node = in.graph.node(condition);
        if (in.plan.way(condition) == Plan.Way.STACK && arithmetic.isTest(node)) {
            arithmetic.jumpIf(node, wanted, target);
            return;
        }
        in.push(condition);
        if (wanted) {
            code.ifne(target);
        } else {
            code.ifeq(target);
        }
    }

    void trap(Node node) {
        if (node.inputs().isEmpty()) {
            code.loadConstant("this is never reached");
        } else {
            in.push(node.input(0));
        }
        in.line(node);
        ClassDesc panic = Names.of(PanicException.class);
        code.loadConstant(node.name())
                .invokestatic(
                        Names.CHECKS, "trap", MethodTypeDesc.of(panic, Names.TEXT, Names.TEXT))
                .athrow();
    }

    // ---- all others

    /** False if it is none of these. */
    boolean write(Node node) {
        switch (node.opcode()) {
            case Load -> {
                if (in.isLocalSlot(node.input(0))) {
                    in.loadFrom(node.input(0), node.type());
                } else {
                    in.push(node.input(0));
                    code.getfield(Shapes.cell(node.type()), "held", Shapes.element(node.type()));
                    castElement(node.type());
                }
            }
            case Add, Sub, Mul, Div, Mod, Pow, BitAnd, BitOr, Xor, Shl, Shr ->
                    arithmetic.binary(node);
            case Negate, BitNot, Not, Convert -> arithmetic.unary(node);
            case Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual -> arithmetic.test(node);
            case Text_Of, Text_Join, Text_Call -> text(node);
            case Std_Call, Host_Call -> new Outside(in).call(node);
            case Copy, Transfer -> copy(node);
            case Call, Closure_Call, Fn_Ref, Closure_Create -> call(node);
            default -> {
                return aggregate(node) || optional(node) || union(node);
            }
        }
        return true;
    }

    private void castElement(Type type) {
        if (Shapes.kind(type) == Kind.REF) {
            in.boxes.cast(type);
        }
    }

    private void call(Node node) {
        switch (node.opcode()) {
            case Call -> {
                var target = in.in.known(node.name());
                in.pushCall();
                in.pushAll(node, 0);
                in.settle(node);
                in.line(node);
                code.invokestatic(
                        shapes.module(target.module()),
                        in.in.method(node.name()),
                        in.in.signature(target));
                in.settleRun(node.name());
                in.keepResult(node);
            }
            case Closure_Call -> {
                Type.Function type = (Type.Function) in.type(node.input(0));
                in.push(node.input(0));
                in.pushCall();
                in.pushAll(node, 1);
                in.settle(node);
                in.line(node);
                code.invokevirtual(
                        shapes.function(type), "call", shapes.method(type.params(), type.result()));
                in.keepResult(node);
            }
            default -> {
                ClassDesc closure = in.in.closure(node.name());
                List<ClassDesc> held = new ArrayList<>();
                code.new_(closure).dup();
                for (int input : node.inputs()) {
                    in.push(input);
                    held.add(shapes.of(in.type(input)));
                }
                code.invokespecial(closure, "<init>", MethodTypeDesc.of(Names.VOID, held))
                        .checkcast(shapes.of(node.type()));
            }
        }
    }

    private void copy(Node node) {
        in.push(node.input(0));
        in.settle(node);
        in.line(node);
        String method = node.opcode().name().equals("Copy") ? "copy" : "transfer";
        code.invokestatic(Names.COPIES, method, MethodTypeDesc.of(Names.OBJECT, Names.OBJECT));
        in.boxes.cast(node.type());
    }

    // ---- texts

    private void text(Node node) {
        switch (node.opcode()) {
            case Text_Of -> textOf(node);
            case Text_Join -> join(node);
            default -> {
                in.pushAll(node, 0);
                in.settle(node);
                in.line(node);
                String method = Objects.requireNonNull(TEXT_FUNCTIONS.get(node.name()));
                List<ClassDesc> params =
                        node.inputs().stream().map(i -> shapes.of(in.type(i))).toList();
                code.invokestatic(
                        Names.TEXTS, method, MethodTypeDesc.of(shapes.of(node.type()), params));
            }
        }
    }

    private void textOf(Node node) {
        Type type = in.type(node.input(0));
        in.push(node.input(0));
        in.settle(node);
        in.line(node);
        switch (type) {
            case Type.Int wide when wide.bits() == 64 && !wide.isSigned() ->
                    texts("ofUnsigned", Names.LONG);
            case Type.Int _ -> texts("of", Names.LONG);
            case Type.Real real when real.bits() == 32 -> texts("ofShort", Names.REAL);
            case Type.Real _ -> texts("of", Names.REAL);
            case Type.Named named when named.kind() == Type.Named.Kind.ENUM ->
                    code.loadConstant(named.name())
                            .aload(GraphWriter.RUN)
                            .invokestatic(
                                    Names.CHECKS,
                                    "textOfEnum",
                                    MethodTypeDesc.of(
                                            Names.TEXT, Names.LONG, Names.TEXT, Names.RUN));
            case Type.Simple bool when bool.equals(Types.BOOL) -> texts("of", Names.BOOL);
            default -> texts("paid", Names.TEXT);
        }
    }

    private void texts(String method, ClassDesc param) {
        code.invokestatic(Names.TEXTS, method, MethodTypeDesc.of(Names.TEXT, param));
    }

    private void join(Node node) {
        if (node.inputs().size() == 2) {
            in.pushAll(node, 0);
            in.settle(node);
            in.line(node);
            code.invokestatic(
                    Names.CHECKS, "join", MethodTypeDesc.of(Names.TEXT, Names.TEXT, Names.TEXT));
            return;
        }
        code.loadConstant(node.inputs().size()).anewarray(Names.TEXT);
        for (int i = 0; i < node.inputs().size(); i++) {
            code.dup().loadConstant(i);
            in.push(node.input(i));
            code.aastore();
        }
        in.settle(node);
        in.line(node);
        code.invokestatic(
                Names.TEXTS, "join", MethodTypeDesc.of(Names.TEXT, Names.TEXT.arrayType()));
    }

    // ---- arrays, slices, structs

    private boolean aggregate(Node node) {
        switch (node.opcode()) {
            case Array_Construct -> array(node);
            case Array_Fill -> {
                Type element = ((Type.Slice) node.type()).element();
                ClassDesc view = Shapes.view(element);
                in.push(node.input(0));
                element(node.input(1), element);
                in.settle(node);
                in.line(node);
                code.invokestatic(
                        view,
                        "filled",
                        MethodTypeDesc.of(view, Names.LONG, Shapes.element(element)));
            }
            case Index -> {
                Type element = elementOf(node.input(0));
                in.elements.get(node, element);
                castElement(element);
            }
            case Index_Store -> {
                Type element = elementOf(node.input(0));
                in.elements.set(node, element, () -> element(node.input(2), element));
            }
            case Slice -> {
                ClassDesc view = Shapes.view(elementOf(node.input(0)));
                in.pushAll(node, 0);
                in.line(node);
                code.loadConstant(((Payload.OfBool) node.payload()).value() ? 1 : 0)
                        .invokevirtual(
                                view,
                                "slice",
                                MethodTypeDesc.of(view, Names.LONG, Names.LONG, Names.BOOL));
            }
            case SliceLen -> {
                in.push(node.input(0));
                code.invokevirtual(Names.VIEW, "count", MethodTypeDesc.of(Names.LONG));
            }
            case Struct_Construct -> construct(node, shapes.of(node.type()));
            case Field_Access -> {
                in.push(node.input(0));
                code.getfield(
                        shapes.of(in.type(node.input(0))), node.name(), shapes.of(node.type()));
            }
            case Field_Store -> {
                in.pushAll(node, 0);
                code.putfield(
                        shapes.of(in.type(node.input(0))),
                        node.name(),
                        shapes.of(in.type(node.input(1))));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private Type elementOf(int id) {
        return in.type(id) instanceof Type.Array array
                ? array.element()
                : ((Type.Slice) in.type(id)).element();
    }

    /** A value as an element; views of objects take objects. */
    private void element(int id, Type element) {
        in.push(id);
        if (Shapes.kind(element) == Kind.NONE) {
            in.boxes.box(element);
        }
    }

    private void array(Node node) {
        Type element = ((Type.Array) node.type()).element();
        Kind kind = Shapes.kind(element);
        code.loadConstant(node.inputs().size());
        if (kind == Kind.REF) {
            code.anewarray(Names.OBJECT);
        } else {
            code.newarray(kind.inJava());
        }
        for (int i = 0; i < node.inputs().size(); i++) {
            code.dup().loadConstant(i);
            in.push(node.input(i));
            code.arrayStore(kind.inJava());
        }
        ClassDesc view = Shapes.view(element);
        code.invokestatic(view, "of", MethodTypeDesc.of(view, Shapes.element(element).arrayType()));
    }

    private void construct(Node node, ClassDesc type) {
        List<ClassDesc> held = new ArrayList<>();
        code.new_(type).dup();
        for (int input : node.inputs()) {
            in.push(input);
            held.add(shapes.of(in.type(input)));
        }
        code.invokespecial(type, "<init>", MethodTypeDesc.of(Names.VOID, held));
    }

    // ---- optionals and errors

    private boolean optional(Node node) {
        switch (node.opcode()) {
            case Optional_Some -> some(node);
            case Optional_Is_Some -> arithmetic.test(node);
            case Optional_Unwrap -> {
                in.push(node.input(0));
                in.line(node);
                code.invokestatic(
                        Names.CHECKS, "held", MethodTypeDesc.of(Names.OBJECT, Names.OBJECT));
                in.boxes.unbox(node.type());
            }
            case Error_Union_Construct -> {
                if (!node.inputs().isEmpty()) {
                    in.push(node.input(0));
                }
                keepValue(node);
                code.aconst_null().astore(in.fault(node.id()));
            }
            case Error_Fail_Construct -> {
                in.push(node.input(0));
                code.astore(in.fault(node.id()));
                in.boxes.nothing(((Type.Fallible) node.type()).value());
                keepValue(node);
            }
            case Error_Union_Is_Error -> arithmetic.test(node);
            case Error_Union_Unwrap -> {
                in.line(node);
                code.aload(in.fault(node.input(0)))
                        .invokestatic(
                                Names.CHECKS, "noFault", MethodTypeDesc.of(Names.VOID, Names.TEXT));
                Type value = ((Type.Fallible) in.type(node.input(0))).value();
                if (Shapes.kind(value) != Kind.NONE) {
                    in.load(value, in.local(node.input(0)));
                }
            }
            case Error_Union_Get_Error -> {
                in.line(node);
                code.aload(in.fault(node.input(0)))
                        .invokestatic(
                                Names.CHECKS, "fault", MethodTypeDesc.of(Names.TEXT, Names.TEXT));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void keepValue(Node node) {
        var type = (Type.Fallible) node.type();
        in.save(type.value(), in.valueLocal(node.id(), type));
    }

    private void some(Node node) {
        var type = (Type.Optional) node.type();
        if (Shapes.isWrapped(type)) {
            code.new_(Names.SOME).dup();
        }
        in.push(node.input(0));
        in.boxes.box(type.value());
        if (Shapes.isWrapped(type)) {
            code.invokespecial(Names.SOME, "<init>", MethodTypeDesc.of(Names.VOID, Names.OBJECT));
        }
    }

    // ---- unions

    private boolean union(Node node) {
        switch (node.opcode()) {
            case Union_Construct -> {
                construct(node, shapes.variant(name(node.type()), node.name()));
                code.checkcast(Names.VARIANT);
            }
            case Union_Tag_Check -> arithmetic.test(node);
            case Union_Payload_Extract -> {
                Type type = in.type(node.input(0));
                String[] path = node.name().split("\\.", 2);
                ClassDesc variant = shapes.variant(name(type), path[0]);
                in.push(node.input(0));
                in.line(node);
                code.loadConstant(tag(type, path[0]))
                        .invokestatic(
                                Names.CHECKS,
                                "variant",
                                MethodTypeDesc.of(Names.VARIANT, Names.VARIANT, Names.INT))
                        .checkcast(variant)
                        .getfield(variant, path[1], shapes.of(node.type()));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static String name(Type type) {
        return ((Type.Named) type).name();
    }

    private int tag(Type type, String variant) {
        TypeTable table = in.in.program().table();
        return table.of((Type.Named) type).tag(variant);
    }
}
