package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import jdk.internal.vm.StackableScope;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scoped values of whoever opens a nursery are bound in its children, and nowhere else (D1). */
@Timeout(60)
class ScopedValuesTest {
    private static final ScopedValue<String> USER = ScopedValue.newInstance();
    private static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();

    private static long usualStack;

    /**
     * The usual stacks are so large that each of hundreds of overflows takes a part of a second.
     */
    @BeforeAll
    static void makeCarriersSmall() throws ReflectiveOperationException {
        usualStack = DeepStack.setCarrierStack(DeepStack.SMALL_STACK);
    }

    @AfterAll
    static void makeCarriersLarge() throws ReflectiveOperationException {
        DeepStack.setCarrierStack(usualStack);
    }

    private static String user() {
        return USER.orElse("nobody");
    }

    /** Runs a body in one child of a nursery that the calling code opens. */
    private static <T> T inChild(Scheduler scheduler, Callable<T> body) throws Exception {
        try (Nursery nursery = scheduler.nursery()) {
            return nursery.<T>spawn(body).await();
        }
    }

    private static Scheduler open(int workers) {
        return Scheduler.open(c -> c.withWorkers(workers));
    }

    // ---- visible

    @Test
    void child_ofANurseryOpenedOutside_seesTheBindings() throws Exception {
        try (var scheduler = open(2)) {
            String seen =
                    ScopedValue.where(USER, "ada")
                            .call(() -> inChild(scheduler, ScopedValuesTest::user));
            assertThat(seen).isEqualTo("ada");
            assertThat(inChild(scheduler, ScopedValuesTest::user)).isEqualTo("nobody");
        }
    }

    @Test
    void grandchildren_seeWhatWasBoundOnTheWay() throws Exception {
        try (var scheduler = open(2)) {
            List<String> seen =
                    ScopedValue.where(USER, "ada")
                            .call(
                                    () ->
                                            inChild(
                                                    scheduler,
                                                    () ->
                                                            ScopedValue.where(DEPTH, 1)
                                                                    .call(
                                                                            () ->
                                                                                    grandchild(
                                                                                            scheduler))));
            assertThat(seen).containsExactly("ada", "1");
        }
    }

    private static List<String> grandchild(Scheduler scheduler) throws Exception {
        return inChild(
                scheduler, () -> inChild(scheduler, () -> List.of(user(), DEPTH.get().toString())));
    }

    @Test
    void rebinding_inAChild_isItsOwn() throws Exception {
        try (var scheduler = open(1)) {
            ScopedValue.where(USER, "ada")
                    .call(
                            () -> {
                                try (Nursery nursery = scheduler.nursery()) {
                                    Task<String> rebinds =
                                            nursery.spawn(
                                                    () -> {
                                                        String inner =
                                                                ScopedValue.where(USER, "bob")
                                                                        .call(() -> yieldAndAsk());
                                                        return inner + "," + yieldAndAsk();
                                                    });
                                    Task<String> sibling =
                                            nursery.spawn(ScopedValuesTest::yieldAndAsk);
                                    assertThat(rebinds.await()).isEqualTo("bob,ada");
                                    assertThat(sibling.await()).isEqualTo("ada");
                                }
                                return null;
                            });
        }
    }

    private static String yieldAndAsk() throws InterruptedException {
        Stint.yield();
        String before = user();
        Stint.yield();
        assertThat(user()).isEqualTo(before);
        return before;
    }

    @Test
    void child_startedUnderOtherBindings_seesThoseOfTheOpener() throws Exception {
        try (var scheduler = open(1);
                Nursery nursery = scheduler.nursery()) {
            Task<String> child =
                    ScopedValue.where(USER, "ada")
                            .call(() -> nursery.spawn(ScopedValuesTest::user));
            assertThat(child.await()).isEqualTo("nobody");
        }
    }

