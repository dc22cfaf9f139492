package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import org.jspecify.annotations.Nullable;

/** Writes arithmetic and tests. */
final class Arithmetics {
    private static final MethodTypeDesc LONGS =
            MethodTypeDesc.of(Names.LONG, Names.LONG, Names.LONG);
    private static final MethodTypeDesc CHECKED =
            MethodTypeDesc.of(
                    Names.LONG, Names.LONG, Names.LONG, Names.LONG, Names.TEXT, Names.INT);
    private static final MethodTypeDesc ANY =
            MethodTypeDesc.of(
                    Names.LONG, Names.LONG, Names.LONG, Names.TEXT, Names.INT, Names.BOOL);

    private final GraphWriter in;
    private final CodeBuilder code;
    private int left = -1; // the sides of what is looked at after it was computed
    private int right = -1;

    Arithmetics(GraphWriter in) {
        this.in = in;
        this.code = in.code;
    }

    // ---- with two sides

    void binary(Node node) {
        if (node.type() instanceof Type.Int type) {
            if (isInt(node)) {
                writeInt(node);
                code.i2l();
            } else if (in.ranges.isExact(node) && isPlain(node)) {
                in.pushAll(node, 0);
                plain(node.opcode());
            } else if (isNarrow(type) && isPlainChecked(node.opcode())) {
                narrow(node, type);
            } else {
                in.pushAll(node, 0);
                in.line(node);
                integer(node, type);
            }
            return;
        }
        in.pushAll(node, 0);
        switch (node.opcode()) {
            case Add -> code.dadd();
            case Sub -> code.dsub();
            case Mul -> code.dmul();
            case Div -> code.ddiv();
            case Mod -> code.drem();
            default ->
                    code.invokestatic(
                            Names.NUMBERS,
                            "power",
                            MethodTypeDesc.of(Names.REAL, Names.REAL, Names.REAL));
        }
        round(node.type());
    }

    /** True for what is computed without a check. */
    private boolean isPlain(Node node) {
        return switch (node.opcode()) {
            case Add, Sub, Mul -> true;
            case Div, Mod -> in.ranges.isPlainDivision(node);
            default -> false;
        };
    }

    private void plain(Opcode opcode) {
        switch (opcode) {
            case Add -> code.ladd();
            case Sub -> code.lsub();
            case Mul -> code.lmul();
            case Div -> code.ldiv();
            default -> code.lrem();
        }
    }

    /** True for what takes ints of Java and gives one. */
    boolean isInt(Node node) {
        return in.ranges.isInt(node.id())
                && in.ranges.isExact(node)
                && isPlain(node)
                && in.ranges.isIntInput(node, 0)
                && in.ranges.isIntInput(node, 1);
    }

    void writeInt(Node node) {
        in.pushInt(node.input(0));
        in.pushInt(node.input(1));
        switch (node.opcode()) {
            case Add -> code.iadd();
            case Sub -> code.isub();
            case Mul -> code.imul();
            case Div -> code.idiv();
            default -> code.irem();
        }
    }

    private void round(Type type) {
        if (type instanceof Type.Real real && real.bits() == 32) {
            code.d2f().f2d();
        }
    }

    private static boolean isNarrow(Type.Int type) {
        return type.bits() < 64;
    }

    private static boolean isPlainChecked(Opcode opcode) {
        return switch (opcode) {
            case Add, Sub, Mul, Div -> true;
            default -> false;
        };
    }

    /** Of up to 32 bits: computed as longs, then looked at. The sides are asked for again. */
    private void narrow(Node node, Type.Int type) {
        in.pushAll(node, 0);
        in.line(node);
        if (left < 0) {
            left = code.allocateLocal(TypeKind.LONG);
            right = code.allocateLocal(TypeKind.LONG);
        }
        code.lstore(right).lstore(left).lload(left).lload(right);
        switch (node.opcode()) {
            case Add -> code.ladd();
            case Sub -> code.lsub();
            case Mul -> code.lmul();
            default -> code.invokestatic(Names.NUMBERS, "divide", LONGS);
        }
        code.lload(left)
                .lload(right)
                .loadConstant(node.opcode().name())
                .loadConstant(type.bits())
                .invokestatic(Names.NUMBERS, type.isSigned() ? "signed" : "unsigned", CHECKED);
    }

    private void integer(Node node, Type.Int type) {
        boolean isUsual = type.equals(Types.I64);
        String usual = isUsual ? usual(node.opcode()) : null;
        switch (node.opcode()) {
            case BitAnd -> code.land();
            case BitOr -> code.lor();
            case Xor -> code.lxor();
            default -> {
                if (isUsual && isCounter(node)) {
                    code.ladd();
                } else if (usual != null) {
                    numbers(usual);
                } else if (node.opcode() == Opcode.Mod && isNarrow(type)) {
                    numbers("remainder");
                } else {
                    code.loadConstant(node.opcode().name())
                            .loadConstant(type.bits())
                            .loadConstant(type.isSigned() ? 1 : 0)
                            .invokestatic(Names.NUMBERS, "any", ANY);
                }
            }
        }
    }

