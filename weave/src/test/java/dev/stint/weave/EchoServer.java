package dev.stint.weave;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Sends back what it is sent, on threads of its own, until the other side closes. */
final class EchoServer implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    private final ServerSocket server;
    private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();

    EchoServer() throws IOException {
        this.server = new ServerSocket(0, 200, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofPlatform().daemon().name("echo-accept").start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread.ofPlatform().daemon().name("echo").start(() -> serve(socket));
            }
        } catch (IOException e) {
            events.add("ended");
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var buffer = new byte[8192];
            boolean isFirst = true;
            for (int n = socket.getInputStream().read(buffer);
                    n >= 0;
                    n = socket.getInputStream().read(buffer)) {
                socket.getOutputStream().write(buffer, 0, n);
                if (isFirst) {
                    events.add("heard");
                    isFirst = false;
                }
            }
        } catch (IOException e) {
            // The other side is gone, which is what is told below.
        }
        events.add("gone");
    }

    /** Waits until a client has sent something, or is gone. */
    void await(String event) throws InterruptedException {
        String next = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        while (next != null && !next.equals(event)) {
            next = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        if (next == null) {
            throw new AssertionError("no client was '" + event + "'");
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
