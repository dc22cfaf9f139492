package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.SmallJar;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [attack:A2] Metered code that must end does so, wherever it waits in the JDK, and however often:
 * the interrupt that tells it is used up by the first wait.
 */
@Timeout(60)
class JdkWaitsTest {
    private static final Budget PLENTY = new Budget(1L << 40, 1L << 40, 0, 0, 0);
    private static final Budget LITTLE = new Budget(100_000, 1L << 20, 0, 0, 0);

    private static final List<String> WAITS =
            List.of(
                    "new LinkedTransferQueue<Object>().transfer(1);",
                    "new CompletableFuture<Object>().join();",
                    "var l = new ReentrantReadWriteLock(); l.readLock().lock();"
                            + " l.writeLock().lock();",
                    "Object o = new Object(); synchronized (o) { o.wait(); }",
                    "new LinkedTransferQueue<Object>().take();",
                    "new LinkedBlockingQueue<Object>().take();",
                    "new LinkedBlockingQueue<Object>().poll(1, TimeUnit.DAYS);",
                    "var q = new ArrayBlockingQueue<Object>(1); q.put(1); q.put(2);",
                    "new LinkedBlockingDeque<Object>().takeLast();",
                    "new PriorityBlockingQueue<Object>().take();",
                    "new CountDownLatch(1).await();",
                    "NEVER.acquire();",
                    "NEVER.tryAcquire(1, 1, TimeUnit.DAYS);",
                    "new CyclicBarrier(2).await();",
                    "new CompletableFuture<Object>().get();",
                    "new CompletableFuture<Object>().get(1, TimeUnit.DAYS);",
                    "new FutureTask<Object>(() -> 1).get();",
                    "var l = new ReentrantLock(); l.lock(); l.newCondition().await();",
                    "var l = new ReentrantLock(); l.lock(); l.newCondition().awaitNanos(1L << 60);",
                    "var l = new StampedLock(); l.writeLockInterruptibly();"
                            + " l.readLockInterruptibly();",
                    "Object o = new Object(); synchronized (o) { o.wait(1L << 40); }",
                    "Thread.sleep(1L << 40);",
                    "TimeUnit.DAYS.sleep(1);",
                    "dev.stint.Stint.sleep(java.time.Duration.ofDays(1));",
                    "Stream.generate(() -> { try { NEVER.acquire(); } catch"
                            + " (InterruptedException e) { } return 1; }).limit(1L << 40).count();",
                    "new ConcurrentHashMap<Integer, Integer>().computeIfAbsent(1, k -> { try {"
                            + " NEVER.acquire(); } catch (InterruptedException e) { } return 1;"
                            + " });");

    @TempDir private Path folder;

    private MeteredClassLoader load() {
        var jar = new SmallJar();
        for (int i = 0; i < WAITS.size(); i++) {
            jar.withClass("acme.P" + i, program("P" + i, WAITS.get(i)));
        }
        return MeteredClassLoader.of(
                "acme",
                List.of(jar.writeTo(folder.resolve("acme.jar"))),
                Surface.ofTenant(),
                JdkWaitsTest.class.getClassLoader());
    }

    private static String program(String name, String wait) {
        return """
        package acme;
        /* */ import java.util.concurrent.*;
        /* */ import java.util.concurrent.locks.*;
        import java.util.stream.Stream;
        public class %s {
            static final Semaphore NEVER = new Semaphore(0);
            static class Beginning {
                static boolean goesOn = true;
                static {
                    while (goesOn) try { waits(); } catch (Exception e) { }
                }
                static void begin() {}
            }
            static void waits() throws Exception { %s }
            public static void again() {
                for (;;) try { waits(); } catch (Exception e) { }
            }
            public static void atLast() throws Exception {
                try { waits(); } finally { waits(); }
            }
            public static void atTheVeryLast() throws Exception {
                try { waits(); } finally {
                    try { waits(); } finally {
                        try { waits(); } finally { waits(); }
                    }
                }
            }
            public static void inInitialiser() { Beginning.begin(); }
            public static void whenBroke() throws Exception {
                try { for (;;) { } } finally { waits(); }
            }
        }
        """
                .formatted(name, wait);
    }

    private static Task<Object> start(Nursery nursery, ClassLoader loader, int wait, String how)
            throws Exception {
        Method method = loader.loadClass("acme.P" + wait).getMethod(how);
        String name = how + ": " + WAITS.get(wait);
        return nursery.spawn(
                TaskOptions.named(name).withBudget(how.equals("whenBroke") ? LITTLE : PLENTY),
                () -> method.invoke(null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"atLast", "atTheVeryLast", "again", "inInitialiser", "whenBroke"})
    void wait_ofATaskThatMustEnd_isBoundedEachTime(String how) throws Exception {
        int most = how.equals("inInitialiser") ? 4 : WAITS.size(); // each keeps a carrier
        try (MeteredClassLoader loader = load();
                Scheduler scheduler =
                        Scheduler.open(
                                c -> c.withWorkers(2).withGrace(10_000, Duration.ofMillis(50)))) {
            Nursery nursery =
                    scheduler.nursery(
                            n ->
                                    n.withBudget(PLENTY.times(WAITS.size()).withSpawns(100))
                                            .withOnExhaustion(OnExhaustion.FAIL)
                                            .withCancelOnError(false));
            List<Task<Object>> tasks = new ArrayList<>();
            for (int i = 0; i < most; i++) {
                tasks.add(start(nursery, loader, i, how));
            }
            while (tasks.stream().anyMatch(task -> task.state() == TaskState.READY)) {
                Thread.onSpinWait();
            }
            if (!how.equals("whenBroke")) {
                nursery.cancel();
            }

            for (Task<Object> task : tasks) {
                Optional<Outcome<Object>> outcome = task.awaitOutcome(Duration.ofSeconds(20));
                assertThat(outcome).as("the end of " + task).isPresent();
                assertThat(outcome.orElseThrow()).isNotInstanceOf(Outcome.Success.class);
            }
        }
    }
}
