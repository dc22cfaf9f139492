package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What cannot be woven is refused by name and with the reason. */
class RefusedTest {
    private static final ClassDesc SELF = ClassDesc.of("made.Up");
    private static final int STATIC = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;

    @Test
    void weave_subroutine_isRefused() {
        check(
                method(ClassFile.JAVA_1_VERSION, "run", STATIC, RefusedTest::subroutine),
                "method run() has subroutines (jsr or ret). Compile it anew");
    }

    private static void subroutine(CodeBuilder code) {
        Label sub = code.newLabel();
        code.with(java.lang.classfile.instruction.DiscontinuedInstruction.JsrInstruction.of(sub));
        code.return_().labelBinding(sub).astore(0);
        code.with(java.lang.classfile.instruction.DiscontinuedInstruction.RetInstruction.of(0));
    }

    @Test
    void weave_nativeMethod_isRefused() {
        byte[] file =
                ClassFile.of()
                        .build(
                                SELF,
                                type ->
                                        type.withMethod(
                                                "run",
                                                ConstantDescs.MTD_void,
                                                ClassFile.ACC_NATIVE,
                                                to -> {}));
        check(file, "method run() is native, and what it does cannot be counted");
    }

    @Test
    void weave_finalizer_isRefusedOrEmptied() throws Exception {
        byte[] file =
                method(
                        ClassFile.JAVA_21_VERSION,
                        "finalize",
                        ClassFile.ACC_PROTECTED,
                        code -> code.labelBinding(code.newLabel()).nop().return_());
        check(file, "method finalize() would be run by the JVM when nobody pays for it");

        byte[] late = lenient().weave(file);

        var method = ClassFile.of().parse(late).methods().getFirst();
        assertThat(method.code().orElseThrow().elementList()).hasSize(1);
    }

    @Test
    void weave_packageOfTheHooks_isRefused() {
        byte[] file = ClassFile.of().build(ClassDesc.of("dev.stint.hooks.Mine"), type -> {});
        assertThatThrownBy(() -> weaver().weave(file))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessage(
                        "class dev.stint.hooks.Mine is refused: it is in a package that belongs to"
                                + " the runtime");
    }

    @Test
    void weave_versionOfTheFuture_isRefused() {
        byte[] file = ClassFile.of().build(SELF, type -> {});
        file[7] = 99;
        check(file, "it is of version 99, and this JDK knows none above 69");
    }

    @Test
    void weave_hugeFile_isRefused() {
        byte[] file = ClassFile.of().build(SELF, type -> {});
        check(Arrays.copyOf(file, 5 << 20), "it has more bytes than the 4194304 that are allowed");
    }

    @Test
    void weave_truncatedFile_isRefused() {
        byte[] file = ClassFiles.of(RefusedTest.class);
        for (int length = 0; length < file.length; length += 7) {
            byte[] part = Arrays.copyOf(file, length);
            assertThatThrownBy(() -> weaver().weave(part))
                    .isInstanceOf(WeaveRefusedException.class);
        }
    }

    /** A handler whose entry is covered by another, whose entry is covered by the first. */
    @Test
    void weave_handlersInACircle_isRefused() {
        check(
                method(ClassFile.JAVA_21_VERSION, "run", STATIC, code -> circle(code, null)),
                "method run() has exception handlers that protect each other in a circle, so that"
                        + " it could not be ended");
    }

    /** The same if neither catches what ends a task. */
    @Test
    void weave_handlersOfExceptionsInACircle_isWoven() {
        byte[] file =
                method(
                        ClassFile.JAVA_21_VERSION,
                        "run",
                        STATIC,
                        code -> circle(code, ClassDesc.of("java.lang.Exception")));
        assertThat(weaver().weave(file)).isNotEmpty();
    }

    private static void circle(
            CodeBuilder code, @org.jspecify.annotations.Nullable ClassDesc type) {
        Label start = code.newBoundLabel();
        code.aconst_null().athrow();
        Label first = code.newBoundLabel();
        code.pop().aconst_null().athrow();
        Label second = code.newBoundLabel();
        code.pop().aconst_null().athrow();
        Label end = code.newBoundLabel();
        if (type == null) {
            code.exceptionCatchAll(start, first, first);
            code.exceptionCatchAll(first, second, second);
            code.exceptionCatchAll(second, end, first);
        } else {
            code.exceptionCatch(start, first, first, type);
            code.exceptionCatch(first, second, second, type);
            code.exceptionCatch(second, end, first, type);
        }
    }

    /** Release handlers are free, so they must not lead to each other. */
    @Test
    void weave_releaseHandlersInACircle_isRefused() {
        check(
                method(ClassFile.JAVA_21_VERSION, "run", STATIC, RefusedTest::releaseCircle),
                "method run() has exception handlers that protect each other in a circle, so that"
                        + " it could not be ended");
    }

    private static void releaseCircle(CodeBuilder code) {
        code.aconst_null().astore(0);
        Label start = code.newBoundLabel();
        code.aconst_null().athrow();
        Label first = code.newBoundLabel();
        code.astore(1).aload(0).monitorexit().aload(1).athrow();
        Label second = code.newBoundLabel();
        code.astore(1).aload(0).monitorexit().aload(1).athrow();
        Label end = code.newBoundLabel();
        code.exceptionCatchAll(start, first, first);
        code.exceptionCatchAll(first, second, second);
        code.exceptionCatchAll(second, end, first);
    }

    // ---- parts

    private static Weaver weaver() {
        return lenient().strict();
    }

    private static Weaver lenient() {
        return Weaver.of(name -> Optional.empty(), Surface.open());
    }

    private static byte[] method(
            int version, String name, int flags, Consumer<CodeBuilder> writer) {
        return ClassFile.of()
                .build(
                        SELF,
                        type ->
                                type.withVersion(version, version == 45 ? 3 : 0)
                                        .withMethodBody(
                                                name, ConstantDescs.MTD_void, flags, writer));
    }

    private static void check(byte[] file, String reason) {
        assertThatThrownBy(() -> weaver().weave(file))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessage("class made.Up is refused: " + reason);
    }
}
