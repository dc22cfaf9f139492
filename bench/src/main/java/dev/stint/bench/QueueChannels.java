package dev.stint.bench;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;

/** The JDK's queues as channels. */
final class QueueChannels extends ThreadChannels<BlockingQueue<Integer>> {
    @Override
    BlockingQueue<Integer> channel(int capacity) {
        return capacity == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(capacity);
    }

    @Override
    void send(BlockingQueue<Integer> channel, int message) throws InterruptedException {
        channel.put(message);
    }

    @Override
    int receive(BlockingQueue<Integer> channel) throws InterruptedException {
        return channel.take();
    }
}
