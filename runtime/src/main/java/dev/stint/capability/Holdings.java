package dev.stint.capability;

import dev.stint.error.CapabilityExceededException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;

/** What is open by a right: one for all rights that are derived from the same. */
final class Holdings {
    private final String what;
    private final IdentityHashMap<Closeable, Made> open = new IdentityHashMap<>(); // guarded by it

    /** By what right, and by whom. */
    private record Made(Capability by, Object owner) {}

    /**
     * @param what is open, in the plural; for messages
     */
    Holdings(String what) {
        this.what = what;
    }

    /** Adds one, or throws that so many are open by the right, or by one that it descends from. */
    void add(Closeable one, Capability by, Object owner, String who, String tried) {
        synchronized (open) {
            for (Capability at = by; at != null; at = at.parent()) {
                if (count(at) >= at.mostOpen()) {
                    throw new CapabilityExceededException(
                            who
                                    + " cannot "
                                    + tried
                                    + ": "
                                    + at
                                    + " is one to "
                                    + at.mostOpen()
                                    + " "
                                    + what
                                    + " at once, and so many are open. Close one.");
                }
            }
            open.put(one, new Made(by, owner));
        }
        // After it was put: whoever ends the right meanwhile sees it there, or we see the end here.
        by.ensureValid(who, tried);
    }

    void remove(Closeable one) {
        synchronized (open) {
            open.remove(one);
        }
    }

    /** How many are open by a right, and by those derived from it. */
    int count(Capability right) {
        synchronized (open) {
            return (int) open.values().stream().filter(made -> made.by.descendsFrom(right)).count();
        }
    }

    void closeThoseBy(Capability right) {
        close(made -> made.by.descendsFrom(right));
    }

    void closeThoseOf(Object owner) {
        close(made -> made.owner == owner);
    }

    private void close(Predicate<Made> which) {
        List<Closeable> closing = new ArrayList<>();
        synchronized (open) {
            open.forEach(
                    (one, made) -> {
                        if (which.test(made)) {
                            closing.add(one);
                        }
                    });
        }
        closing.forEach(Holdings::close); // each drops itself
    }

    private static void close(Closeable one) {
        try {
            one.close();
        } catch (IOException | RuntimeException | Error e) {
            // It is closed, then, or the system will see to it; and the next one must be, too.
        }
    }
}
