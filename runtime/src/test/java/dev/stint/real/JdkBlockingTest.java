package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.config.SysmonConfig;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A blocking call of the JDK inside a task frees the worker (D1). There is one worker and no
 * temporary one to help: if the call kept the worker, the others would never run.
 */
@Timeout(60)
class JdkBlockingTest {
    @RegisterExtension final SchedulerLab lab = new SchedulerLab();

    /** Something that blocks, and what ends it; both run in tasks. */
    private interface Blocking {
        void block() throws Exception;

        void release() throws Exception;
    }

    private Scheduler oneWorkerAlone() {
        return lab.open(
                c -> c.withWorkers(1).withSysmon(SysmonConfig.defaults().withMaxTemporary(0)));
    }

    private void assertFreesTheWorker(Blocking blocking) throws Exception {
        Scheduler scheduler = oneWorkerAlone();
        Task<@Nullable Void> blocked = scheduler.root().spawn("blocked", () -> blocking.block());
        lab.until("it blocks", () -> blocked.state() == TaskState.BLOCKED);

        assertThat(lab.join(scheduler.root().spawn("other", () -> 7))).isEqualTo(7);
        assertThat(blocked.state()).isEqualTo(TaskState.BLOCKED);

        lab.join(scheduler.root().spawn("releaser", () -> blocking.release()));
        lab.join(blocked);
        assertThat(scheduler.snapshot().pinnedParks()).isZero();
    }