    private static @Nullable String usual(Opcode opcode) {
        return switch (opcode) {
            case Add -> "add";
            case Sub -> "subtract";
            case Mul -> "multiply";
            case Div -> "divide";
            case Mod -> "remainder";
            case Shl -> "shiftLeft";
            case Shr -> "shiftRight";
            default -> null;
        };
    }

    private void numbers(String method) {
        code.invokestatic(Names.NUMBERS, method, LONGS);
    }

    /**
     * The counter of a {@code for}: it is compared with the end of its range before it is counted
     * up, so it cannot overflow. No variable of a script can have its name.
     */
    private boolean isCounter(Node node) {
        Node left = in.graph.node(node.input(0));
        Node right = in.graph.node(node.input(1));
        if (node.opcode() != Opcode.Add
                || left.opcode() != Opcode.Load
                || !right.payload().equals(new Payload.OfInt(1))) {
            return false;
        }
        Node slot = in.graph.node(left.input(0));
        return slot.opcode() == Opcode.Alloca && slot.payload().equals(new Payload.OfText("for"));
    }

    // ---- with one side

    void unary(Node node) {
        switch (node.opcode()) {
            case Negate -> negate(node);
            case BitNot -> {
                in.push(node.input(0));
                code.loadConstant(-1L).lxor();
                if (node.type() instanceof Type.Int type && !type.isSigned() && isNarrow(type)) {
                    code.loadConstant((1L << type.bits()) - 1).land();
                }
            }
            case Not -> {
                in.push(node.input(0));
                code.iconst_1().ixor();
            }
            default -> convert(node);
        }
    }

    private void negate(Node node) {
        if (!(node.type() instanceof Type.Int type)) {
            in.push(node.input(0));
            code.dneg();
            return;
        }
        in.push(node.input(0));
        in.line(node);
        if (type.equals(Types.I64)) {
            code.invokestatic(Names.NUMBERS, "negate", MethodTypeDesc.of(Names.LONG, Names.LONG));
        } else {
            code.loadConstant(type.bits())
                    .loadConstant(type.isSigned() ? 1 : 0)
                    .invokestatic(
                            Names.NUMBERS,
                            "negate",
                            MethodTypeDesc.of(Names.LONG, Names.LONG, Names.INT, Names.BOOL));
        }
    }

    private void convert(Node node) {
        Type from = in.type(node.input(0));
        if (node.type() instanceof Type.Real real && in.ranges.isIntInput(node, 0)) {
            in.pushInt(node.input(0));
            code.i2d();
            round(real);
            return;
        }
        in.push(node.input(0));
        in.line(node);
        Type.Int whole = from instanceof Type.Int type ? type : Types.I64; // of an enum
        switch (node.type()) {
            case Type.Int to when from instanceof Type.Real ->
                    code.loadConstant(to.bits())
                            .loadConstant(to.isSigned() ? 1 : 0)
                            .invokestatic(
                                    Names.NUMBERS,
                                    "toInteger",
                                    MethodTypeDesc.of(
                                            Names.LONG, Names.REAL, Names.INT, Names.BOOL));
            case Type.Int to -> {
                if (!holdsAll(to, whole)) {
                    code.loadConstant(whole.bits())
                            .loadConstant(whole.isSigned() ? 1 : 0)
                            .loadConstant(to.bits())
                            .loadConstant(to.isSigned() ? 1 : 0)
                            .invokestatic(
                                    Names.NUMBERS,
                                    "toInteger",
                                    MethodTypeDesc.of(
                                            Names.LONG,
                                            Names.LONG,
                                            Names.INT,
                                            Names.BOOL,
                                            Names.INT,
                                            Names.BOOL));
                }
            }
            case Type.Real to when from instanceof Type.Real -> round(to);
            case Type.Real to -> {
                if (whole.bits() == 64 && !whole.isSigned()) {
                    code.loadConstant(whole.bits())
                            .iconst_0()
                            .loadConstant(to.bits())
                            .invokestatic(
                                    Names.NUMBERS,
                                    "toReal",
                                    MethodTypeDesc.of(
                                            Names.REAL,
                                            Names.LONG,
                                            Names.INT,
                                            Names.BOOL,
                                            Names.INT));
                } else {
                    code.l2d();
                    round(to);
                }
            }
            default -> throw new IllegalStateException("no number: " + node.type());
        }
    }

    private static boolean holdsAll(Type.Int to, Type.Int from) {
        return to.holds(from.least()) && to.holds(from.most());
    }

    // ---- tests

    /** True for what can jump without making a bool first. */
    boolean isTest(Node node) {
        return switch (node.opcode()) {
            case Equal,
                    NotEqual,
                    Less,
                    LessEqual,
                    Greater,
                    GreaterEqual,
                    Optional_Is_Some,
                    Error_Union_Is_Error,
                    Union_Tag_Check ->
                    true;
            default -> false;
        };
    }

