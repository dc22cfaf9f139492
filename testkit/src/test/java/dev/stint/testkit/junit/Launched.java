package dev.stint.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What came of running a test class, by the names of its methods. */
final class Launched {
    private final Map<String, TestExecutionResult> ended = new ConcurrentHashMap<>();
    private final Map<String, String> skipped = new ConcurrentHashMap<>();
    private final Map<String, String> published = new LinkedHashMap<>();

    private Launched() {}

    static Launched run(Class<?> type, Map<String, String> settings) {
        var launched = new Launched();
        var request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(type))
                        .configurationParameters(settings)
                        // A launch inside of a test would wait for the test's own thread.
                        .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                        .build();
        LauncherFactory.create().execute(request, launched.listener());
        return launched;
    }

    static Launched run(Class<?> type) {
        return run(type, Map.of());
    }

    private TestExecutionListener listener() {
        return new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier id, TestExecutionResult result) {
                if (id.isTest()) {
                    ended.put(name(id), result);
                }
            }

            @Override
            public void executionSkipped(TestIdentifier id, String reason) {
                skipped.put(name(id), reason);
            }

            @Override
            public void reportingEntryPublished(TestIdentifier id, ReportEntry entry) {
                published.putAll(entry.getKeyValuePairs());
            }
        };
    }

    private static String name(TestIdentifier id) {
        return id.getLegacyReportingName().replaceFirst("\\(.*", "");
    }

    private TestExecutionResult resultOf(String method) {
        return Objects.requireNonNull(
                ended.get(method), method + " has not ended; ended have " + ended);
    }

    void assertPassed(String method) {
        TestExecutionResult result = resultOf(method);
        assertThat(result.getStatus())
                .as("%s: %s", method, result.getThrowable())
                .isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
    }

    Throwable failureOf(String method) {
        return thrownBy(method, TestExecutionResult.Status.FAILED);
    }

    Throwable abortOf(String method) {
        return thrownBy(method, TestExecutionResult.Status.ABORTED);
    }

    private Throwable thrownBy(String method, TestExecutionResult.Status status) {
        TestExecutionResult result = resultOf(method);
        assertThat(result.getStatus()).as("%s", result).isEqualTo(status);
        return result.getThrowable().orElseThrow();
    }

    @Nullable String reasonOfSkipping(String method) {
        return skipped.get(method);
    }

    Map<String, String> published() {
        return published;
    }
}
