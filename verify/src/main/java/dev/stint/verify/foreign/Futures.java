package dev.stint.verify.foreign;

import static dev.stint.verify.foreign.Views.each;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.sync.Latch;
import dev.stint.verify.foreign.Scene.Side;
import dev.stint.verify.foreign.Scopes.Boom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What the JDK asks of submit, execute and the futures they give. */
final class Futures {
    private Futures() {}

    /** A task that waits until it is cancelled. */
    static Callable<String> waits() {
        return () -> {
            Scopes.waitInVain();
            return "waited";
        };
    }

    /** One that says that it has begun, and then waits. */
    static Callable<String> waitsAfter(Latch begun) {
        return () -> {
            begun.countDown();
            Scopes.waitInVain();
            return "waited";
        };
    }

    @Scene(Side.BOTH)
    static void submit_everyForm_givesItsValue(Place place) throws Exception {
        each(
                place,
                executor -> {
                    var ran = new AtomicInteger();
                    assertThat(executor.submit(() -> "value").get()).isEqualTo("value");
                    assertThat(executor.submit(ran::incrementAndGet, "given").get())
                            .isEqualTo("given");
                    Runnable plain = ran::incrementAndGet;
                    assertThat(executor.submit(plain).get()).isNull();
                    assertThat(ran.get()).isEqualTo(2);
                });
    }

    @Scene(Side.BOTH)
    static void submit_whatThrows_isTheCause(Place place) throws Exception {
        each(
                place,
                executor -> {
                    var boom = new Boom("submitted");
                    Callable<Integer> fails =
                            () -> {
                                throw boom;
                            };
                    assertThatThrownBy(executor.submit(fails)::get)
                            .isInstanceOf(ExecutionException.class)
                            .hasCause(boom);
                    Runnable dies =
                            () -> {
                                throw new AssertionError("died");
                            };
                    assertThatThrownBy(executor.submit(dies)::get)
                            .isInstanceOf(ExecutionException.class)
                            .hasCauseInstanceOf(AssertionError.class);
                    assertThat(executor.submit(() -> 1).get()).isEqualTo(1);
                });
    }

    @Scene(Side.BOTH)
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // that is the question
    static void submit_nothing_isRefused(Place place) throws Exception {
        each(
                place,
                executor -> {
                    assertThatThrownBy(() -> executor.submit((Callable<Object>) null))
                            .isInstanceOf(NullPointerException.class);
                    assertThatThrownBy(() -> executor.submit((Runnable) null))
                            .isInstanceOf(NullPointerException.class);
                    assertThatThrownBy(() -> executor.submit(null, 1))
                            .isInstanceOf(NullPointerException.class);
                    assertThatThrownBy(() -> executor.execute(null))
                            .isInstanceOf(NullPointerException.class);
                });
    }

    @Scene(Side.BOTH)
    static void submit_afterShutdown_isRejected(Place place) throws Exception {
        each(
                place,
                executor -> {
                    executor.shutdown();
                    assertThatThrownBy(() -> executor.submit(() -> 1))
                            .isInstanceOf(RejectedExecutionException.class);
                    assertThatThrownBy(() -> executor.execute(() -> {}))
                            .isInstanceOf(RejectedExecutionException.class);
                    assertThatThrownBy(() -> executor.invokeAll(List.of(() -> 1)))
                            .isInstanceOf(RejectedExecutionException.class);
                    assertThatThrownBy(() -> executor.invokeAny(List.of(() -> 1)))
                            .isInstanceOf(RejectedExecutionException.class);
                });
    }

    @Scene(Side.BOTH)
    static void submit_byATaskAfterShutdown_isRejected(Place place) throws Exception {
        each(
                place,
                executor -> {
                    Channel<Boolean> goOn = Channel.rendezvous();
                    Future<Boolean> tries =
                            executor.submit(
                                    () -> {
                                        goOn.receive();
                                        try {
                                            Future<Integer> _ = executor.submit(() -> 1);
                                            return false;
                                        } catch (RejectedExecutionException e) {
                                            return true;
                                        }
                                    });
                    executor.shutdown();
                    goOn.send(true);
                    assertThat(tries.get()).isTrue();
                });
    }

    @Scene(Side.BOTH)
    static void future_states_followTheTask(Place place) throws Exception {
        each(
                place,
                executor -> {
                    Channel<Integer> goOn = Channel.rendezvous();
                    Future<Integer> works = executor.submit(() -> goOn.receive());
                    assertThat(works.state()).isEqualTo(Future.State.RUNNING);
                    assertThat(works.isDone()).isFalse();
                    assertThatThrownBy(works::resultNow).isInstanceOf(IllegalStateException.class);
                    goOn.send(3);
                    assertThat(works.get()).isEqualTo(3);
                    assertThat(works.state()).isEqualTo(Future.State.SUCCESS);
                    assertThat(works.resultNow()).isEqualTo(3);
                    assertThat(works.cancel(true)).isFalse();
                    assertThat(works.isCancelled()).isFalse();

                    Future<Integer> fails =
                            executor.submit(
                                    () -> {
                                        throw new Boom("state");
                                    });
                    assertThatThrownBy(fails::get).isInstanceOf(ExecutionException.class);
                    assertThat(fails.state()).isEqualTo(Future.State.FAILED);
                    assertThat(fails.exceptionNow()).isInstanceOf(Boom.class);

                    Future<String> waits = executor.submit(waits());
                    assertThat(waits.cancel(true)).isTrue();
                    assertThat(waits.state()).isEqualTo(Future.State.CANCELLED);
                    assertThat(waits.isDone()).isTrue();
                });
    }

