package dev.stint.actor;

import dev.stint.budget.Budget;
import dev.stint.task.TaskOptions;
import java.util.Objects;

/**
 * How an actor is set up. Immutable; the {@code with} methods return a changed copy.
 *
 * @param task what its task is started with; the name is the actor's
 * @param mailbox how many messages may wait for it
 * @param deadLettersKept how many dead letters are kept for whoever wants them; of more, the oldest
 *     are dropped, and all are counted
 */
public record ActorConfig(TaskOptions task, Mailbox mailbox, int deadLettersKept) {
    public static final ActorConfig DEFAULT =
            new ActorConfig(TaskOptions.defaults(), Mailbox.DEFAULT, 1_000);

    public ActorConfig {
        Objects.requireNonNull(task, "options of an actor's task");
        Objects.requireNonNull(mailbox, "mailbox of an actor");
        if (deadLettersKept < 1) {
            throw new IllegalArgumentException(
                    "an actor keeps 1 dead letter or more, not "
                            + deadLettersKept
                            + ". They are counted even if nobody looks at them.");
        }
    }

    public ActorConfig named(String name) {
        return withTask(task.withName(name));
    }

    /** What it may spend; under a supervisor, at each start. */
    public ActorConfig withBudget(Budget budget) {
        return withTask(task.withBudget(budget));
    }

    /** What its task is started with, the name included. */
    public ActorConfig withTask(TaskOptions task) {
        return new ActorConfig(task, mailbox, deadLettersKept);
    }

    public ActorConfig withMailbox(Mailbox mailbox) {
        return new ActorConfig(task, mailbox, deadLettersKept);
    }

    public ActorConfig withDeadLettersKept(int most) {
        return new ActorConfig(task, mailbox, most);
    }
}
