package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.error.StackOverflowException;
import dev.stint.hooks.Meter;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks that recurse without end are ended long before their carrier's stack is. */
@Timeout(60)
class StackTest {
    private static final Budget PLENTY = new Budget(1L << 40, 1L << 40, 100, 0, 0);

    /** What a tenant may try. */
    @SuppressWarnings("InfiniteRecursion") // that is the point
    static final class Deep {
        private static int deepest;

        static int plain(int n) {
            deepest = n;
            return plain(n + 1) + 1;
        }

        /** Catches whatever comes, at every level, and goes on. */
        static int stubborn(int n) {
            deepest = Math.max(deepest, n);
            try {
                return stubborn(n + 1) + 1;
            } catch (Throwable e) {
                return stubborn(n + 1) + 1;
            }
        }

        static int inInitialiser(int n) {
            return Initialiser.VALUE + n;
        }

        static int large(int n) {
            long a = n, b = n, c = n, d = n, e = n, f = n, g = n, h = n, i = n, j = n, k = n;
            long l = n, m = n, o = n, p = n, q = n, r = n, s = n, t = n, u = n, v = n, w = n;
            deepest = n;
            int below = large(n + 1);
            return (int)
                    (below + a + b + c + d + e + f + g + h + i + j + k + l + m + o + p + q + r + s
                            + t + u + v + w);
        }

        static int sums(int n) {
            return n == 0 ? 0 : sums(n - 1) + 1;
        }
    }

    /** Its initialiser never ends; a task cannot be suspended in it. */
    static final class Initialiser {
        static final int VALUE = Deep.plain(0);
    }

    private static Task<Object> run(Cores cores, String name, int argument) throws Exception {
        Class<?> twin = WovenClasses.of(StackTest.class).twin(Deep.class);
        return run(cores, twin.getDeclaredMethod(name, int.class), argument);
    }

    private static Task<Object> run(Cores cores, Method method, int argument) throws Exception {
        method.setAccessible(true);
        try (Scheduler scheduler = Scheduler.open(c -> c.withWorkers(1).withCores(cores))) {
            Nursery nursery =
                    scheduler.nursery(
                            n ->
                                    n.withBudget(PLENTY.times(4))
                                            .withChildBudget(PLENTY)
                                            .withCancelOnError(false));
            Task<Object> task =
                    nursery.spawn(method.getName(), () -> method.invoke(null, argument));
            nursery.spawn("beside", () -> giveWayUntil(task)); // so that slices end
            task.awaitOutcome();
            return task;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "VIRTUAL, plain",
        "VIRTUAL, stubborn",
        "VIRTUAL, inInitialiser",
        "VIRTUAL, large",
        "BARE, plain",
        "BARE, stubborn",
        "BARE, large"
    })
    void recursion_withoutEnd_isEndedLongBeforeTheCarriersStackIs(Cores cores, String name)
            throws Exception {
        assertOverflown(run(cores, name, 0));
    }

    /** So few that a look at their number does not find them. */
    @ParameterizedTest
    @CsvSource({"VIRTUAL, calls", "VIRTUAL, loops", "BARE, calls", "BARE, loops"})
    void fewFrames_thatAreLarge_areMeasured(Cores cores, String name) throws Exception {
        Class<?> made = WovenClasses.of(Map.of("made/Large", large())).loadClass("made.Large");

        assertOverflown(run(cores, made.getDeclaredMethod(name, int.class), 20));
    }

    /**
     * Methods with 60,000 variables that call themselves n times, and then for ever another method:
     * one that is counted as a call, or one that is not.
     */
    private static byte[] large() {
        ClassDesc self = ClassDesc.of("made.Large");
        MethodTypeDesc toInt = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
        return ClassFile.of()
                .build(
                        self,
                        file ->
                                List.of("calls", "loops")
                                        .forEach(
                                                name ->
                                                        file.withMethodBody(
                                                                name,
                                                                toInt,
                                                                ClassFile.ACC_STATIC,
                                                                code -> large(code, self, name))));
    }

    private static void large(CodeBuilder code, ClassDesc self, String name) {
        MethodTypeDesc toInt = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
        Label deeper = code.newLabel();
        Label bottom = code.newLabel();
        code.iload(0).istore(60_000);
        code.iload(0).ifgt(deeper).iload(0).ifeq(bottom);
        code.iconst_0().ireturn();
        code.labelBinding(deeper).iload(0).iconst_1().isub();
        code.invokestatic(self, name, toInt).ireturn();
        code.labelBinding(bottom).iconst_m1();
        if (name.equals("calls")) {
            code.invokestatic(self, name, toInt);
        } else {
            code.invokestatic(ClassDesc.of("java.lang.Math"), "abs", toInt);
        }
        code.pop().goto_(bottom);
    }

    private static int giveWayUntil(Task<?> task) throws InterruptedException {
        while (!task.state().isFinal()) {
            Stint.yield();
        }
        return 0;
    }

    private static void assertOverflown(Task<Object> task) throws Exception {
        assertThat(task.awaitOutcome())
                .isInstanceOfSatisfying(
                        Outcome.Failure.class,
                        failure ->
                                assertThat(failure.cause())
                                        .isInstanceOf(StackOverflowException.class)
                                        .hasRootCauseMessage(
                                                "more than the "
                                                        + Meter.STACK
                                                        + " bytes of a task"));
    }

    @Test
    void recursion_asDeepAsOnAThread_isNoTrouble() throws Exception {
        assertThat(run(Cores.VIRTUAL, "sums", 3000).await()).isEqualTo(3000);
    }
}
