package dev.stint.verify.stress;

import dev.stint.channel.Channel;
import dev.stint.channel.Select;
import dev.stint.error.ChannelClosedException;
import dev.stint.verify.tools.Backdoor;
import java.util.List;

/** Operations on channels that never wait, as numbers, for actors, which can throw nothing. */
final class AtOnce {
    private AtOnce() {}

    /** 1 sent, 0 not, -1 closed. */
    static int send(Channel<Integer> channel, int value) {
        try {
            return channel.trySend(value) ? 1 : 0;
        } catch (ChannelClosedException e) {
            return -1;
        } catch (InterruptedException e) {
            throw Backdoor.unexpected(e);
        }
    }

    /** The value, 0 if there is none, -1 if the channel is closed. */
    static int receive(Channel<Integer> channel) {
        try {
            return channel.tryReceive().orElse(0);
        } catch (ChannelClosedException e) {
            return -1;
        } catch (InterruptedException e) {
            throw Backdoor.unexpected(e);
        }
    }

    /** The value of the first, or if that is empty of the second, 0 if both are empty. */
    static int receiveInOrder(Channel<Integer> first, Channel<Integer> second) {
        try {
            return Select.inOrder(
                    first.onReceive(v -> v),
                    second.onReceive(v -> v),
                    Select.<Integer>otherwise(() -> 0));
        } catch (InterruptedException e) {
            throw Backdoor.unexpected(e);
        }
    }

    /** All that is there, as the digits of a number. */
    static int drain(Channel<Integer> channel) {
        try {
            List<Integer> values = channel.drain();
            return values.stream().reduce(0, (digits, value) -> digits * 10 + value);
        } catch (InterruptedException e) {
            throw Backdoor.unexpected(e);
        }
    }
}
