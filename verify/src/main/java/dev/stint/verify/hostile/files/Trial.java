package dev.stint.verify.hostile.files;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import dev.stint.verify.hostile.Finding;
import dev.stint.verify.hostile.OwnTime;
import dev.stint.verify.hostile.Usage;
import dev.stint.weave.MeteredClassLoader;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.Weaver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads the classes of a batch as a tenant's, runs what was loaded, and asks the oracles. */
final class Trial {
    private static final Budget POOL = new Budget(4_000_000, 256L << 20, 200, 2_000, 2_000);
    private static final Budget EACH = new Budget(200_000, 16L << 20, 8, 100, 100);
    private static final Duration DEADLINE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int TRIES = 3;

    private final Batch batch;
    private final Flaw flaw;
    private final Tally tally;
    private final List<Finding> findings = new ArrayList<>();
    private @Nullable Weaver weaver;

    Trial(Batch batch, Flaw flaw, Tally tally) {
        this.batch = batch;
        this.flaw = flaw;
        this.tally = tally;
    }

    List<Finding> run(Scheduler scheduler, Witness witness, WovenAudit audit)
            throws InterruptedException {
        MeteredClassLoader loader = loader();
        var loaded = new ArrayList<String>();
        for (var each : batch.changed().entrySet()) {
            if (load(each.getKey(), each.getValue(), loader)) {
                loaded.add(each.getKey());
                audit(each.getKey(), each.getValue(), loader, audit);
            }
        }
        if (!loaded.isEmpty()) {
            runAll(loaded, loader, scheduler);
        }
        for (String what : witness.seen()) {
            find(what, "", what);
        }
        return findings;
    }

    private MeteredClassLoader loader() {
        return MeteredClassLoader.of(
                "hostile",
                batch::find,
                flaw.surface(),
                new OutsideLoader(),
                made -> {
                    Weaver how = batch.strict() ? made.strict() : made;
                    weaver = batch.stacked() ? how.withModelledStack() : how;
                    return weaver;
                });
    }

    // ---- loading

    private boolean load(String name, Batch.Changed changed, MeteredClassLoader loader) {
        tally.files++;
        Usage before = Usage.now();
        boolean isLoaded = define(name, loader);
        Usage used = Usage.now().since(before);
        if (Limits.exceeded(changed.bytes(), used) != null) {
            used = leastOf(name, used);
            String exceeded = Limits.exceeded(changed.bytes(), used);
            if (exceeded != null) {
                find(exceeded.replaceAll("[\\d,]+", "N"), name, exceeded);
            }
        }
        tally.took(changed.bytes().length, used, batch.seed());
        return isLoaded;
    }

    /** The first try may have paid for what others need, too, or for the compiler. */
    private Usage leastOf(String name, Usage first) {
        Usage least = first;
        for (int i = 1; i < TRIES; i++) {
            var again = new Trial(batch, flaw, new Tally());
            MeteredClassLoader fresh = again.loader();
            Usage before = Usage.now();
            again.define(name, fresh);
            Usage used = Usage.now().since(before);
            least =
                    new Usage(
                            Math.min(least.nanos(), used.nanos()),
                            Math.min(least.bytes(), used.bytes()));
        }
        return least;
    }

    private boolean define(String name, MeteredClassLoader loader) {
        try {
            loader.loadClass(name.replace('/', '.'));
            tally.loaded++;
            return true;
        } catch (WeaveRefusedException e) {
            tally.refused++;
            if (e.className().isEmpty() || e.reason().isBlank()) {
                find("refused without a name or a reason", name, "refused without words: " + e);
            }
            disguised(name, e);
        } catch (ClassNotFoundException | LinkageError | SecurityException e) {
            tally.rejected++; // by the JVM, or because its name is not the tenant's
        } catch (Throwable e) {
            unexpected(name, e);
        }
        return false;
    }

    /** A fault of the weaver's own code that was taken for one of the file. */
    private void disguised(String name, WeaveRefusedException refused) {
        Throwable cause = refused.getCause();
        while (cause instanceof WeaveRefusedException) {
            cause = cause.getCause();
        }
        if (cause instanceof StackOverflowError || cause instanceof OutOfMemoryError) {
            unexpected(name, cause);
        } else if (cause instanceof NullPointerException
                || cause instanceof ClassCastException
                || cause instanceof ArithmeticException
                || cause instanceof IllegalStateException) {
            StackTraceElement[] trace = cause.getStackTrace();
            if (trace.length > 0 && trace[0].getClassName().startsWith("dev.stint.")) {
                unexpected(name, cause);
            }
        }
    }

    private void unexpected(String name, Throwable e) {
        String place = "";
        for (StackTraceElement frame : e.getStackTrace()) {
            if (frame.getClassName().startsWith("dev.stint.weave")) {
                place = " at " + frame;
                break;
            }
        }
        String kind = "the weaver threw " + e.getClass().getName() + place;
        find(kind, name, kind + ": " + e.getMessage());
    }

    private void audit(
            String name, Batch.Changed changed, MeteredClassLoader loader, WovenAudit audit) {
        Weaver used = weaver;
        if (used == null) {
            return;
        }
        byte[] woven;
        try {
            woven = used.weave(changed.bytes());
        } catch (WeaveRefusedException e) {
            return; // it was read under other names, with copies of regular expressions
        }
        for (String what : audit.of(woven, loader)) {
            find("woven code " + what, name, "woven code " + what);
        }
    }

    // ---- running

    private void runAll(List<String> names, MeteredClassLoader loader, Scheduler scheduler)
            throws InterruptedException {
        Tenant tenant =
                scheduler.openTenant(t -> t.withName("hostile " + batch.seed()).withBudget(POOL));
        Nursery nursery =
                tenant.nursery(
                        n ->
                                n.withBudget(POOL)
                                        .withChildBudget(EACH)
                                        .withDeadline(DEADLINE)
                                        .withOnExhaustion(OnExhaustion.FAIL)
                                        .withCancelOnError(false));
        var call = new Call(tally.calls);
        Map<String, Task<?>> tasks = new HashMap<>();
        try {
            for (String name : names) {
                tasks.put(name, nursery.spawn(() -> call.all(name.replace('/', '.'), loader)));
            }
        } catch (NurseryNotActiveException e) {
            // the machine was so slow that the deadline has passed; those that began must end
        }
        for (var each : tasks.entrySet()) {
            if (!hasEnded(each.getValue())) {
                find(
                        "a task never ends",
                        each.getKey(),
                        "has not ended a minute after its deadline: " + scheduler.snapshot());
                return; // its tenant cannot be closed
            }
            tally.run++;
        }
        nursery.awaitAll();
        tenant.close();
        if (!tenant.ledger().isBalanced()) {
            find("books", "", "the books of the tenant do not balance: " + tenant.ledger());
        }
    }

    private static boolean hasEnded(Task<?> task) throws InterruptedException {
        var time = new OwnTime();
        while (task.awaitOutcome(LOOK).isEmpty()) {
            if (time.isOver(PATIENCE)) {
                return false;
            }
        }
        return true;
    }

    private void find(String kind, String name, String what) {
        Map<String, byte[]> files = new HashMap<>();
        batch.changed().forEach((each, changed) -> files.put(each, changed.bytes()));
        Batch.Changed changed = batch.changed().get(name);
        String of = changed == null ? "" : "class " + name + " " + changed.changes() + ": ";
        findings.add(new Finding(batch.seed(), kind, of + what, files));
    }
}
