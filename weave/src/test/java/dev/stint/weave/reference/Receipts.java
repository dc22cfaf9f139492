package dev.stint.weave.reference;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.budget.Receipt;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import dev.stint.weave.MeteredClassLoader;
import dev.stint.weave.Surface;
import dev.stint.weave.reference.programs.Callbacks;
import dev.stint.weave.reference.programs.Deep;
import dev.stint.weave.reference.programs.Endless;
import dev.stint.weave.reference.programs.Exceptions;
import dev.stint.weave.reference.programs.Functions;
import dev.stint.weave.reference.programs.Inheritance;
import dev.stint.weave.reference.programs.Inner;
import dev.stint.weave.reference.programs.Kernels;
import dev.stint.weave.reference.programs.Loops;
import dev.stint.weave.reference.programs.Monitors;
import dev.stint.weave.reference.programs.Statics;
import dev.stint.weave.reference.programs.Structures;
import dev.stint.weave.reference.programs.Texts;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;

/** Runs the programs as tasks with a budget, and prints what each has spent. */
final class Receipts {
    private static final List<Class<?>> PROGRAMS =
            List.of(
                    Callbacks.class,
                    Exceptions.class,
                    Functions.class,
                    Inheritance.class,
                    Inner.class,
                    Kernels.class,
                    Loops.class,
                    Monitors.class,
                    Statics.class,
                    Structures.class,
                    Texts.class);
    private static final int[] INTERVALS = {64, 512, 1024, 8192};
    private static final int WAYS_TO_BE_ENDLESS = 11;
    private static final int WAYS_TO_BE_DEEP = 5;

    private Receipts() {}

    public static void main(String[] args) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1))) {
            print(scheduler, Endless.class, 9); // it catches what nobody has thrown before
            for (Class<?> program : PROGRAMS) {
                print(scheduler, program, 9);
            }
            for (int kind = 0; kind < WAYS_TO_BE_ENDLESS; kind++) {
                print(scheduler, Endless.class, kind);
            }
            for (int kind = 0; kind < WAYS_TO_BE_DEEP; kind++) {
                print(scheduler, Deep.class, kind);
            }
            for (int interval : INTERVALS) {
                System.out.println("interval " + interval);
                try (var other =
                        Scheduler.open(c -> c.withWorkers(1).withYieldInterval(interval))) {
                    for (int kind = 0; kind < WAYS_TO_BE_ENDLESS; kind++) {
                        print(other, Endless.class, kind);
                    }
                }
            }
        }
    }

    private static void print(Scheduler scheduler, Class<?> program, int input) throws Exception {
        ClassSet set = ClassSet.of(program);
        try (var loader =
                        MeteredClassLoader.of(
                                "tenant",
                                set::find,
                                Surface.ofTenant(),
                                Receipts.class.getClassLoader(),
                                // Where all is compiled at once, the first class takes long.
                                w -> w.withModelledStack().withTimeLimit(Duration.ofMinutes(1)));
                Tenant tenant =
                        scheduler.openTenant(t -> t.withName(program.getSimpleName() + input))) {
            Nursery nursery = tenant.nursery(Receipts::onABudget);
            Method run = loader.loadClass(program.getName()).getMethod("run", int.class);
            Task<Object> task = nursery.spawn("run", () -> run.invoke(null, input));
            Object outcome = task.awaitOutcome().getClass().getSimpleName();
            Receipt receipt = task.receipt().orElseThrow();
            System.out.println(
                    program.getSimpleName()
                            + input
                            + " "
                            + outcome
                            + " "
                            + receipt.spent()
                            + " debt "
                            + receipt.debt());
        }
    }

    private static NurseryConfig onABudget(NurseryConfig config) {
        return config.withBudget(new Budget(1 << 30, 1 << 30, 10, 0, 0))
                .withChildBudget(new Budget(700_000, 1 << 20, 0, 0, 0))
                .withOnExhaustion(OnExhaustion.FAIL)
                .withCancelOnError(false);
    }
}
