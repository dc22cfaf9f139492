package dev.stint.actor;

import dev.stint.internal.task.TaskImpl;
import dev.stint.nursery.Nursery;
import dev.stint.supervisor.ChildSpec;
import dev.stint.supervisor.Restart;
import dev.stint.task.Action;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * How actors are started. An actor is a task that takes messages from a bounded mailbox, one at a
 * time, and does with each what its {@link Behaviour} says.
 */
public final class Actor {
    private Actor() {}

    /**
     * Starts an actor as a task of a nursery: {@code Actor.spawn(nursery, a -> a.withName("log"),
     * self -> message -> write(message))}. It ends when it is stopped, when it fails, which is then
     * a failure of the nursery, and when it is cancelled. The nursery waits for its end: stop it.
     */
    public static <M> ActorRef<M> spawn(
            Nursery nursery, UnaryOperator<ActorConfig> configure, Behaviour.Start<M> start) {
        Objects.requireNonNull(nursery, "the nursery of an actor");
        var actor = new ActorImpl<>(configured(configure), start);
        Action once = actor::runOnce;
        Task<?> task = nursery.spawn(actor.config().task(), once);
        ((TaskImpl<?>) task).whenEnded(actor::over); // if it was cancelled before it started
        return actor;
    }

    /**
     * Makes an actor for a supervisor, which starts it, and starts it again when it has failed.
     * Before that it can be told things, as many as its mailbox holds.
     */
    public static <M> Supervised<M> supervised(
            UnaryOperator<ActorConfig> configure, Behaviour.Start<M> start) {
        ActorConfig config = configured(configure);
        TaskOptions task = config.task();
        if (!task.capabilities().all().isEmpty() || task.priority() != Priority.NORMAL) {
            throw new IllegalArgumentException(
                    "actor '"
                            + task.name()
                            + "' cannot have capabilities or a priority under a supervisor, which"
                            + " gives its children a name and a budget only. Spawn it in a nursery"
                            + " instead.");
        }
        var actor = new ActorImpl<>(config, start);
        var child = ChildSpec.of(task.name(), actor).withRestart(Restart.TRANSIENT);
        return new Supervised<>(actor, task.budget().map(child::withBudget).orElse(child));
    }

    private static ActorConfig configured(UnaryOperator<ActorConfig> configure) {
        Objects.requireNonNull(configure, "the configuration function");
        return Objects.requireNonNull(
                configure.apply(ActorConfig.defaults()),
                "the configuration function returned null; return the changed configuration");
    }

    /**
     * An actor that a supervisor is to run.
     *
     * @param ref its address, for as long as the supervisor keeps it
     * @param child what the supervisor needs: give it to one supervisor, once. It is restarted when
     *     it has failed, not when it was stopped; it may be made TEMPORARY, but as a PERMANENT one
     *     it would be started again with nothing to do, and its supervisor would give up
     */
    public record Supervised<M>(ActorRef<M> ref, ChildSpec child) {
        public Supervised {
            Objects.requireNonNull(ref, "the address of an actor");
            Objects.requireNonNull(child, "the specification of a child");
        }
    }
}
