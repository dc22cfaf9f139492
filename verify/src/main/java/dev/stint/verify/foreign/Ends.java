package dev.stint.verify.foreign;

import static dev.stint.verify.foreign.Futures.waits;
import static dev.stint.verify.foreign.Futures.waitsAfter;
import static dev.stint.verify.foreign.Views.each;
import static dev.stint.verify.foreign.Views.eachWithoutABlock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.nursery.Nursery;
import dev.stint.sync.Latch;
import dev.stint.task.Task;
import dev.stint.verify.foreign.Scene.Side;
import dev.stint.verify.foreign.Views.Interrupted;
import java.util.ArrayList;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the JDK asks of shutdown, shutdownNow, awaitTermination and close. */
final class Ends {
    private Ends() {}

    @Scene(Side.BOTH)
    static void close_ofNothing_endsAtOnce(Place place) throws Exception {
        each(
                place,
                executor -> {
                    assertThat(executor.isShutdown()).isFalse();
                    executor.close();
                    assertThat(executor.isShutdown()).isTrue();
                    assertThat(executor.isTerminated()).isTrue();
                    executor.close();
                    assertThat(executor.awaitTermination(0, TimeUnit.SECONDS)).isTrue();
                });
    }

    @Scene(Side.BOTH)
    static void close_waitsForWhatRuns(Place place) throws Exception {
        each(
                place,
                executor -> {
                    Future<String> slow =
                            executor.submit(
                                    () -> {
                                        Stint.sleep(Place.SHORT);
                                        return "done";
                                    });
                    executor.close();
                    assertThat(slow.resultNow()).isEqualTo("done");
                });
    }

    @Scene(Side.BOTH)
    static void shutdown_whatRuns_goesOn(Place place) throws Exception {
        each(
                place,
                executor -> {
                    Channel<Integer> goOn = Channel.rendezvous();
                    Future<Integer> works = executor.submit(() -> goOn.receive());
                    executor.shutdown();
                    executor.shutdown();
                    assertThat(executor.isShutdown()).isTrue();
                    assertThat(executor.isTerminated()).isFalse();
                    assertThat(executor.awaitTermination(2, TimeUnit.MILLISECONDS)).isFalse();
                    goOn.send(1);
                    assertThat(works.get()).isEqualTo(1);
                    assertThat(executor.awaitTermination(1, TimeUnit.HOURS)).isTrue();
                    assertThat(executor.isTerminated()).isTrue();
                });
    }

