package dev.stint.verify.suite;

import dev.stint.Setting;
import dev.stint.testkit.SimConfig.Picks;
import dev.stint.testkit.Strategy;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Test classes of the runtime, run under the schedules of a strategy instead of their seeds. */
final class Suite {
    private final LauncherDiscoveryRequest request;

    Suite(List<String> testClasses) {
        request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(
                                testClasses.stream().map(DiscoverySelectors::selectClass).toList())
                        .build();
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
        Setting.decideBy(given -> strategy.decisions(picks, seed + (given << 16)));
        try {
            LauncherFactory.create().execute(request, listener);
        } finally {
            Setting.decideBy(null);
        }
        return new Result(listener.tests, listener.failures);
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
            String id = test.getUniqueId();
            if (result.getStatus() != Status.SUCCESSFUL) {
                failures.add(
                        schedule
                                + ": "
                                + id
                                + "\n"
                                + result.getThrowable().map(Suite::text).orElse("aborted"));
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
