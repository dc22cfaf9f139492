package dev.stint.verify.suite;

import dev.stint.Setting;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.SimConfig.Picks;
import dev.stint.testkit.config.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Test classes of the runtime, run under the schedules of a strategy instead of their seeds. */
final class Suite {
    /**
     * Tests that rely on nobody else running between two of their operations, with the reason.
     * Under decisions that name tasks every operation lets others run.
     */
    private static final Map<String, String> ONLY_BETWEEN_WORKERS =
            Map.of(
                    "cancel_unstarted_neverRuns",
                    "children run as soon as they are spawned, and not only after the cancel",
                    "cancel_childrenAtEveryYieldPoint_allEnd",
                    "one that is cancelled before its own spawn learns of it from that",
                    "ask_actorEndsMeanwhile_failsAtOnce",
                    "that nothing is in the mailbox also holds before the message has come");

    private final List<String> testClasses;

    Suite(List<String> testClasses) {
        this.testClasses = testClasses;
    }

    /**
     * What came of it.
     *
     * @param tests how many tests were run
     * @param failures what failed, each with all that is needed to see it again
     */
    record Result(int tests, List<String> failures) {}

    /** Runs all of it under one schedule each. */
    Result run(Strategy strategy, Picks picks, long seed) {
        var listener = new Listener(strategy + " between " + picks + ", seed " + seed);
        Setting.decideBy(given -> Sim.decisions(strategy, picks, seed + (given << 16)));
        try {
            LauncherFactory.create().execute(request(picks), listener);
        } finally {
            Setting.decideBy(null);
        }
        return new Result(listener.tests, listener.failures);
    }

    private LauncherDiscoveryRequest request(Picks picks) {
        PostDiscoveryFilter takesPart =
                test ->
                        FilterResult.includedIf(
                                picks == Picks.WORKERS
                                        || !ONLY_BETWEEN_WORKERS.containsKey(methodOf(test)));
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(testClasses.stream().map(DiscoverySelectors::selectClass).toList())
                .filters(takesPart)
                // One draws the decisions for all schedulers of the JVM, in the order of tests.
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build();
    }

    private static String methodOf(TestDescriptor test) {
        return test.getSource()
                .map(source -> source instanceof MethodSource m ? m.getMethodName() : "")
                .orElse("");
    }

    /** On the thread that runs the tests. */
    private static final class Listener implements TestExecutionListener {
        final String schedule;
        final List<String> failures = new ArrayList<>();
        int tests;

        Listener(String schedule) {
            this.schedule = schedule;
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                tests++;
            }
            if (result.getStatus() == Status.FAILED) {
                String what = result.getThrowable().map(Suite::text).orElse("it failed");
                failures.add(schedule + ": " + test.getUniqueId() + "\n" + what);
            }
        }
    }

    private static String text(Throwable e) {
        var text = new StringBuilder(e.toString());
        for (StackTraceElement frame : e.getStackTrace()) {
            if (frame.getClassName().startsWith("dev.stint")) {
                text.append("\n    at ").append(frame);
            }
        }
        return text.toString();
    }
}
