package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.StintException;
import dev.stint.event.Event;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.nursery.NurseryState;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scenarios for nurseries, by the names under which the language's own project has them. */
@Timeout(60)
class NurseryRowsTest {
    private final List<NurseryState> states = new CopyOnWriteArrayList<>();
    private final Scheduler scheduler = Scheduler.open(c -> c.withSeed(9).withSink(this::note));

    private void note(Event event) {
        if (event instanceof Event.NurseryChanged changed) {
            states.add(changed.to());
        }
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    private static void endless() throws InterruptedException {
        while (true) {
            Stint.yield();
        }
    }

    /** As {@link #endless}, and says when it has begun. */
    private Object forever(AtomicBoolean begun) throws InterruptedException {
        begun.set(true);
        endless();
        return begun;
    }

    private static Object failing(int code) {
        throw new IllegalStateException(Integer.toString(code));
    }

    private static void assertFailed(NurseryResult result, int code) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        NurseryResult.ChildFailed.class,
                        f -> assertThat(f.first().cause()).hasMessage(Integer.toString(code)));
    }

    /** A child that never ends by itself, and has begun. */
    private Task<?> running(Nursery nursery) throws InterruptedException {
        var begun = new AtomicBoolean();
        Task<?> child = nursery.spawn(() -> forever(begun));
        while (!begun.get()) {
            scheduler.run(Stint::yield);
        }
        return child;
    }

    @Test
    @DisplayName("init creates open nursery")
    void opens() {
        try (Nursery nursery = scheduler.nursery()) {
            assertThat(nursery.state()).isEqualTo(NurseryState.OPEN);
            assertThat(nursery.children()).isEmpty();
            assertThat(nursery.id()).isPositive();
        }
    }

    @Test
    @DisplayName("spawn creates child task")
    void spawnCreatesChild() throws Exception {
        try (Nursery nursery = scheduler.nursery()) {
            Task<?> child = nursery.spawn(() -> 1);

            assertThat(nursery.children()).containsExactly(child);
            nursery.awaitAll();
        }
    }

    @Test
    @DisplayName("spawn fails when closed")
    void spawnFailsWhenClosed() throws Exception {
        Nursery nursery = scheduler.nursery();
        nursery.awaitAll();

        assertThatThrownBy(() -> nursery.spawn(() -> 1))
                .isInstanceOf(NurseryNotActiveException.class);
    }

    @Test
    @DisplayName("spawn fails when cancelling")
    void spawnFailsWhenCancelling() throws Exception {
        Nursery nursery = scheduler.nursery();
        running(nursery);
        nursery.cancel();

        assertThatThrownBy(() -> nursery.spawn(() -> 1))
                .isInstanceOf(NurseryNotActiveException.class);
        nursery.awaitAll();
    }

    @Test
    @DisplayName("spawn fails when budget exhausted")
    void spawnFailsWhenExhausted() throws Exception {
        try (Nursery nursery = scheduler.nursery(n -> n.withBudget(Budget.ZERO))) {
            assertThatThrownBy(() -> nursery.spawn(() -> 1)).isInstanceOf(StintException.class);
            assertThat(nursery.children()).isEmpty();
        }
    }

    @Test
    @DisplayName("notifyChildComplete tracks completion")
    void tracksCompletion() throws Exception {
        Nursery nursery = scheduler.nursery();
        nursery.spawn(() -> 1);

        assertThat(nursery.awaitAll()).isEqualTo(new NurseryResult.Success());
        assertThat(nursery.children()).isEmpty();
        assertThat(nursery.receipt().orElseThrow().tasks()).isEqualTo(1);
    }

    @Test
    @DisplayName("notifyChildComplete tracks first error")
    void tracksFirstError() throws Exception {
        Nursery nursery = scheduler.nursery();
        nursery.spawn(() -> failing(-42));

        assertFailed(nursery.awaitAll(), -42);
    }

    /** The children end at their next point, not in the call. */
    @Test
    @DisplayName("cancel transitions to Cancelling and marks children")
    void cancelMarksChildren() throws Exception {
        Nursery nursery = scheduler.nursery();
        Task<?> one = running(nursery);
        Task<?> two = running(nursery);

        nursery.cancel();
        assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLING);
        nursery.awaitAll();

        assertThat(List.of(one.state(), two.state())).containsOnly(TaskState.CANCELLED);
    }

    @Test
    @DisplayName("cancel from Closing state")
    void cancelFromClosing() throws Exception {
        Nursery nursery = scheduler.nursery();
        running(nursery);
        nursery.seal();
        assertThat(nursery.state()).isEqualTo(NurseryState.CLOSING);

        nursery.cancel();

        assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLING);
        nursery.awaitAll();
    }

    @Test
    @DisplayName("cancel is idempotent")
    void cancelIsIdempotent() throws Exception {
        Nursery nursery = scheduler.nursery();
        running(nursery);

        assertThat(nursery.cancel()).isTrue();
        assertThat(nursery.cancel()).isFalse();
        assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLING);
        nursery.awaitAll();
    }

    @Test
    @DisplayName("awaitAll returns cancelled after cancel")
    void awaitAllIsCancelled() throws Exception {
        Nursery nursery = scheduler.nursery();
        nursery.spawn(NurseryRowsTest::endless);
        nursery.cancel();

        assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
        assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLED);
    }

    @Test
    @DisplayName("error beats cancellation")
    void errorBeatsCancellation() throws Exception {
        Nursery nursery = scheduler.nursery(n -> n.withCancelOnError(false));
        Task<?> bad = nursery.spawn(() -> failing(-99));
        bad.awaitOutcome();
        nursery.spawn(NurseryRowsTest::endless);
        nursery.cancel();

        assertFailed(nursery.awaitAll(), -99);
    }

    @Test
    @DisplayName("setOwnerTask creates bidirectional binding")
    void ownerIsBound() throws Exception {
        scheduler.run(
                () -> {
                    try (Nursery mine = Stint.nursery()) {
                        Task<?> me = Stint.currentTask().orElseThrow();
                        Task<?> child = mine.spawn(() -> 1);

                        assertThat(child.parent()).contains(me);
                        assertThat(mine.children()).containsExactly(child);
                        mine.awaitAll();
                    }
                });
    }

    /** A tree of tasks, the last of which never ends; each waits for the next one. */
    private static void tree(int depth, List<Task<?>> all) throws Exception {
        all.add(Stint.currentTask().orElseThrow());
        if (depth == 0) {
            endless();
        }
        Stint.runInNursery(nursery -> nursery.spawn(() -> tree(depth - 1, all)));
    }

    private List<Task<?>> cancelledTree(int depth) throws Exception {
        List<Task<?>> all = new ArrayList<>();
        Nursery outer = scheduler.nursery();
        outer.spawn(() -> tree(depth, all));
        while (all.size() <= depth) {
            scheduler.run(Stint::yield);
        }
        outer.cancel();
        assertThat(outer.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
        return all;
    }

    @Test
    @DisplayName("task cancellation propagates to owned nursery")
    void cancellationReachesOwned() throws Exception {
        List<Task<?>> all = new ArrayList<>();
        Nursery outer = scheduler.nursery();
        Task<?> owner = outer.spawn(() -> tree(1, all));
        while (all.size() < 2) {
            scheduler.run(Stint::yield);
        }

        owner.cancel();
        outer.awaitAll();

        assertThat(all).allMatch(task -> task.state() == TaskState.CANCELLED);
    }

    @Test
    @DisplayName("transitive cancellation through nested nurseries")
    void cancellationIsTransitive() throws Exception {
        assertThat(cancelledTree(3))
                .hasSize(4)
                .allMatch(task -> task.state() == TaskState.CANCELLED);
    }

    @Test
    @DisplayName("propagateParentCancel calls cancel")
    void parentCancelIsCancel() throws Exception {
        cancelledTree(1);

        assertThat(states).contains(NurseryState.CANCELLING).endsWith(NurseryState.CANCELLED);
    }

    @Test
    @DisplayName("clearOwnerTask breaks binding")
    void ownerForgetsItsNursery() throws Exception {
        scheduler.run(
                () -> {
                    Nursery mine = Stint.nursery();
                    mine.spawn(() -> 1);
                    mine.awaitAll();
                    mine.close(); // and the task may end although it was its own
                });
        assertThat(scheduler.counts().activeTasks()).isZero();
    }

    @Test
    @DisplayName("terminal state clears owner binding")
    void finalStateClearsTheBinding() throws Exception {
        scheduler.run(
                () -> {
                    Nursery mine = Stint.nursery();
                    mine.awaitAll();

                    assertThat(mine.state()).isEqualTo(NurseryState.CLOSED);
                });
    }

    @Test
    @DisplayName("basic spawn and completion")
    void basicSpawn() throws Exception {
        Nursery nursery = scheduler.nursery();
        nursery.spawn(() -> 1);
        nursery.spawn(() -> 2);
        nursery.awaitAll();

        assertThat(nursery.receipt().orElseThrow().tasks()).isEqualTo(2);
    }

    @Test
    @DisplayName("awaitAll blocks until completion")
    void awaitAllBlocks() throws Exception {
        List<Integer> ended = new ArrayList<>();
        Nursery nursery = scheduler.nursery();
        for (int i = 1; i <= 3; i++) {
            int n = i;
            nursery.spawn(
                    () -> {
                        Stint.sleep(Duration.ofMillis(n));
                        return ended.add(n);
                    });
        }

        assertThat(nursery.awaitAll()).isEqualTo(new NurseryResult.Success());
        assertThat(ended).hasSize(3);
        assertThat(nursery.state()).isEqualTo(NurseryState.CLOSED);
    }

    @Test
    @DisplayName("cancel propagates to children")
    void cancelPropagates() throws Exception {
        Nursery nursery = scheduler.nursery();
        Task<?> child = nursery.spawn(NurseryRowsTest::endless);
        nursery.cancel();
        nursery.awaitAll();

        assertThat(child.state()).isEqualTo(TaskState.CANCELLED);
    }

    @Test
    @DisplayName("error captured by awaitAll")
    void errorIsCaptured() throws Exception {
        Nursery nursery = scheduler.nursery();
        nursery.spawn(() -> 1);
        nursery.spawn(() -> failing(-42));

        assertFailed(nursery.awaitAll(), -42);
    }

    @Test
    @DisplayName("worker notification increments count")
    void notificationsCount() throws Exception {
        Nursery nursery = scheduler.nursery();
        for (int i = 0; i < 5; i++) {
            nursery.spawn(() -> 1);
        }
        nursery.awaitAll();

        assertThat(nursery.receipt().orElseThrow().tasks()).isEqualTo(5);
        assertThat(scheduler.drain(Duration.ofSeconds(60)).complete()).isTrue(); // all is counted
        assertThat(scheduler.counts().finished()).isEqualTo(5);
    }

    @Test
    @DisplayName("state machine transition order")
    void transitionOrder() throws Exception {
        Nursery nursery = scheduler.nursery();
        nursery.spawn(Stint::yield);
        assertThat(nursery.state()).isEqualTo(NurseryState.OPEN);
        states.clear();
        nursery.awaitAll();

        assertThat(states).containsExactly(NurseryState.CLOSING, NurseryState.CLOSED);
    }

    @Test
    @DisplayName("cancellation propagates to all children")
    void cancellationReachesAll() throws Exception {
        Nursery nursery = scheduler.nursery();
        List<Task<?>> children = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            children.add(nursery.spawn(NurseryRowsTest::endless));
        }
        nursery.cancel();

        assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
        assertThat(children).allMatch(child -> child.state() == TaskState.CANCELLED);
    }

    @Test
    @DisplayName("child error triggers cancellation propagation")
    void childErrorCancels() throws Exception {
        Nursery nursery = scheduler.nursery();
        Task<?> good = nursery.spawn(NurseryRowsTest::endless);
        nursery.spawn(() -> failing(-42));
        Task<?> other = nursery.spawn(NurseryRowsTest::endless);

        assertFailed(nursery.awaitAll(), -42);
        assertThat(List.of(good.state(), other.state())).containsOnly(TaskState.CANCELLED);
    }

    @Test
    @DisplayName("cancel after completion is safe")
    void cancelAfterCompletion() throws Exception {
        Nursery nursery = scheduler.nursery();
        nursery.spawn(() -> 1).await();
        nursery.cancel();

        assertThat(nursery.awaitAll())
                .isInstanceOfAny(NurseryResult.Success.class, NurseryResult.Cancelled.class);
    }
}
