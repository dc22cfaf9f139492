package dev.stint.actor;

import java.util.Objects;
import java.util.Optional;

/**
 * A message that an actor had and did not handle.
 *
 * @param actor the name of the actor
 * @param message the message; what it asks for will not be answered
 * @param cause what handling it has thrown, or why the actor has failed before its turn came; empty
 *     if the actor was cancelled
 */
public record DeadLetter<M>(String actor, M message, Optional<Throwable> cause) {
    public DeadLetter {
        Objects.requireNonNull(actor, "name of an actor");
        Objects.requireNonNull(message, "the message of a dead letter");
        Objects.requireNonNull(cause, "the cause of a dead letter");
    }
}
