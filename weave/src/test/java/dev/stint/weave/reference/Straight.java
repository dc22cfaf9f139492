package dev.stint.weave.reference;

import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Random instructions that go on to the next one, or throw. */
final class Straight {
    static final ClassDesc MAIN = ClassDesc.of("fuzz.Main");
    static final ClassDesc THING = Kind.THING.type();

    private static final int HIGHEST = 7; // more on the stack only makes programs longer

    static final Signature ABS =
            new Signature(ClassDesc.of("java.lang.Math"), "abs", List.of(Kind.INT), Kind.INT, true);

    private static final List<Signature> OF_JDK =
            List.of(
                    ABS,
                    new Signature(
                            ClassDesc.of("java.lang.Math"),
                            "max",
                            List.of(Kind.LONG, Kind.LONG),
                            Kind.LONG,
                            true),
                    new Signature(
                            ClassDesc.of("java.lang.Math"),
                            "floorDiv",
                            List.of(Kind.INT, Kind.INT),
                            Kind.INT,
                            true),
                    new Signature(
                            ClassDesc.of("java.lang.Math"),
                            "rint",
                            List.of(Kind.DOUBLE),
                            Kind.DOUBLE,
                            true),
                    new Signature(
                            ClassDesc.of("java.lang.Throwable"),
                            "getCause",
                            List.of(),
                            Kind.THROWABLE,
                            false),
                    new Signature(
                            ClassDesc.of("java.util.Arrays"),
                            "sort",
                            List.of(Kind.INTS),
                            null,
                            true));

    private final Choices pick;
    private final Code code;
    private int firstReserved = Integer.MAX_VALUE;

    Straight(Choices pick, Code code) {
        this.pick = pick;
        this.code = code;
    }

    /** One piece of code, with whatever it does to the stack. */
    void any() {
        if (code.height() >= HIGHEST) {
            drop();
            return;
        }
        switch (pick.below(13)) {
            case 0 -> push(pick.from(Kind.ALL));
            case 1 -> drop();
            case 2 -> combine();
            case 3 -> convert();
            case 4 -> move();
            case 5 -> increment();
            case 6 -> element();
            case 7 -> array();
            case 8 -> field();
            case 9 -> note();
            case 10 -> callJdk();
            case 11 -> check();
            default -> risk();
        }
    }

    // ---- values

    void push(Kind kind) {
        int local = anyLocal(kind);
        if (local >= 0 && pick.onceIn(kind == Kind.THROWABLE ? 9 : 2)) {
            code.load(local);
        } else {
            constant(kind);
        }
    }

    private int anyLocal(Kind kind) {
        List<Integer> candidates = new ArrayList<>();
        for (int i = 0; i < code.localCount(); i++) {
            if (code.kindOf(i) == kind) {
                candidates.add(i);
            }
        }
        return candidates.isEmpty() ? -1 : pick.from(candidates);
    }

    private void constant(Kind kind) {
        switch (kind) {
            case INT -> out(kind).loadConstant(pick.from(List.of(0, 1, 2, -1, 3, 7, 100, -70_000)));
            case LONG -> out(kind).loadConstant(pick.from(List.of(0L, 1L, -1L, 5L, 1L << 40)));
            case FLOAT -> out(kind).loadConstant(pick.from(List.of(0f, 1f, -2.5f, Float.NaN)));
            case DOUBLE -> out(kind).loadConstant(pick.from(List.of(0d, 1d, 1e20, -0.5)));
            case OBJECT -> {
                switch (pick.below(4)) {
                    case 0 -> out(kind).aconst_null();
                    case 1 -> out(kind).loadConstant("text");
                    case 2 -> out(kind).getstatic(MAIN, "LOCK", ConstantDescs.CD_Object);
                    default -> out(kind).loadConstant(THING);
                }
            }
            case INTS -> {
                push(Kind.INT);
                code.out().iconst_5();
                code.out().iand();
                code.out().iconst_4();
                code.out().iadd();
                code.popped(1);
                out(kind).newarray(TypeKind.INT);
            }
            case THING -> {
                if (pick.onceIn(9)) {
                    out(kind).aconst_null();
                } else {
                    out(kind).getstatic(MAIN, "THING", THING);
                }
            }
            case THROWABLE -> throwable();
        }
    }

