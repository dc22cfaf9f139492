package dev.stint.weave.reference;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A random program of a few classes: valid, and sure to end, because calls and circles burn fuel.
 * What it does shows in a number.
 */
final class RandomProgram {
    static final String MAIN = "fuzz.Main";

    /** The constructor that both classes of objects have. */
    static final Signature CONSTRUCTOR =
            new Signature(Straight.THING, "<init>", List.of(Kind.INT), null, false);

    static final ClassDesc FACE = ClassDesc.of("fuzz.Face");
    private static final ClassDesc HEIR = ClassDesc.of("fuzz.Heir");
    private static final int METHODS = 3;
    private static final int FUEL = 40; // calls for each call of the first method

    private final Choices pick;
    private final int version;
    private final List<Signature> statics = new ArrayList<>();
    private final List<Signature> virtuals = new ArrayList<>();
    private final List<Signature> callable = new ArrayList<>();

    private RandomProgram(Choices pick) {
        this.pick = pick;
        // Those below 50 have no frames.
        this.version = pick.from(List.of(69, 65, 61, 55, 52, 51, 50, 49));
    }

    static ClassSet of(Choices pick) {
        return new RandomProgram(pick).write();
    }

    private ClassSet write() {
        int count = 1 + pick.below(METHODS);
        for (int i = 0; i < count; i++) {
            statics.add(signature(Straight.MAIN, "m" + i, true));
        }
        virtuals.add(signature(Straight.THING, "v0", false));
        virtuals.add(signature(Straight.THING, "v1", false));
        if (hasFunctions()) {
            virtuals.add(Functional.STEP);
            virtuals.add(Functional.HASH);
            virtuals.add(Functional.COMPARE);
            virtuals.add(Functional.RUN);
        }
        callable.addAll(statics);
        callable.addAll(virtuals);
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("fuzz/Main", file(Straight.MAIN, CD_Object, this::main));
        files.put("fuzz/Thing", file(Straight.THING, CD_Object, this::thing));
        files.put("fuzz/Heir", file(HEIR, Straight.THING, this::heir));
        if (hasFunctions()) {
            files.put("fuzz/Face", file(FACE, CD_Object, this::face));
        }
        return new ClassSet(files);
    }

    private Signature signature(ClassDesc owner, String name, boolean isStatic) {
        List<Kind> parameters = new ArrayList<>();
        int count = pick.below(4);
        for (int i = 0; i < count; i++) {
            parameters.add(pick.from(Kind.ALL));
        }
        return new Signature(owner, name, parameters, pick.from(Kind.ALL), isStatic);
    }

    private byte[] file(ClassDesc name, ClassDesc parent, Consumer<ClassBuilder> content) {
        return ClassFile.of(
                        ClassFile.StackMapsOption.DROP_STACK_MAPS,
                        ClassFile.DeadCodeOption.KEEP_DEAD_CODE,
                        ClassFile.ShortJumpsOption.FAIL_ON_SHORT_JUMPS)
                .build(
                        name,
                        out -> {
                            out.withVersion(version, 0);
                            out.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
                            out.withSuperclass(parent);
                            content.accept(out);
                        });
    }

    // ---- classes

    private void main(ClassBuilder out) {
        int shared = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;
        out.withField("fuel", CD_int, shared);
        out.withField("log", CD_long, shared);
        out.withField("LOCK", CD_Object, shared);
        out.withField("THING", Straight.THING, shared);
        out.withMethodBody(
                "run",
                MethodTypeDesc.of(CD_Object, CD_int),
                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                this::run);
        for (Signature method : statics) {
            method(out, method, shared);
        }
        if (hasFunctions()) {
            method(out, Functional.REFERRED, shared);
            int hidden = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
            method(out, Functional.LAMBDA, hidden);
            method(out, Functional.LAMBDA_OF_NOTHING, hidden);
        }
    }

    private void thing(ClassBuilder out) {
        out.withField("i", CD_int, ClassFile.ACC_PUBLIC);
        out.withField("j", CD_long, ClassFile.ACC_PUBLIC);
        out.withField("next", CD_Object, ClassFile.ACC_PUBLIC);
        constructor(out, CONSTRUCTOR, new Signature(CD_Object, "<init>", List.of(), null, false));
        out.withMethodBody(
                "<init>",
                MTD_void,
                ClassFile.ACC_PUBLIC,
                code -> code.aload(0).invokespecial(CD_Object, "<init>", MTD_void).return_());
        for (Signature method : virtuals) {
            method(out, method, ClassFile.ACC_PUBLIC);
        }
        if (hasFunctions()) {
            out.withInterfaceSymbols(ClassDesc.of("java.lang.Comparable"));
            method(out, Functional.LAMBDA_OF_THIS, ClassFile.ACC_PRIVATE | ClassFile.ACC_SYNTHETIC);
        }
    }

