package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.language.Script;
import dev.stint.language.ScriptRefusedException;
import dev.stint.language.ScriptResult;
import dev.stint.tenant.Tenant;
import java.util.function.LongSupplier;

/** Scripts of Stint, as tasks of a tenant that pays for all that they do. */
final class StintScripts implements Scripts {
    private static final Budget BUDGET =
            new Budget(1L << 40, 1L << 50, 1L << 40, 1L << 40, 1L << 20);

    private final Scheduler scheduler = StintPeer.openScheduler(Cores.VIRTUAL, 1);
    private final Tenant tenant = scheduler.openTenant(t -> t.withName("scripts"));

    @Override
    public String ending() {
        return "jan";
    }

    @Override
    public LongSupplier compile(String text) {
        Script script = compiled(text);
        return () -> run(script);
    }

    static Script compiled(String text) {
        try {
            Script script = Script.compile(text);
            if (!script.isCompiled()) {
                throw new IllegalStateException("it is interpreted: too large for the JVM");
            }
            return script;
        } catch (ScriptRefusedException e) {
            throw new IllegalStateException(e);
        }
    }

    long run(Script script, Object... arguments) {
        try {
            ScriptResult result = script.run(tenant, BUDGET, arguments);
            if (result.failure().isPresent()) {
                throw new IllegalStateException(result.failure().get());
            }
            return (Long) result.value().orElseThrow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Scheduler scheduler() {
        return scheduler;
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
