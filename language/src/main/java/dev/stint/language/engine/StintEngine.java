package dev.stint.language.engine;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.language.Library;
import dev.stint.language.Script;
import dev.stint.language.ScriptRefusedException;
import dev.stint.language.ScriptResult;
import dev.stint.language.diagnostic.Diagnostic;
import dev.stint.tenant.Tenant;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.script.AbstractScriptEngine;
import javax.script.Bindings;
import javax.script.Compilable;
import javax.script.CompiledScript;
import javax.script.ScriptContext;
import javax.script.ScriptException;
import javax.script.SimpleBindings;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts through {@code javax.script}. The parameters of {@code main} are taken from the
 * bindings, by their names; what main gives back is the result, and what the script prints goes to
 * the writer of the context.
 *
 * <p>The bindings {@link #TENANT}, {@link #BUDGET} and {@link #LIBRARY} say who pays, how much at
 * most, and what the host offers. Without a tenant a script has a scheduler of its own, without a
 * budget what its profile gives.
 */
public final class StintEngine extends AbstractScriptEngine implements Compilable {
    /** The {@link Tenant} who runs the scripts, and pays. */
    public static final String TENANT = "stint.tenant";

    /** The {@link Budget} of one run. */
    public static final String BUDGET = "stint.budget";

    /** The {@link Library} that scripts are compiled with. */
    public static final String LIBRARY = "stint.library";

    private final StintEngineFactory factory;

    StintEngine(StintEngineFactory factory) {
        this.factory = factory;
    }

    @Override
    public StintEngineFactory getFactory() {
        return factory;
    }

    @Override
    public Bindings createBindings() {
        return new SimpleBindings();
    }

    @Override
    public @Nullable Object eval(String text, ScriptContext context) throws ScriptException {
        return run(compiled(text, context), context);
    }

    @Override
    public @Nullable Object eval(Reader reader, ScriptContext context) throws ScriptException {
        return eval(read(reader), context);
    }

    @Override
    public CompiledScript compile(String text) throws ScriptException {
        return new Compiled(compiled(text, getContext()));
    }

    @Override
    public CompiledScript compile(Reader reader) throws ScriptException {
        return compile(read(reader));
    }

    /** A script of this engine. */
    private final class Compiled extends CompiledScript {
        private final Script script;

        Compiled(Script script) {
            this.script = script;
        }

        @Override
        public @Nullable Object eval(ScriptContext context) throws ScriptException {
            return run(script, context);
        }

        @Override
        public StintEngine getEngine() {
            return StintEngine.this;
        }
    }

    private static String read(Reader reader) throws ScriptException {
        try {
            var text = new StringWriter();
            reader.transferTo(text);
            return text.toString();
        } catch (IOException e) {
            throw new ScriptException(e);
        }
    }

    private static Script compiled(String text, ScriptContext context) throws ScriptException {
        Objects.requireNonNull(text, "text of a script");
        String name = context.getAttribute(FILENAME) instanceof String given ? given : "script.jan";
        Library library = setting(context, LIBRARY, Library.class).orElse(Library.none());
        try {
            return Script.compile(name, text, library);
        } catch (ScriptRefusedException e) {
            Diagnostic first =
                    e.diagnostics().stream().filter(Diagnostic::isError).findFirst().orElseThrow();
            var refused = new ScriptException(e.getMessage(), name, first.line(), first.column());
            refused.initCause(e);
            throw refused;
        }
    }

    private static <T> Optional<T> setting(ScriptContext context, String key, Class<T> type)
            throws ScriptException {
        Object found = context.getAttribute(key);
        if (found == null) {
            return Optional.empty();
        }
        if (!type.isInstance(found)) {
            throw new ScriptException(
                    "the binding '%s' is a %s. Give it a %s."
                            .formatted(key, found.getClass().getName(), type.getName()));
        }
        return Optional.of(type.cast(found));
    }

    private static @Nullable Object run(Script script, ScriptContext context)
            throws ScriptException {
        Optional<Tenant> tenant = setting(context, TENANT, Tenant.class);
        Optional<Budget> budget = setting(context, BUDGET, Budget.class);
        Object[] given = arguments(script, context);
        try {
            if (tenant.isPresent()) {
                return result(run(script, tenant.get(), budget, given), context);
            }
            try (Scheduler own =
                    Scheduler.open(
                            c -> c.withWorkers(1).withProfile(script.profile().ofRuntime()))) {
                return result(run(script, own.tenant(), budget, given), context);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScriptException(e);
        } catch (IllegalArgumentException | IOException e) {
            throw new ScriptException(e);
        }
    }

    private static ScriptResult run(
            Script script, Tenant tenant, Optional<Budget> budget, Object[] given)
            throws InterruptedException {
        return budget.isPresent()
                ? script.run(tenant, budget.get(), given)
                : script.run(tenant, given);
    }

    private static Object[] arguments(Script script, ScriptContext context) throws ScriptException {
        List<String> names;
        try {
            names = script.parameters();
        } catch (IllegalArgumentException e) {
            throw new ScriptException(e);
        }
        Object[] given = new Object[names.size()];
        for (int i = 0; i < given.length; i++) {
            Object value = context.getAttribute(names.get(i));
            if (value == null) {
                throw new ScriptException(
                        "main needs a value for '%s', and no binding has this name. Put one there."
                                .formatted(names.get(i)));
            }
            given[i] = value;
        }
        return given;
    }

    private static @Nullable Object result(ScriptResult result, ScriptContext context)
            throws ScriptException, IOException {
        context.getWriter().write(result.output());
        context.getWriter().flush();
        Throwable failure = result.failure().orElse(null);
        if (failure != null) {
            var failed = new ScriptException(String.valueOf(failure.getMessage()));
            failed.initCause(failure);
            throw failed;
        }
        return result.value().orElse(null);
    }
}
