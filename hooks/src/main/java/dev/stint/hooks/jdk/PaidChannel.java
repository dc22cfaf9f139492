package dev.stint.hooks.jdk;

import dev.stint.hooks.Grant;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A channel that connects by the right of the task, to the very address that was judged, and pays
 * for every call of the system. It waits; there are no selectors for it.
 */
final class PaidChannel extends SocketChannel {
    /** Null until somebody connects, which happens once: until then the system knows nothing. */
    private final AtomicReference<@Nullable Line> line = new AtomicReference<>();

    /** What is there once it is allowed. */
    private record Line(Grant grant, SocketChannel channel) {}

    /** One step of the work with the system. */
    @FunctionalInterface
    private interface Step {
        long run(SocketChannel channel) throws IOException;
    }

    PaidChannel() {
        super(SelectorProvider.provider());
    }

    @Override
    public boolean connect(SocketAddress remote) throws IOException {
        InetSocketAddress to = Network.resolved(remote);
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        if (line.get() != null) {
            throw new AlreadyConnectedException();
        }
        Grant grant = Network.ask(to);
        var made = new Line(grant, SocketChannel.open());
        if (!line.compareAndSet(null, made)) {
            made.channel.close();
            throw new AlreadyConnectedException();
        }
        try {
            grant.hold(this);
            made.channel.connect(to);
            return true;
        } catch (IOException e) {
            throw Network.failed(grant, e);
        } finally {
            if (!made.channel.isConnected() || !isOpen()) {
                close();
                implCloseSelectableChannel(); // it may have been closed before there was a line
            }
        }
    }

    private long step(long bytes, Step step) throws IOException {
        Line at = line();
        Network.use(at.grant, bytes);
        try {
            return step.run(at.channel);
        } catch (IOException e) {
            throw Network.failed(at.grant, e);
        }
    }

    private Line line() throws ClosedChannelException {
        Line at = line.get();
        if (!isOpen()) {
            if (at != null) {
                at.grant.failed();
            }
            throw new ClosedChannelException();
        }
        if (at == null) {
            throw new NotYetConnectedException();
        }
        return at;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return (int) step(into.remaining(), channel -> channel.read(into));
    }

    @Override
    public long read(ByteBuffer[] into, int at, int count) throws IOException {
        return step(remaining(into, at, count), channel -> channel.read(into, at, count));
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        return (int) step(from.remaining(), channel -> channel.write(from));
    }

    @Override
    public long write(ByteBuffer[] from, int at, int count) throws IOException {
        return step(remaining(from, at, count), channel -> channel.write(from, at, count));
    }

    private static long remaining(ByteBuffer[] buffers, int at, int count) {
        Objects.checkFromIndexSize(at, count, buffers.length);
        long sum = count;
        for (int i = at; i < at + count; i++) {
            sum += buffers[i].remaining();
        }
        return sum;
    }

    @Override
    public boolean isConnected() {
        Line at = line.get();
        return at != null && at.channel.isConnected();
    }

    @Override
    public boolean isConnectionPending() {
        return false;
    }

    @Override
    public boolean finishConnect() throws IOException {
        return line().channel.finishConnect();
    }

    @Override
    public SocketAddress getRemoteAddress() throws IOException {
        return line().channel.getRemoteAddress();
    }

    @Override
    public SocketAddress getLocalAddress() throws IOException {
        return line().channel.getLocalAddress();
    }

    @Override
    public SocketChannel shutdownInput() throws IOException {
        step(0, channel -> channel.shutdownInput().isConnected() ? 1 : 0);
        return this;
    }

    @Override
    public SocketChannel shutdownOutput() throws IOException {
        step(0, channel -> channel.shutdownOutput().isConnected() ? 1 : 0);
        return this;
    }

    @Override
    protected void implCloseSelectableChannel() throws IOException {
        Line at = line.get();
        if (at != null) {
            try {
                at.channel.close();
            } finally {
                at.grant.drop();
            }
        }
    }

    @Override
    protected void implConfigureBlocking(boolean block) {
        if (!block) {
            throw none("a mode in which it does not wait");
        }
    }

    @Override
    public SocketChannel bind(@Nullable SocketAddress local) {
        throw none("an address of its own");
    }

    @Override
    public Socket socket() {
        throw none("a socket");
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) {
        throw none("options");
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
        throw none("options");
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of();
    }

    private static UnsupportedOperationException none(String what) {
        return new UnsupportedOperationException(
                "a channel of a tenant does not have " + what + "; connect, read and write it.");
    }
}