    @Scene(Side.BOTH)
    static void cancel_whatWaits_isInterruptedAndCancelled(Place place) throws Exception {
        each(
                place,
                executor -> {
                    var begun = Latch.of(1);
                    var told = Latch.of(1);
                    Future<String> future =
                            executor.submit(
                                    () -> {
                                        begun.countDown();
                                        try {
                                            Scopes.waitInVain();
                                        } catch (InterruptedException e) {
                                            told.countDown();
                                        }
                                        return "late";
                                    });
                    begun.await();
                    assertThat(future.cancel(true)).isTrue();
                    assertThat(future.cancel(true)).isFalse();
                    assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
                    told.await();
                });
    }

    @Scene(Side.BOTH)
    static void cancelWithoutInterrupt_whatRuns_goesOn(Place place) throws Exception {
        each(
                place,
                executor -> {
                    Channel<Integer> goOn = Channel.rendezvous();
                    var done = new AtomicBoolean();
                    var begun = Latch.of(1);
                    Future<?> future =
                            executor.submit(
                                    () -> {
                                        begun.countDown();
                                        goOn.receive();
                                        done.set(true);
                                        return 0;
                                    });
                    begun.await();
                    assertThat(future.cancel(false)).isTrue();
                    assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
                    goOn.send(1);
                    executor.close();
                    assertThat(done).isTrue();
                });
    }

    @Scene(Side.BOTH)
    static void get_withALimit_taskGoesOn(Place place) throws Exception {
        each(
                place,
                executor -> {
                    Channel<Integer> goOn = Channel.rendezvous();
                    Future<Integer> future = executor.submit(() -> goOn.receive());
                    assertThatThrownBy(() -> future.get(2, TimeUnit.MILLISECONDS))
                            .isInstanceOf(TimeoutException.class);
                    assertThatThrownBy(() -> future.get(-1, TimeUnit.SECONDS))
                            .isInstanceOf(TimeoutException.class);
                    goOn.send(4);
                    assertThat(future.get(1, TimeUnit.HOURS)).isEqualTo(4);
                    assertThat(future.get(0, TimeUnit.SECONDS)).isEqualTo(4);
                });
    }

    @Scene(Side.BOTH)
    static void get_byMany_allGetIt(Place place) throws Exception {
        each(
                place,
                executor -> {
                    Channel<Integer> goOn = Channel.rendezvous();
                    Future<Integer> one = executor.submit(() -> goOn.receive());
                    List<Future<Integer>> all = new ArrayList<>();
                    for (int i = 0; i < 8; i++) {
                        all.add(executor.submit(() -> one.get()));
                    }
                    goOn.send(5);
                    for (Future<Integer> each : all) {
                        assertThat(each.get()).isEqualTo(5);
                    }
                });
    }

    @Scene(Side.BOTH)
    static void submit_aThousand_allRun(Place place) throws Exception {
        each(
                place,
                executor -> {
                    var ran = new AtomicInteger();
                    List<Future<?>> all = new ArrayList<>();
                    for (int i = 0; i < 1000; i++) {
                        all.add(executor.submit(ran::incrementAndGet));
                    }
                    for (Future<?> each : all) {
                        each.get();
                    }
                    assertThat(ran.get()).isEqualTo(1000);
                });
    }

    @Scene(Side.BOTH)
    static void submit_byTasks_inATree_allRun(Place place) throws Exception {
        each(place, executor -> assertThat(leaves(executor, 6).get()).isEqualTo(64));
    }

    private static Future<Integer> leaves(ExecutorService executor, int depth) {
        return executor.submit(
                () -> {
                    if (depth == 0) {
                        return 1;
                    }
                    Future<Integer> left = leaves(executor, depth - 1);
                    return leaves(executor, depth - 1).get() + left.get();
                });
    }

    @Scene(Side.BOTH)
    static void execute_whatThrows_othersGoOn(Place place) throws Exception {
        each(
                place,
                executor -> {
                    executor.execute(
                            () -> {
                                throw new IllegalStateException("executed");
                            });
                    assertThat(executor.submit(() -> 1).get()).isEqualTo(1);
                });
    }

    /** What a task leaves in its thread, the next does not find. */
    @Scene(Side.BOTH)
    static void submit_interruptLeftOver_isNotTheNextOnes(Place place) throws Exception {
        if (!Views.mayBlockInJdk(place)) {
            return; // there the thread is the carrier
        }
        each(
                place,
                executor -> {
                    for (int i = 0; i < 20; i++) {
                        executor.submit(() -> Thread.currentThread().interrupt()).get();
                        Future<Boolean> next =
                                executor.submit(() -> Thread.currentThread().isInterrupted());
                        assertThat(next.get()).isFalse();
                    }
                });
    }

    @Scene(Side.BOTH)
    static void submit_sleepersOfAllLengths_endInTheirOrder(Place place) throws Exception {
        each(
                place,
                executor -> {
                    Channel<Integer> woken = Channel.unbounded();
                    List<Future<@Nullable Void>> all = new ArrayList<>();
                    for (int i = 5; i > 0; i--) {
                        int millis = i;
                        all.add(
                                executor.submit(
                                        () -> {
                                            Stint.sleep(Duration.ofMillis(millis));
                                            woken.send(millis);
                                            return null;
                                        }));
                    }
                    for (Future<?> each : all) {
                        each.get();
                    }
                    List<Integer> order = woken.drain();
                    assertThat(order).hasSize(5);
                    if (place.seeded()) {
                        assertThat(order).isSorted();
                    }
                });
    }
}