    @Test
    void reentrantLock_contended_freesTheWorker() throws Exception {
        var lock = new ReentrantLock();
        var held = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        Scheduler elsewhere = lab.open(1);
        Task<@Nullable Void> holder =
                elsewhere
                        .root()
                        .spawn(
                                () -> {
                                    lock.lock();
                                    try {
                                        held.countDown();
                                        release.await();
                                    } finally {
                                        lock.unlock();
                                    }
                                });
        held.await();

        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() {
                        lock.lock();
                        try {
                            assertThat(lock.isHeldByCurrentThread()).isTrue();
                        } finally {
                            lock.unlock();
                        }
                    }

                    @Override
                    public void release() {
                        release.countDown();
                    }
                });
        lab.join(holder);
    }

    @Test
    void readWriteLock_contended_freesTheWorker() throws Exception {
        var lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        try {
            Scheduler scheduler = oneWorkerAlone();
            Task<Integer> reader =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        lock.readLock().lock();
                                        try {
                                            return lock.getReadHoldCount();
                                        } finally {
                                            lock.readLock().unlock();
                                        }
                                    });
            lab.until("it blocks", () -> reader.state() == TaskState.BLOCKED);
            assertThat(lab.join(scheduler.root().spawn(() -> 7))).isEqualTo(7);
            lock.writeLock().unlock();
            assertThat(lab.join(reader)).isEqualTo(1);
        } finally {
            if (lock.isWriteLockedByCurrentThread()) {
                lock.writeLock().unlock();
            }
        }
    }

    @Test
    void synchronized_contended_freesTheWorker() throws Exception {
        Scheduler scheduler = oneWorkerAlone();
        var monitor = new Object();
        var held = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var inside = new AtomicInteger();
        // The holder waits with the monitor held, the contender waits for the monitor: neither may
        // keep the only worker.
        Task<@Nullable Void> holder =
                scheduler
                        .root()
                        .spawn(
                                "holder",
                                () -> {
                                    synchronized (monitor) {
                                        held.countDown();
                                        release.await();
                                        inside.incrementAndGet();
                                    }
                                });
        held.await();
        Task<Integer> contender =
                scheduler
                        .root()
                        .spawn(
                                "contender",
                                () -> {
                                    synchronized (monitor) {
                                        return inside.incrementAndGet();
                                    }
                                });
        lab.until("it blocks", () -> contender.state() == TaskState.BLOCKED);

        assertThat(lab.join(scheduler.root().spawn(() -> 7))).isEqualTo(7);
        assertThat(inside.get()).isZero();
        lab.join(scheduler.root().spawn(() -> release.countDown()));

        assertThat(lab.join(contender)).isEqualTo(2);
        lab.join(holder);
    }

    @Test
    void objectWait_untilNotified_freesTheWorker() throws Exception {
        var monitor = new Object();
        var told = new boolean[1];
        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() throws InterruptedException {
                        synchronized (monitor) {
                            while (!told[0]) {
                                monitor.wait();
                            }
                        }
                    }

                    @Override
                    public void release() {
                        synchronized (monitor) {
                            told[0] = true;
                            monitor.notifyAll();
                        }
                    }
                });
    }

    @Test
    void blockingQueue_takeFromEmpty_freesTheWorker() throws Exception {
        var queue = new LinkedBlockingQueue<Integer>();
        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() throws InterruptedException {
                        assertThat(queue.take()).isEqualTo(1);
                    }

                    @Override
                    public void release() {
                        queue.add(1);
                    }
                });
    }

    @Test
    void blockingQueue_putIntoFull_freesTheWorker() throws Exception {
        var queue = new ArrayBlockingQueue<Integer>(1);
        queue.add(1);
        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() throws InterruptedException {
                        queue.put(2);
                    }

                    @Override
                    public void release() throws InterruptedException {
                        assertThat(queue.take()).isEqualTo(1);
                    }
                });
        assertThat(queue.poll()).isEqualTo(2);
    }

    @Test
    void synchronousQueueAndExchanger_meetOnOneWorker() throws Exception {
        var queue = new SynchronousQueue<Integer>();
        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() throws InterruptedException {
                        queue.put(5);
                    }

                    @Override
                    public void release() throws InterruptedException {
                        assertThat(queue.take()).isEqualTo(5);
                    }
                });
        var exchanger = new Exchanger<Integer>();
        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() throws InterruptedException {
                        assertThat(exchanger.exchange(1)).isEqualTo(2);
                    }

                    @Override
                    public void release() throws InterruptedException {
                        assertThat(exchanger.exchange(2)).isEqualTo(1);
                    }
                });
    }

    @Test
    void countDownLatch_await_freesTheWorker() throws Exception {
        var latch = new CountDownLatch(1);
        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() throws InterruptedException {
                        latch.await();
                    }

                    @Override
                    public void release() {
                        latch.countDown();
                    }
                });
    }

    @Test
    void barrierAndPhaser_await_freeTheWorker() throws Exception {
        var barrier = new CyclicBarrier(2);
        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() throws Exception {
                        barrier.await();
                    }

                    @Override
                    public void release() throws Exception {
                        barrier.await();
                    }
                });
        var phaser = new Phaser(2);
        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() {
                        phaser.arriveAndAwaitAdvance();
                    }

                    @Override
                    public void release() {
                        phaser.arrive();
                    }
                });
    }

    @Test
    void semaphore_acquire_freesTheWorker() throws Exception {
        var semaphore = new Semaphore(0);
        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() throws InterruptedException {
                        semaphore.acquire();
                    }

                    @Override
                    public void release() {
                        semaphore.release();
                    }
                });
    }

    @Test
    void completableFuture_join_freesTheWorker() throws Exception {
        var future = new CompletableFuture<Integer>();
        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() {
                        assertThat(future.join()).isEqualTo(9);
                    }

                    @Override
                    public void release() {
                        future.complete(9);
                    }
                });
    }

    @Test
    void lockSupport_parkAndUnpark_freesTheWorker() throws Exception {
        var parked = new CompletableFuture<Thread>();
        var go = new CountDownLatch(1);
        assertFreesTheWorker(
                new Blocking() {
                    @Override
                    public void block() {
                        parked.complete(Thread.currentThread());
                        while (go.getCount() > 0) {
                            LockSupport.park();
                        }
                    }

                    @Override
                    public void release() throws Exception {
                        go.countDown();
                        LockSupport.unpark(parked.get());
                    }
                });
    }

    @Test
    void threadSleep_freesTheWorker() throws Exception {
        Scheduler scheduler = oneWorkerAlone();
        Task<Long> sleeper =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    long from = System.nanoTime();
                                    TimeUnit.MILLISECONDS.sleep(300);
                                    return System.nanoTime() - from;
                                });
        lab.until("it sleeps", () -> sleeper.state() == TaskState.BLOCKED);

        assertThat(lab.join(scheduler.root().spawn(() -> sleeper.state())))
                .isEqualTo(TaskState.BLOCKED);

        assertThat(lab.join(sleeper)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(300));
    }

    @Test
    void socket_acceptAndRead_freeTheWorker() throws Exception {
        Scheduler scheduler = oneWorkerAlone();
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Task<Integer> accepting =
                    scheduler
                            .root()
                            .spawn(
                                    "server",
                                    () -> {
                                        try (Socket peer = server.accept()) {
                                            return peer.getInputStream().read();
                                        }
                                    });
            lab.until("it accepts", () -> accepting.state() == TaskState.BLOCKED);
            assertThat(lab.join(scheduler.root().spawn(() -> 7))).isEqualTo(7);

            var written = new CountDownLatch(1);
            Task<@Nullable Void> client =
                    scheduler
                            .root()
                            .spawn(
                                    "client",
                                    () -> {
                                        try (var socket =
                                                new Socket(
                                                        InetAddress.getLoopbackAddress(),
                                                        server.getLocalPort())) {
                                            written.await();
                                            socket.getOutputStream().write(42);
                                        }
                                    });
            lab.until(
                    "server reads, client waits",
                    () ->
                            client.state() == TaskState.BLOCKED
                                    && accepting.state() == TaskState.BLOCKED);
            assertThat(lab.join(scheduler.root().spawn(() -> 8))).isEqualTo(8);
            written.countDown();

            assertThat(lab.join(accepting)).isEqualTo(42);
            lab.join(client);
        }
    }

    @Test
    void pipeChannel_read_isEndedByAWriterOnTheSameWorker() throws Exception {
        Pipe pipe = Pipe.open();
        try (var source = pipe.source();
                var sink = pipe.sink()) {
            assertFreesTheWorker(
                    new Blocking() {
                        @Override
                        public void block() throws Exception {
                            var buffer = ByteBuffer.allocate(1);
                            assertThat(source.read(buffer)).isEqualTo(1);
                            assertThat(buffer.get(0)).isEqualTo((byte) 3);
                        }

                        @Override
                        public void release() throws Exception {
                            sink.write(ByteBuffer.wrap(new byte[] {3}));
                        }
                    });
        }
    }

    /** Such a thread inherits the executor of its creator, which is a core of ours. */
    @Test
    void virtualThread_startedInATask_runsOnTheJdksScheduler() throws Exception {
        Scheduler scheduler = oneWorkerAlone();
        var late = new CompletableFuture<String>();
        var taskEnded = new CountDownLatch(1);

        String name =
                lab.join(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            var inner = new CompletableFuture<String>();
                                            Thread.ofVirtual()
                                                    .name("inner")
                                                    .start(
                                                            () ->
                                                                    inner.complete(
                                                                            Thread.currentThread()
                                                                                    .getName()));
                                            Thread.startVirtualThread(
                                                    () -> {
                                                        try {
                                                            taskEnded.await();
                                                            TimeUnit.MILLISECONDS.sleep(1);
                                                            late.complete("outlived the task");
                                                        } catch (InterruptedException e) {
                                                            late.completeExceptionally(e);
                                                        }
                                                    });
                                            return inner.join();
                                        }));
        taskEnded.countDown();

        assertThat(name).isEqualTo("inner");
        assertThat(late.get(20, TimeUnit.SECONDS)).isEqualTo("outlived the task");
    }

    @Test
    void virtualThreadExecutor_insideATask_works() throws Exception {
        Scheduler scheduler = oneWorkerAlone();

        int sum =
                lab.join(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            int total = 0;
                                            try (var pool =
                                                    Executors.newVirtualThreadPerTaskExecutor()) {
                                                var futures = new ArrayList<Future<Integer>>();
                                                for (int i = 1; i <= 100; i++) {
                                                    int n = i;
                                                    futures.add(pool.submit(() -> n));
                                                }
                                                for (Future<Integer> future : futures) {
                                                    total += future.get();
                                                }
                                            }
                                            return total;
                                        }));

        assertThat(sum).isEqualTo(5050);
    }

    @Test
    @DisplayName("many tasks block in many ways at once and none keeps the worker")
    void manyBlocked_atOnce_allEnd() throws Exception {
        Scheduler scheduler = oneWorkerAlone();
        int n = 500;
        var gate = new CountDownLatch(1);
        var lock = new ReentrantLock();
        var monitor = new Object();
        var count = new int[2];
        var tasks = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < n; i++) {
            tasks.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        gate.await();
                                        lock.lock();
                                        try {
                                            count[0]++;
                                            TimeUnit.MICROSECONDS.sleep(1);
                                        } finally {
                                            lock.unlock();
                                        }
                                        synchronized (monitor) {
                                            count[1]++;
                                            TimeUnit.MICROSECONDS.sleep(1);
                                        }
                                    }));
        }
        lab.until("all wait", () -> tasks.stream().allMatch(t -> t.state() == TaskState.BLOCKED));

        gate.countDown();
        lab.joinAll(tasks);

        assertThat(count).containsExactly(n, n);
    }
}
