package dev.stint.language.internal.run;

import dev.stint.channel.Channel;
import dev.stint.channel.Received;
import dev.stint.channel.Sent;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.TypeTable;
import java.util.Optional;

/**
 * What scripts do with channels. A closed one is an error where somebody listens, which is a {@link
 * Value.Failed}, and otherwise the end of the task.
 */
public final class Channels {
    static final Value.Failed CLOSED =
            new Value.Failed(
                    new Value.Fault(TypeTable.CHANNEL_ERRORS + "." + TypeTable.CHANNEL_CLOSED));

    private Channels() {}

    public static Channel<Object> create(long capacity) {
        if (capacity < 0 || capacity > Integer.MAX_VALUE) {
            throw new PanicException(
                    PanicException.MEMORY, "a channel cannot hold " + capacity + " values");
        }
        return capacity == 0 ? Channel.rendezvous() : Channel.buffered((int) capacity);
    }

    public static Object send(Channel<Object> channel, Object value, boolean mayFail)
            throws InterruptedException {
        Sent sent = channel.sendOrClosed(value);
        return sent instanceof Sent.Taken ? Value.UNIT : closed(mayFail);
    }

    public static Object receive(Channel<Object> channel, boolean mayFail)
            throws InterruptedException {
        return channel.receiveOrClosed() instanceof Received.Value<Object>(Object value)
                ? value
                : closed(mayFail);
    }

    public static Object trySend(Channel<Object> channel, Object value, boolean mayFail)
            throws InterruptedException {
        Optional<Sent> sent = channel.trySendOrClosed(value);
        if (sent.isEmpty()) {
            return false;
        }
        return sent.get() instanceof Sent.Taken ? true : closed(mayFail);
    }

    /** What was received, or {@link Value#NONE}, or that it is closed. */
    public static Object tryReceive(Channel<Object> channel, boolean mayFail)
            throws InterruptedException {
        Optional<Received<Object>> found = channel.tryReceiveOrClosed();
        if (found.isEmpty()) {
            return Value.NONE;
        }
        return found.get() instanceof Received.Value<Object>(Object value)
                ? new Value.Some(value)
                : closed(mayFail);
    }

    public static long length(Channel<Object> channel) {
        return channel.snapshot().buffered();
    }

    private static Object closed(boolean mayFail) {
        if (mayFail) {
            return CLOSED;
        }
        throw new FaultException(CLOSED.fault().name());
    }
}
