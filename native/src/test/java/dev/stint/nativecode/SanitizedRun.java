package dev.stint.nativecode;

import static org.junit.platform.engine.discovery.ClassNameFilter.excludeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs the tests of this package, in a JVM of its own. */
final class SanitizedRun {
    private SanitizedRun() {}

    /** Exit code 0 if all went well, and prints how many there were. */
    public static void main(String[] args) {
        var summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectPackage("dev.stint.nativecode"))
                                .filters(
                                        excludeClassNamePatterns(
                                                ".*(SanitizerTest|ArchitectureTest|HeaderPageTest|CarriedContractsTest)"))
                                .build(),
                        summary);
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        summary.getSummary().printFailuresTo(out);
        out.println(summary.getSummary().getTestsSucceededCount() + " passed");
        System.exit(summary.getSummary().getTotalFailureCount() == 0 ? 0 : 1);
    }
}
