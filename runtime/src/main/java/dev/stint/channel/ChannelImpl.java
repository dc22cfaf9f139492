package dev.stint.channel;

import dev.stint.budget.Cost;
import dev.stint.error.ChannelClosedException;
import dev.stint.hooks.Foreign;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A channel, as its users see it. */
final class ChannelImpl<T> extends Exchange implements Channel<T> {
    /** What a loop has tried when it meets a channel that was closed for a reason. */
    static final String ITERATE = "iterate over";

    /** What a clause of a select has tried. */
    static final String SELECT_SEND = "select a send to";

    static final String SELECT_RECEIVE = "select a receive from";

    ChannelImpl(int capacity, Overflow whenFull) {
        super(capacity, whenFull);
    }

    // ---- sending

    @Override
    public void send(T value) throws InterruptedException {
        if (put(value, TimerHeap.NONE, "send") != WaitNode.DATA) {
            throw closedError("send to");
        }
    }

    @Override
    public Sent sendOrClosed(T value) throws InterruptedException {
        return sentOrClosed(put(value, TimerHeap.NONE, "sendOrClosed"));
    }

    private Sent sentOrClosed(int result) {
        if (result == WaitNode.DATA) {
            return new Sent.Taken();
        }
        Throwable reason = reason();
        return reason == null ? new Sent.Done() : new Sent.Failed(reason);
    }

    @Override
    public boolean send(T value, Duration timeout) throws InterruptedException {
        return sent(put(value, nanosOf(timeout), "send"));
    }

    @Override
    public boolean sendUntil(T value, long nanoTime) throws InterruptedException {
        return sent(put(value, TimerHeap.NONE, moment(nanoTime, "sendUntil"), "sendUntil"));
    }

    @Override
    public boolean trySend(T value) throws InterruptedException {
        return sent(put(value, 0, "trySend"));
    }

    @Override
    public Optional<Sent> trySendOrClosed(T value) throws InterruptedException {
        int result = put(value, 0, "trySendOrClosed");
        return result == WaitNode.TIMEOUT ? Optional.empty() : Optional.of(sentOrClosed(result));
    }

    private boolean sent(int result) {
        if (result == WaitNode.CLOSE) {
            throw closedError("send to");
        }
        return result == WaitNode.DATA;
    }

    // ---- receiving

    @SuppressWarnings("unchecked") // only send puts values in
    T cast(Object value) {
        return (T) value;
    }

    @Override
    public T receive() throws InterruptedException {
        Object value = take(TimerHeap.NONE, "receive");
        if (value == CLOSED) {
            throw closedError("receive from");
        }
        return cast(value);
    }

    @Override
    public Received<T> receiveOrClosed() throws InterruptedException {
        return received(take(TimerHeap.NONE, "receiveOrClosed"));
    }

    /** What was taken, as a result. */
    Received<T> received(Object value) {
        if (value != CLOSED) {
            return new Received.Value<>(cast(value));
        }
        Throwable reason = reason();
        return reason == null ? new Received.Done<>() : new Received.Failed<>(reason);
    }

    @Override
    public Optional<T> receive(Duration timeout) throws InterruptedException {
        return orEmpty(take(nanosOf(timeout), "receive"));
    }

    @Override
    public Optional<T> receiveUntil(long nanoTime) throws InterruptedException {
        return orEmpty(take(TimerHeap.NONE, moment(nanoTime, "receiveUntil"), "receiveUntil"));
    }

    @Override
    public Optional<T> tryReceive() throws InterruptedException {
        return orEmpty(take(0, "tryReceive"));
    }

    @Override
    public Optional<Received<T>> tryReceiveOrClosed() throws InterruptedException {
        Object value = take(0, "tryReceiveOrClosed");
        return value == WOULD_WAIT ? Optional.empty() : Optional.of(received(value));
    }

    private Optional<T> orEmpty(Object value) {
        if (value == CLOSED) {
            throw closedError("receive from");
        }
        return value == WOULD_WAIT ? Optional.empty() : Optional.of(cast(value));
    }

    @Override
    public List<T> drain() throws InterruptedException {
        int most = pending();
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null) {
            me.payChannelOp("drain");
            me.charge(Cost.CHANNEL_RECEIVE.times(Math.max(0, most - 1)));
        }
        List<T> taken = new ArrayList<>(most);
        Object value = most == 0 ? null : takeUnpaid();
        while (value != null) {
            taken.add(cast(value));
            value = taken.size() == most ? null : takeUnpaid();
        }
        return taken;
    }

    private static long moment(long nanoTime, String where) {
        TaskImpl.ensureCurrent(where); // only a task has such a clock
        return nanoTime;
    }

    // ---- closing

    @Override
    public void close() {
        close(null);
    }

    ChannelClosedException closedError(String tried) {
        Throwable reason = reason();
        return new ChannelClosedException(
                Outside.caller()
                        + " cannot "
                        + tried
                        + " "
                        + this
                        + ": it "
                        + (reason == null
                                ? "was closed"
                                : "was closed because of " + Foreign.inWords(reason))
                        + adviceFor(tried),
                reason);
    }

    private static String adviceFor(String tried) {
        return switch (tried) {
            case SELECT_SEND -> ". Leave the clause out once the channel is closed.";
            case SELECT_RECEIVE ->
                    " and is empty. Use onReceiveOrClosed(...) where the end is expected.";
            case ITERATE -> " and is empty. Use receiveOrClosed() where such an end is expected.";
            case "send to" ->
                    ". Send before the close, or use sendOrClosed(...) and look at what it"
                            + " returns.";
            default ->
                    " and is empty. Use receiveOrClosed() or a for loop where the end is expected.";
        };
    }

    // ---- the rest of the public face

    @Override
    public Channel<T> named(String name) {
        setName(Objects.requireNonNull(name, "name of a channel"));
        return this;
    }

    @Override
    public Sender<T> sender() {
        return new SendEnd<>(this);
    }

    @Override
    public Receiver<T> receiver() {
        return new ReceiveEnd<>(this);
    }

    @Override
    public Iterator<T> iterator() {
        return new Arrivals<>(this);
    }

    @Override
    public Stream<T> stream() {
        return Arrivals.stream(this);
    }

    @Override
    public <R extends @Nullable Object> Clause<R> onSend(T value, Clause.Then<R> then) {
        Objects.requireNonNull(value, "a channel carries no null");
        return new Clause.Send<>(this, value, then);
    }

    @Override
    public <R extends @Nullable Object> Clause<R> onReceive(Clause.With<? super T, R> then) {
        return new Clause.Receive<>(this, then);
    }

    @Override
    public <R extends @Nullable Object> Clause<R> onReceiveOrClosed(
            Clause.With<? super Received<T>, R> then) {
        return new Clause.ReceiveOrClosed<>(this, then);
    }

    @Override
    public String toString() {
        return called(capacity == 0 ? "rendezvous channel" : "channel");
    }
}
