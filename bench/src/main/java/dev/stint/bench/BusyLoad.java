package dev.stint.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * A load generator in a JVM of its own, on one thread: each of its connections to a server on
 * loopback has one request under way at any time. Prints how many were answered in each second that
 * counts, and ends.
 */
public final class BusyLoad {
    private BusyLoad() {}

    /** {@code args}: port, connections, seconds that do not count, seconds that do. */
    public static void main(String[] args) throws IOException {
        var server =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        int connections = Integer.parseInt(args[1]);
        try (var selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                var channel = SocketChannel.open(server);
                channel.configureBlocking(false);
                channel.register(
                        selector,
                        SelectionKey.OP_READ,
                        ByteBuffer.allocateDirect(BusyServer.MESSAGE));
                ask(channel);
            }
            run(selector, Integer.parseInt(args[2]));
            for (int second = Integer.parseInt(args[3]); second > 0; second--) {
                System.out.println("requests " + run(selector, 1));
            }
        }
    }

    /** How many are answered in so many seconds, made up for a last one that takes longer. */
    private static long run(Selector selector, int seconds) throws IOException {
        long begun = System.nanoTime();
        long wanted = TimeUnit.SECONDS.toNanos(seconds);
        long answered = 0;
        while (System.nanoTime() - begun < wanted) {
            selector.select(10);
            var ready = selector.selectedKeys();
            for (SelectionKey key : ready) {
                var buffer = (ByteBuffer) key.attachment();
                var channel = (SocketChannel) key.channel();
                if (channel.read(buffer) < 0) {
                    throw new IOException("the server has closed a connection");
                }
                if (!buffer.hasRemaining()) {
                    buffer.clear();
                    answered++;
                    ask(channel);
                }
            }
            ready.clear();
        }
        return Math.round((double) answered * wanted / (System.nanoTime() - begun));
    }

    /** It fits into the socket's buffer: nothing else is under way. */
    private static void ask(SocketChannel channel) throws IOException {
        var request = ByteBuffer.allocate(BusyServer.MESSAGE);
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }
}
