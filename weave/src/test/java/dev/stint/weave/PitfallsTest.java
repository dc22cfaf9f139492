package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.weave.CountingMeter.Count;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Shapes that weavers stumble over; compilers of other languages than Java write them. */
class PitfallsTest {
    private static final ClassDesc SELF = ClassDesc.of("made.Up");
    private static final ClassDesc MATH = ClassDesc.of("java.lang.Math");
    private static final ClassDesc TEXT = ClassDesc.of("java.lang.StringBuilder");
    private static final MethodTypeDesc INT_TO_INT =
            MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final int N = 5000;

    @Test
    void debugInformation_namesVariablesThatNobodyUses_isLeftOut() throws Exception {
        check(
                ClassFile.JAVA_21_VERSION,
                N,
                code -> {
                    Label start = code.newBoundLabel();
                    countdown(code);
                    code.iload(0).ireturn();
                    Label end = code.newBoundLabel();
                    code.localVariable(9, "ghost", ConstantDescs.CD_long, start, end);
                });
        check(
                ClassFile.JAVA_21_VERSION,
                1,
                code -> {
                    Label start = code.newBoundLabel();
                    abs(code.iload(0)).ireturn();
                    Label end = code.newBoundLabel();
                    code.localVariable(9, "ghost", ConstantDescs.CD_long, start, end);
                });
    }

