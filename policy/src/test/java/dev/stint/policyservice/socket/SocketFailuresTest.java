package dev.stint.policyservice.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.event.Event;
import dev.stint.event.EventSink;
import dev.stint.policy.LeaseRule;
import dev.stint.policy.Policy;
import dev.stint.policy.PolicyConfig;
import dev.stint.policy.PolicyHealth;
import dev.stint.policy.PolicyOrigin;
import dev.stint.policy.PolicyQuestion;
import dev.stint.policy.PolicyService;
import dev.stint.policy.TenantRule;
import dev.stint.tenant.Tenant;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [EVOLUTION:stage-7] A service behind a socket that is dead, blocked, slow, stale or hostile: on
 * threads and in real time, the first with a real process.
 */
@Timeout(120)
class SocketFailuresTest {
    private static final Policy FIRST =
            Policy.of("first", 5).withTenant(TenantRule.of("a").withWeight(7));
    private static final Policy SECOND =
            Policy.of("second", 6).withTenant(TenantRule.of("a").withWeight(9));

    @TempDir private Path folder;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private Path socket = Path.of("");

    @BeforeEach
    void name() {
        socket = folder.resolve("s");
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T opened(T it) {
        opened.add(it);
        return it;
    }

    /** A scheduler that asks at the socket, ten times a second. */
    private Scheduler scheduler() {
        var service =
                opened(
                        PolicyService.inThread(
                                SocketPolicySource.at(socket)
                                        .answeringWithin(Duration.ofSeconds(20))));
        EventSink sink =
                event -> {
                    if (event instanceof Event.PolicyChanged
                            || event instanceof Event.PolicyServiceChanged) {
                        events.add(event);
                    }
                };
        return opened(
                Scheduler.open(
                        c ->
                                c.withWorkers(1)
                                        .withSink(sink)
                                        .withPolicy(
                                                PolicyConfig.of(service)
                                                        .withAskEvery(Duration.ofMillis(100))
                                                        .withPatience(
                                                                Duration.ofMillis(500),
                                                                Duration.ofSeconds(1))
                                                        .withKeepFor(Duration.ofSeconds(2)))));
    }

    private void awaitHealth(PolicyHealth wanted) throws InterruptedException {
        while (true) {
            Event event = events.poll(60, TimeUnit.SECONDS);
            assertThat(event).as("until the service is %s", wanted).isNotNull();
            if (event instanceof Event.PolicyServiceChanged changed && changed.to() == wanted) {
                return;
            }
        }
    }

    private void awaitPolicy(String wanted) throws InterruptedException {
        while (true) {
            Event event = events.poll(60, TimeUnit.SECONDS);
            assertThat(event).as("until the policy is %s", wanted).isNotNull();
            if (event instanceof Event.PolicyChanged changed && changed.policy().equals(wanted)) {
                return;
            }
        }
    }

    private static int weightOfA(Scheduler scheduler) {
        try (Tenant tenant = scheduler.openTenant(t -> t.withName("a"))) {
            return tenant.weight();
        }
    }

    private PolicySocket serve(AtomicReference<Policy> policy) throws IOException {
        return opened(
                PolicySocket.open(
                        socket,
                        question -> Optional.ofNullable(policy.get()),
                        Set.of(),
                        reports::add));
    }

    // ---- the five

    @Test
    @DisplayName("dead: a process that is killed; its successor is heard")
    void process_killedAndStartedAgain_isHeardAgain() throws Exception {
        Path file = folder.resolve("p.yaml");
        Files.writeString(file, "policy: first\ntenants: {a: {weight: 7}}\n");
        Process one = start(file);
        Scheduler scheduler = scheduler();
        awaitPolicy("first");
        assertThat(weightOfA(scheduler)).isEqualTo(7);

        one.destroyForcibly().waitFor();
        awaitHealth(PolicyHealth.DEAD);
        assertThat(weightOfA(scheduler)).isEqualTo(7);
        awaitPolicy("built-in");
        assertThat(weightOfA(scheduler)).isEqualTo(1);

        Files.writeString(file, "policy: second\ntenants: {a: {weight: 9}}\n");
        start(file);
        awaitPolicy("second");
        assertThat(weightOfA(scheduler)).isEqualTo(9);
        awaitHealth(PolicyHealth.WELL);
    }

    private Process start(Path file) throws IOException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Service.class.getName(),
                                file.toString(),
                                socket.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        opened.add(process::destroyForcibly);
        assertThat(process.inputReader().readLine()).isEqualTo("serves");
        return process;
    }

