package dev.stint.host.user;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.concurrent.Callable;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Finds and runs {@link Samples} with whatever JUnit its class loader has. */
final class Launch implements Callable<String> {
    @Override
    public String call() {
        var summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(Samples.class))
                                .configurationParameter(
                                        "junit.jupiter.execution.parallel.enabled", "false")
                                .build(),
                        summary);
        var seen = summary.getSummary();
        var text = new StringBuilder();
        seen.getFailures().forEach(failure -> text.append(failure.getException()).append('\n'));
        return text.append(seen.getTestsFoundCount())
                .append(" found, ")
                .append(seen.getTestsSucceededCount())
                .append(" succeeded")
                .toString();
    }
}
