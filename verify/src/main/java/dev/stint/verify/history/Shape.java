package dev.stint.verify.history;

import dev.stint.channel.Channel;
import dev.stint.channel.Overflow;

/** How a channel was made. */
enum Shape {
    RENDEZVOUS(0, Overflow.SUSPEND),
    ONE(1, Overflow.SUSPEND),
    TWO(2, Overflow.SUSPEND),
    UNBOUNDED(Integer.MAX_VALUE, Overflow.SUSPEND),
    DROPS_OLDEST(1, Overflow.DROP_OLDEST),
    DROPS_NEWEST(1, Overflow.DROP_NEWEST);

    final int capacity;
    final Overflow whenFull;

    Shape(int capacity, Overflow whenFull) {
        this.capacity = capacity;
        this.whenFull = whenFull;
    }

    <T> Channel<T> open() {
        return switch (capacity) {
            case 0 -> Channel.rendezvous();
            case Integer.MAX_VALUE -> Channel.unbounded();
            default -> Channel.buffered(capacity, whenFull);
        };
    }
}