    @Test
    @DisplayName("blocked, then slow: an answer that comes late counts")
    void service_blocked_holdsNobodyUpAndIsHeardLater() throws Exception {
        var policy = new AtomicReference<>(FIRST);
        var blocks = new AtomicReference<@Nullable CountDownLatch>();
        opened(
                PolicySocket.open(
                        socket,
                        question -> {
                            CountDownLatch gate = blocks.get();
                            if (gate != null) {
                                gate.await();
                            }
                            return Optional.ofNullable(policy.get());
                        },
                        Set.of(),
                        reports::add));
        Scheduler scheduler = scheduler();
        awaitHealth(PolicyHealth.WELL);
        var gate = new CountDownLatch(1);
        blocks.set(gate);
        awaitHealth(PolicyHealth.SLOW);
        awaitHealth(PolicyHealth.BLOCKED);
        assertThat(weightOfA(scheduler)).isEqualTo(7);
        awaitPolicy("built-in");

        policy.set(SECOND);
        blocks.set(null);
        gate.countDown();
        awaitHealth(PolicyHealth.SLOW);
        awaitHealth(PolicyHealth.WELL);
        assertThat(scheduler.policy().orElseThrow().policy()).isEqualTo(SECOND);
    }

    @Test
    @DisplayName("stale: an older policy is not taken")
    void service_stale_isNotBelieved() throws Exception {
        var policy = new AtomicReference<>(SECOND);
        serve(policy);
        Scheduler scheduler = scheduler();
        awaitPolicy("second");
        policy.set(FIRST);
        awaitHealth(PolicyHealth.STALE);
        assertThat(weightOfA(scheduler)).isEqualTo(9);
        assertThat(scheduler.policy().orElseThrow().origin()).isEqualTo(PolicyOrigin.LAST_SAFE);
        policy.set(SECOND.withVersion(7).withName("third"));
        awaitPolicy("third");
    }

    /** What a hostile service sends for an answer. */
    enum Malice {
        GARBAGE {
            @Override
            byte[] answer(long number) {
                return "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.UTF_8);
            }
        },
        OVERSIZE {
            @Override
            byte[] answer(long number) {
                return header(Wire.VERSION, 2, Integer.MAX_VALUE).array();
            }
        },
        NEGATIVE_SIZE {
            @Override
            byte[] answer(long number) {
                return header(Wire.VERSION, 2, -1).array();
            }
        },
        WRONG_VERSION {
            @Override
            byte[] answer(long number) {
                return header((byte) 9, 3, 8).array();
            }
        },
        WRONG_KIND {
            @Override
            byte[] answer(long number) {
                return header(Wire.VERSION, 77, 8).array();
            }
        },
        WRONG_NUMBER {
            @Override
            byte[] answer(long number) {
                return frame(3, ByteBuffer.allocate(8).putLong(number + 1).array());
            }
        },
        MANY_RULES {
            @Override
            byte[] answer(long number) throws IOException {
                byte[] bytes = Codec.policy(number, Policy.of("p", 9));
                ByteBuffer.wrap(bytes).putInt(8 + 3 + 8 + 4 + 4 + 4, Integer.MAX_VALUE);
                return frame(2, bytes);
            }
        },
        FORBIDDEN_WEIGHT {
            @Override
            byte[] answer(long number) throws IOException {
                byte[] bytes = Codec.policy(number, Policy.of("p", 9));
                ByteBuffer.wrap(bytes).putInt(8 + 3 + 8 + 4 + 4 + 4 + 4 + 3 + 1, 1_000_000);
                return frame(2, bytes);
            }
        },
        TOO_MUCH_IN_A_FRAME {
            @Override
            byte[] answer(long number) {
                return frame(3, ByteBuffer.allocate(8).putLong(number).array(), new byte[1 << 16]);
            }
        };

