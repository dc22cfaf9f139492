package dev.stint.examples;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.stint.testkit.result.SimFailedError;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs a test class that fails on purpose, as JUnit would. */
final class Failing {
    private Failing() {}

    /**
     * @param properties as they would be given to the JVM with {@code -D}
     */
    static SimFailedError run(Class<?> type, Map<String, String> properties) {
        var thrown = new AtomicReference<Throwable>(new AssertionError(type + " did not fail"));
        var listener =
                new TestExecutionListener() {
                    @Override
                    public void executionFinished(TestIdentifier id, TestExecutionResult result) {
                        result.getThrowable().ifPresent(thrown::set);
                    }
                };
        var request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(type))
                        // A launch inside of a test would wait for the test's own thread.
                        .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                        .build();
        properties.forEach(System::setProperty);
        try {
            LauncherFactory.create().execute(request, listener);
        } finally {
            properties.keySet().forEach(System::clearProperty);
        }
        if (thrown.get() instanceof SimFailedError error) {
            return error;
        }
        throw new AssertionError("no schedule failed", thrown.get());
    }
}
