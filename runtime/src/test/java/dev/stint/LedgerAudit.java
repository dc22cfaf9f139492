package dev.stint;

import dev.stint.internal.worker.Audit;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * After every test, looks through the books of every scheduler that was opened: each must balance,
 * and what has ended must hold nothing. JUnit finds it by itself, in all modules that depend on the
 * runtime's test jar.
 */
public final class LedgerAudit implements BeforeEachCallback, AfterEachCallback {
    private static volatile boolean watching;

    /** True in a test that will be audited. */
    public static boolean isWatching() {
        return watching;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        Audit.begin();
        watching = true;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        watching = false;
        check();
    }

    static void check() {
        List<String> problems = Audit.problems();
        if (!problems.isEmpty()) {
            throw new AssertionError("the audit found: " + String.join("; ", problems));
        }
    }
}