    @Scene(Side.BOTH)
    static void awaitTermination_beforeShutdown_isOnlyTime(Place place) throws Exception {
        each(
                place,
                executor -> {
                    assertThat(executor.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
                    assertThat(executor.submit(() -> 1).get()).isEqualTo(1);
                });
    }

    /** As in the JDK: a task that had begun was interrupted, and that is its failure. */
    @Scene(Side.BOTH)
    static void shutdownNow_whatWaits_fails(Place place) throws Exception {
        each(
                place,
                executor -> {
                    var begun = Latch.of(1);
                    Future<String> waits = executor.submit(waitsAfter(begun));
                    begun.await();
                    assertThat(executor.shutdownNow()).isEmpty();
                    assertThatThrownBy(waits::get)
                            .isInstanceOf(ExecutionException.class)
                            .hasCauseInstanceOf(InterruptedException.class);
                    assertThat(waits.state()).isEqualTo(Future.State.FAILED);
                    assertThat(executor.awaitTermination(1, TimeUnit.HOURS)).isTrue();
                });
    }

    @Scene(Side.BOTH)
    static void shutdownNow_whatWaitsInTheJdk_fails(Place place) throws Exception {
        if (!Views.mayBlockInJdk(place)) {
            return;
        }
        each(
                place,
                executor -> {
                    var begun = Latch.of(1);
                    Future<String> waits =
                            executor.submit(
                                    () -> {
                                        begun.countDown();
                                        new CountDownLatch(1).await();
                                        return "never";
                                    });
                    begun.await();
                    executor.shutdownNow();
                    assertThatThrownBy(waits::get)
                            .isInstanceOf(ExecutionException.class)
                            .hasCauseInstanceOf(InterruptedException.class);
                });
    }

    @Scene(Side.BOTH)
    static void shutdownNow_whatCatchesIt_hasItsValue(Place place) throws Exception {
        each(
                place,
                executor -> {
                    var begun = Latch.of(1);
                    Future<String> waits =
                            executor.submit(
                                    () -> {
                                        begun.countDown();
                                        try {
                                            Scopes.waitInVain();
                                        } catch (InterruptedException e) {
                                            return "saved";
                                        }
                                        return "never";
                                    });
                    begun.await();
                    executor.shutdownNow();
                    assertThat(waits.get()).isEqualTo("saved");
                });
    }

    @Scene(Side.BOTH)
    static void shutdownNow_asItStarts_allEndSomehow(Place place) throws Exception {
        each(
                place,
                executor -> {
                    var futures = new ArrayList<Future<String>>();
                    for (int i = 0; i < 20; i++) {
                        futures.add(executor.submit(waits()));
                    }
                    executor.shutdownNow();
                    for (Future<String> future : futures) {
                        assertThatThrownBy(future::get)
                                .isInstanceOfAny(
                                        ExecutionException.class, CancellationException.class);
                    }
                    assertThat(executor.awaitTermination(1, TimeUnit.HOURS)).isTrue();
                });
    }

    @Scene(Side.BOTH)
    static void close_bySomeoneElse_awaitersGoOn(Place place) throws Exception {
        each(
                place,
                executor -> {
                    Channel<Integer> goOn = Channel.rendezvous();
                    Future<Integer> works = executor.submit(() -> goOn.receive());
                    Task<Boolean> awaits =
                            place.scheduler()
                                    .root()
                                    .spawn(() -> executor.awaitTermination(1, TimeUnit.HOURS));
                    place.untilBlocked(awaits);
                    executor.shutdown();
                    goOn.send(1);
                    assertThat(awaits.await()).isTrue();
                    assertThat(works.resultNow()).isEqualTo(1);
                });
    }

    // ---- whoever waits is interrupted

    private static boolean hasNoThread(Place place) {
        return place.inTask() && !Views.mayBlockInJdk(place);
    }

    @Scene(Side.BOTH_ON_THREADS)
    static void get_callerIsInterrupted_taskGoesOn(Place place) throws Exception {
        if (hasNoThread(place)) {
            return;
        }
        each(
                place,
                executor -> {
                    Channel<Integer> goOn = Channel.rendezvous();
                    Future<Integer> works = executor.submit(() -> goOn.receive());
                    Interrupted how = Views.interrupt(place, works::get);
                    assertThat(how.thrown()).isExactlyInstanceOf(InterruptedException.class);
                    assertThat(how.flagged()).isFalse();
                    Interrupted timed = Views.interrupt(place, () -> works.get(1, TimeUnit.HOURS));
                    assertThat(timed.thrown()).isExactlyInstanceOf(InterruptedException.class);
                    goOn.send(7);
                    assertThat(works.get()).isEqualTo(7);
                });
    }

    @Scene(Side.BOTH_ON_THREADS)
    static void awaitTermination_callerIsInterrupted_throws(Place place) throws Exception {
        if (hasNoThread(place)) {
            return;
        }
        each(
                place,
                executor -> {
                    Channel<Integer> goOn = Channel.rendezvous();
                    Future<Integer> _ = executor.submit(() -> goOn.receive());
                    executor.shutdown();
                    Interrupted how =
                            Views.interrupt(
                                    place, () -> executor.awaitTermination(1, TimeUnit.HOURS));
                    assertThat(how.thrown()).isExactlyInstanceOf(InterruptedException.class);
                    goOn.send(7);
                });
    }

    /** The tasks are interrupted, all is waited for, and the caller keeps its interrupt. */
    @Scene(Side.BOTH_ON_THREADS)
    static void close_callerIsInterrupted_tasksAreToo(Place place) throws Exception {
        if (hasNoThread(place)) {
            return;
        }
        eachWithoutABlock(
                place,
                executor -> {
                    var begun = Latch.of(1);
                    var told = new AtomicBoolean();
                    Future<Integer> _ =
                            executor.submit(
                                    () -> {
                                        begun.countDown();
                                        try {
                                            Scopes.waitInVain();
                                        } finally {
                                            told.set(true);
                                        }
                                        return 0;
                                    });
                    begun.await();
                    Interrupted how = Views.interrupt(place, executor::close);
                    assertThat(how.thrown()).isNull();
                    assertThat(how.flagged()).isTrue();
                    assertThat(told).isTrue();
                    assertThat(executor.isTerminated()).isTrue();
                });
    }

    @Scene(Side.BOTH_ON_THREADS)
    static void close_callerWasInterruptedBefore_tasksAreToo(Place place) throws Exception {
        if (hasNoThread(place)) {
            return;
        }
        each(
                place,
                executor -> {
                    var begun = Latch.of(1);
                    Future<String> waits = executor.submit(waitsAfter(begun));
                    begun.await();
                    Thread.currentThread().interrupt();
                    executor.close();
                    assertThat(Thread.interrupted()).isTrue();
                    assertThatThrownBy(waits::get)
                            .isInstanceOf(ExecutionException.class)
                            .hasCauseInstanceOf(InterruptedException.class);
                });
    }

    /** An executor may be closed by another than who opened it. */
    @Scene(Side.BOTH)
    static void close_byATask_ofWhatAnotherOpened_waits(Place place) throws Exception {
        ExecutorService executor = place.scheduler().executor("handed over");
        Channel<Integer> goOn = Channel.rendezvous();
        Future<Integer> works = executor.submit(() -> goOn.receive());
        try (Nursery nursery = place.nursery()) {
            Task<?> closes = nursery.spawn(executor::close);
            place.until(executor::isShutdown);
            goOn.send(1);
            closes.await();
        }
        assertThat(works.resultNow()).isEqualTo(1);
        assertThat(executor.isTerminated()).isTrue();
    }
}
