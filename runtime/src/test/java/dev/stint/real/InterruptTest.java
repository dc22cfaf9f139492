package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Select;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryState;
import dev.stint.sync.Latch;
import dev.stint.sync.Mutex;
import dev.stint.sync.Semaphore;
import dev.stint.task.Action;
import dev.stint.task.CancelledException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An interrupt of a task's thread ends its waits, as it does in the JDK, and is no cancellation.
 */
@Timeout(60)
class InterruptTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private Scheduler scheduler = Scheduler.open(c -> c.withWorkers(2));

    @BeforeEach
    void open() {
        scheduler.close();
        scheduler = Scheduler.open(c -> c.withWorkers(2).withCloseTimeout(Duration.ofSeconds(5)));
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    private Map<String, Action> waits() throws Exception {
        var never = Channel.<Integer>rendezvous();
        var mutex = Mutex.unlocked();
        mutex.lock(); // by the thread of the test, for good
        var latch = Latch.of(1);
        Task<?> other = scheduler.root().spawn(() -> latch.await());
        ExecutorService executor = scheduler.executor("of " + Thread.currentThread().getName());
        Future<?> future = executor.submit(Action.asCallable(latch::await));
        var waits = new LinkedHashMap<String, Action>();
        waits.put("receive", never::receive);
        waits.put("send", () -> never.send(1));
        waits.put("sleep", () -> Stint.sleep(HOUR));
        waits.put("select", () -> Select.from(never.onReceive(v -> v)));
        waits.put("lock", mutex::lock);
        waits.put("acquire", Semaphore.of(0)::acquire);
        waits.put("latch", latch::await);
        waits.put("await", other::await);
        waits.put("awaitOutcome", other::awaitOutcome);
        waits.put("get", future::get);
        waits.put("invokeAll", () -> executor.invokeAll(List.of(Action.asCallable(latch::await))));
        waits.put("invokeAny", () -> executor.invokeAny(List.of(Action.asCallable(latch::await))));
        waits.put(
                "awaitTermination",
                () -> executor.awaitTermination(1, java.util.concurrent.TimeUnit.HOURS));
        return waits;
    }

    @Test
    void everyWait_interrupted_throwsAndClearsTheFlag() throws Exception {
        for (var wait : waits().entrySet()) {
            var thread = new AtomicReference<@Nullable Thread>();
            var seen = new AtomicReference<@Nullable Throwable>();
            Task<Boolean> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        thread.set(Thread.currentThread());
                                        try {
                                            wait.getValue().run();
                                        } catch (Throwable e) {
                                            seen.set(e);
                                        }
                                        return Thread.currentThread().isInterrupted();
                                    });
            while (task.state() != TaskState.BLOCKED) {
                Thread.onSpinWait();
            }
            Objects.requireNonNull(thread.get()).interrupt();
            assertThat(task.await()).as(wait.getKey()).isFalse();
            assertThat(seen.get())
                    .as(wait.getKey())
                    .isInstanceOf(InterruptedException.class)
                    .isNotInstanceOf(CancelledException.class);
        }
    }

    @Test
    void everyWait_interruptedBefore_throwsAtOnce() throws Exception {
        for (var wait : waits().entrySet()) {
            Throwable seen =
                    scheduler.run(
                            () -> {
                                Thread.currentThread().interrupt();
                                try {
                                    wait.getValue().run();
                                } catch (Throwable e) {
                                    return e;
                                }
                                return new AssertionError("did not throw");
                            });
            assertThat(seen).as(wait.getKey()).isInstanceOf(InterruptedException.class);
        }
    }

    /** Interrupts that race with the park, and with the wake, are neither lost nor doubled. */
    @Test
    void receive_interruptsRaceWithParks_noneIsLost() throws Exception {
        int rounds = 20_000;
        var never = Channel.<Integer>rendezvous();
        var thread = new AtomicReference<@Nullable Thread>();
        var next = new CountDownLatch[1];
        next[0] = new CountDownLatch(1);
        Task<Integer> victim =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    thread.set(Thread.currentThread());
                                    int seen = 0;
                                    while (seen < rounds) {
                                        try {
                                            never.receive();
                                        } catch (InterruptedException e) {
                                            seen++;
                                        }
                                    }
                                    return seen;
                                });
        while (!victim.state().isFinal()) {
            Thread t = thread.get();
            if (t != null) {
                t.interrupt();
                while (t.isInterrupted() && !victim.state().isFinal()) {
                    Thread.onSpinWait(); // until it has learnt of it
                }
            }
        }
        assertThat(victim.await()).isEqualTo(rounds);
    }

    /** The JDK's channels use the same place in the thread, and leave it empty. */
    @Test
    void receive_afterIoOfTheJdk_isStillInterrupted() throws Exception {
        var never = Channel.<Integer>rendezvous();
        var thread = new AtomicReference<@Nullable Thread>();
        Task<Boolean> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    Stint.sleep(Duration.ofMillis(1));
                                    Pipe pipe = Pipe.open();
                                    pipe.sink().write(ByteBuffer.allocate(1));
                                    pipe.source().read(ByteBuffer.allocate(1));
                                    thread.set(Thread.currentThread());
                                    try {
                                        never.receive();
                                        return false;
                                    } catch (InterruptedException e) {
                                        return true;
                                    }
                                });
        while (task.state() != TaskState.BLOCKED || thread.get() == null) {
            Thread.onSpinWait();
        }
        Objects.requireNonNull(thread.get()).interrupt();
        assertThat(task.await()).isTrue();
    }

    @Test
    void completionService_cancelTrue_endsATaskInReceive() throws Exception {
        var never = Channel.<Integer>rendezvous();
        var learnt = new CountDownLatch(1);
        var inside = new CountDownLatch(1);
        try (ExecutorService executor = scheduler.executor("x")) {
            var service = new ExecutorCompletionService<Integer>(executor);
            Future<Integer> future =
                    service.submit(
                            () -> {
                                inside.countDown();
                                try {
                                    return never.receive();
                                } finally {
                                    learnt.countDown();
                                }
                            });
            inside.await();
            assertThat(future.cancel(true)).isTrue();
            learnt.await();
            assertThat(service.take()).isSameAs(future);
        }
    }

    @Test
    void get_afterShutdownNow_failsWithTheInterrupt() throws Exception {
        var inside = new CountDownLatch(2);
        try (ExecutorService executor = scheduler.executor("x")) {
            List<Callable<Object>> bodies =
                    List.of(
                            () -> {
                                inside.countDown();
                                Stint.sleep(HOUR);
                                return 1;
                            },
                            () -> {
                                inside.countDown();
                                new PipedInputStream(new PipedOutputStream()).read();
                                new CountDownLatch(1).await();
                                return 2;
                            });
            for (Callable<Object> body : bodies) {
                Future<Object> future = executor.submit(body);
                if (body == bodies.getLast()) {
                    inside.await();
                    executor.shutdownNow();
                }
                if (executor.isShutdown()) {
                    assertThatThrownBy(future::get)
                            .isInstanceOf(ExecutionException.class)
                            .rootCause()
                            .isInstanceOfAny(InterruptedException.class, java.io.IOException.class);
                    assertThat(future.isCancelled()).isFalse();
                    assertThat(future.state()).isEqualTo(Future.State.FAILED);
                }
            }
        }
    }

    @Test
    void join_openerIsInterrupted_childrenAreCancelledAndItThrows() throws Exception {
        var thread = new AtomicReference<@Nullable Thread>();
        var child = new AtomicReference<@Nullable Task<?>>();
        Task<NurseryState> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    thread.set(Thread.currentThread());
                                    Nursery nursery = Stint.nursery();
                                    child.set(nursery.spawn(() -> Stint.sleep(HOUR)));
                                    assertThatThrownBy(nursery::join)
                                            .isExactlyInstanceOf(InterruptedException.class);
                                    return nursery.state();
                                });
        while (child.get() == null || task.state() != TaskState.BLOCKED) {
            Thread.onSpinWait();
        }
        Objects.requireNonNull(thread.get()).interrupt();
        assertThat(task.await()).isEqualTo(NurseryState.CANCELLED);
        assertThat(Objects.requireNonNull(child.get()).awaitOutcome())
                .isInstanceOf(Outcome.Cancelled.class);
    }

    @Test
    void close_ofAnExecutor_insideATask_cancelsAndKeepsTheFlag() throws Exception {
        var inside = new CountDownLatch(1);
        var thread = new AtomicReference<@Nullable Thread>();
        Task<Boolean> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    thread.set(Thread.currentThread());
                                    ExecutorService executor = scheduler.executor("mine");
                                    Future<Integer> _ =
                                            executor.submit(
                                                    () -> {
                                                        inside.countDown();
                                                        Stint.sleep(HOUR);
                                                        return 1;
                                                    });
                                    executor.close();
                                    return Thread.interrupted();
                                });
        inside.await();
        while (task.state() != TaskState.BLOCKED) {
            Thread.onSpinWait();
        }
        Objects.requireNonNull(thread.get()).interrupt();
        assertThat(task.await()).isTrue();
    }

    /** A block that is cut also ends a wait in the JDK, and the flag does not outlive the block. */
    @Test
    void within_blockedInTheJdk_isInterruptedAndTheFlagIsGone() throws Exception {
        boolean flag =
                scheduler.run(
                        () -> {
                            assertThatThrownBy(
                                            () ->
                                                    Stint.within(
                                                            Duration.ofMillis(20),
                                                            () -> new CountDownLatch(1).await()))
                                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
                            return Thread.currentThread().isInterrupted();
                        });
        assertThat(flag).isFalse();
    }
}
