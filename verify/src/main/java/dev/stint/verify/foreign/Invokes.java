package dev.stint.verify.foreign;

import static dev.stint.verify.foreign.Futures.waits;
import static dev.stint.verify.foreign.Futures.waitsAfter;
import static dev.stint.verify.foreign.Views.each;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.sync.Latch;
import dev.stint.verify.foreign.Scene.Side;
import dev.stint.verify.foreign.Scopes.Boom;
import dev.stint.verify.foreign.Views.Interrupted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** What the JDK asks of invokeAll and invokeAny. */
final class Invokes {
    private Invokes() {}

    private static Callable<String> fails(String why) {
        return () -> {
            throw new Boom(why);
        };
    }

    private static Callable<String> gives(String value) {
        return () -> {
            Stint.yield();
            return value;
        };
    }

    // ---- all

    @Scene(Side.BOTH)
    static void all_succeed_inTheOrderGiven(Place place) throws Exception {
        each(
                place,
                executor -> {
                    List<Future<String>> all =
                            executor.invokeAll(List.of(gives("one"), gives("two"), gives("three")));
                    assertThat(all).allMatch(Future::isDone);
                    assertThat(all.stream().map(Future::resultNow))
                            .containsExactly("one", "two", "three");
                });
    }

    @Scene(Side.BOTH)
    static void all_someFail_allAreDone(Place place) throws Exception {
        each(
                place,
                executor -> {
                    List<Future<String>> all =
                            executor.invokeAll(List.of(fails("one"), gives("two"), fails("three")));
                    assertThat(all.stream().map(Future::state))
                            .containsExactly(
                                    Future.State.FAILED, Future.State.SUCCESS, Future.State.FAILED);
                    assertThatThrownBy(all.get(2)::get)
                            .isInstanceOf(ExecutionException.class)
                            .hasCauseInstanceOf(Boom.class);
                });
    }

    @Scene(Side.BOTH)
    static void all_ofNothing_isNothing(Place place) throws Exception {
        each(
                place,
                executor -> assertThat(executor.invokeAll(List.<Callable<String>>of())).isEmpty());
    }

    @Scene(Side.BOTH)
    static void all_withALimit_thoseNotDoneAreCancelled(Place place) throws Exception {
        each(
                place,
                executor -> {
                    List<Future<String>> all =
                            executor.invokeAll(
                                    List.of(gives("one"), waits(), waits()),
                                    place.seeded() ? 5 : 200,
                                    TimeUnit.MILLISECONDS);
                    assertThat(all.stream().map(Future::state))
                            .containsExactly(
                                    Future.State.SUCCESS,
                                    Future.State.CANCELLED,
                                    Future.State.CANCELLED);
                });
    }

    @Scene(Side.BOTH)
    static void all_inTime_isAsWithoutALimit(Place place) throws Exception {
        each(
                place,
                executor -> {
                    List<Future<String>> all =
                            executor.invokeAll(
                                    List.of(gives("one"), fails("two")), 1, TimeUnit.HOURS);
                    assertThat(all.get(0).resultNow()).isEqualTo("one");
                    assertThat(all.get(1).exceptionNow()).isInstanceOf(Boom.class);
                });
    }

    @Scene(Side.BOTH)
    @SuppressWarnings("NullAway") // that is the question
    static void all_withANull_isRefused(Place place) throws Exception {
        each(
                place,
                executor -> {
                    assertThatThrownBy(() -> executor.invokeAll(null))
                            .isInstanceOf(NullPointerException.class);
                    assertThatThrownBy(
                                    () ->
                                            executor.invokeAll(
                                                    new ArrayList<>(
                                                            Arrays.asList(gives("one"), null))))
                            .isInstanceOf(NullPointerException.class);
                });
    }

    @Scene(Side.BOTH_ON_THREADS)
    static void all_callerIsInterrupted_throwsAndCancels(Place place) throws Exception {
        if (place.inTask() && !Views.mayBlockInJdk(place)) {
            return; // a task on a bare core has no thread to interrupt
        }
        each(
                place,
                executor -> {
                    var begun = Latch.of(2);
                    Interrupted how =
                            Views.interrupt(
                                    place,
                                    () ->
                                            executor.invokeAll(
                                                    List.of(waitsAfter(begun), waitsAfter(begun))));
                    assertThat(how.thrown()).isExactlyInstanceOf(InterruptedException.class);
                    assertThat(how.flagged()).isFalse();
                    executor.shutdown(); // the tasks were cancelled: this ends
                    assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
                });
    }

