package dev.stint.internal.worker;

import dev.stint.internal.core.TaskImpl;
import org.jspecify.annotations.Nullable;

/** One worker's attempts to steal, and how they went. The owner's; the counts are hints. */
final class Thefts {
    private final Engine engine;
    private final Worker thief;
    private final Victims victims;
    private long succeeded;
    private long failed;

    Thefts(Engine engine, Worker thief, Victims victims) {
        this.engine = engine;
        this.thief = thief;
        this.victims = victims;
    }

    /** Tries a few others; a task of the first that has one, or null. */
    @Nullable TaskImpl<?> attempt(Worker[] crew) {
        int attempts = Math.min(crew.length - 1, engine.config().stealAttempts());
        for (int attempt = 0; attempt < attempts; attempt++) {
            Worker victim = victims.choose(engine, thief, crew);
            if (victim == thief) {
                continue;
            }
            TaskImpl<?> task = thief.lanes().stealFrom(victim.lanes());
            if (task != null) {
                succeeded++;
                engine.chronicle().stolen(task, thief, victim);
                return task;
            }
            failed++;
        }
        return null;
    }

    long succeeded() {
        return succeeded;
    }

    long failed() {
        return failed;
    }
}
