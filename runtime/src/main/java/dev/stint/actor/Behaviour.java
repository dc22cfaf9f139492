package dev.stint.actor;

/**
 * What an actor does with a message. Its state is the actor's alone: one message is handled after
 * the other, and the next sees what the one before has left.
 */
@FunctionalInterface
public interface Behaviour<M> {
    /**
     * Handles a message. May suspend; nothing else is handled meanwhile. What it throws makes the
     * actor fail, and the message a dead letter.
     */
    void receive(M message) throws Exception;

    /**
     * Lets go of what it holds. Run in the actor's task once for every start, whatever has ended
     * it, and shielded: see {@link dev.stint.Stint#shielded}.
     */
    default void close() throws Exception {}

    /**
     * Makes the behaviour, in the actor's task, anew at each start: what a start leaves in its
     * state, the next one does not see.
     */
    @FunctionalInterface
    interface Start<M> {
        Behaviour<M> start(ActorRef<M> self) throws Exception;
    }
}
