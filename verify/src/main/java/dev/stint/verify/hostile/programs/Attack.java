package dev.stint.verify.hostile.programs;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import dev.stint.verify.hostile.OwnTime;
import dev.stint.verify.hostile.Usage;
import dev.stint.weave.MeteredClassLoader;
import dev.stint.weave.WeaveRefusedException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A program, run as a tenant's on a budget and with a deadline. */
final class Attack {
    static final Duration DEADLINE = Duration.ofSeconds(1);

    private static final Budget BUDGET = new Budget(3_000_000, 64L << 20, 32, 1_000, 100);
    private static final Budget EACH = new Budget(2_000_000, 48L << 20, 8, 500, 50);

    /** So long after its deadline a task may still be there. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What the weaver has for a class, which it takes from the clock. */
    private static final Duration TO_WEAVE = Duration.ofSeconds(10);

    private static final Duration PATIENCE_WITH_A_FLAW = Duration.ofMillis(500);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final Program program;
    private final int mask;
    private final Flaw flaw;
    private final Map<String, byte[]> tenantFiles;

    /**
     * An attack.
     *
     * @param mask which of the program's calls are made
     * @param tenantFiles what its class needs beside it
     */
    Attack(Program program, int mask, Flaw flaw, Map<String, byte[]> tenantFiles) {
        this.program = program;
        this.mask = mask;
        this.flaw = flaw;
        this.tenantFiles = tenantFiles;
    }

    /**
     * What came of it.
     *
     * @param refused why it was not run; null if it was
     * @param ended how long after its beginning it was over, in our own time; null if it never was
     * @param passed what the clock says of the time in which {@code used} was used
     * @param end how it ended, in a word
     * @param spent what it has paid, its children included
     * @param used what the threads of the JVM used meanwhile
     * @param balanced whether its books were right in the end
     */
    record Result(
            @Nullable String refused,
            @Nullable Duration ended,
            Duration passed,
            String end,
            Budget spent,
            Usage used,
            boolean balanced) {
        static Result refused(String why) {
            return new Result(
                    why,
                    Duration.ZERO,
                    Duration.ZERO,
                    "refused",
                    Budget.ofOps(0),
                    new Usage(0, 0),
                    true);
        }
    }

    Result run(Scheduler scheduler) throws InterruptedException {
        MeteredClassLoader loader =
                MeteredClassLoader.of(
                        "attacker", this::find, flaw.surface(), Attack.class.getClassLoader());
        Method run;
        var time = new OwnTime();
        try {
            for (String each : tenantFiles.keySet()) {
                loader.loadClass(each.replace('/', '.'));
            }
            run = loader.loadClass(Program.NAME).getMethod("run", int.class);
        } catch (WeaveRefusedException e) {
            if (e.className().equals(Program.NAME)) {
                return Result.refused(e.reason());
            }
            if (time.isOver(TO_WEAVE) || !e.reason().contains("longer to weave")) {
                throw new IllegalStateException("what attackers are made of is refused", e);
            }
            return Result.refused("the machine was so slow that weaving took too long");
        } catch (NoClassDefFoundError e) {
            return Result.refused("it names a class that is not open: " + e.getMessage());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a program without a method to run", e);
        }
        return run(run, scheduler);
    }

    private Optional<byte[]> find(String internalName) {
        return Optional.ofNullable(
                internalName.equals(Program.NAME.replace('.', '/'))
                        ? program.file()
                        : tenantFiles.get(internalName));
    }

    private Result run(Method run, Scheduler scheduler) throws InterruptedException {
        Tenant tenant = scheduler.openTenant(t -> t.withName("attacker").withBudget(BUDGET));
        Nursery nursery =
                tenant.nursery(
                        n ->
                                (flaw == Flaw.NEVER_ENDS ? n : n.withDeadline(DEADLINE))
                                        .withBudget(BUDGET)
                                        .withChildBudget(EACH)
                                        .withOnExhaustion(OnExhaustion.FAIL)
                                        .withCancelOnError(false));
        Usage before = now();
        long begun = System.nanoTime();
        var time = new OwnTime();
        Task<?> task;
        try {
            task = nursery.spawn("attacker", () -> call(run));
        } catch (NurseryNotActiveException e) {
            isClosed(tenant, PATIENCE);
            return Result.refused("the machine was so slow that its deadline had passed before");
        }
        Duration patience = flaw == Flaw.NEVER_ENDS ? PATIENCE_WITH_A_FLAW : PATIENCE;
        Optional<? extends Outcome<?>> outcome = outcome(task, time, DEADLINE.plus(patience));
        Duration took = time.passed();
        Usage used = now().since(before);
        var passed = Duration.ofNanos(System.nanoTime() - begun);
        boolean isClosed = isClosed(tenant, patience); // also of what has not ended: it may now
        if (outcome.isEmpty() || !isClosed) {
            return new Result(null, null, passed, "", Budget.ofOps(0), used, true);
        }
        if (outcome.get() instanceof Outcome.Success<?>(WeaveRefusedException e)) {
            return Result.refused(e.reason());
        }
        return new Result(
                null,
                took,
                passed,
                inAWord(outcome.get()),
                tenant.ledger().spent(),
                used,
                tenant.ledger().isBalanced() && flaw != Flaw.COOKS_THE_BOOKS);
    }

    /** Of a task that has so much time of our own. */
    private static Optional<? extends Outcome<?>> outcome(
            Task<?> task, OwnTime time, Duration patience) throws InterruptedException {
        Optional<? extends Outcome<?>> outcome;
        do {
            outcome = task.awaitOutcome(LOOK);
        } while (outcome.isEmpty() && !time.isOver(patience));
        return outcome;
    }

    private @Nullable Object call(Method run) throws Exception {
        if (flaw == Flaw.NEVER_ENDS) {
            new CountDownLatch(1).await();
        }
        try {
            return run.invoke(null, mask);
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    /** Closing waits for all that the tenant runs; if that does not end, neither does it. */
    private static boolean isClosed(Tenant tenant, Duration patience) throws InterruptedException {
        var closer = new Thread(tenant::close, "closes the attacker");
        closer.setDaemon(true);
        closer.start();
        var time = new OwnTime();
        boolean isClosed;
        do {
            isClosed = closer.join(LOOK);
        } while (!isClosed && !time.isOver(patience));
        return isClosed;
    }

    static String inAWord(Outcome<?> outcome) {
        return switch (outcome) {
            case Outcome.Success<?>(var value) ->
                    value == null ? "its own end" : value.getClass().getSimpleName();
            case Outcome.Failure<?>(var e) -> e.getClass().getSimpleName();
            case Outcome.Cancelled<?>() -> "cancelled";
        };
    }

    /** All threads of the JVM but this one, which waits. */
    static Usage now() {
        return Usage.of(ManagementFactory.getThreadMXBean().getAllThreadIds());
    }
}
