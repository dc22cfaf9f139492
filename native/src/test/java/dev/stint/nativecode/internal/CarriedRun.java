package dev.stint.nativecode.internal;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs the contracts of the runtime with every body carried by a C function, in a JVM of its own.
 */
public final class CarriedRun {
    private CarriedRun() {}

    /** Leaves out the settings with cores that are virtual threads: here no task gets one. */
    public static final class OnlyBare implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            for (Optional<ExtensionContext> at = Optional.of(context);
                    at.isPresent();
                    at = at.get().getParent()) {
                if (at.get().getDisplayName().toUpperCase(Locale.ROOT).contains("VIRTUAL")) {
                    return ConditionEvaluationResult.disabled("no task has a virtual core");
                }
            }
            return ConditionEvaluationResult.enabled("");
        }
    }

    /** Exit code 0 if all went well, and prints how many there were. */
    public static void main(String[] args) {
        Carried.by(Path.of(args[0]));
        String classes = args.length > 1 ? args[1] : ".*ContractTest";
        var summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectPackage("dev.stint"))
                                .filters(includeClassNamePatterns(classes))
                                .build(),
                        summary);
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        summary.getSummary().printFailuresTo(out, 30);
        out.println(summary.getSummary().getTestsSucceededCount() + " passed");
        out.println(Carried.count() + " bodies were carried");
        System.exit(summary.getSummary().getTotalFailureCount() == 0 ? 0 : 1);
    }
}
