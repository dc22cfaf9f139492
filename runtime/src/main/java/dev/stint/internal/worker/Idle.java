package dev.stint.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;

/**
 * Who sleeps and who searches: decides whether a push must wake a worker, so that no wake is lost
 * and no herd is woken.
 *
 * <p>At most one wake is under way for the whole scheduler: a pusher that sees a searcher leaves
 * the work to it. A searcher that finds work and was the last one wakes another if there is more.
 *
 * <p>The argument. Pusher: push, full fence, read {@code searching} and {@code sleepers}. Worker
 * that goes to sleep: write its state and {@code sleepers}, leave {@code searching}, look at all
 * queues again. Each side writes before it reads what the other wrote, all sequentially consistent,
 * so at least one of them sees the other. The same holds for a pusher that gives {@code searching}
 * back because it found no sleeper to wake: it looks at {@code sleepers} again afterwards.
 */
public final class Idle {
    private static final VarHandle SEARCHING;
    private static final VarHandle SLEEPERS;

    static {
        try {
            var lookup = MethodHandles.lookup();
            SEARCHING = lookup.findVarHandle(Idle.class, "searching", int.class);
            SLEEPERS = lookup.findVarHandle(Idle.class, "sleepers", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int searching;
    private volatile int sleepers;

    public int sleepers() {
        return sleepers;
    }

    public int searching() {
        return searching;
    }

    void addSearcher() {
        SEARCHING.getAndAdd(this, 1);
    }

    /** True if that was the last one. */
    boolean removeSearcher() {
        return (int) SEARCHING.getAndAdd(this, -1) == 1;
    }

    void addSleeper() {
        SLEEPERS.getAndAdd(this, 1);
    }

    void removeSleeper() {
        SLEEPERS.getAndAdd(this, -1);
    }

    /**
     * True if a push must call {@link #wakeOne}. Call after the work was published and a full
     * fence.
     */
    public boolean shouldWake() {
        return searching == 0 && sleepers > 0;
    }

    /**
     * Wakes one worker of the crew unless somebody is searching. The crew is asked for anew each
     * time round: the only sleeper may have joined it just now. Never blocks.
     */
    public void wakeOne(Supplier<Sleeper[]> crew) {
        while (shouldWake()) {
            if (!SEARCHING.compareAndSet(this, 0, 1)) {
                return; // somebody searches now, or is about to look at sleepers again
            }
            for (Sleeper sleeper : crew.get()) {
                if (sleeper.wakeToSearch()) {
                    return; // it has inherited our place among the searchers
                }
            }
            SEARCHING.getAndAdd(this, -1);
        }
    }
}