    @Scene(Side.BOTH_ON_THREADS)
    static void all_callerWasInterruptedBefore_throwsAtOnce(Place place) throws Exception {
        if (place.inTask() && !Views.mayBlockInJdk(place)) {
            return;
        }
        each(
                place,
                executor -> {
                    Thread.currentThread().interrupt();
                    assertThatThrownBy(() -> executor.invokeAll(List.of(waits(), waits())))
                            .isInstanceOf(InterruptedException.class);
                    assertThat(Thread.interrupted()).isFalse();
                    executor.shutdown();
                    assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
                });
    }

    // ---- any

    @Scene(Side.BOTH)
    static void any_oneSucceeds_othersAreCancelled(Place place) throws Exception {
        each(
                place,
                executor -> {
                    String first = executor.invokeAny(List.of(waits(), fails("no"), gives("yes")));
                    assertThat(first).isEqualTo("yes");
                    executor.close(); // the one that waits was cancelled: this ends
                    assertThat(executor.isTerminated()).isTrue();
                });
    }

    @Scene(Side.BOTH)
    static void any_allFail_throwsOneOfThem(Place place) throws Exception {
        each(
                place,
                executor ->
                        assertThatThrownBy(
                                        () ->
                                                executor.invokeAny(
                                                        List.of(fails("one"), fails("two"))))
                                .isInstanceOf(ExecutionException.class)
                                .hasCauseInstanceOf(Boom.class));
    }

    @Scene(Side.BOTH)
    @SuppressWarnings("NullAway") // that is the question
    static void any_ofNothing_isRefused(Place place) throws Exception {
        each(
                place,
                executor -> {
                    assertThatThrownBy(() -> executor.invokeAny(List.<Callable<String>>of()))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> executor.invokeAny(null))
                            .isInstanceOf(NullPointerException.class);
                });
    }

    @Scene(Side.BOTH)
    static void any_withALimit_throwsAndCancels(Place place) throws Exception {
        each(
                place,
                executor -> {
                    assertThatThrownBy(
                                    () ->
                                            executor.invokeAny(
                                                    List.of(waits(), waits()),
                                                    5,
                                                    TimeUnit.MILLISECONDS))
                            .isInstanceOf(TimeoutException.class);
                    executor.close();
                    assertThat(executor.isTerminated()).isTrue();
                });
    }

    @Scene(Side.BOTH)
    static void any_inTime_isAsWithoutALimit(Place place) throws Exception {
        each(
                place,
                executor ->
                        assertThat(
                                        executor.invokeAny(
                                                List.of(fails("no"), gives("yes")),
                                                1,
                                                TimeUnit.HOURS))
                                .isEqualTo("yes"));
    }

    @Scene(Side.BOTH)
    static void any_ofMany_atLeastOneRuns(Place place) throws Exception {
        each(
                place,
                executor -> {
                    var ran = new AtomicInteger();
                    List<Callable<Integer>> many = new ArrayList<>();
                    for (int i = 0; i < 50; i++) {
                        many.add(ran::incrementAndGet);
                    }
                    assertThat(executor.invokeAny(many)).isBetween(1, 50);
                    assertThat(ran.get()).isBetween(1, 50);
                });
    }

    @Scene(Side.BOTH_ON_THREADS)
    static void any_callerIsInterrupted_throwsAndCancels(Place place) throws Exception {
        if (place.inTask() && !Views.mayBlockInJdk(place)) {
            return;
        }
        each(
                place,
                executor -> {
                    Interrupted how =
                            Views.interrupt(
                                    place, () -> executor.invokeAny(List.of(waits(), waits())));
                    assertThat(how.thrown()).isExactlyInstanceOf(InterruptedException.class);
                    executor.shutdown();
                    assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
                });
    }
}
