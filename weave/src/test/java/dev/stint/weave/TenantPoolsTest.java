package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.SmallJar;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.budget.Receipt;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [attack:threads] Threads, pools and timers of a tenant are its tasks: they answer as those of the
 * JDK, are paid from its budget, and end with it.
 */
@Timeout(60)
class TenantPoolsTest {
    private static final Budget PLENTY = new Budget(1L << 32, 1L << 32, 1_000, 0, 0);

    @TempDir private Path folder;

    /** What a run came to: what the program gave, or how it failed, and what it cost. */
    private record Ran(Outcome<Object> main, NurseryResult all, Receipt receipt) {
        Object value() {
            return main instanceof Outcome.Success<Object>(var value) ? value : main;
        }
    }

    private Path jar(String body) {
        return new SmallJar()
                .withClass(
                        "acme.Program",
                        """
                        package acme;
                        /* */ import java.util.*;
                        /* */ import java.util.concurrent.*;
                        /* */ import java.util.concurrent.atomic.*;
                        import java.util.concurrent.locks.LockSupport;
                        public class Program {
                            static final StringBuffer OUT = new StringBuffer();
                            static void say(Object o) { OUT.append(o).append(';'); }
                            static class Mine extends Thread {
                                Mine(Runnable r) { super(r, "mine"); }
                                public void run() { say("begins"); super.run(); }
                            }
                            static TimerTask task(Runnable r) {
                                return new TimerTask() { public void run() { r.run(); } };
                            }
                            public static Object run() throws Exception {
                                %s
                                return OUT.toString();
                            }
                        }
                        """
                                .formatted(body))
                .writeTo(folder.resolve("acme.jar"));
    }

    private static Ran run(Path jar, Budget budget, long seed) throws Exception {
        try (var loader =
                        MeteredClassLoader.of(
                                "acme",
                                List.of(jar),
                                Surface.ofTenant(),
                                TenantPoolsTest.class.getClassLoader());
                var scheduler = Scheduler.open(c -> c.withSeed(seed))) {
            Nursery nursery =
                    scheduler.nursery(
                            n ->
                                    n.withBudget(budget)
                                            .withChildBudget(new Budget(100_000, 1 << 20, 0, 0, 0))
                                            .withOnExhaustion(OnExhaustion.DRAW)
                                            .withPolicy(Policy.runAll())
                                            .withDeadline(Duration.ofHours(1)));
            Task<Object> main =
                    nursery.spawn(
                            "main",
                            () -> loader.loadClass("acme.Program").getMethod("run").invoke(null));
            Outcome<Object> outcome = main.awaitOutcome();
            NurseryResult all = nursery.awaitAll();
            return new Ran(outcome, all, nursery.receipt().orElseThrow());
        }
    }

