package dev.stint.policyservice.socket;

import dev.stint.policy.Policy;
import dev.stint.policy.PolicyQuestion;
import dev.stint.policy.PolicySource;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A socket of this machine where schedulers of other processes ask a source. Who connects is one of
 * the users that are trusted; what each may send is bounded, and so is how many there are and how
 * often they ask. Who breaks a rule loses the connection, and that is reported.
 */
public final class PolicySocket implements AutoCloseable {
    static final int MOST_CONNECTIONS = 64;
    static final int MOST_PER_SECOND = 200;

    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final Duration WITHIN = Duration.ofSeconds(5);

    private final Path socket;
    private final PolicySource source;
    private final Peers peers;
    private final Reports reports;
    private final ServerSocketChannel server;
    private final Set<Wire> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private PolicySocket(Path socket, PolicySource source, Peers peers, Reports reports)
            throws IOException {
        this.socket = socket;
        this.source = source;
        this.peers = peers;
        this.reports = reports;
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    }

    /**
     * Opens one.
     *
     * @param users who may ask; if there are none, the user of this process
     * @param reports is told of those that were refused or cut off; ten times a second at most
     * @throws IOException if there is something else, or somebody serves there already
     */
    public static PolicySocket open(
            Path socket, PolicySource source, Set<String> users, Consumer<String> reports)
            throws IOException {
        Objects.requireNonNull(source, "source of policies");
        removeLeftOver(socket);
        var made = new PolicySocket(socket, source, new Peers(users), new Reports(reports));
        try {
            made.server.bind(UnixDomainSocketAddress.of(socket));
            if (users.isEmpty()) {
                Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            }
        } catch (IOException e) {
            made.server.close();
            throw e;
        }
        Thread.ofPlatform().daemon().name("stint-policy-socket").start(made::accept);
        return made;
    }

    /** A socket that nobody answers at was left by a process that is no more. */
    private static void removeLeftOver(Path socket) throws IOException {
        if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            if (Files.isRegularFile(socket) || Files.isDirectory(socket)) {
                throw new IOException("'" + socket + "' is there, and is no socket");
            }
            try {
                channel.connect(UnixDomainSocketAddress.of(socket));
            } catch (IOException e) {
                Files.delete(socket);
                return;
            }
        }
        throw new IOException("somebody serves at '" + socket + "' already");
    }

    private void accept() {
        while (!closed) {
            try {
                SocketChannel channel = server.accept();
                if (open.size() >= MOST_CONNECTIONS) {
                    reports.say("refused a connection: there are " + MOST_CONNECTIONS);
                    channel.close();
                } else {
                    start(channel);
                }
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                reports.say("cannot take a connection: " + e.getMessage());
            }
        }
    }

    private void start(SocketChannel channel) throws IOException {
        Wire wire;
        try {
            peers.ensureTrusted(channel);
            wire = new Wire(channel);
        } catch (SecurityException e) {
            channel.close();
            reports.say("refused a connection: " + e.getMessage());
            return;
        }
        open.add(wire);
        Thread.ofPlatform().daemon().name("stint-policy-peer").start(() -> serve(wire));
    }

    private void serve(Wire wire) {
        try (wire) {
            long second = System.nanoTime();
            int asked = 0;
            while (!closed) {
                Wire.Frame frame = wire.receive(IDLE, WITHIN);
                long now = System.nanoTime();
                if (now - second > 1_000_000_000L) {
                    second = now;
                    asked = 0;
                }
                if (++asked > MOST_PER_SECOND) {
                    throw new WireException(
                            "it asked more than " + MOST_PER_SECOND + " times in a second");
                }
                answer(wire, frame);
            }
        } catch (EOFException | SocketTimeoutException e) {
            // it has gone, or says nothing
        } catch (WireException e) {
            reports.say("cut a connection off: " + e.getMessage());
        } catch (IOException | RuntimeException e) {
            if (!closed) {
                reports.say("lost a connection: " + e);
            }
        } finally {
            open.remove(wire);
        }
    }

    private void answer(Wire wire, Wire.Frame frame) throws IOException {
        if (frame.kind() != Wire.Kind.QUESTION) {
            throw new WireException("it sent a frame of kind " + frame.kind() + " for a question");
        }
        PolicyQuestion question = Codec.question(frame.payload());
        Optional<Policy> policy;
        try {
            policy = source.policy(question);
        } catch (Exception e) {
            wire.send(
                    Wire.Kind.FAILED,
                    Codec.failed(question.number(), String.valueOf(e.getMessage())),
                    WITHIN);
            return;
        }
        if (policy.isPresent()) {
            byte[] bytes = Codec.policy(question.number(), policy.get());
            wire.send(Wire.Kind.POLICY, bytes, WITHIN);
        } else {
            wire.send(Wire.Kind.UNCHANGED, Codec.unchanged(question.number()), WITHIN);
        }
    }

    /** How many are connected. */
    public int connections() {
        return open.size();
    }

    /** Ends all connections and removes the socket. */
    @Override
    public void close() throws IOException {
        closed = true;
        server.close();
        Files.deleteIfExists(socket);
        open.forEach(Wire::close);
    }
}
