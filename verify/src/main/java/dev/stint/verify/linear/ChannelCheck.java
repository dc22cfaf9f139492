package dev.stint.verify.linear;

import dev.stint.channel.Channel;
import dev.stint.channel.Overflow;
import dev.stint.error.ChannelClosedException;
import dev.stint.verify.stress.WeakChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * The operations of a channel with a buffer that never wait. Those that do are for the histories:
 * under Lincheck they would have to be suspended by Lincheck.
 */
public abstract class ChannelCheck {
    final Channel<Integer> channel;

    ChannelCheck(Channel<Integer> channel) {
        this.channel = channel;
    }

    /** Anyone. */
    @Operation
    public String trySend(int value) throws InterruptedException {
        try {
            return channel.trySend(value) ? "sent" : "full";
        } catch (ChannelClosedException e) {
            return "closed";
        }
    }

    /** Anyone. */
    @Operation
    public String tryReceive() throws InterruptedException {
        try {
            return channel.tryReceive().map(String::valueOf).orElse("empty");
        } catch (ChannelClosedException e) {
            return "closed";
        }
    }

    /** Anyone. */
    @Operation
    public void close() {
        channel.close();
    }

    /** Anyone. */
    @Operation
    public String snapshot() {
        var snapshot = channel.snapshot();
        return snapshot.buffered() + ", dropped " + snapshot.dropped() + ", " + snapshot.closed();
    }

    /** What the operations do when there is only one who does them. */
    public abstract static class Alone {
        private final int capacity;
        private final Overflow whenFull;
        private final Deque<Integer> buffer = new ArrayDeque<>();
        private int dropped;
        private boolean closed;

        Alone(int capacity, Overflow whenFull) {
            this.capacity = capacity;
            this.whenFull = whenFull;
        }

        /** Sends if there is room. */
        public String trySend(int value) {
            if (closed) {
                return "closed";
            }
            boolean full = buffer.size() == capacity;
            if (full && whenFull == Overflow.SUSPEND) {
                return "full";
            }
            if (full && whenFull == Overflow.DROP_OLDEST) {
                buffer.remove();
            }
            if (!full || whenFull == Overflow.DROP_OLDEST) {
                buffer.add(value);
            }
            dropped += full ? 1 : 0;
            return "sent";
        }

        /** Receives the oldest. */
        public String tryReceive() {
            if (!buffer.isEmpty()) {
                return buffer.remove().toString();
            }
            return closed ? "closed" : "empty";
        }

        /** Once is enough. */
        public void close() {
            closed = true;
        }

        /** What a snapshot shows. */
        public String snapshot() {
            return buffer.size() + ", dropped " + dropped + ", " + closed;
        }
    }

    /** A buffer of 1. */
    public static class One extends ChannelCheck {
        public One() {
            super(Channel.buffered(1));
        }

        /** Its specification. */
        public static class Spec extends Alone {
            public Spec() {
                super(1, Overflow.SUSPEND);
            }
        }
    }

    /** {@link One}, where a receiver reads the lock and then writes it, without a CAS. */
    public static class OneWeakened extends One {
        /** Weak. */
        @Override
        @Operation
        public String tryReceive() {
            Object value = WeakChannel.tryReceiveWithoutCas(channel);
            return WeakChannel.isClosed(value)
                    ? "closed"
                    : WeakChannel.wouldWait(value) ? "empty" : value.toString();
        }
    }

    /** A buffer of 2. */
    public static class Two extends ChannelCheck {
        public Two() {
            super(Channel.buffered(2));
        }

        /** Its specification. */
        public static class Spec extends Alone {
            public Spec() {
                super(2, Overflow.SUSPEND);
            }
        }
    }

    /** A buffer without a bound. */
    public static class Unbounded extends ChannelCheck {
        public Unbounded() {
            super(Channel.unbounded());
        }

        /** Its specification. */
        public static class Spec extends Alone {
            public Spec() {
                super(Integer.MAX_VALUE, Overflow.SUSPEND);
            }
        }
    }

    /** A buffer of 1 that drops the oldest. */
    public static class DropsOldest extends ChannelCheck {
        public DropsOldest() {
            super(Channel.buffered(1, Overflow.DROP_OLDEST));
        }

        /** Its specification. */
        public static class Spec extends Alone {
            public Spec() {
                super(1, Overflow.DROP_OLDEST);
            }
        }
    }

    /** A buffer of 1 that drops the newest. */
    public static class DropsNewest extends ChannelCheck {
        public DropsNewest() {
            super(Channel.buffered(1, Overflow.DROP_NEWEST));
        }

        /** Its specification. */
        public static class Spec extends Alone {
            public Spec() {
                super(1, Overflow.DROP_NEWEST);
            }
        }
    }
}