        abstract byte[] answer(long number) throws IOException;

        static ByteBuffer header(byte version, int kind, int length) {
            return ByteBuffer.allocate(Wire.HEADER)
                    .putInt(Wire.MAGIC)
                    .put(version)
                    .put((byte) kind)
                    .putInt(length);
        }

        static byte[] frame(int kind, byte[] payload) {
            return frame(kind, payload, new byte[0]);
        }

        /** With more behind it, which nobody has asked for. */
        static byte[] frame(int kind, byte[] payload, byte[] more) {
            return ByteBuffer.allocate(Wire.HEADER + payload.length + more.length)
                    .put(header(Wire.VERSION, kind, payload.length).array())
                    .put(payload)
                    .put(more)
                    .array();
        }
    }

    @ParameterizedTest
    @EnumSource(Malice.class)
    @DisplayName("malicious: what it must not say changes nothing and is reported")
    void service_hostile_changesNothingAndIsReported(Malice malice) throws Exception {
        var isHostile = new AtomicBoolean();
        var server = opened(ServerSocketChannel.open(StandardProtocolFamily.UNIX));
        server.bind(UnixDomainSocketAddress.of(socket));
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            while (server.isOpen()) {
                                answerAll(server, isHostile, malice);
                            }
                        });
        Scheduler scheduler = scheduler();
        awaitPolicy("first");
        isHostile.set(true);
        awaitHealth(PolicyHealth.UNSOUND);
        assertThat(scheduler.policy().orElseThrow().policy()).isEqualTo(FIRST);
        isHostile.set(false);
        awaitHealth(PolicyHealth.WELL);
        assertThat(weightOfA(scheduler)).isEqualTo(7);
    }

    private static void answerAll(
            ServerSocketChannel server, AtomicBoolean isHostile, Malice malice) {
        try (SocketChannel channel = server.accept();
                var wire = new Wire(channel)) {
            while (true) {
                Wire.Frame frame = wire.receive(Duration.ofMinutes(1), Duration.ofSeconds(5));
                PolicyQuestion question = Codec.question(frame.payload());
                byte[] answer =
                        isHostile.get()
                                ? malice.answer(question.number())
                                : Malice.frame(2, Codec.policy(question.number(), FIRST));
                ByteBuffer bytes = ByteBuffer.wrap(answer);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
        } catch (IOException e) {
            // it has been cut off
        }
    }

    // ---- those who ask

    private SocketChannel connect() throws IOException {
        SocketChannel channel = opened(SocketChannel.open(StandardProtocolFamily.UNIX));
        channel.connect(UnixDomainSocketAddress.of(socket));
        return channel;
    }

    private static void awaitEnd(SocketChannel channel) throws IOException {
        ByteBuffer rest = ByteBuffer.allocate(1 << 16);
        try {
            while (channel.read(rest) >= 0) {
                rest.clear();
            }
        } catch (IOException e) {
            // cut off with something unread
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Malice.class,
            names = {"GARBAGE", "OVERSIZE", "NEGATIVE_SIZE", "WRONG_VERSION", "WRONG_KIND"})
    void client_hostile_isCutOffAndReportedAndOthersAreServed(Malice malice) throws Exception {
        serve(new AtomicReference<>(FIRST));
        SocketChannel hostile = connect();
        hostile.write(ByteBuffer.wrap(malice.answer(1)));
        awaitEnd(hostile);

        assertThat(reports.poll(60, TimeUnit.SECONDS)).startsWith("cut a connection off: it ");
        assertThat(SocketPolicySource.at(socket).policy(new PolicyQuestion(1, "s", 0, 0, 0)))
                .contains(FIRST);
    }

    @Test
    void client_askingTooOften_isCutOff() throws Exception {
        serve(new AtomicReference<>(FIRST));
        SocketChannel flood = connect();
        byte[] question = Malice.frame(1, Codec.question(new PolicyQuestion(1, "s", 0, 0, 0)));
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                for (int i = 0; i < 100_000; i++) {
                                    flood.write(ByteBuffer.wrap(question));
                                }
                            } catch (IOException e) {
                                // it has been cut off
                            }
                        });
        awaitEnd(flood);

        assertThat(reports.poll(60, TimeUnit.SECONDS)).contains("more than 200 times in a second");
    }

    @Test
    void clients_tooMany_areRefused() throws Exception {
        PolicySocket server = serve(new AtomicReference<>(FIRST));
        for (int i = 0; i < PolicySocket.MOST_CONNECTIONS; i++) {
            SocketChannel channel = connect();
            channel.write(
                    ByteBuffer.wrap(
                            Malice.frame(1, Codec.question(new PolicyQuestion(1, "s", 0, 0, 0)))));
            channel.read(ByteBuffer.allocate(1)); // so it is served
        }
        assertThat(server.connections()).isEqualTo(PolicySocket.MOST_CONNECTIONS);
        awaitEnd(connect());
        assertThat(reports.poll(60, TimeUnit.SECONDS)).contains("refused a connection");
    }

    // ---- who may

    @Test
    void peer_ofAnotherUser_isRefusedOnBothSides() throws Exception {
        opened(
                PolicySocket.open(
                        socket, question -> Optional.of(FIRST), Set.of("nobody"), reports::add));
        awaitEnd(connect());
        assertThat(reports.poll(60, TimeUnit.SECONDS))
                .contains("is at the other end of the socket; trusted is nobody");
        assertThatThrownBy(
                        () ->
                                SocketPolicySource.at(socket)
                                        .trusting(Set.of("nobody"))
                                        .policy(new PolicyQuestion(1, "s", 0, 0, 0)))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("trusted is nobody");
    }

    @Test
    void socket_thatAnybodyMayUse_isRefused() throws Exception {
        serve(new AtomicReference<>(FIRST));
        assertThat(Files.getPosixFilePermissions(socket))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThatThrownBy(
                        () ->
                                SocketPolicySource.at(socket)
                                        .policy(new PolicyQuestion(1, "s", 0, 0, 0)))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("chmod 600");

        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(
                        () ->
                                SocketPolicySource.at(socket)
                                        .policy(new PolicyQuestion(1, "s", 0, 0, 0)))
                .hasMessageContaining("anybody may replace");
    }

    @Test
    void open_whereSomebodyServes_isRefusedAndAnEndedOneIsReplaced() throws Exception {
        serve(new AtomicReference<>(FIRST));
        assertThatThrownBy(() -> serve(new AtomicReference<>(SECOND)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("somebody serves");
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(
                        () ->
                                PolicySocket.open(
                                        file, question -> Optional.empty(), Set.of(), r -> {}))
                .hasMessageContaining("is no socket");

        Path left = folder.resolve("left");
        var dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        dead.bind(UnixDomainSocketAddress.of(left));
        dead.close();
        assertThat(Files.exists(left)).isTrue();
        opened(PolicySocket.open(left, question -> Optional.empty(), Set.of(), r -> {}));
    }

    @Test
    void policy_ofTenThousandRules_comesThroughAsItIs() throws Exception {
        Policy large = SECOND;
        var rules = new ArrayList<TenantRule>();
        for (int i = 0; i < Policy.MOST_RULES; i++) {
            rules.add(TenantRule.of("tenant-" + i).withWeight(1 + i % 1_000));
        }
        large =
                new Policy(
                        "large",
                        8,
                        1,
                        2,
                        3,
                        rules,
                        large.others(),
                        large.contexts(),
                        large.otherContexts(),
                        List.of(
                                LeaseRule.of("a*").withMostWorkers(2),
                                LeaseRule.of("b").withProcessors(List.of(3, 2))),
                        LeaseRule.of("*").refused());
        serve(new AtomicReference<>(large));
        assertThat(SocketPolicySource.at(socket).policy(new PolicyQuestion(1, "s", 0, 0, 0)))
                .contains(large);
    }
}
