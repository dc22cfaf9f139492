package dev.stint.actor;

import dev.stint.channel.Channel;
import dev.stint.channel.Overflow;
import java.util.Objects;

/**
 * How many messages may wait for an actor, and what happens to one more.
 *
 * @param capacity how many may wait; {@link Integer#MAX_VALUE}: as many as there is memory for
 * @param whenFull what happens when so many wait already
 */
public record Mailbox(int capacity, Overflow whenFull) {
    public static final Mailbox DEFAULT = of(64);

    public Mailbox {
        Objects.requireNonNull(whenFull, "what a full mailbox does");
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "a mailbox holds 1 message or more, not "
                            + capacity
                            + ": an actor is told things that it handles later. To wait until one"
                            + " is handled, ask(...).");
        }
    }

    /** Whoever tells a full one something waits for room. */
    public static Mailbox of(int capacity) {
        return new Mailbox(capacity, Overflow.SUSPEND);
    }

    public static Mailbox of(int capacity, Overflow whenFull) {
        return new Mailbox(capacity, whenFull);
    }

    /**
     * It grows as long as there is memory: nothing holds back those who tell faster than the actor
     * handles.
     */
    public static Mailbox unbounded() {
        return new Mailbox(Integer.MAX_VALUE, Overflow.SUSPEND);
    }

    <T> Channel<T> open() {
        return capacity == Integer.MAX_VALUE
                ? Channel.unbounded()
                : Channel.buffered(capacity, whenFull);
    }
}
