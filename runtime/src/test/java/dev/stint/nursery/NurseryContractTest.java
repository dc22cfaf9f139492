package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Forever;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.TaskFailedException;
import dev.stint.event.Event;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The states of a nursery and how it passes from one to the next, opened outside and in tasks. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class NurseryContractTest {
    private final Setting on;

    NurseryContractTest(Setting on) {
        this.on = on;
    }

    // ---- the five scenarios of the specification

    @Test
    @DisplayName(
            "[NURSERY:10.1] [SCHED:8.1.1] [SCHED:8.1.3] [MODULE:guarantees-2] basic completion")
    void awaitAll_basicCompletion_isSuccess() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open()) {
                        Task<Integer> one = nursery.spawn(() -> 1);
                        Task<Integer> two = nursery.spawn(() -> 2);

                        assertThat(nursery.awaitAll()).isEqualTo(new NurseryResult.Success());

                        assertThat(one.state()).isEqualTo(TaskState.COMPLETED);
                        assertThat(one.await() + two.await()).isEqualTo(3);
                        assertThat(nursery.state()).isEqualTo(NurseryState.CLOSED);
                    }
                });
    }

    @Test
    @DisplayName("[NURSERY:10.2] [SCHED:8.1.3] [MODULE:guarantees-3] child error")
    void awaitAll_childError_isChildFailed() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open();
                    nursery.spawn(() -> 1);
                    Task<?> bad = nursery.spawn("bad", NurseryContractTest::fail);

                    var result = nursery.awaitAll();

                    assertThat(result)
                            .isInstanceOfSatisfying(
                                    NurseryResult.ChildFailed.class,
                                    f -> {
                                        assertThat(f.first().task()).isEqualTo(bad.id());
                                        assertThat(f.first().name()).isEqualTo("bad");
                                        assertThat(f.first().cause()).hasMessage("planted");
                                        assertThat(f.others()).isEmpty();
                                    });
                    assertThatThrownBy(nursery::join)
                            .isInstanceOf(TaskFailedException.class)
                            .hasRootCauseMessage("planted");
                });
    }

    @Test
    @DisplayName("[NURSERY:10.3] [SCHED:8.3.1] [MODULE:guarantees-4] explicit cancel")
    void awaitAll_explicitCancel_isCancelled() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open();
                    Task<?> child = nursery.spawn(Forever::yields);

                    assertThat(nursery.cancel()).isTrue();
                    var result = nursery.awaitAll();

                    assertThat(result)
                            .isInstanceOfSatisfying(
                                    NurseryResult.Cancelled.class,
                                    c -> assertThat(c.reason()).isEqualTo(CancelReason.REQUESTED));
                    assertThat(child.state()).isEqualTo(TaskState.CANCELLED);
                    assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLED);
                    assertThatThrownBy(nursery::join).isInstanceOf(CancellationException.class);
                });
    }

    @Test
    @DisplayName("[NURSERY:10.4] [NURSERY:6.2] [MODULE:guarantees-4] nested cancel propagation")
    void cancel_nestedCancelPropagation_endsTheInnerChildren() throws Exception {
        on.everywhere(
                place -> {
                    List<Task<?>> inner = new CopyOnWriteArrayList<>();
                    Nursery outer = place.open();
                    outer.spawn(
                            () -> {
                                try (Nursery nested = Stint.nursery()) {
                                    inner.add(nested.spawn(Forever::yields));
                                }
                            });
                    place.until(() -> !inner.isEmpty());

                    outer.cancel();

                    assertThat(outer.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
                    assertThat(inner.getFirst().state()).isEqualTo(TaskState.CANCELLED);
                });
    }

    @Test
    @DisplayName("[NURSERY:10.5] [NURSERY:6.3] [NURSERY:1.1] LIFO clean-up order")
    void close_lifoCleanup_innerBeforeOuter() throws Exception {
        on.everywhere(
                place -> {
                    List<String> log = Collections.synchronizedList(new ArrayList<>());
                    try (Nursery outer = place.open()) {
                        outer.spawn(() -> innerDone(log));
                    }
                    log.add("outer cleanup");
                    assertThat(log).containsExactly("inner done", "inner cleanup", "outer cleanup");
                });
    }

    private static void innerDone(List<String> log) {
        try {
            try (Nursery inner = Stint.nursery()) {
                inner.spawn(() -> 1);
            }
            log.add("inner done");
        } finally {
            log.add("inner cleanup");
        }
    }

    private static void fail() {
        throw new IllegalStateException("planted");
    }

    // ---- states and arrows

    @Test
    @DisplayName("[NURSERY:2.3] [NURSERY:2.1] every path through the states is announced in order")
    void changed_everyPath_isAnnouncedArrowByArrow() throws Exception {
        List<Event.NurseryChanged> seen = new CopyOnWriteArrayList<>();
        try (var scheduler = on.open(c -> c.withSink(e -> note(e, seen)))) {
            Nursery closed = scheduler.nursery(n -> n.withName("closed"));
            closed.spawn(() -> Stint.sleep(Duration.ofMillis(2)));
            closed.close();
            Nursery cancelled = scheduler.nursery(n -> n.withName("cancelled"));
            cancelled.spawn(Forever::sleeps);
            cancelled.cancel();
            cancelled.close();
            Nursery both = scheduler.nursery(n -> n.withName("both"));
            both.spawn(() -> cancelWhenClosing(both));
            both.close();
            scheduler.nursery(n -> n.withName("empty")).close();
            scheduler.nursery(n -> n.withName("nothing")).cancel();
        }
        assertThat(path(seen, "closed")).isEqualTo("OPEN CLOSING CLOSED");
        assertThat(path(seen, "cancelled")).isEqualTo("OPEN CANCELLING CANCELLED");
        assertThat(path(seen, "both")).isEqualTo("OPEN CLOSING CANCELLING CANCELLED");
        assertThat(path(seen, "empty")).isEqualTo("OPEN CLOSING CLOSED");
        assertThat(path(seen, "nothing")).isEqualTo("OPEN CANCELLING CANCELLED");
    }

    private static void note(Event event, List<Event.NurseryChanged> seen) {
        if (event instanceof Event.NurseryChanged changed) {
            seen.add(changed);
        }
    }

    private static String path(List<Event.NurseryChanged> seen, String name) {
        var text = new StringBuilder();
        seen.stream()
                .filter(c -> c.name().equals(name))
                .forEach(c -> text.append(c.to()).append(' '));
        return text.toString().strip();
    }

    private static void cancelWhenClosing(Nursery nursery) throws InterruptedException {
        while (nursery.state() == NurseryState.OPEN) {
            Stint.sleep(Duration.ofMillis(1));
        }
        assertThat(nursery.state()).isEqualTo(NurseryState.CLOSING);
        nursery.cancel();
        assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLING);
        Forever.sleeps();
    }

    @Test
    @DisplayName("[NURSERY:2.3] [NURSERY:3.3] closing without children goes to the end in the call")
    void close_noChildren_isClosedAtOnce() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open();
                    assertThat(nursery.state()).isEqualTo(NurseryState.OPEN);
                    assertThat(nursery.tryGetResult()).isEmpty();
                    nursery.close();
                    assertThat(nursery.state()).isEqualTo(NurseryState.CLOSED);
                    assertThat(nursery.tryGetResult()).contains(new NurseryResult.Success());
                });
    }

    // ---- idempotent ends

    @Test
    @DisplayName("[NURSERY:2.4] close, awaitAll and cancel in every state, again and again")
    void ends_inEveryState_areIdempotent() throws Exception {
        on.everywhere(
                place -> {
                    Nursery closed = place.open();
                    closed.spawn(() -> 1);
                    for (int i = 0; i < 3; i++) {
                        closed.close();
                        assertThat(closed.awaitAll()).isInstanceOf(NurseryResult.Success.class);
                        assertThat(closed.cancel()).isFalse();
                        closed.join();
                        assertThat(closed.state()).isEqualTo(NurseryState.CLOSED);
                        assertThat(closed.cancelReason()).isEmpty();
                    }
                    Nursery cancelled = place.open();
                    cancelled.spawn(Forever::sleeps);
                    assertThat(cancelled.cancel()).isTrue();
                    for (int i = 0; i < 3; i++) {
                        assertThat(cancelled.cancel()).isFalse();
                        cancelled.close();
                        assertThat(cancelled.awaitAll())
                                .isInstanceOf(NurseryResult.Cancelled.class);
                        assertThat(cancelled.state()).isEqualTo(NurseryState.CANCELLED);
                        assertThat(cancelled.cancelReason()).contains(CancelReason.REQUESTED);
                    }
                });
    }

    @Test
    @DisplayName("[NURSERY:2.4] cancel while cancelling changes nothing")
    void cancel_whileCancelling_isRefused() throws Exception {
        on.everywhere(
                place -> {
                    var release = new AtomicBoolean();
                    var waits = new AtomicBoolean();
                    Nursery nursery = place.open();
                    nursery.spawn(
                            () -> {
                                waits.set(true);
                                Stint.shielded(() -> sleepUntil(release));
                            });
                    place.until(waits::get);
                    assertThat(nursery.cancel()).isTrue();
                    assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLING);
                    assertThat(nursery.cancel()).isFalse();
                    assertThat(nursery.tryGetResult()).isEmpty();
                    release.set(true);
                    assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
                });
    }

    private static void sleepUntil(AtomicBoolean condition) throws InterruptedException {
        while (!condition.get()) {
            Stint.sleep(Duration.ofNanos(1));
        }
    }

    // ---- taking children

    @Test
    @DisplayName("[NURSERY:3.1] [SCHED:8.1.2] [SCHED:14.1.1] no child after the end")
    void spawn_closedOrCancelled_throwsAndTrySpawnIsEmpty() throws Exception {
        on.everywhere(
                place -> {
                    var ran = new AtomicInteger();
                    Nursery closed = place.open();
                    closed.close();
                    Nursery cancelled = place.open();
                    cancelled.cancel();
                    for (Nursery nursery : List.of(closed, cancelled)) {
                        assertThatThrownBy(() -> nursery.spawn(ran::incrementAndGet))
                                .isInstanceOf(NurseryNotActiveException.class)
                                .hasMessageContaining(nursery.state().toString());
                        assertThat(nursery.trySpawn(TaskOptions.defaults(), ran::incrementAndGet))
                                .isEmpty();
                    }
                    assertThat(ran.get()).isZero();
                    cancelled.close();
                });
    }

    @Test
    @DisplayName("[NURSERY:3.1] no child while closing, also from a sibling")
    void spawn_whileClosing_isRefused() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open();
                    Task<String> child =
                            nursery.spawn(
                                    () -> {
                                        while (nursery.state() == NurseryState.OPEN) {
                                            Stint.sleep(Duration.ofMillis(1));
                                        }
                                        return nursery.trySpawn(TaskOptions.defaults(), () -> 1)
                                                .map(t -> "taken")
                                                .orElse("refused");
                                    });
                    nursery.join();
                    assertThat(child.await()).isEqualTo("refused");
                });
    }

    @Test
    @DisplayName("[NURSERY:3.1] trySpawn starts a child like spawn")
    void trySpawn_open_runs() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open()) {
                        Task<Integer> task =
                                nursery.<Integer>trySpawn(TaskOptions.named("t"), () -> 5)
                                        .orElseThrow();
                        assertThat(task.await()).isEqualTo(5);
                        assertThat(task.nurseryId()).isEqualTo(nursery.id());
                    }
                });
    }

    @Test
    @DisplayName("[NURSERY:5.2] tryGetResult is empty until the end and the same as awaitAll after")
    void tryGetResult_beforeAndAfter_neverWaits() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open();
                    Task<?> child = nursery.spawn(() -> Stint.sleep(Duration.ofMillis(5)));
                    assertThat(nursery.tryGetResult()).isEmpty();
                    assertThat(child.awaitOutcome()).isInstanceOf(Outcome.Success.class);
                    assertThat(nursery.tryGetResult()).isEmpty(); // still takes children
                    var result = nursery.awaitAll();
                    assertThat(nursery.tryGetResult()).contains(result);
                });
    }

    @Test
    @DisplayName("[NURSERY:1.1] [NURSERY:5.1] [MODULE:guarantees-1] nothing outlives the barrier")
    void awaitAll_manyChildrenThatSpawnSiblings_waitsForEveryOne() throws Exception {
        on.everywhere(
                place -> {
                    var ended = new AtomicInteger();
                    Nursery nursery = place.open();
                    for (int i = 0; i < 20; i++) {
                        nursery.spawn(
                                () -> {
                                    for (int k = 0; k < 10; k++) {
                                        nursery.trySpawn(
                                                TaskOptions.defaults(),
                                                () -> {
                                                    Stint.yield();
                                                    return ended.incrementAndGet();
                                                });
                                    }
                                    ended.incrementAndGet();
                                });
                    }
                    nursery.join();
                    int atTheEnd = ended.get();
                    long counted = nursery.receipt().orElseThrow().tasks();
                    assertThat(counted).isEqualTo(atTheEnd).isBetween(20L, 220L);
                });
    }
}
