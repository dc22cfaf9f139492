package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Class files of versions that the JVM would verify by inference, for which it takes whatever time
 * and memory it needs. They never get there.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OldVersionTest {
    private static final ClassDesc SELF = ClassDesc.of("made.Old");
    private static final MethodTypeDesc INT_TO_INT =
            MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);

    private static byte[] file(int version, Consumer<CodeBuilder> code) {
        // Stack maps, if they are made at all, are those of the version.
        StackMapsOption frames =
                version < ClassFile.JAVA_6_VERSION
                        ? StackMapsOption.DROP_STACK_MAPS
                        : StackMapsOption.STACK_MAPS_WHEN_REQUIRED;
        return ClassFile.of(frames)
                .build(
                        SELF,
                        type ->
                                type.withVersion(version, 0)
                                        .withFlags(ClassFile.ACC_PUBLIC)
                                        .withMethodBody(
                                                "run",
                                                INT_TO_INT,
                                                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                code));
    }

    /** Adds up to n in a loop, divides by what may be 0, and mends it in a handler. */
    private static void adding(CodeBuilder code) {
        Label loop = code.newLabel();
        Label done = code.newLabel();
        Label end = code.newLabel();
        Label handler = code.newLabel();
        code.iconst_0().istore(1).labelBinding(loop).iload(0).ifle(done);
        code.iload(1).iload(0).iadd().istore(1).iinc(0, -1).goto_(loop);
        code.labelBinding(done).iload(1).iload(0).idiv().ireturn();
        code.labelBinding(end).labelBinding(handler).pop().iload(1).ireturn();
        code.exceptionCatch(done, end, handler, ClassDesc.of("java.lang.ArithmeticException"));
    }

    private static CountingMeter.Counted<?> run(byte[] file) throws Exception {
        var classes = WovenClasses.of(Map.of("made/Old", file));
        var run = classes.loadClass("made.Old").getMethod("run", int.class);
        return CountingMeter.count(() -> run.invoke(null, 100));
    }

    @ParameterizedTest
    @ValueSource(ints = {45, 46, 48, 49, 50})
    void weave_oldVersion_isRaisedAndCostsTheSame(int version) throws Exception {
        byte[] old = file(version, OldVersionTest::adding);
        byte[] current = file(ClassFile.latestMajorVersion(), OldVersionTest::adding);

        byte[] woven = Weaver.of(name -> Optional.empty(), Surface.open()).weave(old);
        var model = ClassFile.of().parse(woven);

        assertThat(model.majorVersion()).isEqualTo(ClassFile.JAVA_7_VERSION);
        assertThat(run(old).result()).isEqualTo(5050);
        assertThat(run(old).count()).isEqualTo(run(current).count());
    }

    /** The JVM took 5 GB for it. */
    @Test
    void weave_oldVersionOfManyVariables_isRefused() {
        byte[] file =
                file(
                        ClassFile.JAVA_5_VERSION,
                        code -> {
                            for (int i = 0; i < 5_000; i++) {
                                Label next = code.newLabel();
                                code.iload(0).ifeq(next).iinc(0, 1).labelBinding(next);
                            }
                            code.iload(65_000).ireturn();
                        });
        assertThatThrownBy(() -> Weaver.of(name -> Optional.empty(), Surface.open()).weave(file))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining(
                        "made.Old is refused: it is of version 49 and too large to be")
                .hasMessageContaining("Compile it anew");
    }

    /** Frames of a new version are no better: each is a copy of all variables in the JVM. */
    @Test
    void weave_manyFramesOfManyVariables_isRefused() {
        byte[] file =
                file(
                        ClassFile.latestMajorVersion(),
                        code -> {
                            for (int i = 0; i < 100; i++) {
                                Label next = code.newLabel();
                                code.iload(0).ifeq(next).iinc(0, 1).labelBinding(next);
                            }
                            code.iload(0).istore(20_000).iload(0).ireturn();
                        });
        assertThatThrownBy(() -> Weaver.of(name -> Optional.empty(), Surface.open()).weave(file))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("too many stack map frames of too many variables");
    }

    /** Who has itself as its superclass has no end of ancestors to compare. */
    @Test
    void weave_oldVersionWithAncestorsInACircle_ends() {
        byte[] circle =
                ClassFile.of()
                        .build(
                                ClassDesc.of("made.A"),
                                type -> type.withSuperclass(ClassDesc.of("made.B")));
        byte[] back =
                ClassFile.of()
                        .build(
                                ClassDesc.of("made.B"),
                                type -> type.withSuperclass(ClassDesc.of("made.A")));
        Map<String, byte[]> files = Map.of("made/A", circle, "made/B", back);
        byte[] file =
                file(
                        ClassFile.JAVA_5_VERSION,
                        code -> {
                            Label other = code.newLabel();
                            Label both = code.newLabel();
                            code.iload(0).ifeq(other);
                            code.aconst_null().checkcast(ClassDesc.of("made.A")).goto_(both);
                            code.labelBinding(other).ldc("text");
                            code.labelBinding(both).pop().iload(0).ireturn();
                        });

        assertThat(
                        Weaver.of(name -> Optional.ofNullable(files.get(name)), Surface.open())
                                .weave(file))
                .isNotEmpty();
    }

    /** Each time round, one more variable turns out to hold something else: 2,000 times. */
    @Test
    void weave_oldVersionThatIsFollowedForLong_ends() {
        byte[] file =
                file(
                        ClassFile.JAVA_5_VERSION,
                        code -> {
                            int variables = 2_000;
                            for (int i = 1; i <= variables; i++) {
                                code.aconst_null().astore(i);
                            }
                            Label loop = code.newLabel();
                            code.labelBinding(loop);
                            for (int i = 1; i < variables; i++) {
                                code.aload(i + 1).astore(i);
                            }
                            code.ldc("text").astore(variables).goto_(loop);
                        });

        assertThat(Weaver.of(name -> Optional.empty(), Surface.open()).weave(file)).isNotEmpty();
    }

    /** Each of them is within the bound; all of them are not. */
    @Test
    void weave_manyOldClasses_haveABoundInAll() {
        byte[] file =
                file(
                        ClassFile.JAVA_5_VERSION,
                        code -> {
                            for (int i = 0; i < 800; i++) {
                                Label next = code.newLabel();
                                code.iload(0).ifeq(next).iinc(0, 1).labelBinding(next);
                            }
                            code.iload(0).istore(40).iload(0).ireturn();
                        });
        Weaver weaver = Weaver.of(name -> Optional.empty(), Surface.open());

        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 20; i++) {
                                assertThat(weaver.weave(file)).isNotEmpty();
                            }
                        })
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("or with others to 2000000000");
    }

    @Test
    void version_ofTheFile_isLeftIfItIsNotOld() {
        byte[] file = file(ClassFile.JAVA_7_VERSION, OldVersionTest::adding);
        byte[] woven = Weaver.of(name -> Optional.empty(), Surface.open()).weave(file);

        assertThat(ClassFile.of().parse(woven).elementStream())
                .anyMatch(
                        element ->
                                element instanceof ClassFileVersion version
                                        && version.majorVersion() == ClassFile.JAVA_7_VERSION);
    }
}
