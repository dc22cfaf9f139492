package dev.stint.verify.history;

import dev.stint.channel.Channel;

/** The weakened receive, for proofs by schedules. */
public final class WeakReceive {
    private static final Weakened.Withdrawal OPERATIONS = new Weakened.Withdrawal();

    private WeakReceive() {}

    /** A receive that withdraws when cancelled, although a sender may have claimed it before. */
    public static int receive(Channel<Integer> channel) throws InterruptedException {
        return OPERATIONS.receive(channel);
    }
}