    /** An exception object. */
    void throwable() {
        ClassDesc type =
                pick.from(
                        List.of(
                                ClassDesc.of("java.lang.IllegalStateException"),
                                ClassDesc.of("java.lang.ArithmeticException"),
                                ClassDesc.of("java.lang.Exception"),
                                ClassDesc.of("java.lang.Error")));
        code.newRaw(type);
        code.out().dup();
        code.out().invokespecial(type, "<init>", ConstantDescs.MTD_void);
        code.popped(1);
        code.pushed(Kind.THROWABLE);
    }

    private java.lang.classfile.CodeBuilder out(Kind pushes) {
        code.pushed(pushes);
        return code.out();
    }

    /** Takes the top off the stack, if there is one, so that its value matters. */
    void drop() {
        Kind top = code.peek(0);
        if (top == null) {
            return;
        }
        int local = pick.onceIn(2) ? anyLocal(top) : -1;
        if (local >= 0 && !isReserved(local)) {
            code.store(local);
            return;
        }
        switch (top) {
            case INT -> code.out().i2l();
            case LONG -> {}
            case FLOAT -> {
                code.out().f2i();
                code.out().i2l();
            }
            case DOUBLE -> code.out().d2l();
            case OBJECT, INTS, THING, THROWABLE -> {
                code.out().instanceOf(pick.from(List.of(THING, ConstantDescs.CD_String)));
                code.out().i2l();
            }
        }
        addToLog();
        code.popped(1);
    }

    /** From this variable on, none is assigned: the shape of the program depends on them. */
    void reserveFrom(int local) {
        firstReserved = local;
    }

    private boolean isReserved(int local) {
        return local >= firstReserved;
    }

    /** Brings what is on the stack to this, from the protected values up. */
    void adjust(List<Kind> shape) {
        int common = 0;
        int height = code.height();
        while (common < height
                && common < shape.size()
                && code.peek(height - 1 - common) == shape.get(common)) {
            common++;
        }
        while (code.height() > common) {
            drop();
        }
        for (int i = common; i < shape.size(); i++) {
            push(shape.get(i));
        }
    }

    /** Makes the log depend on a variable. */
    void note() {
        int local = pick.below(code.localCount());
        code.load(local);
        if (code.kindOf(local).isReference()) {
            code.out().instanceOf(THING);
            code.out().i2l();
        } else {
            switch (code.kindOf(local)) {
                case INT -> code.out().i2l();
                case FLOAT -> code.out().f2l();
                case DOUBLE -> code.out().d2l();
                default -> {}
            }
        }
        addToLog();
        code.popped(1);
    }

    /** From a long on the stack, whatever its noted type. */
    private void addToLog() {
        addToLog(code);
    }

    static void addToLog(Code code) {
        code.out().getstatic(MAIN, "log", ConstantDescs.CD_long);
        code.out().loadConstant(31L);
        code.out().lmul();
        code.out().ladd();
        code.out().putstatic(MAIN, "log", ConstantDescs.CD_long);
    }

    // ---- operators