    /** An interface with a default method that the JDK may call. */
    private void face(ClassBuilder out) {
        out.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT);
        out.withInterfaceSymbols(Functional.OPERATOR);
        method(
                out,
                new Signature(FACE, "applyAsInt", List.of(Kind.INT), Kind.INT, false),
                ClassFile.ACC_PUBLIC);
    }

    private void heir(ClassBuilder out) {
        if (hasFunctions()) {
            out.withInterfaceSymbols(ClassDesc.of("java.lang.Runnable"), FACE);
        }
        constructor(
                out, new Signature(HEIR, "<init>", List.of(Kind.INT), null, false), CONSTRUCTOR);
        for (Signature method : virtuals) {
            if (pick.onceIn(2)) {
                method(
                        out,
                        new Signature(
                                HEIR, method.name(), method.parameters(), method.result(), false),
                        ClassFile.ACC_PUBLIC | (pick.onceIn(3) ? ClassFile.ACC_SYNCHRONIZED : 0));
            }
        }
    }

    // ---- methods

    /** Sets everything up, calls the first method a few times, and returns the log. */
    private void run(CodeBuilder builder) {
        Signature self = new Signature(Straight.MAIN, "run", List.of(Kind.INT), Kind.OBJECT, true);
        Code code = new Code(builder, self);
        CodeBuilder out = code.out();
        out.iload(0).i2l().putstatic(Straight.MAIN, "log", CD_long);
        out.new_(CD_Object).dup().invokespecial(CD_Object, "<init>", MTD_void);
        out.putstatic(Straight.MAIN, "LOCK", CD_Object);
        out.new_(Straight.THING).dup().invokespecial(Straight.THING, "<init>", MTD_void);
        out.putstatic(Straight.MAIN, "THING", Straight.THING);
        Label again = code.newLabel();
        Label after = code.newLabel();
        Label handler = code.newLabel();
        Label next = code.newLabel();
        code.bind(again);
        code.out().loadConstant(FUEL).putstatic(Straight.MAIN, "fuel", CD_int);
        arguments(code.out());
        Signature first = statics.getFirst();
        out.invokestatic(first.owner(), first.name(), first.type());
        Kind result = first.result();
        if (result != null && result.isWide()) {
            out.pop2();
        } else {
            out.pop();
        }
        code.mark(after);
        code.branch(Opcode.GOTO, next, 0);
        code.pushed(Kind.THROWABLE);
        code.bind(handler);
        code.out()
                .invokevirtual(CD_Object, "getClass", MethodTypeDesc.of(ConstantDescs.CD_Class))
                .invokevirtual(
                        ConstantDescs.CD_Class,
                        "getName",
                        MethodTypeDesc.of(ConstantDescs.CD_String))
                .invokevirtual(ConstantDescs.CD_String, "hashCode", MethodTypeDesc.of(CD_int))
                .i2l();
        code.popped(1);
        Straight.addToLog(code);
        code.bind(next);
        code.increment(0, -1);
        code.load(0);
        code.branch(Opcode.IFGE, again, 1);
        code.catching(again, after, handler, null);
        out.getstatic(Straight.MAIN, "log", CD_long);
        out.invokestatic(
                ConstantDescs.CD_Long,
                "valueOf",
                MethodTypeDesc.of(ConstantDescs.CD_Long, CD_long));
        out.areturn();
        code.end(hasFrames());
    }

    /** Of the first method; they differ from call to call. */
    private void arguments(CodeBuilder out) {
        for (Kind parameter : statics.getFirst().parameters()) {
            switch (parameter) {
                case INT -> out.iload(0);
                case LONG -> out.iload(0).i2l();
                case FLOAT -> out.iload(0).i2f();
                case DOUBLE -> out.iload(0).i2d();
                case OBJECT -> out.loadConstant("argument");
                case INTS -> out.iload(0).newarray(TypeKind.INT);
                case THING -> out.getstatic(Straight.MAIN, "THING", Straight.THING);
                case THROWABLE -> out.aconst_null();
            }
        }
    }

    private boolean hasFunctions() {
        return version >= ClassFile.JAVA_8_VERSION;
    }

    private boolean hasFrames() {
        return version >= ClassFile.JAVA_6_VERSION;
    }

    private void method(ClassBuilder out, Signature method, int flags) {
        out.withMethodBody(
                method.name(),
                method.type(),
                flags,
                builder -> {
                    Code code = new Code(builder, method);
                    Structures structures =
                            new Structures(
                                    pick,
                                    code,
                                    method,
                                    callable,
                                    hasFunctions(),
                                    10 + pick.below(50));
                    burnShared(code, method);
                    body(code, structures);
                    structures.leave();
                    code.end(hasFrames());
                });
    }

    private void body(Code code, Structures structures) {
        if (pick.onceIn(3)) {
            structures.pieces(8);
        } else {
            new Region(pick, code, structures).write();
        }
    }

    /** Bounds the number of calls in the whole run. */
    private static void burnShared(Code code, Signature method) {
        Label enough = code.newLabel();
        code.out().getstatic(Straight.MAIN, "fuel", CD_int);
        code.out().iconst_1();
        code.out().isub();
        code.out().dup();
        code.out().putstatic(Straight.MAIN, "fuel", CD_int);
        code.out().branch(Opcode.IFGE, enough);
        Kind result = method.result();
        if (method.isConstructor()) { // it cannot return yet
            code.out().aconst_null();
            code.out().athrow();
        } else if (result == null) {
            code.out().return_();
        } else {
            code.zero(result);
            code.out().return_(result.typeKind());
            code.popped(1);
        }
        code.bind(enough);
    }

    /** With code before the call of the ancestor's. */
    private void constructor(ClassBuilder out, Signature method, Signature parent) {
        out.withMethodBody(
                "<init>",
                MethodTypeDesc.of(CD_void, CD_int),
                ClassFile.ACC_PUBLIC,
                builder -> {
                    Code code = new Code(builder, method);
                    Structures structures =
                            new Structures(
                                    pick,
                                    code,
                                    method,
                                    statics,
                                    hasFunctions(),
                                    5 + pick.below(10));
                    burnShared(code, method);
                    if (pick.onceIn(2)) {
                        body(code, structures);
                    }
                    code.loadThis();
                    parent.parameters().forEach(structures.straight()::push);
                    code.call(parent, true);
                    code.thisIsMade();
                    if (pick.onceIn(2)) {
                        body(code, structures);
                    }
                    structures.leave();
                    code.end(hasFrames());
                });
    }
}