    private static Object unwoven(Path jar) throws Exception {
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            return loader.loadClass("acme.Program").getMethod("run").invoke(null);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                ExecutorService p = Executors.newFixedThreadPool(2);
                for (int i = 0; i < 5; i++) { int n = i; say(p.submit(() -> n * n).get()); }
                for (var f : p.invokeAll(List.of(() -> "a", () -> "b"))) say(f.get());
                say(p.<String>invokeAny(List.of(() -> "c")));
                p.shutdown(); say(p.awaitTermination(9, TimeUnit.SECONDS));
                try { p.execute(() -> { }); } catch (RejectedExecutionException e) { say("no"); }
                """,
                """
                ExecutorService p = Executors.newCachedThreadPool();
                say(CompletableFuture.supplyAsync(() -> 6, p).thenApplyAsync(x -> x * 7, p).get());
                var done = new ExecutorCompletionService<Integer>(p);
                for (int i = 0; i < 3; i++) {
                    int n = i;
                    done.submit(() -> { Thread.sleep(n * 100); return n; });
                }
                for (int i = 0; i < 3; i++) say(done.take().get());
                say(p.invokeAny(List.of(() -> { Thread.sleep(1L << 40); return 1; }, () -> 2)));
                say(p.shutdownNow().size()); say(p.awaitTermination(9, TimeUnit.SECONDS));
                """,
                """
                ExecutorService p = Executors.newSingleThreadExecutor(Mine::new);
                say(p.submit(() -> Thread.currentThread().getName()).get());
                say(p instanceof ThreadPoolExecutor); p.close(); say(p.isTerminated());
                """,
                """
                ScheduledExecutorService p = Executors.newScheduledThreadPool(2);
                var late = p.schedule(() -> "late", 200, TimeUnit.MILLISECONDS);
                say(p.schedule(() -> "soon", 5, TimeUnit.MILLISECONDS).get()); say(late.get());
                var three = new CountDownLatch(3); var n = new AtomicInteger();
                var often = p.scheduleAtFixedRate(() -> {
                    n.incrementAndGet(); three.countDown(); }, 1, 2, TimeUnit.MILLISECONDS);
                three.await(); say(often.cancel(false)); say(often.isCancelled());
                p.schedule(() -> say("after"), 20, TimeUnit.MILLISECONDS);
                p.shutdown(); say(p.awaitTermination(9, TimeUnit.SECONDS));
                """,
                """
                Timer t = new Timer("tick"); var three = new CountDownLatch(3);
                t.schedule(task(() -> {
                    if (three.getCount() > 0) say(Thread.currentThread().getName());
                    three.countDown(); }), 1, 3);
                TimerTask never = task(() -> say("never"));
                t.schedule(never, 10_000); say(never.cancel()); say(never.cancel());
                three.await(); t.cancel();
                try { t.schedule(task(() -> { }), 1); } catch (IllegalStateException e) {
                    say(e.getMessage()); }
                """,
                """
                class Pool extends ThreadPoolExecutor {
                    Pool() { super(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1)); }
                    protected void beforeExecute(Thread t, Runnable r) { say("before"); }
                    protected void afterExecute(Runnable r, Throwable t) { say("after " + t); }
                    protected void terminated() { say("terminated"); }
                }
                Pool p = new Pool(); var on = new CountDownLatch(1);
                p.execute(() -> { try { on.countDown(); Thread.sleep(1L << 40); }
                    catch (InterruptedException e) { say("interrupted"); } });
                on.await(); p.execute(() -> { });
                try { p.execute(() -> { }); } catch (RejectedExecutionException e) { say("full"); }
                int left = p.shutdownNow().size(); say(p.awaitTermination(9, TimeUnit.SECONDS));
                say(left); say(p.getCompletedTaskCount()); say(p.isTerminated());
                """,
                """
                try (var v = Executors.newVirtualThreadPerTaskExecutor()) {
                    say(v.submit(() -> Thread.currentThread().isVirtual()).get()); }
                var kind = Thread.ofPlatform().name("tp-", 5).factory();
                try (var v = Executors.newThreadPerTaskExecutor(kind)) {
                    say(v.submit(() -> Thread.currentThread().getName()).get()); }
                ExecutorService w = Executors.newWorkStealingPool(3);
                say(w.invokeAll(List.of(() -> 1, () -> 2)).size()); w.shutdown();
                """,
                """
                Thread t = new Thread(() -> { throw new IllegalStateException("x"); }, "bad");
                t.setUncaughtExceptionHandler((at, e) -> say(at.getName() + e));
                t.start(); t.join(); say(t.getState()); say(t.isAlive());
                Thread p = new Thread(() -> { LockSupport.park(); say("unparked"); });
                p.start(); LockSupport.unpark(p); p.join();
                var f = new FutureTask<>(() -> 9); new Thread(f).start(); say(f.get());
                try { new FutureTask<>(() -> 1).get(5, TimeUnit.MILLISECONDS); }
                catch (TimeoutException e) { say("late"); }
                Thread in = new Thread(() -> {
                    try { new LinkedBlockingQueue<>().take(); }
                    catch (InterruptedException e) { say(Thread.interrupted()); } });
                in.start(); in.interrupt(); in.join();
                """
            })
    void program_answersAsUnwoven_andTheSameUnderASeed(String body) throws Exception {
        Path jar = jar(body);

        Ran first = run(jar, PLENTY, 7);
        Ran again = run(jar, PLENTY, 7);

        assertThat(first.value()).isEqualTo(unwoven(jar));
        assertThat(first.all()).isInstanceOf(NurseryResult.Success.class);
        assertThat(again.value()).isEqualTo(first.value());
        assertThat(again.receipt().spent()).isEqualTo(first.receipt().spent());
        assertThat(again.receipt().hash()).isEqualTo(first.receipt().hash());
    }

    /** A nest of them is metered code: it runs, or its stack is too small for it. */
    @Test
    void nestOfTasks_isPaidAtEachLevel() throws Exception {
        String nest =
                """
                Runnable all = () -> say("in");
                for (int i = 0; i < %d; i++) all = new FutureTask<>(all, null);
                all.run();
                """;

        Ran shallow = run(jar(nest.formatted(10)), PLENTY, 7);
        Ran deep = run(jar(nest.formatted(100_000)), PLENTY, 7);

        assertThat(shallow.value()).isEqualTo("in;");
        assertThat(deep.value()).isInstanceOf(Outcome.Failure.class);
        assertThat(deep.receipt().spent().ops()).isGreaterThan(100_000);
    }

    /** A daemon that waits for work is idle once, and not in the place of one that works. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "new Timer(true);",
                "ThreadFactory f = r -> { Thread d = new Thread(r); d.setDaemon(true); return d; };"
                        + "Executors.newFixedThreadPool(1, f).submit(() -> 1).get();"
            })
    void threadThatWorks_besideADaemonThatWaits_isNotCutOff(String daemon) throws Exception {
        String works =
                """
                Thread t = new Thread(() -> {
                    try { Thread.sleep(1000); } catch (InterruptedException e) { return; }
                    int n = 0; for (int i = 0; i < 50_000; i++) n ^= i; say(n); });
                t.setDaemon(false); t.start();
                """;

        Ran ran = run(jar(daemon + works), PLENTY, 7);

        assertThat(ran.all()).isInstanceOf(NurseryResult.Success.class);
        assertThat(ran.receipt().spent().ops()).isGreaterThan(50_000);
    }

    /** Threads that wait for work, and daemons, keep nobody. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Executors.newFixedThreadPool(3).submit(() -> 1).get();",
                "Executors.newCachedThreadPool().submit(() -> 1).get();",
                "Executors.newScheduledThreadPool(2).schedule(() -> 1, 1, TimeUnit.SECONDS).get();",
                "new Timer();",
                "Thread t = new Thread(() -> { for (;;) Thread.yield(); }); t.setDaemon(true);"
                        + " t.start();",
                "new Timer(true).schedule(task(() -> { }), 1, 1);"
            })
    void tenant_thatLeavesThreadsBehind_ends(String body) throws Exception {
        Ran ran = run(jar(body + " say(1);"), PLENTY, 1);

        assertThat(ran.value()).isEqualTo("1;");
        assertThat(ran.all()).isInstanceOf(NurseryResult.Success.class);
    }

    /** What is queued when main ends is done all the same, as it is in a JVM. */
    @Test
    void pool_withWork_endsWhenThatIsDone() throws Exception {
        String body =
                """
                var p = Executors.newFixedThreadPool(1);
                for (int i = 0; i < 3; i++) {
                    p.execute(() -> { try { Thread.sleep(1000); say("done"); }
                        catch (InterruptedException e) { say("interrupted"); } });
                }
                if (OUT != null) return OUT;
                """;

        Ran ran = run(jar(body), PLENTY, 1);

        assertThat(ran.all()).isInstanceOf(NurseryResult.Success.class);
        assertThat(ran.value()).hasToString("done;done;done;");
    }

    /** Whatever it is called, a thread is a spawn: who may not spawn has none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "new Thread(() -> say(1)).start();",
                "new Mine(() -> say(1)).start();",
                "Thread.ofPlatform().start(() -> say(1));",
                "Thread.ofVirtual().start(() -> say(1));",
                "Thread.startVirtualThread(() -> say(1));",
                "Executors.newFixedThreadPool(1).submit(() -> say(1));",
                "Executors.newFixedThreadPool(1, Mine::new).submit(() -> say(1));",
                "CompletableFuture.runAsync(() -> say(1), Executors.newCachedThreadPool());",
                "Executors.newWorkStealingPool().submit(() -> say(1));",
                "Executors.newVirtualThreadPerTaskExecutor().submit(() -> say(1));",
                "Executors.newScheduledThreadPool(1).submit(() -> say(1));",
                "new Timer().schedule(task(() -> say(1)), 0);",
                "new ThreadPoolExecutor(1, 1, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>()) {"
                        + " public void execute(Runnable r) { super.execute(r); }"
                        + " }.prestartCoreThread();"
            })
    void thread_withoutASpawn_isRefused(String body) throws Exception {
        Ran ran = run(jar(body), PLENTY.withSpawns(1), 1);

        assertThat(ran.main()).isInstanceOf(Outcome.Failure.class);
        assertThat(ran.receipt().tasks()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return Thread.currentThread();",
                "return new Mine(() -> { });",
                "return Thread.ofPlatform().unstarted(() -> { });",
                "return Executors.defaultThreadFactory().newThread(() -> { });",
                "return Thread.class.getConstructor().newInstance();",
                "return Executors.newSingleThreadExecutor(Mine::new).submit(() ->"
                        + " Thread.currentThread()).get();"
            })
    void thread_ofATenant_isNoneOfTheJvm(String body) throws Exception {
        Object made = run(jar("if (OUT != null) { " + body + " }"), PLENTY, 1).value();

        assertThat(made).isNotInstanceOf(Thread.class);
        assertThat(made.getClass().getClassLoader()).isInstanceOf(MeteredClassLoader.class);
    }

    /** Each is stopped by what it runs out of, and its nursery ends. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "new Timer().schedule(task(() -> { for (;;) { } }), 0); Thread.sleep(1L << 40);",
                "var p = Executors.newFixedThreadPool(1); var never = new CountDownLatch(1);"
                        + " p.execute(() -> { try { never.await(); } catch (InterruptedException"
                        + " e) { } }); for (int i = 0; i < 1_000_000; i++) p.execute(() -> { });",
                "var p = Executors.newFixedThreadPool(100_000); var never = new CountDownLatch(1);"
                        + " for (int i = 0; i < 100_000; i++) p.submit(() -> { never.await();"
                        + " return 1; }); never.await();",
                "var s = Executors.newScheduledThreadPool(1); s.scheduleAtFixedRate(() -> { }, 0,"
                        + " 1, TimeUnit.NANOSECONDS); Thread.sleep(1L << 40);",
                "var t = new Thread(() -> { for (;;) try { Thread.sleep(1L << 40); } catch"
                        + " (Throwable e) { } }); t.start(); t.join();",
                "class Late extends ThreadPoolExecutor { Late() { super(1, 1, 1,"
                        + " TimeUnit.DAYS, new LinkedBlockingQueue<>()); } protected void"
                        + " terminated() { for (;;) { } } } var p = new Late(); p.close();"
            })
    void attack_isStopped(String body) throws Exception {
        Ran ran = run(jar(body), new Budget(20_000_000, 64 << 20, 1_000, 0, 0), 1);

        assertThat(ran.all()).isNotInstanceOf(NurseryResult.Success.class);
        assertThat(ran.receipt().tasks()).isLessThanOrEqualTo(1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return ForkJoinPool.commonPool();",
                "return new ForkJoinPool(2);",
                "return CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);",
                "Runtime.getRuntime().addShutdownHook(new Thread()); return 1;"
            })
    void poolOfTheJvm_isRefused(String body) throws Exception {
        Ran ran = run(jar("if (OUT != null) { " + body + " }"), PLENTY, 1);

        assertThat(ran.main()).isInstanceOf(Outcome.Failure.class);
        assertThat(((Outcome.Failure<?>) ran.main()).cause())
                .hasRootCauseInstanceOf(dev.stint.hooks.AccessRefusedException.class);
    }
}