    private void combine() {
        Kind kind = code.peek(0);
        if (kind == null || kind.isReference()) {
            kind = pick.from(Kind.NUMBERS);
            push(kind);
        }
        push(kind);
        if (kind == Kind.INT && pick.below(4) > 0) { // not zero
            code.out().iconst_1();
            code.out().ior();
        }
        int operator = pick.below(kind == Kind.INT || kind == Kind.LONG ? 8 : 5);
        switch (kind) {
            case INT -> {
                switch (operator) {
                    case 0 -> code.out().iadd();
                    case 1 -> code.out().isub();
                    case 2 -> code.out().imul();
                    case 3 -> code.out().idiv();
                    case 4 -> code.out().irem();
                    case 5 -> code.out().ixor();
                    case 6 -> code.out().ishl();
                    default -> code.out().iushr();
                }
            }
            case LONG -> {
                switch (operator) {
                    case 0 -> code.out().ladd();
                    case 1 -> code.out().lsub();
                    case 2 -> code.out().lmul();
                    case 3 -> code.out().ldiv();
                    case 4 -> code.out().lrem();
                    case 5 -> code.out().lxor();
                    case 6 -> code.out().land();
                    default -> code.out().lor();
                }
            }
            case FLOAT -> {
                switch (operator) {
                    case 0 -> code.out().fadd();
                    case 1 -> code.out().fsub();
                    case 2 -> code.out().fmul();
                    case 3 -> code.out().fdiv();
                    default -> code.out().frem();
                }
            }
            default -> {
                switch (operator) {
                    case 0 -> code.out().dadd();
                    case 1 -> code.out().dsub();
                    case 2 -> code.out().dmul();
                    case 3 -> code.out().ddiv();
                    default -> code.out().drem();
                }
            }
        }
        code.popped(1);
    }

    private void convert() {
        Kind from = code.peek(0);
        if (from == null || from.isReference()) {
            from = Kind.INT;
            push(from);
        }
        Kind to = pick.from(Kind.NUMBERS);
        if (from == to) {
            switch (from) {
                case INT -> code.out().i2b();
                case LONG -> code.out().lneg();
                case FLOAT -> code.out().fneg();
                default -> code.out().dneg();
            }
            return;
        }
        code.out().conversion(from.typeKind(), to.typeKind());
        code.popped(1);
        code.pushed(to);
    }

    /** The stack instructions, as far as the sizes of the values allow. */
    private void move() {
        Kind top = code.peek(0);
        Kind second = code.peek(1);
        if (top == null) {
            push(Kind.INT);
            return;
        }
        switch (pick.below(4)) {
            case 0 -> {
                if (top.isWide()) {
                    code.out().dup2();
                } else {
                    code.out().dup();
                }
                code.pushed(code.top());
            }
            case 1 -> {
                if (second == null || second.isWide() || top.isWide()) {
                    push(Kind.LONG);
                } else {
                    code.out().swap();
                    reorder(2, List.of(0, 1));
                }
            }
            case 2 -> under(top, second);
            default -> pair(top, second);
        }
    }

    /** A copy of the top under the second. */
    private void under(Kind top, @Nullable Kind second) {
        if (second == null) {
            push(Kind.INT);
            return;
        }
        if (top.isWide()) {
            if (second.isWide()) {
                code.out().dup2_x2();
            } else {
                code.out().dup2_x1();
            }
        } else if (second.isWide()) {
            code.out().dup_x2();
        } else {
            code.out().dup_x1();
        }
        reorder(2, List.of(0, 1, 0));
    }

    /** A copy of the two uppermost, if they are small. */
    private void pair(Kind top, @Nullable Kind second) {
        if (second == null || top.isWide() || second.isWide()) {
            push(Kind.DOUBLE);
            return;
        }
        Kind third = code.peek(2);
        if (third != null && !third.isWide()) {
            code.out().dup2_x1();
            reorder(3, List.of(1, 0, 2, 1, 0));
        } else if (third != null) {
            code.out().dup2_x2();
            reorder(3, List.of(1, 0, 2, 1, 0));
        } else {
            code.out().dup2();
            reorder(2, List.of(1, 0, 1, 0));
        }
    }

    /** Replaces the uppermost by some of them, given by their depth, the lowest first. */
    private void reorder(int count, List<Integer> depths) {
        List<Code.Entry> all = code.snapshot();
        code.popped(count);
        for (int depth : depths) {
            code.pushed(all.get(all.size() - 1 - depth));
        }
    }

    private void increment() {
        int local = anyLocal(Kind.INT);
        if (!isReserved(local)) {
            code.increment(local, pick.from(List.of(1, -1, 100, 1000)));
        }
    }

    // ---- arrays, fields, types

