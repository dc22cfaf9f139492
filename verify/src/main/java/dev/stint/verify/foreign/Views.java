package dev.stint.verify.foreign;

import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Action;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the scenarios of executors have in common: every view of one, and who is interrupted. */
final class Views {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Views() {}

    /** What is done with an executor. */
    @FunctionalInterface
    interface Use {
        void with(ExecutorService executor) throws Exception;
    }

    /** Does this with an executor of a nursery, of a tenant and of a scheduler, and closes them. */
    static void each(Place place, Use use) throws Exception {
        try (Nursery nursery = place.nursery(n -> n.withPolicy(Policy.collect()))) {
            try (ExecutorService executor = nursery.asExecutor()) {
                use.with(executor);
            }
        }
        eachWithoutABlock(place, use);
    }

    /**
     * The same without the executor of a nursery: when that is cancelled, whoever stands in its
     * block does not wait for anything else.
     */
    static void eachWithoutABlock(Place place, Use use) throws Exception {
        if (place.inTask()) { // results are for tasks of the same tenant
            try (ExecutorService executor = place.scheduler().tenant().executor("of the tenant")) {
                use.with(executor);
            }
        } else {
            try (var tenant = place.scheduler().openTenant(t -> t.withName("guest"));
                    ExecutorService executor = tenant.executor("of a tenant")) {
                use.with(executor);
            }
        }
        try (ExecutorService executor = place.scheduler().executor("of a scheduler")) {
            use.with(executor);
        }
    }

    /** True if tasks may wait inside the JDK: on a bare core they would block the carrier. */
    static boolean mayBlockInJdk(Place place) {
        return place.scheduler().config().cores() == Cores.VIRTUAL;
    }

    /**
     * What came of a call that was interrupted.
     *
     * @param thrown what it threw; null if it returned
     * @param flagged whether the thread had its interrupt after that
     */
    record Interrupted(@Nullable Throwable thrown, boolean flagged) {}

    /**
     * Makes the call in a task or thread of its own, of the kind that this place is, and interrupts
     * it when it waits.
     */
    static Interrupted interrupt(Place place, Action call) throws Exception {
        var thread = new AtomicReference<@Nullable Thread>();
        var end = new AtomicReference<@Nullable Interrupted>();
        Action caller =
                () -> {
                    thread.set(Thread.currentThread());
                    Throwable thrown = null;
                    try {
                        call.run();
                    } catch (Throwable e) {
                        thrown = e;
                    }
                    end.set(new Interrupted(thrown, Thread.interrupted()));
                };
        if (place.inTask()) {
            try (Nursery nursery = place.nursery()) {
                Task<?> task = nursery.spawn(caller);
                Place.yieldUntil(
                        () ->
                                end.get() != null
                                        || (task.state() == TaskState.BLOCKED
                                                && thread.get() != null));
                interrupt(thread);
                task.await();
            }
        } else {
            var outside = new Thread(() -> runUnchecked(caller), "caller");
            outside.setDaemon(true);
            outside.start();
            awaitWaiting(outside, end);
            outside.interrupt();
            if (!outside.join(PATIENCE)) {
                throw new AssertionError("still there: " + List.of(outside.getStackTrace()));
            }
        }
        Interrupted how = end.get();
        if (how == null) {
            throw new AssertionError("the caller has said nothing");
        }
        return how;
    }

    private static void interrupt(AtomicReference<@Nullable Thread> thread) {
        Thread target = thread.get();
        if (target != null) {
            target.interrupt();
        }
    }

    private static void runUnchecked(Action action) {
        try {
            action.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // only so that others get on
    private static void awaitWaiting(Thread thread, AtomicReference<?> end) {
        long begun = System.nanoTime();
        while (end.get() == null
                && thread.getState() != Thread.State.WAITING
                && thread.getState() != Thread.State.TIMED_WAITING) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new AssertionError(thread + " does not wait, it is " + thread.getState());
            }
            Thread.yield();
        }
    }
}
