package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.SmallJar;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.capability.CapBudget;
import dev.stint.channel.Channel;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tenant can do to the runtime through the runtime's own face. */
@Timeout(60)
class TenantTaskTest {
    private static final Budget PLENTY = new Budget(1L << 30, 1L << 30, 100, 0, 0);

    @TempDir private Path folder;

    private MeteredClassLoader load(String body) {
        return load(body, UnaryOperator.identity());
    }

    private MeteredClassLoader load(String body, UnaryOperator<Weaver> how) {
        Path jar =
                new SmallJar()
                        .withClass(
                                "acme.Program",
                                """
                                package acme;
                                import dev.stint.Stint;
                                import dev.stint.nursery.Policy;
                                import dev.stint.task.Outcome;
                                import dev.stint.task.Task;
                                import java.util.concurrent.CompletableFuture;
                                import java.util.concurrent.CountDownLatch;
                                import java.util.concurrent.locks.ReentrantLock;
                                public class Program {
                                    %s
                                }
                                """
                                        .formatted(body))
                        .writeTo(folder.resolve("acme.jar"));
        return MeteredClassLoader.of(
                "acme",
                List.of(jar),
                Surface.ofTenant(),
                TenantTaskTest.class.getClassLoader(),
                how);
    }

    private static Nursery nursery(Scheduler scheduler) {
        return scheduler.nursery(
                n ->
                        n.withBudget(PLENTY.times(4))
                                .withChildBudget(PLENTY)
                                .withCancelOnError(false));
    }