    /** A frame names the object by the label before its {@code new}; so does a branch. */
    @Test
    void newThatIsABranchTarget_withFramesInBetween_verifies() throws Exception {
        check(
                ClassFile.JAVA_21_VERSION,
                3 * N + N - 1 + 1,
                code -> {
                    Label again = code.newLabel();
                    Label odd = code.newLabel();
                    Label made = code.newLabel();
                    code.labelBinding(again).new_(TEXT).dup();
                    code.iload(0).iconst_1().iand().ifne(odd);
                    code.iconst_4().goto_(made);
                    code.labelBinding(odd).bipush(8);
                    code.labelBinding(made);
                    code.invokespecial(
                            TEXT,
                            "<init>",
                            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int));
                    code.pop().iinc(0, -1);
                    abs(code.iload(0)).ifne(again); // n times 3, and n - 1 times back
                    new_(code).pop();
                    code.iload(0).ireturn();
                });
    }

    @Test
    void branchBackwards_withValuesOnTheStack_verifies() throws Exception {
        check(
                ClassFile.JAVA_21_VERSION,
                N - 1,
                code -> {
                    Label again = code.newLabel();
                    code.loadConstant(7L).loadConstant(11).labelBinding(again);
                    code.iinc(0, -1).iload(0).ifne(again);
                    code.istore(1).l2i().iload(1).iadd().ireturn();
                });
    }

    @Test
    void branchBackwards_withAnObjectNotInitialised_verifies() throws Exception {
        check(
                ClassFile.JAVA_21_VERSION,
                2 + N - 1,
                code -> {
                    Label again = code.newLabel();
                    code.new_(TEXT).dup().labelBinding(again);
                    code.iinc(0, -1).iload(0).ifne(again);
                    code.invokespecial(TEXT, "<init>", ConstantDescs.MTD_void).pop();
                    code.iload(0).ireturn();
                });
    }

    /** Entered at two places, so it is no natural loop. */
    @Test
    void loopWithTwoEntries_isCharged() throws Exception {
        check(
                ClassFile.JAVA_21_VERSION,
                N - 1,
                code -> {
                    Label first = code.newLabel();
                    Label second = code.newLabel();
                    code.iload(0).sipush(N).if_icmpne(second);
                    code.labelBinding(first).iinc(0, -1);
                    code.labelBinding(second).iload(0).ifne(first).iload(0).ireturn();
                });
    }

    @Test
    void codeThatIsNeverRun_withoutStackMaps_stillVerifies() throws Exception {
        check(
                ClassFile.JAVA_5_VERSION,
                N,
                code -> {
                    countdown(code);
                    code.iload(0).ireturn();
                    deadCode(code, code.newLabel());
                });
    }

    @Test
    void codeThatIsNeverRun_withStackMaps_stillVerifies() throws Exception {
        byte[] file =
                file(
                        ClassFile.JAVA_21_VERSION,
                        true,
                        code -> {
                            Label again = code.newBoundLabel();
                            Label done = code.newLabel();
                            code.iload(0).ifeq(done);
                            code.iinc(0, -1).goto_(again).labelBinding(done).iload(0).ireturn();
                            Label dead = code.newLabel();
                            deadCode(code, dead);
                            var number =
                                    List.<VerificationTypeInfo>of(
                                            SimpleVerificationTypeInfo.INTEGER);
                            code.with(
                                    StackMapTableAttribute.of(
                                            List.of(
                                                    StackMapFrameInfo.of(again, number, List.of()),
                                                    StackMapFrameInfo.of(done, number, List.of()),
                                                    StackMapFrameInfo.of(
                                                            dead, number, List.of()))));
                        });
        check(file, N);
    }

    private static void deadCode(CodeBuilder code, Label dead) {
        code.labelBinding(dead);
        abs(code.iload(0)).istore(3);
        code.iload(3).ifne(dead);
        code.iinc(3, 1).goto_(dead);
    }

    @Test
    void loopBeforeSuper_isCharged() throws Exception {
        var twin = Twin.of(Early.class);
        Count count = twin.count("make", N);
        assertThat(count).isEqualTo(new Count(N + 2, 16));
    }

    @SuppressWarnings("UnusedMethod")
    private static final class Early {
        private final int sum;

        private Early() {
            this(1);
        }

        private Early(int n) {
            int total = 0;
            for (int i = 0; i < n; i++) {
                total += 1000 / (n - i);
            }
            super();
            sum = total;
        }

        static int make(int n) {
            return new Early(n).sum;
        }
    }

    /** A loop that goes round by exceptions alone, without a branch backwards. */
    @Test
    void loopOfExceptions_isChargedByItsHandler() throws Exception {
        check(
                ClassFile.JAVA_21_VERSION,
                (2 + 64) * N + 1,
                code -> {
                    Label again = code.newLabel();
                    Label caught = code.newLabel();
                    Label done = code.newLabel();
                    code.aconst_null().goto_(again);
                    code.labelBinding(caught); // 1 for each entry, and 64 for the trace
                    code.iinc(0, -1);
                    code.labelBinding(again);
                    code.pop();
                    Label start = code.newBoundLabel();
                    code.iload(0).ifeq(done);
                    code.iconst_1().iconst_0();
                    code.invokestatic(
                            MATH,
                            "floorMod", // 1, and divides by zero
                            MethodTypeDesc.of(
                                    ConstantDescs.CD_int,
                                    ConstantDescs.CD_int,
                                    ConstantDescs.CD_int));
                    code.pop();
                    Label end = code.newBoundLabel();
                    code.labelBinding(done);
                    abs(code.iload(0)).ireturn();
                    code.exceptionCatch(
                            start, end, caught, ClassDesc.of("java.lang.ArithmeticException"));
                });
    }

    @Test
    void longMethod_withLoopsEverywhere_verifiesAndIsCharged() throws Exception {
        int forwards = 2000 * 10 / 64; // instructions
        int inLoops = 63; // of these: each is run three times
        check(
                ClassFile.JAVA_21_VERSION,
                2 * 2000 + forwards + 2 * inLoops,
                code -> {
                    for (int i = 0; i < 2000; i++) { // 20 bytes each
                        Label again = code.newLabel();
                        code.iconst_3().istore(1).labelBinding(again);
                        code.iinc(1, -1).iload(1).ifne(again); // twice
                        code.iinc(0, 1).iinc(0, -1).nop().nop().nop();
                    }
                    code.iload(0).ireturn();
                });
    }

    @Test
    void methodThatGrowsTooLong_isRefused() {
        byte[] file =
                file(
                        ClassFile.JAVA_21_VERSION,
                        false,
                        code -> {
                            for (int i = 0; i < 65_000 / 6; i++) {
                                Label next = code.newLabel();
                                abs(code.iload(0)).pop().nop().labelBinding(next);
                            }
                            code.iload(0).ireturn();
                        });
        assertThat(file).hasSizeGreaterThan(60_000);

        byte[] manyBlocks =
                file(
                        ClassFile.JAVA_21_VERSION,
                        false,
                        code -> {
                            for (int i = 0; i < 65_000 / 9; i++) {
                                Label next = code.newLabel();
                                abs(code.iload(0)).ifeq(next).nop().labelBinding(next);
                            }
                            code.iload(0).ireturn();
                        });
        assertThatThrownBy(
                        () -> Weaver.of(name -> Optional.empty(), Surface.open()).weave(manyBlocks))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("made.Up")
                .hasMessageContaining("grows too");
    }

    // ---- parts

    private static void countdown(CodeBuilder code) {
        Label again = code.newLabel();
        Label done = code.newLabel();
        code.labelBinding(again).iload(0).ifeq(done);
        code.iinc(0, -1).goto_(again).labelBinding(done);
    }

    private static CodeBuilder abs(CodeBuilder code) {
        return code.invokestatic(MATH, "abs", INT_TO_INT);
    }

    private static CodeBuilder new_(CodeBuilder code) {
        return code.iconst_1().newarray(TypeKind.INT);
    }

    /** A class with a method that gets N. */
    private static byte[] file(int version, boolean dropsMaps, Consumer<CodeBuilder> writer) {
        var maps =
                dropsMaps
                        ? ClassFile.StackMapsOption.DROP_STACK_MAPS
                        : ClassFile.StackMapsOption.STACK_MAPS_WHEN_REQUIRED;
        return ClassFile.of(ClassFile.DeadCodeOption.KEEP_DEAD_CODE, maps)
                .build(
                        SELF,
                        type ->
                                type.withVersion(version, 0)
                                        .withMethodBody(
                                                "run",
                                                INT_TO_INT,
                                                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                writer));
    }

    /** The class-file API leaves no more room than it thinks is needed; compilers do. */
    private static byte[] withRoom(byte[] file) {
        var method = ClassFile.of().parse(file).methods().getFirst();
        byte[] code = ((CodeAttribute) method.code().orElseThrow()).codeArray();
        for (int at = file.length - code.length; at > 0; at--) {
            if (Arrays.equals(file, at, at + code.length, code, 0, code.length)) {
                file[at - 5] = 12; // the low byte of max_locals, which is before the length
            }
        }
        return file;
    }

    private static void check(int version, long ops, Consumer<CodeBuilder> writer)
            throws Exception {
        check(withRoom(file(version, false, writer)), ops);
    }

    private static void check(byte[] file, long ops) throws Exception {
        var files = Map.of("made/Up", file);
        Class<?> plain = WovenClasses.unwoven(files).loadClass("made.Up");
        Class<?> woven = WovenClasses.of(files).loadClass("made.Up");

        assertThat(Twin.of(plain, woven).count("run", N).ops()).isEqualTo(ops);
    }
}
