package dev.stint.policyservice.socket;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * One end of a connection: frames of a header and a payload. Nothing is read that does not fit a
 * limit, and nothing is waited for without a time. One thread at a time.
 *
 * <pre>
 *   4 bytes  "STNP"
 *   1 byte   version of this form
 *   1 byte   kind: 1 question, 2 policy, 3 unchanged, 4 failed
 *   4 bytes  how many bytes follow
 * </pre>
 */
final class Wire implements AutoCloseable {
    static final int MAGIC = 0x53544E50;
    static final byte VERSION = 2;
    static final int HEADER = 10;

    /** What a frame is. */
    enum Kind {
        QUESTION(1, 4 << 10),
        POLICY(2, 8 << 20),
        UNCHANGED(3, 8),
        FAILED(4, 8 << 10);

        final byte code;
        final int most;

        Kind(int code, int most) {
            this.code = (byte) code;
            this.most = most;
        }

        static Kind of(byte code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new WireException("it sent a frame of kind " + code + ", which is none");
        }
    }

    /** A frame that was read. */
    static final class Frame {
        private final Kind kind;
        private final byte[] payload;

        Frame(Kind kind, byte[] payload) {
            this.kind = kind;
            this.payload = payload;
        }

        Kind kind() {
            return kind;
        }

        /** Its own bytes, and no copy: whoever reads them changes nothing. */
        byte[] payload() {
            return payload;
        }
    }

    private final SocketChannel channel;
    private final Selector selector;

    Wire(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        selector = Selector.open();
        channel.register(selector, 0);
    }

    void send(Kind kind, byte[] payload, Duration within) throws IOException {
        long deadline = System.nanoTime() + within.toNanos();
        ByteBuffer frame =
                ByteBuffer.allocate(HEADER + payload.length)
                        .putInt(MAGIC)
                        .put(VERSION)
                        .put(kind.code)
                        .putInt(payload.length)
                        .put(payload)
                        .flip();
        while (frame.hasRemaining()) {
            if (channel.write(frame) == 0) {
                await(SelectionKey.OP_WRITE, deadline);
            }
        }
    }

    /**
     * The next frame.
     *
     * @param idle how long it may take to begin
     * @param within how long the rest of it may take then
     * @throws EOFException if the other side has closed
     * @throws WireException if that is no frame of ours
     */
    Frame receive(Duration idle, Duration within) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        long begin = System.nanoTime() + idle.toNanos();
        while (header.position() == 0) {
            read(header, begin);
        }
        long deadline = System.nanoTime() + within.toNanos();
        fill(header, deadline);
        header.flip();
        int magic = header.getInt();
        if (magic != MAGIC) {
            throw new WireException(
                    "it does not speak the language of policies: its first bytes are "
                            + Integer.toHexString(magic));
        }
        byte version = header.get();
        if (version != VERSION) {
            throw new WireException(
                    "it speaks version "
                            + version
                            + " of the language of policies, and this is version "
                            + VERSION
                            + "; use the same Stint on both sides");
        }
        Kind kind = Kind.of(header.get());
        int length = header.getInt();
        if (length < 0 || length > kind.most) {
            throw new WireException(
                    "it announced a frame of "
                            + Integer.toUnsignedString(length)
                            + " bytes; one of kind "
                            + kind
                            + " has "
                            + kind.most
                            + " at most");
        }
        ByteBuffer payload = ByteBuffer.allocate(length);
        fill(payload, deadline);
        return new Frame(kind, payload.array());
    }

    private void fill(ByteBuffer buffer, long deadline) throws IOException {
        while (buffer.hasRemaining()) {
            read(buffer, deadline);
        }
    }

    private void read(ByteBuffer buffer, long deadline) throws IOException {
        int read = channel.read(buffer);
        if (read < 0) {
            throw new EOFException("the other side has closed the connection");
        }
        if (read == 0) {
            await(SelectionKey.OP_READ, deadline);
        }
    }

    private void await(int operation, long deadline) throws IOException {
        long left = deadline - System.nanoTime();
        if (left <= 0 || Thread.currentThread().isInterrupted()) {
            throw new SocketTimeoutException("the other side took too long");
        }
        channel.keyFor(selector).interestOps(operation);
        selector.select(Math.max(1, left / 1_000_000));
        selector.selectedKeys().clear();
    }

    @Override
    public void close() {
        try (selector;
                channel) {
            // both, whatever one of them throws
        } catch (IOException e) {
            // it is of no use any more
        }
    }
}