    @Test
    void child_ofTheRoot_seesNothing() throws Exception {
        ScopedValue.where(USER, "ada")
                .call(
                        () -> {
                            try (var scheduler = open(1)) {
                                assertThat(scheduler.<String>run(() -> user())).isEqualTo("nobody");
                            }
                            return null;
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void suspension_ofAnyKind_keepsTheBindings(int workers) throws Exception {
        try (var scheduler = open(workers)) {
            for (int round = 0; round < 20; round++) {
                String who = "user " + round;
                ScopedValue.where(USER, who)
                        .call(
                                () -> {
                                    try (Nursery nursery = scheduler.nursery()) {
                                        for (int i = 0; i < 20; i++) {
                                            nursery.spawn(() -> suspendInEveryWay(who));
                                        }
                                        nursery.join();
                                    }
                                    return null;
                                });
            }
        }
    }

    private static void suspendInEveryWay(String who) throws InterruptedException {
        assertThat(user()).isEqualTo(who);
        Stint.yield();
        assertThat(user()).isEqualTo(who);
        Stint.sleep(Duration.ofMillis(1));
        assertThat(user()).isEqualTo(who);
        LockSupport.parkNanos(1_000); // inside the JDK
        assertThat(user()).isEqualTo(who);
    }

    // ---- not visible

    /** Children of a bound and of an unbound nursery, in turns, on the cores of one worker. */
    @Test
    void core_reusedByAnotherNursery_hasNothingLeft() throws Exception {
        try (var scheduler = open(1);
                Nursery plain = scheduler.nursery()) {
            var threads = new ArrayList<Long>();
            ScopedValue.where(USER, "ada")
                    .call(
                            () -> {
                                try (Nursery bound = scheduler.nursery()) {
                                    scheduler.run(() -> alternate(bound, plain, threads));
                                }
                                return null;
                            });
            // Or the test would not test anything.
            assertThat(threads.stream().distinct().count()).isLessThan(threads.size() / 2);
        }
    }

    private static void alternate(Nursery bound, Nursery plain, List<Long> threads)
            throws InterruptedException {
        var tasks = new ArrayList<Task<String>>();
        for (int i = 0; i < 100; i++) {
            boolean even = i % 2 == 0;
            tasks.add(
                    (even ? bound : plain)
                            .spawn(
                                    () -> {
                                        threads.add(Thread.currentThread().threadId());
                                        return user();
                                    }));
        }
        for (int i = 0; i < tasks.size(); i++) {
            assertThat(tasks.get(i).await()).isEqualTo(i % 2 == 0 ? "ada" : "nobody");
        }
    }

    @Test
    void childThatThrows_leavesNothing() throws Exception {
        try (var scheduler = open(1);
                Nursery plain = scheduler.nursery()) {
            var bound =
                    ScopedValue.where(USER, "ada")
                            .call(() -> scheduler.nursery(n -> n.withPolicy(Policy.collect())));
            try (bound) {
                scheduler.run(
                        () -> {
                            for (int i = 0; i < 50; i++) {
                                Task<?> bad =
                                        bound.spawn(
                                                () -> {
                                                    assertThat(user()).isEqualTo("ada");
                                                    throw new IllegalStateException();
                                                });
                                Task<?> deep =
                                        bound.spawn(
                                                () -> {
                                                    assertThat(user()).isEqualTo("ada");
                                                    return recurse(1);
                                                });
                                Task<String> after = plain.spawn(ScopedValuesTest::user);
                                assertThat(after.await()).isEqualTo("nobody");
                                bad.awaitOutcome();
                                deep.awaitOutcome();
                            }
                        });
            }
        }
    }

    private static int recurse(int n) {
        return n <= 0 ? 0 : 1 + recurse(n);
    }

    /** After an overflow the VM forgets field and cache, and searches the stack. */
    @Test
    void stackOverflow_caughtInAChild_keepsItsBindings() throws Exception {
        try (var scheduler = open(2)) {
            String seen =
                    ScopedValue.where(USER, "ada")
                            .call(() -> inChild(scheduler, ScopedValuesTest::overflowAndAsk));
            assertThat(seen).isEqualTo("ada, grandchild ada");
            String none = inChild(scheduler, ScopedValuesTest::overflowAndAsk);
            assertThat(none).isEqualTo("nobody, grandchild nobody");
        }
    }

    private static String overflowAndAsk() throws Exception {
        try {
            recurse(1);
            throw new AssertionError("no overflow");
        } catch (StackOverflowError e) {
            // A nursery opened before anybody has asked must search, too.
            try (Nursery inner = Stint.nursery()) {
                Task<String> grandchild = inner.spawn(() -> "grandchild " + user());
                return user() + ", " + grandchild.await();
            }
        }
    }

    @Test
    void stress_overflowsCollectionsAndStackWalks_showEveryTaskItsOwn() throws Exception {
        try (var scheduler = open(3)) {
            var checks = new AtomicInteger();
            try (Nursery outer = scheduler.nursery()) {
                for (int g = 0; g < 6; g++) {
                    int group = g;
                    outer.spawn(() -> stressGroup(group, checks));
                }
                for (int i = 0; i < 10; i++) {
                    System.gc();
                }
                outer.join();
            }
            assertThat(checks.get()).isEqualTo(6 * 40 * 20);
        }
    }

    private static void stressGroup(int group, AtomicInteger checks) throws Exception {
        for (int round = 0; round < 40; round++) {
            boolean bound = (group + round) % 3 != 0;
            String who = bound ? "user " + group + "/" + round : "nobody";
            if (bound) {
                ScopedValue.where(USER, who).call(() -> stressRound(who, checks));
            } else {
                stressRound(who, checks);
            }
            assertThat(user()).isEqualTo("nobody");
        }
    }

    private static Void stressRound(String who, AtomicInteger checks) throws Exception {
        try (Nursery nursery = Stint.nursery()) {
            for (int i = 0; i < 20; i++) {
                int n = i;
                nursery.spawn(() -> stressOne(n, who, checks));
            }
            nursery.join();
        }
        return null;
    }

    private static void stressOne(int n, String who, AtomicInteger checks) throws Exception {
        if (n == 7) {
            try {
                recurse(1);
            } catch (StackOverflowError e) {
                Stint.yield();
            }
        }
        assertThat(user()).isEqualTo(who);
        if (n % 3 == 0) {
            Stint.yield();
            StackWalker.getInstance().walk(frames -> frames.count());
        }
        String inner =
                ScopedValue.where(DEPTH, n)
                        .call(
                                () -> {
                                    Stint.yield();
                                    return DEPTH.get() + user();
                                });
        assertThat(inner).isEqualTo(n + who);
        assertThat(DEPTH.isBound()).isFalse();
        assertThat(user()).isEqualTo(who);
        checks.incrementAndGet();
    }

    // ---- bare cores

    @Test
    void bareCores_inheritNothing() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1).withCores(Cores.BARE))) {
            String seen =
                    ScopedValue.where(USER, "ada")
                            .call(() -> inChild(scheduler, ScopedValuesTest::user));
            assertThat(seen).isEqualTo("nobody");
        }
    }

    // ---- other things that the JDK keeps per thread

    private static final class Scope extends StackableScope {
        boolean closed;

        @Override
        protected boolean tryClose() {
            closed = true;
            return true;
        }
    }

    @Test
    void scopeOfTheJdk_leftOpen_isClosedAndUnknownToTheNextTask() throws Exception {
        try (var scheduler = open(1)) {
            scheduler.run(
                    () -> {
                        var left = new ArrayList<Scope>();
                        var threads = new ArrayList<Long>();
                        var tasks = new ArrayList<Task<Boolean>>();
                        for (int i = 0; i < 20; i++) {
                            tasks.add(
                                    scheduler
                                            .root()
                                            .spawn(
                                                    () -> {
                                                        threads.add(
                                                                Thread.currentThread().threadId());
                                                        var scope = new Scope();
                                                        scope.push();
                                                        left.add(scope);
                                                        return scope.enclosingScope()
                                                                instanceof Scope;
                                                    }));
                        }
                        for (Task<Boolean> task : tasks) {
                            assertThat(task.await()).isFalse();
                        }
                        assertThat(left).allMatch(scope -> scope.closed);
                        assertThat(threads.stream().distinct().count()).isLessThan(10);
                    });
        }
    }

    @Test
    void cancelledChild_leavesNothing() throws Exception {
        try (var scheduler = open(1);
                Nursery plain = scheduler.nursery()) {
            var started = new CountDownLatch(1);
            Nursery bound = ScopedValue.where(USER, "ada").call(scheduler::nursery);
            Task<?> sleeper =
                    bound.spawn(
                            () -> {
                                started.countDown();
                                Stint.sleep(Duration.ofHours(1));
                            });
            started.await();
            bound.cancel();
            bound.close();
            assertThatThrownBy(sleeper::await).isNotNull();
            assertThat(plain.<String>spawn(() -> user()).await()).isEqualTo("nobody");
        }
    }
}
