package dev.stint.verify.foreign;

import static dev.stint.verify.foreign.Views.each;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.channel.Channel;
import dev.stint.sync.Latch;
import dev.stint.verify.foreign.Scene.Side;
import dev.stint.verify.foreign.Scopes.Boom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What the JDK builds on executors, and what its tasks wait at, with tasks of ours. */
final class JdkPieces {
    private JdkPieces() {}

    /**
     * Only where tasks may wait inside the JDK. And while a thread outside waits there, a scheduler
     * under a seed makes no step.
     */
    private static void eachThatMayBlock(Place place, Views.Use use) throws Exception {
        if (Views.mayBlockInJdk(place) && (place.inTask() || !place.seeded())) {
            each(place, use);
        }
    }

    // ---- CompletableFuture

    @Scene(Side.BOTH)
    static void completable_chain_runsOnTheExecutor(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    CompletableFuture<Integer> chain =
                            CompletableFuture.supplyAsync(() -> 20, executor)
                                    .thenApplyAsync(v -> v + 1, executor)
                                    .thenCombineAsync(
                                            CompletableFuture.supplyAsync(() -> 2, executor),
                                            (a, b) -> a * b,
                                            executor);
                    assertThat(chain.get()).isEqualTo(42);
                });
    }

    @Scene(Side.BOTH)
    static void completable_allAndAny(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    List<CompletableFuture<Integer>> all = new ArrayList<>();
                    for (int i = 0; i < 100; i++) {
                        int value = i;
                        all.add(CompletableFuture.supplyAsync(() -> value, executor));
                    }
                    CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).get();
                    assertThat(all.stream().mapToInt(CompletableFuture::resultNow).sum())
                            .isEqualTo(4950);
                    assertThat(CompletableFuture.anyOf(all.get(3), all.get(4)).get()).isIn(3, 4);
                });
    }

    @Scene(Side.BOTH)
    static void completable_failure_goesDownTheChain(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    CompletableFuture<Integer> fails =
                            CompletableFuture.supplyAsync(
                                    () -> {
                                        throw new CompletionException(new Boom("stage"));
                                    },
                                    executor);
                    assertThat(fails.handleAsync((v, e) -> e == null ? v : -1, executor).get())
                            .isEqualTo(-1);
                    assertThatThrownBy(fails.thenApplyAsync(v -> v, executor)::join)
                            .isInstanceOf(CompletionException.class)
                            .hasCauseInstanceOf(Boom.class);
                });
    }

    @Scene(Side.BOTH)
    static void completable_cancel_isForTheChainOnly(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    var begun = new CountDownLatch(1);
                    var goOn = new CountDownLatch(1);
                    var ran = new CountDownLatch(1);
                    CompletableFuture<Void> runs =
                            CompletableFuture.runAsync(
                                    () -> {
                                        begun.countDown();
                                        awaitQuietly(goOn);
                                        ran.countDown();
                                    },
                                    executor);
                    begun.await();
                    assertThat(runs.cancel(true)).isTrue();
                    assertThatThrownBy(runs::join).isInstanceOf(CancellationException.class);
                    goOn.countDown();
                    ran.await();
                });
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- ExecutorCompletionService

    @Scene(Side.BOTH)
    static void completions_comeAsTheyEnd(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    var ends = new ExecutorCompletionService<Integer>(executor);
                    List<Channel<Integer>> gates = new ArrayList<>();
                    for (int i = 0; i < 5; i++) {
                        Channel<Integer> gate = Channel.rendezvous();
                        gates.add(gate);
                        Future<Integer> _ = ends.submit(gate::receive);
                    }
                    for (int i = 4; i >= 0; i--) {
                        gates.get(i).send(i);
                        assertThat(ends.take().get()).isEqualTo(i);
                    }
                    assertThat(ends.poll()).isNull();
                });
    }

    /** Its futures interrupt the thread of the task; that ends a wait here, too. */
    @Scene(Side.BOTH)
    static void completions_cancel_endsATaskThatReceives(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    var ends = new ExecutorCompletionService<Integer>(executor);
                    Channel<Integer> silent = Channel.rendezvous();
                    var told = Latch.of(1);
                    Future<Integer> future =
                            ends.submit(
                                    () -> {
                                        try {
                                            return silent.receive();
                                        } catch (InterruptedException e) {
                                            told.countDown();
                                            throw e;
                                        }
                                    });
                    place.until(() -> silent.snapshot().receiversWaiting() == 1);
                    assertThat(future.cancel(true)).isTrue();
                    told.await();
                    assertThat(ends.take().isCancelled()).isTrue();
                });
    }

    // ---- what tasks wait at

    @Scene(Side.BOTH)
    static void lockAndCondition_countEveryStep(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    var lock = new ReentrantLock();
                    Condition turn = lock.newCondition();
                    var steps = new int[1];
                    List<Future<Integer>> all = new ArrayList<>();
                    for (int p = 0; p < 3; p++) {
                        int me = p;
                        all.add(
                                executor.submit(
                                        () -> {
                                            for (int i = 0; i < 10; i++) {
                                                lock.lock();
                                                try {
                                                    while (steps[0] % 3 != me) {
                                                        turn.await();
                                                    }
                                                    steps[0]++;
                                                    turn.signalAll();
                                                } finally {
                                                    lock.unlock();
                                                }
                                            }
                                            return me;
                                        }));
                    }
                    for (Future<Integer> each : all) {
                        each.get();
                    }
                    assertThat(steps[0]).isEqualTo(30);
                });
    }

    @Scene(Side.BOTH)
    static void semaphore_letsInSoMany(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    var permits = new Semaphore(2);
                    var inside = new AtomicInteger();
                    var most = new AtomicInteger();
                    List<Future<?>> all = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        all.add(
                                executor.submit(
                                        () -> {
                                            permits.acquire();
                                            most.accumulateAndGet(
                                                    inside.incrementAndGet(), Math::max);
                                            inside.decrementAndGet();
                                            permits.release();
                                            return 0;
                                        }));
                    }
                    for (Future<?> each : all) {
                        each.get();
                    }
                    assertThat(most.get()).isBetween(1, 2);
                });
    }

    @Scene(Side.BOTH)
    static void barrierAndPhaser_keepStep(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    var barrier = new CyclicBarrier(4);
                    var phaser = new Phaser(4);
                    List<Future<Integer>> all = new ArrayList<>();
                    for (int p = 0; p < 4; p++) {
                        all.add(
                                executor.submit(
                                        () -> {
                                            for (int i = 0; i < 5; i++) {
                                                barrier.await();
                                                assertThat(phaser.arriveAndAwaitAdvance())
                                                        .isEqualTo(i + 1);
                                            }
                                            return 5;
                                        }));
                    }
                    for (Future<Integer> each : all) {
                        assertThat(each.get()).isEqualTo(5);
                    }
                });
    }

    @Scene(Side.BOTH)
    static void queues_loseNothing(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    for (var queue :
                            List.of(
                                    new ArrayBlockingQueue<Integer>(2),
                                    new SynchronousQueue<Integer>())) {
                        List<Future<Integer>> takers = new ArrayList<>();
                        for (int p = 0; p < 3; p++) {
                            takers.add(
                                    executor.submit(
                                            () -> {
                                                int sum = 0;
                                                for (int i = 0; i < 20; i++) {
                                                    sum += queue.take();
                                                }
                                                return sum;
                                            }));
                            Future<Integer> _ =
                                    executor.submit(
                                            () -> {
                                                for (int i = 0; i < 20; i++) {
                                                    queue.put(i);
                                                }
                                                return 0;
                                            });
                        }
                        int sum = 0;
                        for (Future<Integer> taker : takers) {
                            sum += taker.get();
                        }
                        assertThat(sum).isEqualTo(3 * 190);
                    }
                });
    }

    @Scene(Side.BOTH)
    static void exchanger_swaps(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    var exchanger = new Exchanger<String>();
                    Future<String> one = executor.submit(() -> exchanger.exchange("one"));
                    Future<String> two = executor.submit(() -> exchanger.exchange("two"));
                    assertThat(one.get()).isEqualTo("two");
                    assertThat(two.get()).isEqualTo("one");
                });
    }

    @Scene(Side.BOTH)
    static void readWriteLock_writersAreAlone(Place place) throws Exception {
        eachThatMayBlock(
                place,
                executor -> {
                    var lock = new ReentrantReadWriteLock();
                    var value = new int[2];
                    List<Future<?>> all = new ArrayList<>();
                    for (int p = 0; p < 4; p++) {
                        all.add(executor.submit(() -> write(lock, value)));
                        all.add(executor.submit(() -> read(lock, value)));
                    }
                    for (Future<?> each : all) {
                        each.get();
                    }
                    assertThat(value).containsExactly(40, 40);
                });
    }

    private static void write(ReentrantReadWriteLock lock, int[] value) {
        for (int i = 0; i < 10; i++) {
            lock.writeLock().lock();
            try {
                value[0]++;
                value[1]++;
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    private static void read(ReentrantReadWriteLock lock, int[] value) {
        for (int i = 0; i < 10; i++) {
            lock.readLock().lock();
            try {
                if (value[0] != value[1]) {
                    throw new AssertionError("half a write was seen");
                }
            } finally {
                lock.readLock().unlock();
            }
        }
    }
}
