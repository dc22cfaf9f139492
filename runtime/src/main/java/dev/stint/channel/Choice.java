package dev.stint.channel;

import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.wait.Waiter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@link Select}.
 *
 * <p>First it looks at its clauses without a lock, draws one of those that seem possible, and tries
 * it; in order, it tries the first. If nothing is possible it locks all channels, in their order,
 * looks again, and leaves a cell in each line. While it looks it stands in no line, so nobody can
 * choose it meanwhile, and a partner that it finds is claimed as by any other operation. While it
 * waits, whoever claims the choice with the number of a clause has made it; all other cells are
 * dead from then on, and are taken out before the clause's code runs.
 */
final class Choice extends WaitNode {
    /** So many clauses may be locked and looked at without giving way. */
    static final int MOST = 1_024;

    /** So many cost nothing beside the one operation; with more, each costs one. */
    private static final int FEW = 8;

    /** So often a clause that seemed possible is tried; a look with all locks is slow but sure. */
    private static final int TRIES = 4;

    private static final Object NO_VALUE = new Object();
    private static final Comparator<ChannelImpl<?>> BY_ORDER =
            Comparator.comparingLong(channel -> channel.order);

    private final Clause<?>[] clauses;
    private final @Nullable Cell[] cells;
    private WaitNode @Nullable [] ends;

    private Choice(Waiter waiter, Clause<?>[] clauses) {
        super(waiter);
        this.clauses = clauses;
        this.cells = new @Nullable Cell[clauses.length];
    }

    static <R extends @Nullable Object> R make(Clause<? extends R>[] clauses, boolean inOrder)
            throws InterruptedException {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        ensureSound(clauses, me);
        pay(me, clauses);
        // In order, only the first may be looked at by itself: when a later one turns out to be
        // possible, an earlier one may have become so since it was looked at.
        int at = inOrder ? 0 : Draw.possible(clauses, me);
        for (int tries = 0; at >= 0 && tries < TRIES; tries++) {
            Clause<? extends R> clause = clauses[at];
            Object outcome = attemptAlone(clause);
            if (outcome != ChannelImpl.WOULD_WAIT) {
                return finish(clause, outcome);
            }
            at = inOrder ? -1 : Draw.possible(clauses, me);
        }
        Clause<? extends R>[] mine = clauses.clone(); // the caller may have kept the array
        return new Choice(me != null ? me : Waits.current(), mine).waitAndFinish(mine, inOrder);
    }

    private static void ensureSound(Clause<?>[] clauses, @Nullable TaskImpl<?> me) {
        if (clauses.length == 0) {
            throw new IllegalArgumentException(
                    "a select needs at least one clause: without one it would wait for ever.");
        }
        if (clauses.length > MOST) {
            throw new IllegalArgumentException(
                    "a select takes at most "
                            + MOST
                            + " clauses, not "
                            + clauses.length
                            + ": it locks the channels of all of them at once. Let the senders"
                            + " share a channel.");
        }
        int timeouts = 0;
        for (Clause<?> clause : clauses) {
            Objects.requireNonNull(clause, "a clause of a select");
            timeouts += clause instanceof Clause.Timeout<?> ? 1 : 0;
            if (clause instanceof Clause.End<?, ?> end) {
                end.task.ensureMaySee(me); // here, or it would depend on which clause is first
            }
        }
        if (timeouts > 1) {
            throw new IllegalArgumentException(
                    "a select takes one onTimeout(...) or otherwise(...), not "
                            + timeouts
                            + ": only one of them could ever be chosen.");
        }
    }

    private static void pay(@Nullable TaskImpl<?> me, Clause<?>[] clauses)
            throws InterruptedException {
        Clause.Timeout<?> timeout = timeoutOf(clauses);
        boolean mayWait = timeout == null || timeout.nanos > 0;
        if (me == null) {
            if (mayWait) {
                Outside.throwIfEnding("select");
            }
            return;
        }
        if (hasChannel(clauses)) {
            me.payChannelOp("select");
        } else {
            me.payOp("select");
        }
        if (clauses.length > FEW) {
            me.checkpoint(clauses.length);
        }
        if (mayWait) {
            me.throwIfInterrupted("select");
        }
    }

