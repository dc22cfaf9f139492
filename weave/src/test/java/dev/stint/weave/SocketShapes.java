package dev.stint.weave;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** What a tenant does with the network. */
public final class SocketShapes {
    /** What was left open on purpose. */
    private static final List<Socket> LEFT = new ArrayList<>();

    private static final AtomicReference<Object> SHARED = new AtomicReference<>();

    private SocketShapes() {}

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String sent(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes(text));
        out.flush();
        return new String(
                socket.getInputStream().readNBytes(text.length()), StandardCharsets.UTF_8);
    }

    public static String echo(String host, int port, String text) throws IOException {
        try (var socket = new Socket(host, port)) {
            return sent(socket, text);
        }
    }

    public static String echoLater(String host, int port, String text) throws IOException {
        var socket = new Socket();
        try (socket) {
            socket.setSoTimeout(60_000);
            socket.setTcpNoDelay(true);
            SocketAddress to =
                    port % 2 == 0
                            ? new InetSocketAddress(host, port)
                            : InetSocketAddress.createUnresolved(host, port);
            socket.connect(to, 60_000);
            return sent(socket, text) + (socket.getTcpNoDelay() ? "" : "!");
        }
    }

    public static String echoByAddress(String host, int port, String text) throws IOException {
        try (var socket = new Socket(InetAddress.getByName(host), port)) {
            return sent(socket, text);
        }
    }

    public static String echoByChannel(String host, int port, String text) throws IOException {
        try (var channel = SocketChannel.open(new InetSocketAddress(host, port))) {
            ByteBuffer out = ByteBuffer.wrap(bytes(text));
            while (out.hasRemaining()) {
                channel.write(out);
            }
            ByteBuffer in = ByteBuffer.allocate(out.capacity());
            while (in.hasRemaining() && channel.read(in) >= 0) {}
            return new String(in.array(), StandardCharsets.UTF_8);
        }
    }

    /** A new object on the stack while others are made, and one by a method reference. */
    public static String echoByReference(String host, int port, String text) throws IOException {
        Supplier<Socket> maker = Socket::new;
        try (Socket socket = port > 0 ? maker.get() : new Socket(host, port > -5 ? 1 : 2)) {
            socket.connect(new InetSocketAddress(host, port));
            return sent(socket, text);
        }
    }

    public static int readByBytes(String host, int port, String text) throws IOException {
        try (var socket = new Socket(host, port)) {
            socket.getOutputStream().write(bytes(text));
            InputStream in = socket.getInputStream();
            int count = 0;
            while (count < text.length() && in.read() >= 0) {
                count++;
            }
            return count;
        }
    }

    /** Reads what never comes. */
    public static int wait(String host, int port, String text) throws IOException {
        try (var socket = new Socket(host, port)) {
            socket.getOutputStream().write(bytes(text));
            return socket.getInputStream().read(new byte[1000], 0, 1000)
                    + socket.getInputStream().read();
        }
    }

    public static int waitByChannel(String host, int port, String text) throws IOException {
        try (var channel = SocketChannel.open(new InetSocketAddress(host, port))) {
            channel.write(ByteBuffer.wrap(bytes(text)));
            return channel.read(ByteBuffer.allocate(1000)) + channel.read(ByteBuffer.allocate(1));
        }
    }

    /** Eats whatever it is told, and reads on. */
    public static int waitAndEat(String host, int port, String text) throws IOException {
        var socket = new Socket(host, port);
        socket.getOutputStream().write(bytes(text));
        while (true) {
            try {
                socket.getInputStream().read(new byte[1000], 0, 1000);
            } catch (Throwable e) {
                SHARED.set(e);
            }
        }
    }

    public static int leaveOpen(String host, int port, String text) throws IOException {
        var socket = new Socket(host, port);
        synchronized (LEFT) {
            LEFT.add(socket);
        }
        socket.getOutputStream().write(bytes(text));
        return socket.getInputStream().read();
    }

    public static boolean isLeftOpen() {
        synchronized (LEFT) {
            return LEFT.stream().anyMatch(socket -> !socket.isClosed());
        }
    }

    /** Opens more than it may. */
    public static int openMany(String host, int port, String count) throws IOException {
        int many = Integer.parseInt(count);
        for (int i = 0; i < many; i++) {
            SHARED.set(new Socket(host, port));
        }
        return many;
    }

    /** One socket is left unconnected, asked for nothing. */
    public static boolean unconnected() throws IOException {
        try (var socket = new Socket()) {
            socket.setSoTimeout(5);
            return socket.isConnected() || socket.isBound();
        }
    }

    /** It cannot be told one address and another one later. */
    public static final class Liar extends Socket {
        @Override
        public int getPort() {
            return 80;
        }
    }
}
