package dev.stint.language;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.language.internal.qtjir.Passes;
import dev.stint.language.internal.qtjir.Program;
import dev.stint.language.profile.LanguageProfile;
import java.util.List;
import java.util.Random;

/**
 * Runs one program in all ways that there are: interpreted and compiled, as it was lowered and
 * after the passes. All must do the same and cost the same.
 */
public final class Differences {
    private static final Budget PLENTY = new Budget(3_000_000, 1L << 28, 1_000, 10_000, 0);

    private Differences() {}

    /** What is different; empty if nothing is. */
    public static String find(long seed) {
        String text = Programs.of(seed);
        Budget budget = budget(new Random(seed));
        Program lowered = Scripts.lowered(text);
        Program optimised = Passes.optimised(lowered);
        String first = run(script(lowered).interpreted(), budget, seed);
        String before = difference(first, script(lowered), budget, seed);
        // Charges that were joined are paid together or not at all: only who has run out can tell.
        Script passed = script(optimised).interpreted();
        String second = first.contains("BudgetExhausted") ? run(passed, budget, seed) : first;
        String after = difference(second, passed, budget, seed);
        String last = difference(second, script(optimised), budget, seed);
        String found = before + after + last;
        return found.isEmpty() ? found : found + text;
    }

    private static String difference(String expected, Script script, Budget budget, long seed) {
        String found = run(script, budget, seed);
        String engine = script.isCompiled() ? "compiled" : "interpreted";
        return found.equals(expected)
                ? ""
                : "seed %d, budget %s, %s%nexpected %s%nbut was  %s%n"
                        .formatted(seed, budget, engine, expected, found);
    }

    /** Every third program is poor, and is stopped somewhere. */
    private static Budget budget(Random chance) {
        return chance.nextInt(3) == 0
                ? new Budget(1 + chance.nextInt(400), 1L << 28, 1_000, 10_000, 0)
                : PLENTY;
    }

    private static Script script(Program program) {
        return Script.of("test.jan", program, LanguageProfile.SERVICE, List.of());
    }

    private static String run(Script script, Budget budget, long seed) {
        try (var scheduler =
                Scheduler.open(c -> c.withSeed(seed).withProfile(script.profile().ofRuntime()))) {
            ScriptResult result = script.run(scheduler.tenant(), budget);
            return "%s %s %s %s"
                    .formatted(
                            result.value(),
                            result.failure().map(Differences::text),
                            result.receipt(),
                            result.output());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Numbers of tasks are no part of it. */
    private static String text(Throwable e) {
        String message = String.valueOf(e.getMessage()).replaceAll("#\\d+", "#");
        return e.getClass().getSimpleName() + " " + message;
    }
}
