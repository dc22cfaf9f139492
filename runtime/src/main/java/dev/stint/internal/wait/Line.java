package dev.stint.internal.wait;

import org.jspecify.annotations.Nullable;

/**
 * Operations that wait, first come first served. Guarded by the lock of what they wait for.
 *
 * <p>A cell whose wait is over may still stand in the line until its owner has come to take it out;
 * whoever serves the line passes over it.
 */
public final class Line {
    private @Nullable Cell first;
    private @Nullable Cell last;

    /** True if nobody stands in it; somebody who has given up may still. */
    public boolean isEmpty() {
        return first == null;
    }

    public void add(Cell cell) {
        Cell end = last;
        cell.line = this;
        cell.ahead = end;
        if (end == null) {
            first = cell;
        } else {
            end.behind = cell;
        }
        last = cell;
    }

    /** Takes a cell out, if it stands in this line. */
    public void remove(Cell cell) {
        if (cell.line != this) {
            return;
        }
        Cell before = cell.ahead;
        Cell after = cell.behind;
        if (before == null) {
            first = after;
        } else {
            before.behind = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.ahead = before;
        }
        cell.line = null;
        cell.ahead = null;
        cell.behind = null;
    }

    /** Takes the first that still waits, and leaves this for it; null if there is none. */
    public @Nullable Cell give(Object item) {
        Cell cell = first;
        while (cell != null) {
            remove(cell);
            cell.item = item; // before the claim: it may look as soon as that has won
            if (cell.take()) {
                return cell;
            }
            cell = first;
        }
        return null;
    }

    /** Takes the first that still waits, which has brought an item or wants none; null if none. */
    public @Nullable Cell take() {
        Cell cell = first;
        while (cell != null) {
            remove(cell);
            if (cell.take()) {
                return cell;
            }
            cell = first;
        }
        return null;
    }

    /** The first that still waits, without taking it. */
    public @Nullable Cell peek() {
        Cell cell = first;
        while (cell != null && !cell.isOpen()) {
            remove(cell);
            cell = first;
        }
        return cell;
    }

    /**
     * Ends all their waits, because nobody will serve them any more; returns those to be woken, as
     * a chain for {@link #wakeAll}.
     */
    public @Nullable Cell giveUp() {
        return endAll(false);
    }

    /** Takes all that still wait; returns those to be woken, as a chain for {@link #wakeAll}. */
    public @Nullable Cell takeAll() {
        return endAll(true);
    }

    private @Nullable Cell endAll(boolean served) {
        Cell ended = null;
        Cell end = null;
        Cell cell = first;
        while (cell != null) {
            Cell following = cell.behind;
            remove(cell);
            if (served ? cell.take() : cell.giveUp()) {
                if (end == null) {
                    ended = cell;
                } else {
                    end.behind = cell;
                }
                end = cell;
            }
            cell = following;
        }
        return ended;
    }

    /** Wakes a chain that {@link #giveUp} or {@link #takeAll} has returned. No lock held. */
    public static void wakeAll(@Nullable Cell chain) {
        Throwable failed = null;
        Cell cell = chain;
        while (cell != null) {
            Cell following = cell.behind;
            cell.behind = null;
            try {
                cell.wake();
            } catch (Throwable e) { // the others are claimed as well, and nobody else wakes them
                failed = e;
            }
            cell = following;
        }
        WaitNode.rethrow(failed);
    }

    /** How many still wait. */
    public int count() {
        int count = 0;
        for (Cell cell = first; cell != null; cell = cell.behind) {
            count += cell.isOpen() ? 1 : 0;
        }
        return count;
    }
}