    /** A test as a value. */
    void test(Node node) {
        Label yes = code.newLabel();
        Label done = code.newLabel();
        jumpIf(node, true, yes);
        code.iconst_0().goto_(done).labelBinding(yes).iconst_1().labelBinding(done);
    }

    void jumpIf(Node node, boolean wanted, Label target) {
        switch (node.opcode()) {
            case Optional_Is_Some -> {
                in.push(node.input(0));
                code.getstatic(Names.VALUE, "NONE", Names.VALUE);
                jumpIfDifferent(wanted, target);
            }
            case Error_Union_Is_Error -> {
                code.aload(in.fault(node.input(0)));
                if (wanted) {
                    code.ifnonnull(target);
                } else {
                    code.ifnull(target);
                }
            }
            case Union_Tag_Check -> {
                in.push(node.input(0));
                var type = (Type.Named) in.type(node.input(0));
                code.getfield(Names.VARIANT, "tag", Names.INT)
                        .loadConstant(in.in.program().table().of(type).tag(node.name()));
                if (wanted) {
                    code.if_icmpeq(target);
                } else {
                    code.if_icmpne(target);
                }
            }
            default -> compare(node, wanted, target);
        }
    }

    private void jumpIfDifferent(boolean wanted, Label target) {
        if (wanted) {
            code.if_acmpne(target);
        } else {
            code.if_acmpeq(target);
        }
    }

    private void compare(Node node, boolean wanted, Label target) {
        Type type = in.type(node.input(0));
        if (in.ranges.isIntInput(node, 0) && in.ranges.isIntInput(node, 1)) {
            in.pushInt(node.input(0));
            in.pushInt(node.input(1));
            in.line(node);
            jumpInts(node.opcode(), wanted, target);
            return;
        }
        in.pushAll(node, 0);
        in.settle(node);
        in.line(node);
        switch (type) {
            case Type.Real _ -> {
                boolean isUpward =
                        node.opcode() == Opcode.Less || node.opcode() == Opcode.LessEqual;
                if (isUpward) {
                    code.dcmpg(); // no number: nothing but "not equal" holds
                } else {
                    code.dcmpl();
                }
                jump(node.opcode(), wanted, target);
            }
            case Type.Int wide when wide.bits() == 64 && !wide.isSigned() -> {
                code.invokestatic(
                        ConstantDescs.CD_Long,
                        "compareUnsigned",
                        MethodTypeDesc.of(Names.INT, Names.LONG, Names.LONG));
                jump(node.opcode(), wanted, target);
            }
            case Type.Simple text when text.equals(Types.TEXT) -> {
                code.invokestatic(
                        Names.CHECKS,
                        "compare",
                        MethodTypeDesc.of(Names.INT, Names.TEXT, Names.TEXT));
                jump(node.opcode(), wanted, target);
            }
            case Type.Simple _ -> {
                code.isub();
                jump(node.opcode(), wanted, target);
            }
            case Type.Named named when named.kind() == Type.Named.Kind.ERRORS -> {
                code.invokevirtual(
                        Names.TEXT, "equals", MethodTypeDesc.of(Names.BOOL, Names.OBJECT));
                boolean jumpsIfEqual = (node.opcode() == Opcode.Equal) == wanted;
                if (jumpsIfEqual) {
                    code.ifne(target);
                } else {
                    code.ifeq(target);
                }
            }
            default -> {
                code.lcmp();
                jump(node.opcode(), wanted, target);
            }
        }
    }

    /** By a number that is compared with 0. */
    private void jump(Opcode opcode, boolean wanted, Label target) {
        Opcode holds = wanted ? opcode : opposite(opcode);
        switch (holds) {
            case Equal -> code.ifeq(target);
            case NotEqual -> code.ifne(target);
            case Less -> code.iflt(target);
            case LessEqual -> code.ifle(target);
            case Greater -> code.ifgt(target);
            default -> code.ifge(target);
        }
    }

    private void jumpInts(Opcode opcode, boolean wanted, Label target) {
        Opcode holds = wanted ? opcode : opposite(opcode);
        switch (holds) {
            case Equal -> code.if_icmpeq(target);
            case NotEqual -> code.if_icmpne(target);
            case Less -> code.if_icmplt(target);
            case LessEqual -> code.if_icmple(target);
            case Greater -> code.if_icmpgt(target);
            default -> code.if_icmpge(target);
        }
    }

    private static Opcode opposite(Opcode opcode) {
        return switch (opcode) {
            case Equal -> Opcode.NotEqual;
            case NotEqual -> Opcode.Equal;
            case Less -> Opcode.GreaterEqual;
            case LessEqual -> Opcode.Greater;
            case Greater -> Opcode.LessEqual;
            default -> Opcode.Less;
        };
    }
}
