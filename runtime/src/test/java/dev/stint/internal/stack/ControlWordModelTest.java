package dev.stint.internal.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.internal.stack.ControlWord.CancelNext;
import dev.stint.internal.stack.ControlWord.Next;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The whole state space of one task that waits for two things in turn, its worker, two wakers (each
 * of which wakes once more for no reason) and a canceller. Each call on the word is atomic, so
 * every real execution is a path through this graph.
 *
 * <p>[FIBER:control-word] [FIBER:no-double-schedule] [FIBER:unpark-idempotent] [FIBER:park_if]
 *
 * <p>In every state: the entries in the queue plus the enqueues owed are one if the word is QUEUED
 * and none otherwise. In every state without a successor the task is done: no wake was lost.
 */
class ControlWordModelTest {
    private static final VarHandle WORD;

    static {
        try {
            WORD =
                    MethodHandles.privateLookupIn(ControlWord.class, MethodHandles.lookup())
                            .findVarHandle(ControlWord.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Where the task is in its program: {@code while (flag is 0) parkIf(flag)}, twice; finish. */
    private enum Pc {
        UNMOUNTED,
        LOOK,
        COMMIT,
        COMMIT_WAITING,
        COMMIT_READY,
        FINISH,
        ENDED
    }

    /** What a waker does: set the flag, wake, enqueue if owed; then wake again, enqueue if owed. */
    private enum Waker {
        FLAG,
        WAKE,
        ENQUEUE,
        WAKE_AGAIN,
        ENQUEUE_AGAIN,
        OUT
    }

    private enum Canceller {
        REQUEST,
        LET_GO,
        LET_GO_OWING,
        ENQUEUE,
        OUT
    }

    /**
     * @param flags bit i: wait i is over
     * @param waits how many waits the task has behind it
     * @param spurious park returns for which no flag had changed
     */
    private record State(
            long word,
            int queued,
            Pc pc,
            boolean committed,
            int flags,
            int waits,
            int spurious,
            Waker first,
            Waker second,
            Canceller canceller) {

        boolean isWaiting() {
            return (flags >> waits & 1) == 0;
        }
    }

    private final Map<State, @Nullable State> cameFrom = new HashMap<>();
    private final ArrayDeque<State> open = new ArrayDeque<>();
    private boolean withCancel;

    @ParameterizedTest
    @CsvSource({"false, 100", "true, 1000"})
    void everyInterleaving_enqueuesOnceAndLosesNoWake(boolean cancel, int atLeast) {
        withCancel = cancel;
        var word = new ControlWord() {};
        word.publish();
        State start =
                new State(
                        (long) WORD.get(word),
                        1,
                        Pc.UNMOUNTED,
                        false,
                        0,
                        0,
                        0,
                        Waker.FLAG,
                        Waker.FLAG,
                        cancel ? Canceller.REQUEST : Canceller.OUT);
        cameFrom.put(start, null);
        open.add(start);
        int ends = 0;
        while (!open.isEmpty()) {
            State state = open.remove();
            try {
                assertHolds(state);
                List<State> after = successors(state);
                if (after.isEmpty()) {
                    assertEnd(state);
                    ends++;
                }
                for (State next : after) {
                    if (!cameFrom.containsKey(next)) {
                        cameFrom.put(next, state);
                        open.add(next);
                    }
                }
            } catch (Throwable e) {
                throw new AssertionError(pathTo(state), e);
            }
        }
        assertThat(ends).isPositive();
        assertThat(cameFrom.size()).as("states seen").isGreaterThan(atLeast);
    }

    private static void assertHolds(State s) {
        int owed =
                owes(s.first == Waker.ENQUEUE || s.first == Waker.ENQUEUE_AGAIN)
                        + owes(s.second == Waker.ENQUEUE || s.second == Waker.ENQUEUE_AGAIN)
                        + owes(s.canceller == Canceller.ENQUEUE)
                        + owes(s.canceller == Canceller.LET_GO_OWING);
        boolean isQueued = at(s).isQueued();
        assertThat(s.queued + owed).as("entries and owed enqueues").isEqualTo(isQueued ? 1 : 0);
        // Four wakes and a cancel: more returns for no reason would mean a permit used twice.
        assertThat(s.spurious).isLessThanOrEqualTo(5);
    }

    private static int owes(boolean enqueue) {
        return enqueue ? 1 : 0;
    }

    private static void assertEnd(State s) {
        assertThat(s.pc).as("the task has ended").isEqualTo(Pc.ENDED);
        assertThat(at(s).isDone()).isTrue();
        assertThat(s.queued).isZero();
        assertThat(at(s).isCancelRequested() || s.waits == 2).isTrue();
    }

    // ---- steps

    private static List<State> successors(State s) {
        List<State> all = new ArrayList<>();
        stepTask(s, all);
        stepWaker(s, true, all);
        stepWaker(s, false, all);
        stepCanceller(s, all);
        return all;
    }

    private static void stepTask(State s, List<State> to) {
        ControlWord word = at(s);
        switch (s.pc) {
            case UNMOUNTED -> {
                if (s.queued > 0) {
                    assertThat(word.mount(1)).as("no entry is stale").isTrue();
                    boolean idle = s.committed && s.isWaiting();
                    to.add(task(s, word, -1, idle ? 1 : 0, Pc.LOOK, s.waits, false));
                }
            }
            case LOOK -> {
                if (s.waits == 2 || word.isCancelRequested()) {
                    to.add(task(s, word, 0, 0, Pc.FINISH, s.waits, false));
                } else if (!s.isWaiting()) {
                    to.add(task(s, word, 0, 0, Pc.LOOK, s.waits + 1, false));
                } else if (word.consumeWake()) {
                    to.add(task(s, word, 0, 1, Pc.LOOK, s.waits, false));
                } else {
                    to.add(task(s, word, 0, 0, Pc.COMMIT, s.waits, false));
                }
            }
            case COMMIT -> {
                // The worker looks at the flag and then commits: a wake may come in between.
                Pc seen = s.isWaiting() ? Pc.COMMIT_WAITING : Pc.COMMIT_READY;
                to.add(task(s, word, 0, 0, seen, s.waits, false));
            }
            case COMMIT_WAITING, COMMIT_READY -> {
                boolean enqueue = word.commitPark(s.pc == Pc.COMMIT_WAITING) == Next.ENQUEUE;
                to.add(task(s, word, enqueue ? 1 : 0, 0, Pc.UNMOUNTED, s.waits, true));
            }
            case FINISH -> {
                if (word.finish()) {
                    to.add(task(s, word, 0, 0, Pc.ENDED, s.waits, false));
                }
            }
            case ENDED -> {}
        }
    }

    private static State task(
            State s, ControlWord word, int queued, int idle, Pc pc, int waits, boolean committed) {
        return new State(
                bits(word),
                s.queued + queued,
                pc,
                committed,
                s.flags,
                waits,
                s.spurious + idle,
                s.first,
                s.second,
                s.canceller);
    }

    private static void stepWaker(State s, boolean first, List<State> to) {
        ControlWord word = at(s);
        Waker waker = first ? s.first : s.second;
        switch (waker) {
            case FLAG -> to.add(woken(s, word, 0, first ? 1 : 2, first, Waker.WAKE));
            case WAKE, WAKE_AGAIN -> {
                boolean enqueue = word.wakeUp() == Next.ENQUEUE;
                boolean again = waker == Waker.WAKE_AGAIN;
                Waker owing = again ? Waker.ENQUEUE_AGAIN : Waker.ENQUEUE;
                Waker free = again ? Waker.OUT : Waker.WAKE_AGAIN;
                to.add(woken(s, word, 0, 0, first, enqueue ? owing : free));
            }
            case ENQUEUE -> to.add(woken(s, word, 1, 0, first, Waker.WAKE_AGAIN));
            case ENQUEUE_AGAIN -> to.add(woken(s, word, 1, 0, first, Waker.OUT));
            case OUT -> {}
        }
    }

    private static State woken(
            State s, ControlWord word, int queued, int flag, boolean first, Waker next) {
        return new State(
                bits(word),
                s.queued + queued,
                s.pc,
                s.committed,
                s.flags | flag,
                s.waits,
                s.spurious,
                first ? next : s.first,
                first ? s.second : next,
                s.canceller);
    }

    private static void stepCanceller(State s, List<State> to) {
        ControlWord word = at(s);
        switch (s.canceller) {
            case REQUEST -> {
                CancelNext next = word.requestCancel();
                boolean owes = next.then() == Next.ENQUEUE;
                assertThat(owes && !next.interrupt()).as("an unstarted task is parked").isFalse();
                Canceller holding = owes ? Canceller.LET_GO_OWING : Canceller.LET_GO;
                to.add(cancelled(s, word, 0, next.interrupt() ? holding : Canceller.OUT));
            }
            case LET_GO, LET_GO_OWING -> {
                word.endInterrupting();
                boolean owes = s.canceller == Canceller.LET_GO_OWING;
                to.add(cancelled(s, word, 0, owes ? Canceller.ENQUEUE : Canceller.OUT));
            }
            case ENQUEUE -> to.add(cancelled(s, word, 1, Canceller.OUT));
            case OUT -> {}
        }
    }

    private static State cancelled(State s, ControlWord word, int queued, Canceller next) {
        return new State(
                bits(word),
                s.queued + queued,
                s.pc,
                s.committed,
                s.flags,
                s.waits,
                s.spurious,
                s.first,
                s.second,
                next);
    }

    // ---- plumbing

    private static ControlWord at(State s) {
        var word = new ControlWord() {};
        WORD.set(word, s.word);
        return word;
    }

    private static long bits(ControlWord word) {
        return (long) WORD.get(word);
    }

    private String pathTo(State state) {
        var text = new StringBuilder("cancel " + withCancel + ", last state first:");
        for (State s = state; s != null; s = cameFrom.get(s)) {
            text.append("\n  ").append(at(s).stateInWords()).append("  ").append(s);
        }
        return text.toString();
    }
}
