package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Forever;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.event.Event;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Cancelling reaches everything below, wherever it is. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class NurseryCancelTest {
    private final Setting on;

    NurseryCancelTest(Setting on) {
        this.on = on;
    }

    @Test
    @DisplayName(
            "[NURSERY:4.3] [SCHED:8.3.1] at every yield point: sleep, await, yield, checkpoint")
    void cancel_childrenAtEveryYieldPoint_allEnd() throws Exception {
        on.everywhere(
                place -> {
                    var learnt = new AtomicInteger();
                    var runs = new AtomicInteger();
                    Nursery elsewhere = place.open();
                    Task<?> other = elsewhere.spawn(Forever::sleeps);
                    Nursery nursery = place.open();
                    List<Task<?>> children =
                            List.of(
                                    nursery.spawn(() -> until(Forever::sleeps, runs, learnt)),
                                    nursery.spawn(() -> until(Forever::yields, runs, learnt)),
                                    nursery.spawn(() -> until(() -> other.await(), runs, learnt)),
                                    nursery.spawn(() -> until(Forever::counts, runs, learnt)),
                                    nursery.spawn(() -> until(() -> nested(runs), runs, learnt)));
                    place.until(() -> runs.get() == 6);
                    nursery.cancel();
                    assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
                    assertThat(children).extracting(Task::state).containsOnly(TaskState.CANCELLED);
                    assertThat(learnt.get()).isEqualTo(5);
                    elsewhere.cancel();
                    elsewhere.close();
                });
    }

    /** The child counts, too: before it runs, the task could learn of its end in the spawn. */
    private static void nested(AtomicInteger runs) throws InterruptedException {
        try (Nursery nursery = Stint.nursery()) {
            nursery.spawn(
                    () -> {
                        runs.incrementAndGet();
                        Forever.sleeps();
                    });
            nursery.awaitAll();
        }
    }

    private static void until(Action loop, AtomicInteger runs, AtomicInteger learnt)
            throws Exception {
        runs.incrementAndGet();
        try {
            loop.run();
        } catch (TaskCancelledException e) {
            learnt.incrementAndGet();
            throw e;
        }
    }

    @Test
    @DisplayName("[MODULE:race-protection] [NURSERY:3.2] a child cancelled in the queue never runs")
    void cancel_unstarted_neverRuns() throws Exception {
        var ran = new AtomicInteger();
        try (var scheduler = on.open(c -> c.withWorkers(1))) {
            scheduler.run(
                    () -> {
                        Nursery nursery = Stint.nursery();
                        List<Task<?>> children = new ArrayList<>();
                        for (int i = 0; i < 200; i++) {
                            children.add(nursery.spawn(ran::incrementAndGet));
                        }
                        nursery.cancel();
                        assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
                        assertThat(children)
                                .extracting(Task::state)
                                .containsOnly(TaskState.CANCELLED);
                        assertThat(nursery.receipt().orElseThrow().tasks()).isEqualTo(200);
                    });
        }
        assertThat(ran.get()).isZero();
    }

    @Test
    @DisplayName("[NURSERY:6.2] [NURSERY:1.1] three levels down, tasks everywhere")
    void cancel_threeLevels_reachesAll() throws Exception {
        on.everywhere(
                place -> {
                    List<Task<?>> leaves = new CopyOnWriteArrayList<>();
                    Nursery top = place.open();
                    for (int i = 0; i < 2; i++) {
                        top.spawn(() -> tree(3, leaves));
                    }
                    place.until(() -> leaves.size() == 2 * (2 + 4 + 8));
                    top.cancel();
                    assertThat(top.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
                    assertThat(leaves).extracting(Task::state).containsOnly(TaskState.CANCELLED);
                });
    }

    private static void tree(int depth, List<Task<?>> all) throws InterruptedException {
        if (depth == 0) {
            Forever.sleeps();
        }
        try (Nursery nursery = Stint.nursery()) {
            all.add(nursery.spawn(() -> tree(depth - 1, all)));
            all.add(nursery.spawn(() -> tree(depth - 1, all)));
            nursery.awaitAll();
        }
    }

    @Test
    @DisplayName("[NURSERY:6.1] [NURSERY:4.2] cancelling one task cancels what it owns, no more")
    void cancel_oneTask_cancelsItsNurseriesOnly() throws Exception {
        on.everywhere(
                place -> {
                    List<Task<?>> all = new CopyOnWriteArrayList<>();
                    Nursery top = place.open(n -> n.withCancelOnError(false));
                    Task<?> one = top.spawn(() -> tree(1, all));
                    place.until(() -> all.size() == 2);
                    Task<?> other = top.spawn(Forever::sleeps);

                    assertThat(one.cancel()).isTrue();

                    assertThat(one.awaitOutcome()).isEqualTo(new Outcome.Cancelled<>());
                    assertThat(all).extracting(Task::state).containsOnly(TaskState.CANCELLED);
                    assertThat(other.state().isFinal()).isFalse();
                    assertThat(top.state()).isEqualTo(NurseryState.OPEN);
                    top.cancel();
                    top.close();
                });
    }

    @Test
    @DisplayName(
            "[NURSERY:4.2] a nursery opened by a task that is cancelled already is born cancelled")
    void open_byCancelledTask_isCancelledAtOnce() throws Exception {
        on.everywhere(
                place -> {
                    var reason = new CopyOnWriteArrayList<CancelReason>();
                    var runs = new AtomicBoolean();
                    Nursery top = place.open();
                    top.spawn(
                            () -> {
                                runs.set(true);
                                try {
                                    Forever.sleeps();
                                } catch (TaskCancelledException e) {
                                    try (Nursery late = Stint.nursery()) {
                                        late.cancelReason().ifPresent(reason::add);
                                    }
                                }
                            });
                    place.until(runs::get);
                    top.cancel();
                    top.close();
                    assertThat(reason).containsExactly(CancelReason.PARENT);
                });
    }

    @Test
    @DisplayName(
            "[NURSERY:4.3] a cancellation that is caught and eaten is met again at every point")
    void cancel_eaten_isThrownAgain() throws Exception {
        on.everywhere(
                place -> {
                    var met = new AtomicInteger();
                    var runs = new AtomicBoolean();
                    Nursery elsewhere = place.open();
                    Task<?> other = elsewhere.spawn(Forever::sleeps);
                    Nursery nursery = place.open();
                    nursery.spawn(() -> eat(runs, met, other));
                    place.until(runs::get);
                    nursery.cancel();
                    assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
                    assertThat(met.get()).isEqualTo(6);
                    elsewhere.cancel();
                    elsewhere.close();
                });
    }

    private static void eat(AtomicBoolean runs, AtomicInteger met, Task<?> other) {
        runs.set(true);
        List<Action> points =
                List.of(
                        Forever::sleeps,
                        Stint::yield,
                        () -> Stint.sleep(Duration.ZERO),
                        () -> Stint.checkpoint(5_000),
                        () -> Stint.charge(dev.stint.budget.Cost.FILE_IO),
                        () -> other.await());
        for (Action point : points) {
            try {
                point.run();
            } catch (Exception e) {
                assertThat(e).isInstanceOf(InterruptedException.class);
                met.incrementAndGet();
            }
        }
    }

    @Test
    @DisplayName("[NURSERY:6.3] [NURSERY:1.1] every inner nursery is final before its outer one")
    void cancel_deepTree_innerAreFinalFirst() throws Exception {
        List<Event.NurseryChanged> finals = new CopyOnWriteArrayList<>();
        try (var scheduler =
                on.open(
                        c ->
                                c.withSink(
                                        e -> {
                                            if (e instanceof Event.NurseryChanged n
                                                    && n.to().isFinal()) {
                                                finals.add(n);
                                            }
                                        }))) {
            var deep = new AtomicBoolean();
            Nursery outer = scheduler.nursery(n -> n.withName("0"));
            outer.spawn(() -> chain(1, deep));
            Setting.until(scheduler, deep::get);
            outer.cancel();
            outer.close();
        }
        assertThat(finals.stream().map(Event.NurseryChanged::name).filter(n -> n.length() == 1))
                .containsExactly("4", "3", "2", "1", "0");
    }

    private static void chain(int depth, AtomicBoolean deep) throws InterruptedException {
        if (depth == 5) {
            deep.set(true);
            Forever.sleeps();
        }
        try (Nursery nursery = Stint.nursery(n -> n.withName("" + depth))) {
            nursery.spawn(() -> chain(depth + 1, deep));
        }
    }

    @Test
    @DisplayName("[NURSERY:6.3] a tenant's root is final after the nurseries opened below it")
    void close_tenantWithGuestNursery_rootIsFinalLast() throws Exception {
        List<String> finals = new CopyOnWriteArrayList<>();
        try (var scheduler =
                on.open(
                        c ->
                                c.withSink(
                                        e -> {
                                            if (e instanceof Event.NurseryChanged n
                                                    && n.to().isFinal()) {
                                                finals.add(n.name());
                                            }
                                        }))) {
            var tenant = scheduler.openTenant(t -> t.withName("guest"));
            Nursery nursery = tenant.nursery(n -> n.withName("inner"));
            nursery.spawn(Forever::sleeps);
            tenant.close();
            assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLED);
        }
        assertThat(finals).startsWith("inner", "root of guest");
    }

    @Test
    @DisplayName("[NURSERY:4.2] a waiter that is no child is cancelled without the nursery")
    void awaitAll_byCancelledStranger_leavesTheNurseryAlone() throws Exception {
        try (var scheduler = on.open()) {
            Nursery nursery = scheduler.nursery();
            Task<?> child = nursery.spawn(Forever::sleeps);
            Task<?> waiter = scheduler.root().spawn(() -> nursery.awaitAll());
            Setting.until(scheduler, () -> nursery.state() == NurseryState.CLOSING);
            waiter.cancel();
            assertThat(waiter.awaitOutcome()).isEqualTo(new Outcome.Cancelled<>());
            assertThat(child.state().isFinal()).isFalse();
            nursery.cancel();
            nursery.close();
            assertThatThrownBy(nursery::join)
                    .isInstanceOf(java.util.concurrent.CancellationException.class);
        }
    }
}
