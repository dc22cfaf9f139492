package dev.stint.language;

import dev.stint.nursery.Nursery;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Stops runs of scripts from any thread: because somebody pressed Ctrl-C, or a customer has gone. A
 * run that is given it by {@link RunConfig#withStop} ends at its next point with its tasks and
 * their clean-ups, and its failure is a {@link java.util.concurrent.CancellationException}. Once it
 * is used, runs that start with it end at once.
 */
public final class ScriptStop {
    private final Set<Nursery> running = new HashSet<>(); // guarded by this
    private boolean isStopped; // guarded by this

    /** One that is not used yet. */
    public ScriptStop() {}

    /** Stops them; returns without waiting for their ends. */
    public void stop() {
        List<Nursery> all;
        synchronized (this) {
            isStopped = true;
            all = List.copyOf(running);
        }
        all.forEach(Nursery::cancel); // one that has ended meanwhile takes no notice
    }

    public synchronized boolean isStopped() {
        return isStopped;
    }

    void enter(Nursery nursery) {
        boolean isLate;
        synchronized (this) {
            running.add(nursery);
            isLate = isStopped;
        }
        if (isLate) {
            nursery.cancel();
        }
    }

    synchronized void leave(Nursery nursery) {
        running.remove(nursery);
    }
}
