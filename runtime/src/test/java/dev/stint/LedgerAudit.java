package dev.stint;

import dev.stint.internal.worker.Audit;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * After every test, looks through the books of every scheduler that was opened: each must balance,
 * and what has ended must hold nothing. JUnit finds it by itself, in all modules that depend on the
 * runtime's test jar.
 */
public final class LedgerAudit implements BeforeEachCallback, AfterEachCallback {
    private static final AtomicInteger RUNNING = new AtomicInteger();

    /** True in a test that will be audited. */
    public static boolean isWatching() {
        return RUNNING.get() > 0;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        Audit.begin();
        RUNNING.incrementAndGet();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        boolean isAlone = RUNNING.decrementAndGet() == 0;
        failOn(isAlone ? Audit.problems() : Audit.problemsOfClosed());
    }

    static void check() {
        failOn(Audit.problems());
    }

    private static void failOn(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new AssertionError("the audit found: " + String.join("; ", problems));
        }
    }
}
