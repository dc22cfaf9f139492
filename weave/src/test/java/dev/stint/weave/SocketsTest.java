package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.capability.CapSockets;
import dev.stint.capability.Capability;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.CapabilityExceededException;
import dev.stint.error.CapabilityMissingException;
import dev.stint.error.CapabilityRevokedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sockets of a tenant: by its right, paid, and closed when it ends. */
class SocketsTest {
    private static final Class<?> SHAPES =
            WovenClasses.of(SocketShapes.class, Surface.ofTenant()).twin(SocketShapes.class);

    private EchoServer server;
    private Scheduler scheduler;
    private CapSockets right;

    @BeforeEach
    void open() throws Exception {
        server = new EchoServer();
        scheduler = Scheduler.open(c -> c.withWorkers(2));
        right = scheduler.tenant().issuer().sockets("localhost:" + server.port());
    }

    @AfterEach
    void close() {
        scheduler.close();
        server.close();
    }

    private static Object call(String name, Object... arguments) throws Exception {
        Method method =
                Arrays.stream(SHAPES.getMethods())
                        .filter(m -> m.getName().equals(name))
                        .filter(m -> m.getParameterCount() == arguments.length)
                        .findFirst()
                        .orElseThrow();
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    private Callable<Object> calling(String name, String text) {
        return () -> call(name, "localhost", server.port(), text);
    }

    private static Nursery guests(Scheduler scheduler, Budget budget) {
        return scheduler.nursery(
                n ->
                        n.withPolicy(Policy.runAll())
                                .withBudget(budget)
                                .withChildBudget(budget.withSpawns(0))
                                .withOnExhaustion(OnExhaustion.FAIL));
    }

    private static final Budget PLENTY = new Budget(1_000_000_000, 1 << 30, 10, 0, 10_000);

    private Outcome<Object> outcome(Callable<Object> body, Capability... rights)
            throws InterruptedException {
        try (var nursery = guests(scheduler, PLENTY)) {
            Task<Object> task =
                    nursery.spawn(TaskOptions.named("guest").withCapabilities(rights), body);
            Outcome<Object> outcome = task.awaitOutcome();
            nursery.awaitAll();
            return outcome;
        }
    }

    private Throwable failure(Callable<Object> body, Capability... rights)
            throws InterruptedException {
        if (outcome(body, rights) instanceof Outcome.Failure<Object>(var cause)) {
            return Objects.requireNonNull(cause);
        }
        throw new AssertionError("it did not fail");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"echo", "echoLater", "echoByAddress", "echoByChannel", "echoByReference"})
    void connect_withTheRight_sendsAndReceives(String shape) throws Exception {
        String text = "hello".repeat(1000);

        assertThat(outcome(calling(shape, text), right)).isEqualTo(new Outcome.Success<>(text));
        server.await("gone");
        assertThat(right.openNow()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"echo", "echoLater", "echoByAddress", "echoByChannel", "echoByReference"})
    void connect_withoutTheRight_isRefused(String shape) throws Exception {
        assertThat(failure(() -> call(shape, "127.0.0.1", server.port(), "x")))
                .isInstanceOf(CapabilityMissingException.class)
                .hasMessageContaining("guest")
                .hasMessageContaining("127.0.0.1:" + server.port())
                .hasMessageContaining("CapSockets");
        assertThat(failure(calling(shape, "x")))
                .isInstanceOf(CapabilityMissingException.class)
                .hasMessageContaining("look up 'localhost'");
        int other = server.port() == 1 ? 2 : 1;
        assertThat(failure(() -> call(shape, "localhost", other, "x"), right))
                .isInstanceOf(CapabilityExceededException.class)
                .hasMessageContaining("127.0.0.1:" + other);
        assertThat(failure(() -> call(shape, "0.0.0.0", server.port(), "x"), right))
                .isInstanceOf(CapabilityExceededException.class);
        assertThat(call("unconnected")).isEqualTo(false);
    }

