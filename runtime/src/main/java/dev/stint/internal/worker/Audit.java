package dev.stint.internal.worker;

import dev.stint.internal.nursery.Auditor;
import dev.stint.internal.nursery.TenantImpl;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * Remembers the schedulers that are opened, so that a test can look through the books of all of
 * them when it has ended. Off, and of no cost, until {@link #begin}.
 */
public final class Audit {
    private static volatile boolean on;
    private static final List<WeakReference<Engine>> OPENED = new ArrayList<>(); // and its lock

    private Audit() {}

    /** Remembers every scheduler that is opened from now on. */
    public static void begin() {
        on = true;
    }

    static void opened(Engine engine) {
        if (on) {
            synchronized (OPENED) {
                OPENED.add(new WeakReference<>(engine));
            }
        }
    }

    /** What is wrong with the books of those remembered; forgets those that are closed. */
    public static List<String> problems() {
        return problems(true);
    }

    /** The same of those that are closed: the others may belong to a test that still runs. */
    public static List<String> problemsOfClosed() {
        return problems(false);
    }

    private static List<String> problems(boolean alsoOfOpen) {
        var problems = new ArrayList<String>();
        synchronized (OPENED) {
            OPENED.removeIf(
                    reference -> {
                        Engine engine = reference.get();
                        return engine == null || isClosedAfterLook(engine, alsoOfOpen, problems);
                    });
        }
        return problems;
    }

    private static boolean isClosedAfterLook(
            Engine engine, boolean alsoIfOpen, List<String> problems) {
        boolean closed = engine.isClosed();
        if (!closed && !alsoIfOpen) {
            return false;
        }
        for (TenantImpl tenant : engine.tenants()) {
            for (String problem : Auditor.audit(tenant)) {
                problems.add("scheduler '" + engine.name() + "': " + problem);
            }
        }
        return closed;
    }
}