    private static boolean hasChannel(Clause<?>[] clauses) {
        for (Clause<?> clause : clauses) {
            if (clause instanceof Clause.OnChannel<?>) {
                return true;
            }
        }
        return false;
    }

    private static Object attemptAlone(Clause<?> clause) {
        if (clause instanceof Clause.OnChannel<?> on) {
            if (!on.channel.looksReady(on.sends())) {
                return ChannelImpl.WOULD_WAIT;
            }
            on.channel.acquire();
            try {
                return on.attempt();
            } finally {
                on.channel.release();
            }
        }
        return attempt(clause);
    }

    /** With the lock of its channel held, if it has one. */
    private static Object attempt(Clause<?> clause) {
        if (clause instanceof Clause.OnChannel<?> on) {
            return on.attempt();
        }
        return clause.isPossible() ? NO_VALUE : ChannelImpl.WOULD_WAIT;
    }

    /** Wakes the partner, if there is one, and does what the clause was made for. No lock held. */
    private static <R extends @Nullable Object> R finish(Clause<? extends R> clause, Object outcome)
            throws InterruptedException {
        Object value = outcome;
        if (outcome instanceof Cell partner) {
            if (((Clause.OnChannel<?>) clause).sends()) {
                partner.wake();
            } else {
                value = ChannelImpl.valueOf(partner);
            }
        }
        return clause.finish(value);
    }

    // ---- with all channels locked

    private <R extends @Nullable Object> R waitAndFinish(
            Clause<? extends R>[] mine, boolean inOrder) throws InterruptedException {
        Clause.Timeout<? extends R> timeout = timeoutOf(mine);
        boolean mayWait = timeout == null || timeout.nanos > 0;
        int found = -1;
        Object outcome = ChannelImpl.WOULD_WAIT;
        ChannelImpl<?>[] channels = channels();
        boolean[] leftOut = mayWait ? leftOut(channels.length, inOrder) : null;
        int locked = 0;
        try {
            while (locked < channels.length) {
                channels[locked].acquire();
                locked++;
            }
            int at = inOrder ? 0 : Draw.possibleLocked(mine);
            while (found < 0 && at >= 0 && at < mine.length) {
                outcome = attempt(mine[at]);
                found = outcome == ChannelImpl.WOULD_WAIT ? -1 : at;
                at = inOrder ? at + 1 : Draw.possibleLocked(mine);
            }
            if (found < 0 && mayWait) {
                standInLines(leftOut);
            }
        } finally {
            while (locked > 0) {
                channels[--locked].release();
            }
        }
        if (found >= 0) {
            return finish(mine[found], outcome);
        }
        if (!mayWait) {
            return Objects.requireNonNull(timeout).finish(NO_VALUE);
        }
        int chosen = await(timeout == null ? TimerHeap.NONE : timeout.nanos, leftOut);
        if (Cell.reasonOf(chosen) == TIMEOUT) {
            return Objects.requireNonNull(timeout).finish(NO_VALUE);
        }
        return mine[Cell.clauseOf(chosen)].finish(outcomeOf(chosen));
    }

    private static <R extends @Nullable Object> Clause.@Nullable Timeout<? extends R> timeoutOf(
            Clause<? extends R>[] mine) {
        for (Clause<? extends R> clause : mine) {
            if (clause instanceof Clause.Timeout<? extends R> timeout) {
                return timeout;
            }
        }
        return null;
    }

