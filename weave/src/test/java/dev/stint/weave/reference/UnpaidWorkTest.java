package dev.stint.weave.reference;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.weave.Surface;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.Weaver;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loops over long bodies of small blocks: what they do is paid for, whatever cuts them up. */
class UnpaidWorkTest {
    static final String MAIN = "work.Main";
    private static final int TURNS = 3;
    private static final int COPIES = 400;
    private static final int NUMBER = 1; // a long or a double, at 1 and 2
    private static final int OBJECT = 3;

    /**
     * A piece of code of which the body of the loop consists.
     *
     * @param most how many of them an operation may pay for
     */
    record Piece(String name, int most, Consumer<CodeBuilder> code) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Piece> pieces() {
        return Stream.of(
                new Piece("branch", 64, UnpaidWorkTest::cut),
                new Piece("division", 20, with(c -> c.lload(NUMBER).lload(NUMBER).ldiv().pop2())),
                new Piece("remainder", 20, with(c -> c.iload(0).iload(0).irem().pop())),
                new Piece(
                        "remainder of fractions",
                        2,
                        with(c -> c.lload(NUMBER).l2d().loadConstant(1e-300).drem().pop2())),
                new Piece("conversion", 20, with(c -> c.dconst_1().d2l().pop2())),
                new Piece("check", 8, with(c -> c.aload(OBJECT).instanceOf(CD_Object).pop())),
                new Piece(
                        "monitor",
                        4,
                        with(c -> c.aload(OBJECT).monitorenter().aload(OBJECT).monitorexit())),
                new Piece("switch", 24, UnpaidWorkTest::select),
                new Piece("large switch", 13, UnpaidWorkTest::selectAmongMany),
                new Piece("throw", 1, UnpaidWorkTest::throwAndCatch),
                new Piece("two entries", 20, UnpaidWorkTest::enterTwice));
    }

    @ParameterizedTest
    @MethodSource("pieces")
    void woven_longBodyOfSmallBlocks_paysForItsInstructions(Piece piece) {
        ClassSet set = loopOver(piece.code);

        Comparison comparison = Comparison.of(set, MAIN, TURNS);
        Outcome woven = Outcome.woven(set, MAIN, TURNS);

        assertThat(comparison.trouble()).isEmpty();
        assertThat(comparison.isRefused()).isFalse();
        assertThat(woven.ops()).isGreaterThanOrEqualTo((long) TURNS * COPIES / piece.most);
    }

    /** It need not look long for a handler in a table that it passes in vain, or not. */
    @Test
    void woven_longExceptionTable_costsMoreToEnterAndToCatch() {
        ClassSet set = loopOver(UnpaidWorkTest::coverTwice);
        int lines = 2 * COPIES - 64;

        long ops = Outcome.woven(set, MAIN, 0).ops();

        assertThat(Comparison.of(set, MAIN, 0).trouble()).isEmpty();
        assertThat(ops).isEqualTo(lines / 64);
        assertThat(Comparison.of(set, MAIN, 1).trouble()).isEmpty();
        assertThat(Outcome.woven(set, MAIN, 1).ops()).isGreaterThan((long) COPIES * lines / 64);
    }

    /** What they fail to release is thrown by the JVM, each time anew. */
    @Test
    void weave_handlersThatReleaseForEachOther_areFew() {
        assertThat(Comparison.of(loopOver(code -> releases(code, 16), 1), MAIN, 2).trouble())
                .isEmpty();
        assertThatThrownBy(() -> Weaving.of(loopOver(code -> releases(code, 17), 1)))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("16");
    }

    /** The JVM links each when it is first run, and takes long. */
    @Test
    void weave_callSites_areBoundedInAClass() {
        assertThat(Weaving.of(concatenating(4_096)).files()).isNotEmpty();
        assertThatThrownBy(() -> strictly(concatenating(4_097)))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("more than 4096 call sites")
                .hasMessageContaining("Split");
    }

    private static byte[] strictly(ClassSet set) {
        byte[] file = set.files().values().iterator().next();
        return Weaver.of(set::find, Surface.open()).strict().weave(file);
    }

    /** Where a refusal comes late, one more site throws, and so is never linked. */
    @Test
    void woven_callSiteBeyondTheBound_throwsInsteadOfBeingLinked() {
        assertThat(Outcome.woven(concatenating(4_096), MAIN, 1).result()).isEqualTo("done");
        assertThat(Outcome.woven(concatenating(4_097), MAIN, 1).result())
                .startsWith("throws dev.stint.hooks.AccessRefusedException");
    }

    /** Only those of a tenant: nobody else means harm. */
    @Test
    void weave_callSites_areBoundedForATenant() {
        byte[] file = concatenating(4_000).files().values().iterator().next();
        Weaver tenants = Weaver.of(name -> Optional.empty(), Surface.ofTenant()).strict();
        Weaver others = Weaver.of(name -> Optional.empty(), Surface.open());
        for (int i = 0; i < 16; i++) {
            tenants.weave(file);
            others.weave(file);
        }

        assertThatThrownBy(() -> tenants.weave(file)).hasMessageContaining("more than 65536");
        assertThat(others.weave(file)).isNotEmpty();
    }

