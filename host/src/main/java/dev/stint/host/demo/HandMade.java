package dev.stint.host.demo;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Class files of attackers that no compiler makes. */
final class HandMade {
    static final String BROKEN = "Broken";
    static final String FORGED = "Forged";
    static final String HUGE_FRAMES = "HugeFrames";
    static final String LONG_DESCRIPTORS = "LongDescriptors";
    static final String REMAINDERS = "Remainders";

    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(CD_void);
    private static final MethodTypeDesc INT_TO_INT = MethodTypeDesc.of(CD_int, CD_int);
    private static final int BRANCHES = 5_000;
    private static final int CALLS = 15_000;
    private static final int COPIES = 400;

    /** For code that is so wrong that no stack maps can be made for it. */
    private static final ClassFile UNMAPPED =
            ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS);

    private static final Map<String, byte[]> ALL =
            Map.of(
                    BROKEN, broken(),
                    FORGED, runnable(FORGED, HandMade::forge),
                    HUGE_FRAMES, hugeFrames(),
                    LONG_DESCRIPTORS, runnable(LONG_DESCRIPTORS, HandMade::callLong),
                    REMAINDERS, remainders());

    private HandMade() {}

    /** The file of a class, by its simple name. */
    static Optional<byte[]> file(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    private static byte[] file(String name, Consumer<ClassBuilder> content) {
        return file(UNMAPPED, name, content);
    }

    private static byte[] file(ClassFile files, String name, Consumer<ClassBuilder> content) {
        return files.build(ClassDesc.of(TenantCode.PACKAGE + name), content);
    }

    /** A task of a tenant. */
    private static byte[] runnable(String name, Consumer<CodeBuilder> run) {
        return file(name, type -> addRun(type, run));
    }

    private static void addRun(ClassBuilder type, Consumer<CodeBuilder> run) {
        type.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER)
                .withInterfaceSymbols(ClassDesc.of("java.lang.Runnable"))
                .withMethodBody(
                        ConstantDescs.INIT_NAME,
                        NOTHING,
                        ClassFile.ACC_PUBLIC,
                        code ->
                                code.aload(0)
                                        .invokespecial(
                                                ConstantDescs.CD_Object,
                                                ConstantDescs.INIT_NAME,
                                                NOTHING)
                                        .return_())
                .withMethodBody("run", NOTHING, ClassFile.ACC_PUBLIC, run);
    }

    /** Ends in the middle. */
    private static byte[] broken() {
        byte[] whole = runnable(BROKEN, CodeBuilder::return_);
        return java.util.Arrays.copyOf(whole, whole.length / 2);
    }

    /** Names a field as one would name the constructor that opens a file. */
    private static void forge(CodeBuilder code) {
        ConstantPoolBuilder pool = code.constantPool();
        code.getstatic(
                        pool.fieldRefEntry(
                                pool.classEntry(ClassDesc.of("java.io.PrintWriter")),
                                pool.nameAndTypeEntry(
                                        pool.utf8Entry("<init>(Ljava/lang/String;)"),
                                        pool.utf8Entry("V"))))
                .return_();
    }

    /** Of an old version, so that the JVM would infer all variables at all branches. */
    private static byte[] hugeFrames() {
        return file(
                HUGE_FRAMES,
                type ->
                        type.withVersion(ClassFile.JAVA_5_VERSION, 0)
                                .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER)
                                .withMethodBody(
                                        "run",
                                        INT_TO_INT,
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        HandMade::branch));
    }

    private static void branch(CodeBuilder code) {
        for (int i = 0; i < BRANCHES; i++) {
            Label next = code.newLabel();
            code.iload(0).ifeq(next).iinc(0, 1).labelBinding(next);
        }
        code.iload(65_000).ireturn();
    }

    /** As many parameters as a constant has room for, many times over. */
    private static void callLong(CodeBuilder code) {
        ConstantPoolBuilder pool = code.constantPool();
        var method =
                pool.methodRefEntry(
                        pool.classEntry(ClassDesc.of("java.lang.Math")),
                        pool.nameAndTypeEntry(
                                pool.utf8Entry("none"),
                                pool.utf8Entry("(" + "I".repeat(65_000) + ")V")));
        for (int i = 0; i < CALLS; i++) {
            code.invokestatic(method);
        }
        code.return_();
    }

    /** An endless loop whose body was free when blocks without a call were. */
    private static byte[] remainders() {
        return file(ClassFile.of(), REMAINDERS, type -> addRun(type, HandMade::divide));
    }

    private static void divide(CodeBuilder code) {
        code.loadConstant(1e300).dstore(1);
        Label head = code.newBoundLabel();
        for (int i = 0; i < COPIES; i++) {
            Label next = code.newLabel();
            code.dload(1).loadConstant(1e-300).drem().d2i().ifeq(next).nop();
            code.labelBinding(next);
        }
        code.goto_w(head);
    }
}
