package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.examples.rules.Rule;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import dev.stint.weave.MeteredClassLoader;
import dev.stint.weave.Surface;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.Weaver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/** A rules engine: every user brings a jar with a rule, and has a budget of his own. */
public final class RunUserRules {
    private static final List<Integer> ORDER = List.of(500, 1200, 300, 800, 250, 999);

    private RunUserRules() {}

    // tag::engine
    public static void main(String[] args) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1))) {
            run(scheduler, "alice", "dev.stint.examples.rules.Discount");
            run(scheduler, "bob", "dev.stint.examples.rules.Stubborn");
            run(scheduler, "carol", "dev.stint.examples.rules.Lingering");
            run(scheduler, "mallory", "dev.stint.examples.rules.Hostile");
        }
    }

    private static void run(Scheduler scheduler, String user, String script) throws Exception {
        Surface surface =
                Surface.ofTenant()
                        .plus("the engine's own", "dev.stint.examples.rules.Rule: callback");
        try (Tenant tenant = scheduler.openTenant(t -> t.withName(user));
                var loader =
                        MeteredClassLoader.of(
                                user,
                                List.of(uploadedBy(user, script)),
                                surface,
                                Rule.class.getClassLoader(),
                                Weaver::strict)) { // tell them at once
            Class<?> rule = loader.loadClass(script); // woven; nothing of it has run yet
            Nursery nursery = tenant.nursery(RunUserRules::onABudget);
            Task<Integer> total = nursery.spawn("rule", () -> make(rule).total(ORDER));
            String end =
                    switch (total.awaitOutcome()) {
                        case Outcome.Success<Integer>(var cents) -> "total " + cents;
                        case Outcome.Failure<Integer>(var e) -> e.getClass().getSimpleName();
                        case Outcome.Cancelled<Integer>() -> "cancelled";
                    };
            Budget spent = total.receipt().orElseThrow().spent();
            System.out.println(user + ": " + end + " for " + spent.ops() + " operations");
        } catch (WeaveRefusedException e) {
            System.out.println(user + ": refused, " + e.reason());
        }
    }

    /** Only in a task: its initialiser and its constructor are the user's code, too. */
    private static Rule make(Class<?> rule) throws ReflectiveOperationException {
        return (Rule) rule.getDeclaredConstructor().newInstance();
    }

    private static NurseryConfig onABudget(NurseryConfig config) {
        return config.withDeadline(Duration.ofSeconds(10)) // one that waits spends nothing
                .withBudget(new Budget(110_000, 2 << 20, 1, 0, 0))
                .withChildBudget(new Budget(100_000, 1 << 20, 0, 0, 0))
                .withOnExhaustion(OnExhaustion.FAIL)
                .withCancelOnError(false);
    }

    // end::engine

    /** Stands for the upload: the script's class file in a jar. */
    private static Path uploadedBy(String user, String script) throws IOException {
        Path jar = Files.createTempFile(user, ".jar");
        jar.toFile().deleteOnExit();
        String name = script.replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                InputStream in = RunUserRules.class.getResourceAsStream("/" + name)) {
            out.putNextEntry(new ZipEntry(name));
            in.transferTo(out);
            out.closeEntry();
        }
        return jar;
    }
}