    private void element() {
        push(Kind.INTS);
        push(Kind.INT);
        if (!pick.onceIn(6)) { // mostly within bounds
            code.out().iconst_3();
            code.out().iand();
        }
        switch (pick.below(3)) {
            case 0 -> {
                code.out().iaload();
                code.popped(2);
                code.pushed(Kind.INT);
            }
            case 1 -> {
                push(Kind.INT);
                code.out().iastore();
                code.popped(3);
            }
            default -> {
                code.out().pop();
                code.out().arraylength();
                code.popped(2);
                code.pushed(Kind.INT);
            }
        }
    }

    private void array() {
        push(Kind.INT);
        if (!pick.onceIn(8)) { // else perhaps negative
            code.out().bipush(15);
            code.out().iand();
        } else {
            code.out().bipush(-5);
            code.out().irem();
        }
        switch (pick.below(4)) {
            case 0 -> {
                code.out().newarray(TypeKind.INT);
                code.popped(1);
                code.pushed(Kind.INTS);
            }
            case 1 -> {
                code.out()
                        .newarray(
                                pick.from(
                                        List.of(
                                                TypeKind.BYTE,
                                                TypeKind.LONG,
                                                TypeKind.CHAR,
                                                TypeKind.BOOLEAN,
                                                TypeKind.DOUBLE)));
                code.popped(1);
                code.pushed(Kind.OBJECT);
            }
            case 2 -> {
                code.out().anewarray(pick.from(List.of(THING, ConstantDescs.CD_long.arrayType())));
                code.popped(1);
                code.pushed(Kind.OBJECT);
            }
            default -> {
                code.out().loadConstant(pick.from(List.of(3, 0, 1, 2, 2, -1)));
                ClassDesc innermost =
                        pick.from(List.of(ConstantDescs.CD_short, ConstantDescs.CD_Object));
                code.out().multianewarray(innermost.arrayType(pick.from(List.of(2, 3))), 2);
                code.popped(1);
                code.pushed(Kind.OBJECT);
            }
        }
    }

    private void field() {
        Kind kind = pick.from(List.of(Kind.INT, Kind.LONG, Kind.OBJECT));
        String name = kind == Kind.INT ? "i" : kind == Kind.LONG ? "j" : "next";
        if (code.isRawThis() && code.self().equals(THING)) {
            code.loadThis(); // may be assigned before the ancestor's constructor
            push(kind);
            code.out().putfield(THING, name, kind.type());
            code.popped(2);
            return;
        }
        if (code.thisIsThing() && pick.onceIn(2)) {
            code.loadThis();
        } else {
            push(Kind.THING);
        }
        if (pick.onceIn(2)) {
            push(kind);
            code.out().putfield(THING, name, kind.type());
            code.popped(2);
        } else {
            code.out().getfield(THING, name, kind.type());
            code.popped(1);
            code.pushed(kind);
        }
    }

    private void check() {
        push(Kind.OBJECT);
        if (pick.onceIn(7)) {
            code.out().checkcast(THING);
            code.popped(1);
            code.pushed(Kind.THING);
        } else {
            code.out().instanceOf(pick.from(List.of(THING, ConstantDescs.CD_String)));
            code.popped(1);
            code.pushed(Kind.INT);
        }
    }

    // ---- calls

    private void callJdk() {
        if (pick.onceIn(5)) {
            code.out().loadConstant(pick.from(List.of("12", "-7", "0", "no number")));
            code.out()
                    .invokestatic(
                            ConstantDescs.CD_Integer,
                            "parseInt",
                            MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_String));
            code.pushed(Kind.INT);
            return;
        }
        call(pick.from(OF_JDK), false);
    }

    /** What may throw before a site: then the site must not have been paid, or must have been. */
    void risk() {
        push(Kind.INT);
        push(Kind.INT);
        if (pick.onceIn(2)) {
            code.out().iconst_3();
            code.out().iand();
        }
        code.out().idiv();
        code.popped(1);
        drop();
        callJdk();
    }

    /** Calls a method on random values; the receiver, if any, is random too. */
    void call(Signature method, boolean special) {
        if (!method.isStatic()) {
            if (special) {
                code.loadThis();
            } else {
                push(method.owner().equals(THING) ? Kind.THING : Kind.THROWABLE);
            }
        }
        method.parameters().forEach(this::push);
        code.call(method, special);
    }
}
