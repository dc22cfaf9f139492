package dev.stint.policyservice.socket;

import dev.stint.policy.Policy;
import dev.stint.policy.PolicyQuestion;
import dev.stint.policy.PolicySource;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Policies of another process, over a socket of this machine. It is asked, and heard once for each
 * question; who says more, or anything that it must not, loses the connection, and the next
 * question opens another. Give it to {@link dev.stint.policy.PolicyService#inThread}.
 */
public final class SocketPolicySource implements PolicySource, AutoCloseable {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

    private final Path socket;
    private final Peers peers;
    private final Duration answerWithin;
    private @Nullable Wire wire;

    private SocketPolicySource(Path socket, Set<String> users, Duration answerWithin) {
        this.socket = Objects.requireNonNull(socket, "the socket of a policy service");
        this.peers = new Peers(users);
        this.answerWithin = Objects.requireNonNull(answerWithin, "time for an answer");
    }

    /** A service that the user of this process runs. */
    public static SocketPolicySource at(Path socket) {
        return new SocketPolicySource(socket, Set.of(), ANSWER_WITHIN);
    }

    /** The same, but run by one of these users. */
    public SocketPolicySource trusting(Set<String> users) {
        return new SocketPolicySource(socket, users, answerWithin);
    }

    /**
     * The same, with another time after which no answer is expected any more and the connection is
     * given up. The scheduler has a patience of its own, which is shorter.
     */
    public SocketPolicySource answeringWithin(Duration time) {
        return new SocketPolicySource(socket, peers.users(), time);
    }

    /**
     * Asks the process.
     *
     * @throws IOException if it is not there, or does not answer
     * @throws SecurityException if somebody else is there
     * @throws IllegalArgumentException if it says what it must not
     */
    @Override
    public synchronized Optional<Policy> policy(PolicyQuestion question) throws IOException {
        boolean isOld = wire != null;
        try {
            return ask(question);
        } catch (EOFException e) {
            if (!isOld) {
                throw e;
            }
            return ask(question); // it may have been started anew meanwhile
        }
    }

    private Optional<Policy> ask(PolicyQuestion question) throws IOException {
        boolean isWell = false;
        try {
            Wire to = connected();
            send(to, question);
            Wire.Frame answer = to.receive(answerWithin, answerWithin);
            Optional<Policy> policy = policyIn(answer, question.number());
            isWell = true;
            return policy;
        } finally {
            if (!isWell) {
                close();
            }
        }
    }

    /** Where nobody listens any more, it is as if the connection had ended. */
    private void send(Wire to, PolicyQuestion question) throws IOException {
        try {
            to.send(Wire.Kind.QUESTION, Codec.question(question), answerWithin);
        } catch (IOException e) {
            var ended = new EOFException("the connection is broken");
            ended.initCause(e);
            throw ended;
        }
    }

    private static Optional<Policy> policyIn(Wire.Frame answer, long number) throws IOException {
        if (answer.kind() == Wire.Kind.QUESTION) {
            throw new WireException("it asks, where it should answer");
        }
        long to = Codec.number(answer.payload());
        if (to != number) {
            throw new WireException("it answers question " + to + ", and was asked " + number);
        }
        return switch (answer.kind()) {
            case POLICY -> Optional.of(Codec.policy(answer.payload()));
            case UNCHANGED -> Optional.empty();
            case FAILED -> throw new IOException("it has none: " + Codec.failure(answer.payload()));
            case QUESTION -> throw new AssertionError();
        };
    }

    private Wire connected() throws IOException {
        Wire now = wire;
        if (now == null) {
            peers.ensureSafe(socket);
            now = connect();
            wire = now;
        }
        return now;
    }

    private Wire connect() throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            peers.ensureTrusted(channel);
            return new Wire(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public synchronized void close() {
        Wire now = wire;
        wire = null;
        if (now != null) {
            now.close();
        }
    }
}
