package dev.stint.language;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.language.diagnostic.Diagnostic;
import dev.stint.language.internal.check.Checker;
import dev.stint.language.internal.lower.Lowering;
import dev.stint.language.internal.qtjir.Program;
import dev.stint.language.internal.syntax.Parser;
import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.syntax.Source;
import java.util.List;
import java.util.stream.Collectors;

/** Scripts for tests: compiled, lowered or run. */
public final class Scripts {
    public static final String SERVICE = "{.profile: service.}\n";
    public static final String SOVEREIGN = "{.profile: sovereign.}\n";
    private static final Budget POOL = new Budget(10_000_000, 1L << 30, 10_000, 100_000, 0);
    private static final long SEED = 11;

    private Scripts() {}

    /** All that is said about a text. */
    public static List<Diagnostic> diagnose(String text) {
        var reports = new Reports(new Source("test.jan", text));
        var tree = Parser.parse(reports, null);
        if (!reports.hasErrors()) {
            Checker.check(tree, reports);
        }
        return reports.all();
    }

    /** The codes of the errors, in the order of the text. */
    public static List<String> errors(String text) {
        return diagnose(text).stream()
                .filter(Diagnostic::isError)
                .map(Diagnostic::code)
                .collect(Collectors.toList());
    }

    /** The graphs of a text, as they are before any pass. */
    public static Program lowered(String text) {
        var source = new Source("test.jan", text);
        var reports = new Reports(source);
        var tree = Parser.parse(reports, null);
        var typing = reports.hasErrors() ? null : Checker.check(tree, reports);
        if (typing == null || reports.hasErrors()) {
            throw new AssertionError(
                    reports.all().stream()
                            .map(Diagnostic::rendered)
                            .collect(Collectors.joining("\n")));
        }
        return Lowering.lower(typing, source);
    }

    public static Script compile(String text) {
        try {
            return Script.compile("test.jan", text);
        } catch (ScriptRefusedException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    /** Runs a script under a seed, with more money than it needs. */
    public static ScriptResult run(String text, Object... arguments) {
        return run(text, POOL, arguments);
    }

    public static ScriptResult run(String text, Budget budget, Object... arguments) {
        return run(compile(text), budget, arguments);
    }

    /** On threads, where tasks are lent money; a seeded one asks for every operation. */
    public static ScriptResult runOnThreads(Script script, Budget budget) {
        try (var scheduler =
                Scheduler.open(c -> c.withWorkers(1).withProfile(script.profile().ofRuntime()))) {
            return script.run(scheduler.tenant(), budget);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static ScriptResult run(Script script, Budget budget, Object... arguments) {
        try (var scheduler =
                Scheduler.open(c -> c.withSeed(SEED).withProfile(script.profile().ofRuntime()))) {
            return script.run(scheduler.tenant(), budget, arguments);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs a script on threads. */
    public static ScriptResult runOnThreads(String text, Object... arguments) {
        Script script = compile(text);
        try (var scheduler =
                Scheduler.open(c -> c.withWorkers(2).withProfile(script.profile().ofRuntime()))) {
            return script.run(scheduler.tenant(), POOL, arguments);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What a script prints; fails if it does not come to its end. */
    public static String output(String text) {
        ScriptResult result = run(text);
        result.failure()
                .ifPresent(
                        e -> {
                            throw new AssertionError(result.output(), e);
                        });
        return result.output();
    }

    /** What main gives back. */
    public static Object value(String text, Object... arguments) {
        ScriptResult result = run(text, arguments);
        result.failure()
                .ifPresent(
                        e -> {
                            throw new AssertionError(result.output(), e);
                        });
        return result.value().orElseThrow();
    }

    /** The message of what has ended a script. */
    public static String failure(String text) {
        return String.valueOf(run(text).failure().orElseThrow().getMessage());
    }
}
