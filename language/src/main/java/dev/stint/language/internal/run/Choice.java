package dev.stint.language.internal.run;

import dev.stint.channel.Channel;
import dev.stint.channel.Clause;
import dev.stint.channel.Select;
import dev.stint.error.ChannelClosedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A select that is being made; then what it has received. */
public final class Choice {
    private final List<Clause<Integer>> clauses = new ArrayList<>();
    private @Nullable Duration timeout;
    private int timeoutIndex;
    private int defaultIndex = -1;
    private int count;
    private Object received = Value.UNIT;

    public void receive(Channel<Object> channel) {
        int index = count++;
        clauses.add(
                channel.onReceive(
                        value -> {
                            received = value;
                            return index;
                        }));
    }

    public void send(Channel<Object> channel, Object value) {
        int index = count++;
        clauses.add(channel.onSend(value, () -> index));
    }

    public void timeout(long millis) {
        timeout = Run.duration(millis);
        timeoutIndex = count++;
    }

    public void otherwise() {
        defaultIndex = count++;
    }

    /** Waits for one of them; says which. */
    public long await() throws InterruptedException {
        List<Clause<Integer>> all = new ArrayList<>(clauses);
        int other = defaultIndex;
        int late = timeoutIndex;
        Duration after = timeout;
        if (other >= 0) {
            all.add(Select.otherwise(() -> other)); // never waits, so the timeout is not reached
        } else if (after != null) {
            all.add(Select.onTimeout(after, () -> late));
        }
        try {
            return Select.<Integer>from(all);
        } catch (ChannelClosedException e) {
            throw new FaultException(Channels.CLOSED.fault().name());
        }
    }

    public Object received() {
        return received;
    }
}
