package dev.stint.channel;

import dev.stint.error.ChannelClosedException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A channel whose values go to all subscribers: each gets every value that is sent after it has
 * subscribed, and all get them in the same order.
 *
 * <p>A value goes to all who are subscribed, or to none: a send that is cancelled, times out or
 * finds it closed has reached nobody. A value that is sent when there are no subscribers is gone.
 *
 * <p>What a slow subscriber does to the others is for it to say when it subscribes. With {@link
 * Overflow#SUSPEND} it holds back the senders, and so in the end everybody: the others lose nothing
 * but wait with it, and one that stops receiving and does not close its end stops all. With {@link
 * Overflow#DROP_OLDEST} or {@link Overflow#DROP_NEWEST} it loses values and nobody waits for it.
 * With {@link Overflow#FAIL} it is unsubscribed: it can still receive what it has, and then finds
 * its channel closed because of {@link dev.stint.error.ChannelFullException}.
 *
 * <p>Sends are made one after another, in the order in which they came. Tasks and threads outside
 * any scheduler may use it. A send costs a task as many operations and channel operations as there
 * are subscribers, but at least one, paid before.
 */
public sealed interface Broadcast<T> extends AutoCloseable permits BroadcastImpl {
    /** A broadcast without subscribers. */
    static <T> Broadcast<T> open() {
        return new BroadcastImpl<>();
    }

    /** Names it, for errors and reports, and returns it. */
    Broadcast<T> named(String name);

    /**
     * Subscribes: returns the end at which all values that are sent from now on arrive. Closing it
     * unsubscribes. If the broadcast is closed, so is that end.
     *
     * @param capacity how many values may wait there to be received
     * @param whenFull what happens when there are more
     */
    Receiver<T> subscribe(int capacity, Overflow whenFull);

    /**
     * Sends a value to all subscribers; waits until there is room at each of those who hold back
     * the senders.
     *
     * @throws ChannelClosedException if the broadcast is closed, also while this waits
     * @throws InterruptedException if the task is cancelled or the thread interrupted
     */
    void send(T value) throws InterruptedException;

    /** Sends a value, unless that takes longer than this; false if it did, and nothing was sent. */
    boolean send(T value, Duration timeout) throws InterruptedException;

    /**
     * Sends a value if that is possible at once; false if a subscriber holds it back, or another
     * send is under way. Never waits.
     */
    boolean trySend(T value) throws InterruptedException;

    /**
     * Closes the broadcast: nothing is sent any more, and sends that wait are withdrawn. What has
     * arrived at the subscribers can still be received. Any number of times; the first counts.
     */
    @Override
    void close();

    /** Closes it for a reason, which those who meet it closed get to see. */
    void close(@Nullable Throwable reason);

    boolean isClosed();

    Snapshot snapshot();

    /**
     * A broadcast as it was at one moment.
     *
     * @param subscribers how many are subscribed
     * @param sendersWaiting how many sends wait: for room, or for those before them
     */
    record Snapshot(String name, int subscribers, int sendersWaiting, boolean closed) {}
}
