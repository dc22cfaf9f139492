package dev.stint.hooks.jdk;

import dev.stint.hooks.Grant;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Is made in the place of its superclass: connects by the right of the task, to the very address
 * that was judged, and pays for every call of the system.
 */
public final class PaidSocket extends Socket {
    /** Null until somebody connects, which happens once. */
    private final AtomicReference<@Nullable Grant> granted = new AtomicReference<>();

    // Until it is connected they are only kept: the system is to know nothing of it before.
    private volatile int soTimeout;
    private volatile boolean noDelay;
    private volatile boolean keepAlive;

    public PaidSocket() {}

    public PaidSocket(@Nullable String host, int port) throws IOException {
        this(Network.lookUp(host), port);
    }

    public PaidSocket(@Nullable InetAddress address, int port) throws IOException {
        InetAddress to = address == null ? InetAddress.getLoopbackAddress() : address;
        connect(new InetSocketAddress(to, port));
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        InetSocketAddress to = Network.resolved(endpoint);
        if (timeout < 0) {
            throw new IllegalArgumentException("connect: timeout can't be negative");
        }
        if (isClosed()) {
            throw new SocketException("Socket is closed");
        }
        Grant grant = granted.get() == null ? Network.ask(to) : null;
        if (grant == null || !granted.compareAndSet(null, grant)) {
            throw new SocketException("already connected");
        }
        try {
            grant.hold(this);
            super.connect(to, timeout);
            super.setSoTimeout(soTimeout);
            super.setTcpNoDelay(noDelay);
            super.setKeepAlive(keepAlive);
        } catch (IOException e) {
            throw Network.failed(grant, e);
        } finally {
            if (!isConnected()) {
                close();
            }
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        Grant grant = grant();
        return new Input(super.getInputStream(), grant);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        Grant grant = grant();
        return new Output(super.getOutputStream(), grant);
    }

    @Override
    public void setSoTimeout(int timeout) throws SocketException {
        if (timeout < 0) {
            throw new IllegalArgumentException("timeout can't be negative");
        }
        soTimeout = timeout;
        if (isConnected()) {
            super.setSoTimeout(timeout);
        }
    }

    @Override
    public int getSoTimeout() {
        return soTimeout;
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        noDelay = on;
        if (isConnected()) {
            super.setTcpNoDelay(on);
        }
    }

    @Override
    public boolean getTcpNoDelay() {
        return noDelay;
    }

    @Override
    public void setKeepAlive(boolean on) throws SocketException {
        keepAlive = on;
        if (isConnected()) {
            super.setKeepAlive(on);
        }
    }

    @Override
    public boolean getKeepAlive() {
        return keepAlive;
    }

    private Grant grant() throws SocketException {
        Grant grant = granted.get();
        if (grant == null) {
            throw new SocketException("Socket is not connected");
        }
        if (isClosed()) {
            grant.failed();
        }
        return grant;
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            Grant grant = granted.get();
            if (grant != null) {
                grant.drop();
            }
        }
    }

    /** What comes in; all else that the superclass does it does by these. */
    private final class Input extends InputStream {
        private final InputStream in;
        private final Grant grant;

        Input(InputStream in, Grant grant) {
            this.in = in;
            this.grant = grant;
        }

        @Override
        public int read() throws IOException {
            Network.use(grant, 1);
            try {
                return in.read();
            } catch (IOException e) {
                throw Network.failed(grant, e);
            }
        }

        @Override
        public int read(byte[] into, int at, int count) throws IOException {
            Network.use(grant, count);
            try {
                return in.read(into, at, count);
            } catch (IOException e) {
                throw Network.failed(grant, e);
            }
        }

        @Override
        public int available() throws IOException {
            Network.use(grant, 0);
            return in.available();
        }

        @Override
        public void close() throws IOException {
            PaidSocket.this.close();
        }
    }

    private final class Output extends OutputStream {
        private final OutputStream out;
        private final Grant grant;

        Output(OutputStream out, Grant grant) {
            this.out = out;
            this.grant = grant;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int at, int count) throws IOException {
            Network.use(grant, count);
            try {
                out.write(bytes, at, count);
            } catch (IOException e) {
                throw Network.failed(grant, e);
            }
        }

        @Override
        public void close() throws IOException {
            PaidSocket.this.close();
        }
    }
}
