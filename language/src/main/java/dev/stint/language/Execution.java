package dev.stint.language;

import dev.stint.budget.Budget;
import dev.stint.capability.CapSpawn;
import dev.stint.capability.Capability;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.language.internal.qtjir.Program;
import dev.stint.language.internal.run.Body;
import dev.stint.language.internal.run.Host;
import dev.stint.language.internal.run.Run;
import dev.stint.language.profile.LanguageProfile;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryResult;
import dev.stint.task.NurseryCancelledException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** One run of a function of a script, in a nursery of its own. */
final class Execution {
    private final Tenant tenant;
    private final RunConfig config;
    private final LanguageProfile profile;
    private final StringWriter output = new StringWriter(); // several tasks may print

    Execution(Tenant tenant, RunConfig config, LanguageProfile profile) {
        this.tenant = tenant;
        this.config = config;
        this.profile = profile;
    }

    /** Runs it and waits until it and all that it has started have ended. */
    ScriptResult run(Program program, Library library, Body body) throws InterruptedException {
        Capability[] rights = rights();
        var host =
                new Host(program, profile, rights.length > 0, this::print, new HostCalls(library));
        return tenant.inNursery(
                n -> configured(n, rights),
                nursery -> {
                    config.stop().ifPresent(stop -> stop.enter(nursery));
                    try {
                        TaskOptions options = TaskOptions.named("main").withCapabilities(rights);
                        return result(nursery, options, () -> new Run(host).start(body));
                    } finally {
                        config.stop().ifPresent(stop -> stop.leave(nursery));
                    }
                });
    }

    private ScriptResult result(Nursery nursery, TaskOptions options, Callable<Object> body)
            throws InterruptedException {
        Task<Object> task;
        try {
            task = nursery.spawn(options, body);
        } catch (NurseryNotActiveException e) { // its time was up before it began
            NurseryResult ended = nursery.awaitAll();
            return Arguments.result(new Outcome.Cancelled<>(), ended, "", nursery);
        }
        try {
            task.awaitOutcome();
        } catch (NurseryCancelledException e) {
            // The result of the nursery says why; its tasks are cleaning up.
        }
        NurseryResult ended = nursery.awaitAll();
        return Arguments.result(task.tryOutcome().orElseThrow(), ended, output.toString(), nursery);
    }

    private NurseryConfig configured(NurseryConfig nursery, Capability... rights) {
        NurseryConfig made =
                nursery.withName("script")
                        .withBudget(config.budget().orElseGet(this::usual))
                        .withCancelOnError(false)
                        .withCapabilities(rights);
        return config.deadline().isPresent() ? made.withDeadline(config.deadline().get()) : made;
    }

    /** What the profile gives; a script without concurrency gets what the service profile gives. */
    private Budget usual() {
        Budget pool = profile.poolBudget();
        return pool.isZero() ? LanguageProfile.SERVICE.poolBudget() : pool;
    }

    private Capability[] rights() {
        List<Capability> all = new ArrayList<>(config.capabilities());
        boolean mayStart = all.stream().anyMatch(CapSpawn.class::isInstance);
        if (profile == LanguageProfile.SOVEREIGN && !mayStart) {
            all.add(tenant.issuer().spawn());
        }
        return all.toArray(new Capability[0]);
    }

    private void print(String text) {
        output.write(text);
        config.output().ifPresent(listener -> listener.accept(text));
    }
}
