package dev.stint;

import dev.stint.event.DrainReport;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.internal.core.Access;
import dev.stint.internal.worker.Engine;
import dev.stint.policy.Profile;
import dev.stint.policy.SchedulerConfig;
import dev.stint.task.Action;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler: runs very many small tasks on few threads.
 *
 * <p>Opened without a seed it runs its workers on threads of their own. Opened with one it runs the
 * same workers on a single thread, in an order that the seed decides and under a virtual clock,
 * while an outside thread waits for something: the same seed, configuration and input give the same
 * run.
 */
public final class Scheduler implements AutoCloseable {
    private final Engine engine;

    private Scheduler(Engine engine) {
        this.engine = engine;
    }

    /** Opens a scheduler with the defaults. */
    public static Scheduler open() {
        return open(UnaryOperator.identity());
    }

    /**
     * Opens a scheduler with changed defaults: {@code Scheduler.open(cfg -> cfg.withWorkers(4))}.
     */
    public static Scheduler open(UnaryOperator<SchedulerConfig> configure) {
        Objects.requireNonNull(configure, "the configuration function");
        SchedulerConfig config =
                Objects.requireNonNull(
                        configure.apply(SchedulerConfig.defaults()),
                        "the configuration function returned null; return the changed"
                                + " configuration");
        if (config.profile() == Profile.CORE) {
            throw new IllegalStateException(
                    "a scheduler cannot be opened under profile CORE, which is single-threaded by"
                            + " definition. Use Profile.SERVICE, CLUSTER or SOVEREIGN.");
        }
        Access.ensureOpen();
        return new Scheduler(new Engine(config));
    }

    /** Starts a task. */
    public <T extends @Nullable Object> Task<T> spawn(Callable<? extends T> body) {
        return spawn(TaskOptions.DEFAULT, body);
    }

    /** Starts a task that has no value to give back. */
    public Task<@Nullable Void> spawn(Action body) {
        return spawn(TaskOptions.DEFAULT, body);
    }

    /** Starts a task with a name, for dumps, errors and traces. */
    public <T extends @Nullable Object> Task<T> spawn(String name, Callable<? extends T> body) {
        return spawn(TaskOptions.named(name), body);
    }

    public Task<@Nullable Void> spawn(String name, Action body) {
        return spawn(TaskOptions.named(name), body);
    }

    public <T extends @Nullable Object> Task<T> spawn(
            TaskOptions options, Callable<? extends T> body) {
        Objects.requireNonNull(options, "options of the task");
        return engine.spawn(options, Objects.requireNonNull(body, "body of the task"));
    }

    public Task<@Nullable Void> spawn(TaskOptions options, Action body) {
        Objects.requireNonNull(body, "body of the task");
        return spawn(
                options,
                () -> {
                    body.run();
                    return null;
                });
    }

    /** Starts a task and waits for its value. */
    public <T extends @Nullable Object> T run(Callable<? extends T> body)
            throws InterruptedException {
        return this.<T>spawn(body).await();
    }

    /** Starts a task and waits for its end. */
    public void run(Action body) throws InterruptedException {
        spawn(body).await();
    }

    /** The scheduler at this moment. */
    public SchedulerSnapshot snapshot() {
        return engine.snapshot();
    }

    public SchedulerConfig config() {
        return engine.config();
    }

    /**
     * A hash of everything that has happened so far. Only under a seed: equal hashes mean equal
     * runs.
     */
    public long traceHash() {
        return engine.traceHash();
    }

    /**
     * Refuses new tasks from now on and waits for those it has. Returns when all have ended, or
     * when the time is up, and then says what has not ended and where it is.
     */
    public DrainReport drain(Duration timeout) throws InterruptedException {
        return engine.drain(Objects.requireNonNull(timeout, "timeout of a drain"));
    }

    /**
     * Drains the scheduler and ends its workers. Tasks that do not end within the configured {@code
     * closeTimeout} are cancelled; if some still do not end, they are named in the exception.
     */
    @Override
    public void close() {
        engine.close();
    }
}
