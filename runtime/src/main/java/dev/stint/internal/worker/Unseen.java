package dev.stint.internal.worker;

import dev.stint.event.Event;
import dev.stint.event.TaskFailure;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Failures of tasks whose nursery tells nobody. Each waits for somebody to ask how the task ended;
 * if nobody has after a while, it is reported: to the sink, to the handler, and when the scheduler
 * is closed.
 *
 * <pre>
 *   a failure is    and leaves that by
 *   waiting      -> seen        seen(): somebody was told how the task ended
 *   waiting      -> reported    its timer, or the end of the scheduler, or too many wait
 * </pre>
 *
 * <p>Whoever takes it out of the map decides. Whoever is told first marks the task and then looks
 * here; a failure is first put here and then looks at the mark. So one of the two sees the other.
 *
 * <p>Where tasks are chosen between there are no timers: they would be choices of the search.
 */
final class Unseen {
    private static final int MOST_WAITING = 1_024;
    private static final int MOST_KEPT = 32;

    private final Engine engine;
    private final Map<Long, Note> waiting = new ConcurrentSkipListMap<>();
    private final List<TaskFailure> first = new ArrayList<>(); // guarded by itself, as the count
    private long count;

    Unseen(Engine engine) {
        this.engine = engine;
    }

    /** One failure that waits. */
    private final class Note extends TimerHeap.Entry {
        private final TaskFailure failure;

        Note(TaskFailure failure) {
            this.failure = failure;
        }

        @Override
        public void fire() {
            if (waiting.remove(failure.task(), this)) {
                report(failure);
            }
        }
    }

    /** A task has failed; {@code holder}: whether anybody can still ask how it ended. */
    void failed(NurseryImpl nursery, TaskImpl<?> task, Throwable cause, boolean holder) {
        var failure =
                new TaskFailure(
                        task.id(), task.name(), nursery.toString(), nursery.tenant().name(), cause);
        if (!holder || waiting.size() >= MOST_WAITING) {
            report(failure);
            return;
        }
        var note = new Note(failure);
        waiting.put(task.id(), note);
        if (!engine.isSimulated()) {
            engine.armShared(note, engine.clock().after(engine.config().uncaughtAfter().toNanos()));
        }
        if (task.isSeen()) {
            seen(task);
        }
    }

    /** Somebody was told how this task ended, which was marked so before. */
    void seen(TaskImpl<?> task) {
        Note note = waiting.remove(task.id());
        if (note != null) {
            TimerHeap.cancel(note);
        }
    }

    /** Nobody will be told any more. */
    void report(TaskFailure failure) {
        synchronized (first) {
            count++;
            if (first.size() < MOST_KEPT) {
                first.add(failure);
            }
        }
        engine.announce(new Event.FailureUnseen(failure));
        engine.driver().hand(() -> engine.config().uncaught().uncaught(failure));
    }

    /** The scheduler ends, and with it the time to ask. */
    void reportAll() {
        for (Note note : waiting.values()) {
            TimerHeap.cancel(note);
            note.fire();
        }
    }

    /** How many were reported. */
    long count() {
        synchronized (first) {
            return count;
        }
    }

    /** The first of them. */
    List<TaskFailure> first() {
        synchronized (first) {
            return List.copyOf(first);
        }
    }
}