    @Test
    void read_byBytes_paysASystemCallEach() throws Exception {
        long before = scheduler.tenant().ledger().spent().syscalls();

        assertThat(outcome(calling("readByBytes", "x".repeat(50)), right))
                .isEqualTo(new Outcome.Success<>(50));

        assertThat(scheduler.tenant().ledger().spent().syscalls() - before)
                .as("connect, write, and fifty times read")
                .isEqualTo(52);
    }

    @Test
    void read_whenSystemCallsAreSpent_failsAndCloses() throws Exception {
        try (var nursery = guests(scheduler, PLENTY.withSyscalls(10))) {
            Task<Object> task =
                    nursery.spawn(
                            TaskOptions.named("guest").withCapabilities(right),
                            calling("readByBytes", "x".repeat(50)));

            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
            assertThat(((Outcome.Failure<?>) task.awaitOutcome()).cause())
                    .isInstanceOf(BudgetExhaustedException.class)
                    .hasMessageContaining("cannot pay 1 system call");
            nursery.awaitAll();
        }
        server.await("gone");
        assertThat(right.openNow()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait", "waitByChannel", "waitAndEat"})
    void cancel_whileItReads_endsItAndCloses(String shape) throws Exception {
        try (var nursery = guests(scheduler, PLENTY)) {
            Task<Object> task =
                    nursery.spawn(
                            TaskOptions.named("guest").withCapabilities(right),
                            calling(shape, "x"));
            server.await("heard");

            task.cancel();

            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
            nursery.awaitAll();
        }
        server.await("gone");
        assertThat(right.openNow()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait", "waitByChannel"})
    void revoke_whileItReads_failsItAndCloses(String shape) throws Exception {
        CapSockets lent = right.only("localhost:" + server.port());
        try (var nursery = guests(scheduler, PLENTY)) {
            Task<Object> task =
                    nursery.spawn(
                            TaskOptions.named("guest").withCapabilities(lent), calling(shape, "x"));
            server.await("heard");

            right.revoke(lent);

            assertThat(((Outcome.Failure<?>) task.awaitOutcome()).cause())
                    .isInstanceOf(CapabilityRevokedException.class)
                    .hasMessageContaining("guest")
                    .hasMessageContaining("was revoked");
            nursery.awaitAll();
        }
        server.await("gone");
        assertThat(right.openNow()).isZero();
    }

    @Test
    void end_ofTheTask_closesWhatItLeftOpen() throws Exception {
        assertThat(outcome(calling("leaveOpen", "x"), right))
                .isEqualTo(new Outcome.Success<>((int) 'x'));

        server.await("gone");
        assertThat(call("isLeftOpen")).isEqualTo(false);
        assertThat(right.openNow()).isZero();
    }

    @Test
    void connect_oftenerThanAllowed_isRefused() throws Exception {
        assertThat(failure(calling("openMany", "4"), right.atMost(3)))
                .isInstanceOf(CapabilityExceededException.class)
                .hasMessageContaining("3 connections at once");
        assertThat(right.openNow()).isZero();
    }

    @Test
    void read_whileManyWait_holdsNoWorker() throws Exception {
        var forAll = new Budget(3_000_000_000L, 3L << 30, 100, 0, 100_000); // another lives off it
        try (var nursery = guests(scheduler, forAll)) {
            for (int i = 0; i < 50; i++) {
                nursery.spawn(
                        TaskOptions.named("waiter")
                                .withCapabilities(right)
                                .withBudget(new Budget(1000, 1 << 20, 0, 0, 100)),
                        calling("wait", "x"));
                server.await("heard");
            }

            assertThat(outcome(calling("echo", "still here"), right))
                    .as("two workers, fifty tasks that wait")
                    .isEqualTo(new Outcome.Success<>("still here"));
            nursery.cancel();
            nursery.awaitAll();
        }
        assertThat(right.openNow()).isZero();
    }

    @Test
    void extends_aSocket_isRefused() {
        assertThatThrownBy(
                        () ->
                                Class.forName(
                                        SocketShapes.Liar.class.getName(),
                                        true,
                                        SHAPES.getClassLoader()))
                .hasMessageContaining("extends Socket");
    }
}
