package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Select;
import dev.stint.error.NurseryDeadlineExceededException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.TaskFailedException;
import dev.stint.sync.Latch;
import dev.stint.sync.Semaphore;
import dev.stint.task.Action;
import dev.stint.task.NurseryCancelledException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The block belongs to its nursery: what cancels the children reaches the opener's waits, too. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class BlockTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(20);

    private final Setting on;

    BlockTest(Setting on) {
        this.on = on;
    }

    /** Runs this once in a task and once on a thread outside. */
    private void inBoth(InScheduler body) throws Exception {
        try (Scheduler scheduler = on.open()) {
            scheduler.run(() -> body.run(scheduler));
        }
        try (Scheduler scheduler = on.open()) {
            body.run(scheduler);
        }
    }

    @FunctionalInterface
    private interface InScheduler {
        void run(Scheduler scheduler) throws Exception;
    }

    private static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;
    }

    // ---- who cancels

    @Test
    void receive_childFailed_endsAndTheFailureIsThrown() throws Exception {
        inBoth(
                scheduler -> {
                    var never = Channel.<Integer>rendezvous();
                    assertThatThrownBy(
                                    () ->
                                            scheduler.inNursery(
                                                    nursery -> {
                                                        nursery.spawn("two", BlockTest::fail);
                                                        return never.receive();
                                                    }))
                            .isInstanceOf(TaskFailedException.class)
                            .hasCauseInstanceOf(Broken.class)
                            .hasMessageContaining("two");
                });
    }

    private static void fail() throws Broken {
        throw new Broken();
    }

    @Test
    void await_theOtherChildFailed_throwsThatFailure() throws Exception {
        inBoth(
                scheduler ->
                        assertThatThrownBy(
                                        () ->
                                                scheduler.inNursery(
                                                        nursery -> {
                                                            Task<Integer> one =
                                                                    nursery.spawn(
                                                                            "one",
                                                                            BlockTest::slowly);
                                                            Task<Integer> two =
                                                                    nursery.spawn(
                                                                            "two",
                                                                            BlockTest::failing);
                                                            return one.await() + two.await();
                                                        }))
                                .isInstanceOf(TaskFailedException.class)
                                .hasCauseInstanceOf(Broken.class)
                                .hasMessageContaining("two"));
    }

    private static int slowly() throws InterruptedException {
        Stint.sleep(HOUR);
        return 1;
    }

    private static int failing() throws Broken {
        throw new Broken();
    }

    @Test
    void sleepAndReceive_deadlinePasses_end() throws Exception {
        inBoth(
                scheduler -> {
                    var never = Channel.<Integer>rendezvous();
                    assertThatThrownBy(
                                    () ->
                                            scheduler.inNursery(
                                                    n -> n.withDeadline(SHORT),
                                                    nursery -> {
                                                        return never.receive();
                                                    }))
                            .isInstanceOf(NurseryDeadlineExceededException.class);
                });
        try (Scheduler scheduler = on.open()) {
            scheduler.run(
                    () ->
                            assertThatThrownBy(
                                            () ->
                                                    Stint.runInNursery(
                                                            n -> n.withDeadline(SHORT),
                                                            nursery -> {
                                                                Stint.sleep(HOUR);
                                                            }))
                                    .isInstanceOf(NurseryDeadlineExceededException.class));
        }
    }

    @Test
    void receive_childCancelsTheNursery_ends() throws Exception {
        inBoth(
                scheduler -> {
                    var never = Channel.<Integer>rendezvous();
                    assertThatThrownBy(
                                    () ->
                                            scheduler.inNursery(
                                                    nursery -> {
                                                        nursery.spawn(() -> nursery.cancel());
                                                        return never.receive();
                                                    }))
                            .isInstanceOf(CancellationException.class)
                            .hasMessageContaining("it was cancelled");
                });
    }

    @Test
    void receive_policyHasWhatItWanted_endsAndSaysSo() throws Exception {
        inBoth(
                scheduler -> {
                    var never = Channel.<Integer>rendezvous();
                    assertThatThrownBy(
                                    () ->
                                            scheduler.inNursery(
                                                    n -> n.withPolicy(Policy.firstSuccess()),
                                                    nursery -> {
                                                        nursery.spawn(() -> 1);
                                                        return never.receive();
                                                    }))
                            .isInstanceOf(CancellationException.class)
                            .hasMessageContaining("policy")
                            .hasCauseInstanceOf(NurseryCancelledException.class);
                });
    }

    // ---- every yield point

    @Test
    @DisplayName("[NURSERY:4.1] [SCHED:8.3.1] every wait of the opener in the block ends")
    void everyWait_blockIsCut_throwsTheSignal() throws Exception {
        try (Scheduler scheduler = on.open()) {
            var never = Channel.<Integer>rendezvous();
            var semaphore = Semaphore.of(0);
            var latch = Latch.of(1);
            Task<?> other = scheduler.root().spawn(() -> latch.await());
            List<Action> waits =
                    List.of(
                            never::receive,
                            () -> never.send(1),
                            () -> Stint.sleep(HOUR),
                            semaphore::acquire,
                            latch::await,
                            other::await,
                            other::awaitOutcome,
                            () -> Select.from(never.onReceive(v -> v)),
                            BlockTest::yieldsForEver,
                            BlockTest::countsForEver);
            for (int i = 0; i < waits.size(); i++) {
                Action wait = waits.get(i);
                scheduler.run(() -> ensureCut(wait));
            }
            latch.countDown();
        }
    }

    private static void yieldsForEver() throws InterruptedException {
        while (true) {
            Stint.yield();
        }
    }

    private static void countsForEver() throws InterruptedException {
        while (true) {
            Stint.checkpoint(10);
        }
    }

    private static void ensureCut(Action wait) {
        assertThatThrownBy(
                        () ->
                                Stint.runInNursery(
                                        nursery -> {
                                            nursery.spawn(() -> fail());
                                            try {
                                                wait.run();
                                            } catch (NurseryCancelledException e) {
                                                assertThat(e).hasCauseInstanceOf(Broken.class);
                                                // it is thrown again, until the block is left
                                                assertThatThrownBy(wait::run)
                                                        .isInstanceOf(
                                                                NurseryCancelledException.class);
                                                throw e;
                                            }
                                        }))
                .isInstanceOf(TaskFailedException.class)
                .hasCauseInstanceOf(Broken.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        try {
            Stint.sleep(Duration.ofNanos(1)); // after the block all is as before
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // ---- what goes on, and what comes after

    @Test
    void awaitOutcome_ofACancelledChild_goesOn() throws Exception {
        inBoth(
                scheduler -> {
                    try (Nursery nursery = scheduler.nursery()) {
                        Task<Integer> child = nursery.spawn(BlockTest::slowly);
                        nursery.cancel();
                        assertThat(child.awaitOutcome())
                                .isEqualTo(new Outcome.Cancelled<Integer>());
                        assertThatThrownBy(child::await)
                                .isInstanceOf(NurseryCancelledException.class);
                    }
                });
    }

    @Test
    void tryWithResources_childFailed_throwsTheSignalWithTheFailure() throws Exception {
        inBoth(
                scheduler -> {
                    var never = Channel.<Integer>rendezvous();
                    assertThatThrownBy(
                                    () -> {
                                        try (Nursery nursery = scheduler.nursery()) {
                                            nursery.spawn("two", BlockTest::fail);
                                            never.receive();
                                        }
                                    })
                            .isInstanceOf(NurseryCancelledException.class)
                            .hasCauseInstanceOf(Broken.class)
                            .satisfies(
                                    e ->
                                            assertThat(e.getSuppressed())
                                                    .hasExactlyElementsOfTypes(
                                                            TaskFailedException.class));
                    assertThat(never.tryReceive()).isEmpty();
                });
    }

    @Test
    void bodyThrows_childrenAreCancelledFirst() throws Exception {
        inBoth(
                scheduler -> {
                    var children = new ArrayList<Task<?>>();
                    assertThatThrownBy(
                                    () ->
                                            scheduler.inNursery(
                                                    nursery -> {
                                                        children.add(
                                                                nursery.spawn(BlockTest::slowly));
                                                        throw new Broken();
                                                    }))
                            .isInstanceOf(Broken.class);
                    assertThat(children.getFirst().tryOutcome())
                            .contains(new Outcome.Cancelled<>());
                });
    }

    @Test
    void spawn_inACutBlock_saysWhatHappened() throws Exception {
        inBoth(
                scheduler ->
                        assertThatThrownBy(
                                        () ->
                                                scheduler.inNursery(
                                                        nursery -> {
                                                            Task<?> two =
                                                                    nursery.spawn(
                                                                            "two", BlockTest::fail);
                                                            two.awaitOutcome();
                                                            while (true) {
                                                                spawnAnother(nursery);
                                                            }
                                                        }))
                                .isInstanceOf(TaskFailedException.class)
                                .hasCauseInstanceOf(Broken.class));
    }

    private static void spawnAnother(Nursery nursery) throws InterruptedException {
        try {
            nursery.spawn(() -> {}).awaitOutcome();
        } catch (NurseryNotActiveException e) {
            assertThat(e).hasMessageContaining("a child failed").hasCauseInstanceOf(Broken.class);
            throw e;
        }
    }

    // ---- nesting

    @Test
    void outerCut_innerIsCancelledAndTheOuterErrorIsThrown() throws Exception {
        inBoth(
                scheduler -> {
                    var never = Channel.<Integer>rendezvous();
                    var inner = new AtomicReference<Nursery>();
                    var innerChild = new AtomicReference<Task<?>>();
                    assertThatThrownBy(
                                    () ->
                                            scheduler.inNursery(
                                                    outer ->
                                                            innerOf(
                                                                    scheduler,
                                                                    outer,
                                                                    inner,
                                                                    innerChild,
                                                                    never)))
                            .isInstanceOf(TaskFailedException.class)
                            .hasCauseInstanceOf(Broken.class);
                    assertThat(Objects.requireNonNull(inner.get()).cancelReason())
                            .contains(CancelReason.PARENT);
                    assertThat(Objects.requireNonNull(innerChild.get()).tryOutcome())
                            .contains(new Outcome.Cancelled<>());
                });
    }

    private static int innerOf(
            Scheduler scheduler,
            Nursery outer,
            AtomicReference<Nursery> inner,
            AtomicReference<Task<?>> innerChild,
            Channel<Integer> never)
            throws Exception {
        return scheduler.inNursery(
                nursery -> {
                    inner.set(nursery);
                    innerChild.set(nursery.spawn(BlockTest::slowly));
                    outer.spawn("two", BlockTest::fail);
                    return never.receive();
                });
    }

    @Test
    void innerCut_outerGoesOn() throws Exception {
        inBoth(
                scheduler -> {
                    int value =
                            scheduler.inNursery(
                                    outer -> {
                                        Task<Integer> seven = outer.spawn(() -> 7);
                                        assertThatThrownBy(
                                                        () ->
                                                                scheduler.runInNursery(
                                                                        inner -> {
                                                                            inner.cancel();
                                                                            Select.from(
                                                                                    Channel
                                                                                            .<Integer>
                                                                                                    rendezvous()
                                                                                            .onReceive(
                                                                                                    v ->
                                                                                                            v));
                                                                        }))
                                                .isInstanceOf(CancellationException.class);
                                        return seven.await();
                                    });
                    assertThat(value).isEqualTo(7);
                });
    }

    @Test
    @DisplayName("[NURSERY:6.2] a nursery inside another one of a thread outside")
    void outsideThread_nestedNursery_isAChildAndCancelledWithIt() throws Exception {
        try (Scheduler scheduler = on.open();
                Nursery outer = scheduler.nursery();
                Nursery inner = scheduler.nursery()) {
            Task<Integer> child = inner.spawn(BlockTest::slowly);
            outer.cancel();
            assertThat(inner.cancelReason()).contains(CancelReason.PARENT);
            assertThat(child.awaitOutcome()).isEqualTo(new Outcome.Cancelled<Integer>());
            assertThatThrownBy(() -> scheduler.nursery())
                    .isInstanceOf(NurseryNotActiveException.class);
        }
    }

    @Test
    void outsideThread_closesTheOuterFirst_closesTheInnerWithIt() throws Exception {
        try (Scheduler scheduler = on.open()) {
            Nursery outer = scheduler.nursery();
            Nursery inner = scheduler.nursery();
            Task<Integer> child = inner.spawn(() -> 3);
            outer.close();
            assertThat(inner.state()).isEqualTo(NurseryState.CLOSED);
            assertThat(child.await()).isEqualTo(3);
            inner.close();
            try (Nursery next = scheduler.nursery()) { // of the root: no block is open any more
                assertThat(next.spawn(() -> 4).await()).isEqualTo(4);
            }
        }
    }

    @Test
    void anotherThreadClosesIt_blockIsLeft() throws Exception {
        try (Scheduler scheduler = Scheduler.open(c -> c.withCores(on.cores()))) {
            Nursery nursery = scheduler.nursery();
            nursery.cancel();
            var closer = new Thread(nursery::close);
            closer.start();
            closer.join();
            assertThat(scheduler.root().spawn(() -> 5).await()).isEqualTo(5);
        }
    }

    @Test
    void taskCancelled_thatWins() throws Exception {
        try (Scheduler scheduler = on.open()) {
            var seen = new AtomicReference<Throwable>();
            var never = Channel.<Integer>rendezvous();
            var inside = new AtomicInteger();
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        try {
                                            Stint.inNursery(
                                                    nursery -> {
                                                        inside.set(1);
                                                        return never.receive();
                                                    });
                                        } catch (Throwable e) {
                                            seen.set(e);
                                            throw e;
                                        }
                                    });
            scheduler.run(
                    () -> {
                        while (inside.get() == 0) {
                            Stint.yield();
                        }
                    });
            task.cancel();
            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThat(seen.get()).isInstanceOf(TaskCancelledException.class);
        }
    }

    // ---- time limits

    @Test
    void within_done_returnsTheValue() throws Exception {
        try (Scheduler scheduler = on.open()) {
            int value = scheduler.run(() -> Stint.within(HOUR, () -> 8));
            assertThat(value).isEqualTo(8);
        }
    }

    @Test
    void within_late_throwsAndTheTaskGoesOn() throws Exception {
        try (Scheduler scheduler = on.open()) {
            int value =
                    scheduler.run(
                            () -> {
                                assertThatThrownBy(
                                                () -> Stint.within(SHORT, () -> Stint.sleep(HOUR)))
                                        .isInstanceOf(TimeoutException.class)
                                        .hasMessageContaining("PT0.02S");
                                Stint.sleep(Duration.ofNanos(1));
                                return 9;
                            });
            assertThat(value).isEqualTo(9);
        }
    }

    @Test
    void within_nested_theNearestWins() throws Exception {
        try (Scheduler scheduler = on.open()) {
            scheduler.run(
                    () ->
                            assertThatThrownBy(
                                            () ->
                                                    Stint.within(
                                                            SHORT,
                                                            () ->
                                                                    Stint.within(
                                                                            HOUR,
                                                                            () ->
                                                                                    Stint.sleep(
                                                                                            HOUR))))
                                    .isInstanceOf(TimeoutException.class)
                                    .hasMessageContaining("PT0.02S"));
        }
    }

    @Test
    void within_bodyThrows_thatIsThrown() throws Exception {
        try (Scheduler scheduler = on.open()) {
            scheduler.run(
                    () ->
                            assertThatThrownBy(() -> Stint.within(HOUR, () -> fail()))
                                    .isInstanceOf(Broken.class));
        }
    }

    @Test
    void awaitOutcomeAndAwaitAll_withATimeLimit() throws Exception {
        inBoth(
                scheduler -> {
                    try (Nursery nursery = scheduler.nursery()) {
                        Task<Integer> slow = nursery.spawn(BlockTest::slowly);
                        assertThat(slow.awaitOutcome(SHORT)).isEmpty();
                        assertThat(nursery.awaitAll(SHORT)).isEmpty();
                        assertThat(nursery.state()).isEqualTo(NurseryState.CLOSING);
                        slow.cancel();
                        assertThat(slow.awaitOutcome(HOUR)).contains(new Outcome.Cancelled<>());
                        assertThat(nursery.awaitAll(HOUR)).contains(new NurseryResult.Success());
                    }
                });
    }

    @Test
    @DisplayName("[NURSERY:2.3] close without waiting: OPEN to CLOSING")
    void seal_open_takesNoMoreAndDoesNotWait() throws Exception {
        inBoth(
                scheduler -> {
                    var latch = Latch.of(1);
                    try (Nursery nursery = scheduler.nursery()) {
                        Task<?> child = nursery.spawn(() -> latch.await());
                        assertThat(nursery.seal()).isTrue();
                        assertThat(nursery.state()).isEqualTo(NurseryState.CLOSING);
                        assertThat(nursery.seal()).isFalse();
                        assertThatThrownBy(() -> nursery.spawn(() -> {}))
                                .isInstanceOf(NurseryNotActiveException.class);
                        latch.countDown();
                        child.await();
                    }
                });
    }

    // ---- blocks in blocks

    /** All of them are looked through whenever the task waits. */
    @Test
    void open_inTooManyBlocks_saysSo() throws Exception {
        try (Scheduler scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        var open = new ArrayList<Nursery>();
                        for (int i = 0; i < 512; i++) {
                            open.add(Stint.nursery(n -> n));
                        }
                        assertThatThrownBy(() -> Stint.nursery(n -> n))
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("stands in the blocks of 512 others")
                                .hasMessageContaining("spawn a task that opens it");

                        open.removeLast().close();
                        Stint.nursery(n -> n).close();
                        open.reversed().forEach(Nursery::close);
                    });
        }
    }
}
