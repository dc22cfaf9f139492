package dev.stint.internal.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Together;
import dev.stint.internal.stack.ControlWord.AfterRun;
import dev.stint.internal.stack.ControlWord.Next;
import dev.stint.internal.wait.WaitNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same promises on real threads: [FIBER:control-word] [FIBER:no-double-schedule]
 * [FIBER:unpark-idempotent] [FIBER:park_if].
 */
class ControlWordStressTest {
    /** A word, a queue that counts its entries, and the condition that the task waits for. */
    private static final class Parker {
        final ControlWord word = new ControlWord() {};
        final AtomicInteger queued = new AtomicInteger();
        final AtomicInteger enqueued = new AtomicInteger();
        final AtomicInteger mounts = new AtomicInteger();
        volatile int flag;
        final AtomicInteger seen = new AtomicInteger();

        Parker() {
            word.publish();
            enqueue();
        }

        void enqueue() {
            enqueued.incrementAndGet();
            assertThat(queued.incrementAndGet()).as("entries of one task").isOne();
        }

        void wake() {
            if (word.wakeUp() == Next.ENQUEUE) {
                enqueue();
            }
        }

        /** The worker: waits for an entry and mounts. A lost wake makes it wait for ever. */
        void mount() throws InterruptedException {
            while (queued.get() == 0) {
                Together.breathe();
            }
            queued.decrementAndGet();
            assertThat(word.mount(1)).as("the entry is not stale").isTrue();
            mounts.incrementAndGet();
        }

        /** The task: parks until the flag has reached this round. */
        void awaitRound(int round) throws InterruptedException {
            while (flag < round) {
                if (!word.consumeWake() && flag < round) {
                    if (word.commitPark(flag < round) == Next.ENQUEUE) {
                        enqueue();
                    }
                    mount();
                }
            }
            seen.set(round);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void wakeUp_againstCommitPark_losesNoWakeAndEnqueuesOnce(int wakers) {
        int rounds = 100_000 / (wakers * wakers);
        var parker = new Parker();
        var arrived = new AtomicInteger();
        List<Together.Piece> pieces = new ArrayList<>();
        pieces.add(
                () -> {
                    parker.mount();
                    for (int round = 1; round <= rounds; round++) {
                        parker.awaitRound(round);
                    }
                });
        for (int w = 0; w < wakers; w++) {
            pieces.add(() -> wakeEachRound(parker, rounds, wakers, arrived));
        }

        Together.run(pieces);

        assertThat(parker.mounts.get()).isEqualTo(parker.enqueued.get());
        assertThat(parker.queued).hasValue(0);
        assertThat(parker.word.isOwned()).isTrue();
        assertThat(parker.word.epoch()).isEqualTo(parker.mounts.get());
    }

    /** All wakers set the flag of a round, then wake: the contract's order. */
    private static void wakeEachRound(Parker parker, int rounds, int wakers, AtomicInteger arrived)
            throws InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            parker.flag = round;
            parker.wake();
            arrived.incrementAndGet();
            awaitAtLeast(arrived, round * wakers);
            awaitAtLeast(parker.seen, round);
        }
    }

    /**
     * Ruling R5: the worker after resume() against the JDK's wake: exactly one of them enqueues.
     */
    @Test
    void afterRun_againstJdkWake_oneOfThemEnqueues() {
        int rounds = 40_000;
        var word = new ControlWord() {};
        word.publish();
        assertThat(word.mount(1)).isTrue();
        var round = new AtomicInteger();
        var woken = new AtomicIntegerArray(2);
        Together.run(
                () -> {
                    for (int r = 1; r <= rounds; r++) {
                        awaitAtLeast(round, r);
                        int enqueues = word.jdkWake() == Next.ENQUEUE ? 1 : 0;
                        woken.set(1, enqueues);
                        woken.set(0, r);
                    }
                },
                () -> {
                    for (int r = 1; r <= rounds; r++) {
                        round.set(r);
                        int enqueues = word.afterRun(1, r) == AfterRun.ENQUEUE ? 1 : 0;
                        while (woken.get(0) < r) {
                            Together.breathe();
                        }
                        enqueues += woken.get(1);
                        if (enqueues != 1 || !word.mount(1)) {
                            throw new AssertionError(enqueues + " of " + word.stateInWords());
                        }
                    }
                });
    }

    /** The task was suspended by the runtime and runs again: its last worker must keep off. */
    @Test
    void afterRun_againstTheNextMount_neverTakesWhatIsNotItsOwn() {
        int rounds = 40_000;
        var word = new ControlWord() {};
        word.publish();
        assertThat(word.mount(1)).isTrue();
        var atRound = new AtomicInteger();
        var ran = new AtomicInteger();
        Together.run(
                () -> {
                    for (int round = 1; round <= rounds; round++) {
                        awaitAtLeast(atRound, round);
                        assertThat(word.afterRun(1, round)).isEqualTo(AfterRun.GONE);
                        ran.set(round);
                    }
                },
                () -> {
                    for (int round = 1; round <= rounds; round++) {
                        word.commitYield();
                        atRound.set(round);
                        assertThat(word.mount(1)).isTrue();
                        awaitAtLeast(ran, round);
                        assertThat(word.isOwned()).as(word.stateInWords()).isTrue();
                    }
                });
    }

    private static void awaitAtLeast(AtomicInteger value, int least) throws InterruptedException {
        for (int spins = 0; value.get() < least; spins++) {
            if (spins < 100) {
                Thread.onSpinWait(); // stay close, the race is in nanoseconds
            } else {
                Together.breathe();
            }
        }
    }

    /** Exactly one of many claims decides a wait, and only that one wakes. Ruling R1. */
    @Test
    void claim_byMany_exactlyOneWinsAndTheReasonStays() {
        int nodes = 40_000;
        int claimers = 2;
        var arrived = new AtomicInteger();
        var woken = new AtomicIntegerArray(nodes);
        List<WaitNode> all = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            int n = i;
            all.add(new WaitNode(() -> woken.incrementAndGet(n)));
        }
        var winner = new AtomicIntegerArray(nodes);
        List<Together.Piece> pieces = new ArrayList<>();
        for (int c = 1; c <= claimers; c++) {
            int reason = c;
            pieces.add(
                    () -> {
                        for (int i = 0; i < nodes; i++) {
                            arrived.incrementAndGet();
                            awaitAtLeast(arrived, (i + 1) * claimers); // all at the same node
                            if (all.get(i).notifyWaiter(reason)) {
                                winner.addAndGet(i, reason + 1_000);
                            }
                        }
                    });
        }

        Together.run(pieces);

        for (int i = 0; i < nodes; i++) {
            int reason = all.get(i).reason();
            if (winner.get(i) != reason + 1_000 || woken.get(i) != 1) {
                throw new AssertionError(
                        "node " + i + " won by " + winner.get(i) + ", reason " + reason);
            }
        }
    }
}