    // ---- code

    private static ClassSet concatenating(int sites) {
        DynamicCallSiteDesc site =
                DynamicCallSiteDesc.of(
                        ConstantDescs.ofCallsiteBootstrap(
                                ClassDesc.of("java.lang.invoke.StringConcatFactory"),
                                "makeConcat",
                                ConstantDescs.CD_CallSite),
                        "concat",
                        MethodTypeDesc.of(ConstantDescs.CD_String, CD_int));
        return loopOver(code -> code.iload(0).invokedynamic(site).pop(), sites);
    }

    private static ClassSet loopOver(Consumer<CodeBuilder> piece) {
        return loopOver(piece, COPIES);
    }

    static ClassSet loopOver(Consumer<CodeBuilder> piece, int copies) {
        byte[] file =
                ClassFile.of()
                        .build(
                                ClassDesc.of(MAIN),
                                c ->
                                        c.withMethodBody(
                                                "run",
                                                MethodTypeDesc.of(CD_Object, CD_int),
                                                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                code -> loop(code, piece, copies)));
        return new ClassSet(Map.of(MAIN.replace('.', '/'), file));
    }

    private static void loop(CodeBuilder code, Consumer<CodeBuilder> piece, int copies) {
        code.loadConstant(7L).lstore(NUMBER);
        code.ldc("lock").astore(OBJECT);
        Label head = code.newBoundLabel();
        Label end = code.newLabel();
        Label body = code.newLabel();
        code.iload(0).ifgt(body).goto_w(end);
        code.labelBinding(body);
        for (int i = 0; i < copies; i++) {
            piece.accept(code);
        }
        code.iinc(0, -1).goto_w(head);
        code.labelBinding(end).ldc("done").areturn();
    }

    /** Ends a block, and never goes off. */
    private static void cut(CodeBuilder code) {
        Label next = code.newLabel();
        code.iload(0).ifge(next).nop();
        code.labelBinding(next);
    }

    private static Consumer<CodeBuilder> with(Consumer<CodeBuilder> work) {
        return code -> {
            work.accept(code);
            cut(code);
        };
    }

    private static void select(CodeBuilder code) {
        Label one = code.newLabel();
        Label other = code.newLabel();
        code.iload(0).tableswitch(1, 2, other, List.of(SwitchCase.of(1, one)));
        code.labelBinding(one).nop();
        code.labelBinding(other);
    }

    private static void selectAmongMany(CodeBuilder code) {
        Label next = code.newLabel();
        List<SwitchCase> arms = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            arms.add(SwitchCase.of(1000 * i, next));
        }
        code.iload(0).lookupswitch(next, arms);
        code.labelBinding(next);
        cut(code);
    }

    private static void throwAndCatch(CodeBuilder code) {
        Label next = code.newLabel();
        code.trying(
                body -> body.aconst_null().checkcast(ConstantDescs.CD_Throwable).athrow(),
                handler -> handler.catchingAll(caught -> caught.pop().goto_(next)));
        code.labelBinding(next);
    }

    /** A circle that is entered at two places, and goes round never. */
    private static void enterTwice(CodeBuilder code) {
        Label first = code.newLabel();
        Label second = code.newLabel();
        code.iload(0).ifeq(second);
        code.labelBinding(first).iload(0).iload(0).idiv().pop();
        code.labelBinding(second).iload(0).iflt(first);
    }

    private static void coverTwice(CodeBuilder code) {
        Label start = code.newLabel();
        Label end = code.newLabel();
        Label handler = code.newLabel();
        Label next = code.newLabel();
        code.labelBinding(start).iconst_1().iconst_0().idiv().pop();
        code.labelBinding(end).goto_(next);
        code.labelBinding(handler).pop();
        code.labelBinding(next);
        code.exceptionCatch(start, end, handler, ClassDesc.of("java.lang.ArithmeticException"));
        code.exceptionCatchAll(start, end, handler);
    }

    /** Handlers in a row, each of which releases what was never locked, and covers the last. */
    private static void releases(CodeBuilder code, int count) {
        Label next = code.newLabel();
        Label start = code.newBoundLabel();
        code.iconst_1().iconst_0().idiv().pop();
        Label end = code.newBoundLabel();
        code.goto_(next);
        for (int i = 0; i < count; i++) {
            Label handler = code.newBoundLabel();
            code.exceptionCatchAll(start, end, handler);
            start = handler;
            code.astore(4).aload(OBJECT).monitorexit();
            end = code.newBoundLabel();
            code.aload(4).athrow();
        }
        Label handler = code.newBoundLabel();
        code.exceptionCatchAll(start, end, handler);
        code.pop();
        code.labelBinding(next);
    }
}