    private static Object invoke(Method method, Object... arguments) throws Exception {
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw new AssertionError(e.getCause());
        }
    }

    /** The second wall, if a surface lets a tenant have one. */
    @ParameterizedTest
    @ValueSource(strings = {"new P()", "(t, o) -> Policy.Then.GO_ON"})
    void withPolicy_codeOfATenant_isNotTaken(String policy) throws Exception {
        Path jar =
                new SmallJar()
                        .withClass(
                                "acme.Program",
                                "package acme; import dev.stint.nursery.Policy; public class"
                                        + " Program { public static class P implements Policy {"
                                        + " public Then childEnded(dev.stint.task.Task<?> t,"
                                        + " dev.stint.task.Outcome<?> o) { return null; } } public"
                                        + " static Policy run() { return "
                                        + policy
                                        + "; } }")
                        .writeTo(folder.resolve("acme.jar"));
        try (var loader =
                        MeteredClassLoader.of(
                                "acme",
                                List.of(jar),
                                Surface.open(),
                                TenantTaskTest.class.getClassLoader());
                var scheduler = Scheduler.open(c -> c.withSeed(1))) {
            var of = (Policy) invoke(loader.loadClass("acme.Program").getMethod("run"));

            assertThatThrownBy(() -> scheduler.nursery(n -> n.withPolicy(of)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("acme.Program")
                    .hasMessageContaining("cannot be the policy of a nursery")
                    .hasMessageContaining("Policy.runAll()");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                static class P implements Policy {
                    public Then childEnded(Task<?> t, Outcome<?> o) { for (;;) {} }
                }
                """,
                """
                static Policy p() { return (t, o) -> { for (;;) {} }; }
                """
            })
    void policy_ofATenant_isRefused(String body) {
        try (var loader = load(body, Weaver::strict)) {
            assertThatThrownBy(
                            () -> {
                                loader.loadClass("acme.Program");
                                loader.loadClass("acme.Program$P");
                            })
                    .isInstanceOf(WeaveRefusedException.class)
                    .hasMessageContaining("olicy");
        }
    }

    /** [SCHED:3.2.3] Metered code that runs out draws by its right, and not a unit beyond. */
    @Test
    void loop_ofAHolderOfARight_spendsUpToItsLimit() throws Exception {
        try (var loader = load("public static void run() { for (;;) {} }");
                var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            Method run = loader.loadClass("acme.Program").getMethod("run");
            CapBudget right = scheduler.tenant().issuer().budget(Budget.ofOps(50_000));
            Nursery nursery =
                    scheduler.nursery(
                            n ->
                                    n.withBudget(PLENTY)
                                            .withChildBudget(Budget.ofOps(1_000))
                                            .withOnExhaustion(OnExhaustion.FAIL)
                                            .withSelfRecharge(true));
            Task<?> task =
                    nursery.spawn(
                            TaskOptions.defaults().withCapabilities(right), () -> invoke(run));

            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Failure.class);

            var receipt = task.receipt().orElseThrow();
            assertThat(receipt.spent().ops() - receipt.debt().ops()).isEqualTo(51_000);
            assertThat(right.budgetLeft().ops()).isZero();
            nursery.awaitAll();
        }
    }

    @Test
    void issuer_inATenant_isRefused() {
        try (var loader =
                load(
                        "static Object i = new dev.stint.capability.Issuer(\"x\", () -> 0L);",
                        Weaver::strict)) {
            assertThatThrownBy(() -> loader.loadClass("acme.Program"))
                    .isInstanceOf(WeaveRefusedException.class)
                    .hasMessageContaining("Issuer");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                static class E extends RuntimeException {
                    public String toString() { for (;;) {} }
                    public synchronized Throwable getCause() { for (;;) {} }
                }
                """,
                """
                static class E extends java.net.URISyntaxException {
                    E() { super("a", "b"); }
                    public String getReason() { for (;;) {} }
                }
                """,
                """
                static class E extends java.nio.file.FileSystemException {
                    E() { super(null); }
                    public String getReason() { for (;;) {} }
                }
                """
            })
    void await_whatATenantHasThrown_doesNotAskItForWords(String type) throws Exception {
        try (var loader =
                        load(
                                type
                                        + "public static void run() throws Exception { throw new"
                                        + " E(); }");
                var scheduler = Scheduler.open(c -> c.withWorkers(1))) {
            Method run = loader.loadClass("acme.Program").getMethod("run");
            Task<Object> task = nursery(scheduler).spawn("t", () -> invoke(run));

            assertThatThrownBy(task::await)
                    .isInstanceOf(TaskFailedException.class)
                    .message()
                    .endsWith(" failed: acme.Program$E");
        }
    }

    @Test
    void send_toWhatATenantHasClosed_doesNotAskItForWords() throws Exception {
        Channel<Object> channel = Channel.buffered(1);
        try (var loader =
                        load(
                                """
                                static class E extends RuntimeException {
                                    public String toString() { for (;;) {} }
                                }
                                public static void run(dev.stint.channel.Channel<Object> c) {
                                    c.close(new E());
                                }
                                """);
                var scheduler = Scheduler.open(c -> c.withWorkers(1))) {
            Method run = loader.loadClass("acme.Program").getMethod("run", Channel.class);
            nursery(scheduler).spawn("t", () -> invoke(run, channel)).await();
        }

        assertThatThrownBy(() -> channel.trySend("x"))
                .isInstanceOf(ChannelClosedException.class)
                .hasMessageContaining("was closed because of acme.Program$E");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reached.countDown(); new CompletableFuture<Object>().join();",
                "var l = new ReentrantLock(); Stint.inNursery(c -> c, n -> {"
                        + " n.spawn(() -> { l.lock(); new CompletableFuture<Object>().join(); });"
                        + " while (!l.isLocked()) Stint.yield();"
                        + " reached.countDown(); l.lock(); return null; });"
            })
    void cancel_aTenantThatWaitsForEver_endsIt(String body) throws Exception {
        try (var loader =
                        load(
                                "public static void run(CountDownLatch reached) throws Exception {"
                                        + body
                                        + "}");
                var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            Method run = loader.loadClass("acme.Program").getMethod("run", CountDownLatch.class);
            var reached = new CountDownLatch(1);
            Task<Object> task = nursery(scheduler).spawn("t", () -> invoke(run, reached));
            reached.await();

            task.cancel();

            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
        }
    }
}
