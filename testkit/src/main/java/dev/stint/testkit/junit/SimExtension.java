package dev.stint.testkit.junit;

import dev.stint.testkit.Sim;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * The extension that explores a method in place of the one call that JUnit would make. JUnit's own
 * instance of the test class is not used, so what JUnit would call on it before and after is
 * skipped.
 */
final class SimExtension
        implements ExecutionCondition,
                BeforeEachCallback,
                InvocationInterceptor,
                ParameterResolver {
    private static final ConditionEvaluationResult RUN =
            ConditionEvaluationResult.enabled("no other schedule is to be replayed");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Path file = replayed(context);
        if (file == null || context.getTestMethod().isEmpty()) {
            return RUN;
        }
        String wanted = checked(() -> Sim.nameIn(file));
        return wanted.equals(nameOf(context))
                ? RUN
                : ConditionEvaluationResult.disabled(
                        "only a schedule of "
                                + wanted
                                + " is run, because "
                                + Overrides.REPLAY
                                + " is set");
    }

    /** Before JUnit looks for somebody who knows the parameters. */
    @Override
    public void beforeEach(ExtensionContext context) {
        checked(() -> methodOf(context));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Sim.class;
    }

    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return null; // each schedule has a Sim of its own, and JUnit's call is not made
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> called,
            ExtensionContext context)
            throws InterruptedException {
        invocation.skip();
        SimMethod method = checked(() -> methodOf(context));
        SimConfig config = checked(() -> configOf(method, context));
        MethodBody body = checked(method::body);
        Path file = replayed(context);
        try {
            if (file != null) {
                replay(config, file, body);
            } else {
                explore(config, body, context);
            }
        } finally {
            body.end();
        }
    }

    private static void explore(SimConfig config, MethodBody body, ExtensionContext context)
            throws InterruptedException {
        SimResult result = Sim.explore(config, body);
        context.publishReportEntry(entryOf(result, body));
        // Not everything that runs tests shows report entries; this must be seen.
        result.warning().ifPresent(text -> System.err.println(config.name() + ": " + text));
        result.throwIfFailed();
        Optional<TestAbortedException> assumption = body.neverHeld();
        if (assumption.isPresent()) {
            throw assumption.get();
        }
    }

    private static void replay(SimConfig config, Path file, MethodBody body)
            throws InterruptedException {
        SimReplay replay = Sim.replay(config, file, body);
        String verdict = replay.inWords(file);
        System.out.println(verdict);
        if (replay.isSame()) {
            replay.result().throwIfFailed();
        } else {
            throw new AssertionError(verdict, thrownBy(replay.result()));
        }
    }

    private static @Nullable Throwable thrownBy(SimResult result) {
        return result.failure().flatMap(SimFailure::cause).orElse(null);
    }

    private static Map<String, String> entryOf(SimResult result, MethodBody body) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put("schedules", Long.toString(result.schedules()));
        entry.put("distinct", Long.toString(result.distinct()));
        entry.put("schedules/s", String.format(Locale.ROOT, "%.0f", result.schedulesPerSecond()));
        if (body.passedOver() > 0) {
            entry.put("passed over", Long.toString(body.passedOver()));
        }
        return entry;
    }

    // ---- what the test says

    private static SimMethod methodOf(ExtensionContext context) {
        return SimMethod.of(context.getRequiredTestClass(), context.getRequiredTestMethod());
    }

    private static String nameOf(ExtensionContext context) {
        return SimMethod.nameOf(context.getRequiredTestClass(), context.getRequiredTestMethod());
    }

    private static SimConfig configOf(SimMethod method, ExtensionContext context) {
        String command =
                ReplayCommand.of(
                        context.getRequiredTestClass(), context.getRequiredTestMethod().getName());
        return Overrides.apply(method.config(), context::getConfigurationParameter)
                .withReplayCommand(command);
    }

    private static @Nullable Path replayed(ExtensionContext context) {
        return context.getConfigurationParameter(Overrides.REPLAY)
                .filter(name -> !name.isBlank())
                .map(Path::of)
                .orElse(null);
    }

    /** JUnit's own type for a test that is written or started wrongly. */
    private static <T> T checked(java.util.function.Supplier<T> step) {
        try {
            return step.get();
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(String.valueOf(e.getMessage()), e);
        }
    }
}
