package dev.stint.actor;

import dev.stint.channel.Receiver;
import dev.stint.error.ActorEndedException;
import dev.stint.error.ChannelFullException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * The address of an actor. Stays the same when a supervisor starts the actor again: messages that
 * wait are then handled by the next start.
 *
 * <p>Any number of tasks, and threads outside any scheduler, may use it at the same time. Messages
 * of one sender are handled in the order in which they were told, each at most once. Telling costs
 * a task what a send to a channel costs, asking a send and a receive.
 */
public sealed interface ActorRef<M> permits ActorImpl {
    /** The name it was started with; empty if none. */
    String name();

    /**
     * Puts a message into its mailbox; what happens when that is full was said when the actor was
     * set up.
     *
     * @throws ActorEndedException if it has ended or was stopped, also while this waits; the
     *     message is then still its caller's
     * @throws ChannelFullException if there is no room and the mailbox refuses; also if an actor
     *     tells itself more than there is room for, since nobody else would make any
     * @throws InterruptedException if the calling task is cancelled or the thread interrupted
     */
    void tell(M message) throws InterruptedException;

    /**
     * Puts a message into its mailbox if that is possible at once; false if it is not. Never waits.
     *
     * @throws ActorEndedException if it has ended or was stopped
     * @throws InterruptedException if the calling task was cancelled before
     */
    boolean tryTell(M message) throws InterruptedException;

    /**
     * Tells it a message that says where the answer is to go, and waits for that. The time counts
     * from now, so the wait for room in the mailbox is part of it. An answer that comes later is
     * dropped, and counted. While it waits, the actor runs on the caller's scheduling context, if
     * it has one, as soon as it has the message in hand. A message that a full mailbox drops is not
     * answered: the time passes.
     *
     * @param message makes the message
     * @throws TimeoutException if there was no answer in time; the message may still be handled
     * @throws ActorEndedException if the actor has ended or was stopped, or ends before it answers:
     *     at once, whatever the time is
     * @throws dev.stint.error.TaskFailedException if handling this message made the actor fail; the
     *     cause is what it threw
     */
    <R> R ask(Function<? super Reply<R>, ? extends M> message, Duration timeout)
            throws InterruptedException, TimeoutException;

    /**
     * Takes no more messages. Those that wait are still handled; then the actor ends. Any number of
     * times.
     */
    void stop();

    /** Waits until the actor has ended and will not be started again. */
    void awaitEnd() throws InterruptedException;

    /**
     * What the actor had and did not handle: messages that made it fail, those in hand when it was
     * cancelled, and, when it has ended, those that waited. Closed when the actor has ended.
     */
    Receiver<DeadLetter<M>> deadLetters();

    ActorSnapshot snapshot();
}
