package dev.stint;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Leaves out what runs on threads while {@link Setting#decideBy} decides about all others. */
public final class SeededOnly implements ExecutionCondition {
    private static final ConditionEvaluationResult TAKES_PART =
            ConditionEvaluationResult.enabled("it is decided about");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return Setting.isDecided() && runsOnThreads(context)
                ? ConditionEvaluationResult.disabled("nobody decides about threads")
                : TAKES_PART;
    }

    /** It or what it is a part of: conditions are not asked about each run of a class. */
    private static boolean runsOnThreads(ExtensionContext context) {
        return runsOnThreads(context.getDisplayName())
                || context.getParent().filter(SeededOnly::runsOnThreads).isPresent();
    }

    /** By the name of a {@link Setting} or of a nested class with the contract on it. */
    private static boolean runsOnThreads(String displayName) {
        return displayName.contains("THREADS_")
                || displayName.equals("ThreadsVirtual")
                || displayName.equals("ThreadsBare");
    }
}
