package dev.stint.bench;

import java.util.concurrent.LinkedTransferQueue;

/** The JDK's transfer queue, which can wait for the receiver but has no bounded buffer. */
final class TransferChannels extends ThreadChannels<LinkedTransferQueue<Integer>> {
    @Override
    LinkedTransferQueue<Integer> channel(int capacity) {
        if (capacity != 0) {
            throw new UnsupportedOperationException("a transfer queue has no bounded buffer");
        }
        return new LinkedTransferQueue<>();
    }

    @Override
    void send(LinkedTransferQueue<Integer> channel, int message) throws InterruptedException {
        channel.transfer(message);
    }

    @Override
    int receive(LinkedTransferQueue<Integer> channel) throws InterruptedException {
        return channel.take();
    }
}
