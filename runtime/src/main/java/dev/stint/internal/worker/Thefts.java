package dev.stint.internal.worker;

import dev.stint.internal.task.TaskImpl;
import org.jspecify.annotations.Nullable;

/** One worker's attempts to steal, and how they went. The owner's; the counts are hints. */
public final class Thefts {
    private final Engine engine;
    private final Worker thief;
    private final Victims victims;
    private long succeeded;
    private long failed;
    private long cameBack;
    private long stayed;

    Thefts(Engine engine, Worker thief, Victims victims) {
        this.engine = engine;
        this.thief = thief;
        this.victims = victims;
    }

    /** Tries a few others; a task of the first that has one, or null. */
    public @Nullable TaskImpl<?> attempt() {
        LeaseImpl lease = thief.lease();
        if (lease != null) {
            TaskImpl<?> task = engine.leases().steal(lease, thief);
            succeeded += task == null ? 0 : 1;
            return task;
        }
        Worker[] crew = engine.crew().shared();
        if (crew.length < 2 || !thief.stealEnabled) {
            return null;
        }
        thief.sleeper().beginSearch();
        int attempts = Math.min(crew.length - 1, engine.config().stealAttempts());
        for (int attempt = 0; attempt < attempts; attempt++) {
            Worker victim = victims.choose(engine, thief, crew);
            if (victim == thief) {
                continue;
            }
            TaskImpl<?> task = thief.lanes().stealFrom(victim.lanes());
            if (task != null) {
                succeeded++;
                engine.log().stolen(task, thief, victim);
                return task;
            }
            failed++;
        }
        return null;
    }

    /** One was taken because it should run here; see {@link Levelling}. */
    void fetched() {
        succeeded++;
    }

    /** A task is woken by code on this worker. */
    void woken(TaskImpl<?> task) {
        if (task.isStolen()) {
            task.setStolen(false);
            if (task.last() == thief) {
                stayed++;
            } else {
                cameBack++;
            }
        }
    }

    /** A task has ended here. */
    void ended(TaskImpl<?> task) {
        stayed += task.isStolen() ? 1 : 0;
    }

    /** How many stolen tasks another worker than the thief has woken next. */
    public long cameBack() {
        return cameBack;
    }

    /** How many stolen tasks were woken next where they had been taken to, or ended. */
    public long stayed() {
        return stayed;
    }

    long succeeded() {
        return succeeded;
    }

    long failed() {
        return failed;
    }
}