    /** The channels of all clauses, each once, in the order in which everybody locks them. */
    private ChannelImpl<?>[] channels() {
        var found = new ChannelImpl<?>[clauses.length];
        int count = 0;
        for (Clause<?> clause : clauses) {
            if (clause instanceof Clause.OnChannel<?> on) {
                found[count++] = on.channel;
            }
        }
        Arrays.sort(found, 0, count, BY_ORDER);
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || found[i] != found[distinct - 1]) {
                found[distinct++] = found[i];
            }
        }
        return distinct == found.length ? found : Arrays.copyOf(found, distinct);
    }

    /** The clauses that leave the waiting to another one; null if there are none. */
    private boolean @Nullable [] leftOut(int channels, boolean inOrder) {
        int onChannels = 0;
        int ends = 0;
        for (Clause<?> clause : clauses) {
            onChannels += clause instanceof Clause.OnChannel<?> ? 1 : 0;
            ends += clause instanceof Clause.End<?, ?> ? 1 : 0;
        }
        return onChannels == channels && ends <= 1
                ? null
                : Draw.leftOut(clauses, waiter() instanceof TaskImpl<?> me ? me : null, inOrder);
    }

    private void standInLines(boolean @Nullable [] leftOut) {
        for (int i = 0; i < clauses.length; i++) {
            if (clauses[i] instanceof Clause.OnChannel<?> on && !(leftOut != null && leftOut[i])) {
                cells[i] = on.cell(this, i);
            }
        }
        for (int i = 0; i < clauses.length; i++) { // nothing from here on can fail
            Cell cell = cells[i];
            if (cell != null && clauses[i] instanceof Clause.OnChannel<?> on) {
                on.channel.join(cell, on.sends());
            }
        }
    }

    // ---- waiting

    /** Waits until somebody has chosen; returns what this was claimed with. All cells are out. */
    private int await(long timeoutNanos, boolean @Nullable [] leftOut) throws InterruptedException {
        try {
            awaitEnds(leftOut);
            return Waits.await(this, timeoutNanos, "select");
        } catch (Throwable e) {
            if (claim(CANCEL) || reason() == CANCEL) {
                throw e;
            }
            return reason(); // somebody was faster: it is done
        } finally {
            withdraw();
        }
    }

    private void awaitEnds(boolean @Nullable [] leftOut) {
        for (int i = 0; i < clauses.length; i++) {
            if (clauses[i] instanceof Clause.End<?, ?> end && !(leftOut != null && leftOut[i])) {
                int number = i;
                var node = new WaitNode(() -> notifyWaiter(Cell.dataFor(number)));
                if (ends == null) {
                    ends = new WaitNode[clauses.length];
                }
                ends[i] = node;
                if (!end.task.enlist(node)) {
                    claim(Cell.dataFor(number));
                }
            }
        }
    }

    private void withdraw() {
        int chosen = reason();
        int winner =
                Cell.reasonOf(chosen) == TIMEOUT || chosen == CANCEL ? -1 : Cell.clauseOf(chosen);
        for (int i = 0; i < clauses.length; i++) {
            Cell cell = cells[i];
            if (cell != null && i != winner && clauses[i] instanceof Clause.OnChannel<?> on) {
                on.channel.leave(cell, on.sends());
            }
            if (ends != null
                    && ends[i] != null
                    && clauses[i] instanceof Clause.End<?, ?> end
                    && ends[i].claim(CANCEL)) {
                end.task.forgetWaiter();
            }
        }
    }

    private Object outcomeOf(int chosen) {
        if (Cell.reasonOf(chosen) == CLOSE) {
            return ChannelImpl.CLOSED;
        }
        Cell cell = cells[Cell.clauseOf(chosen)];
        return cell == null || cell.item == null ? NO_VALUE : cell.item;
    }

    @Override
    public String describe() {
        var text = new StringBuilder("one of: ");
        for (int i = 0; i < clauses.length; i++) {
            text.append(i == 0 ? "" : ", ").append(describe(i));
        }
        return text.toString();
    }

    private String describe(int i) {
        return switch (clauses[i]) {
            case Clause.OnChannel<?> on ->
                    (on.sends() ? on.channel.wish() : "a value in ") + on.channel;
            case Clause.End<?, ?> end -> "the end of " + end.task;
            case Clause.Timeout<?> _ -> "a timeout";
            case Clause.Never<?> _ -> "nothing";
        };
    }
}
