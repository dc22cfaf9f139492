package dev.stint.sync;

import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.WaitPlace;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.WaitNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The permits of a semaphore. Their number and the line are guarded by the lock; a waiting cell's
 * item is how many it wants. Whenever the lock is free, the first that waits wants more than there
 * are, or whoever has just changed that is about to serve it.
 */
final class Permits extends WaitPlace {
    private final long bound;
    private final Line line = new Line();
    private long permits;

    Permits(long permits, long bound) {
        if (permits < 0 || bound < 1 || permits > bound) {
            throw new IllegalArgumentException(
                    "a semaphore cannot have "
                            + permits
                            + " permits and a bound of "
                            + bound
                            + ". Give it 0 permits or more, a bound of 1 or more, and not more"
                            + " permits than the bound.");
        }
        this.permits = permits;
        this.bound = bound;
    }

    void named(String name) {
        setName(name);
    }

    boolean take(long wanted, Duration timeout) throws InterruptedException {
        return take(wanted, nanosOf(timeout), "acquire");
    }

    /** False when the time is up; a timeout of 0 means not to wait. */
    boolean take(long wanted, long timeoutNanos, String where) throws InterruptedException {
        ensureSound(wanted, where);
        TaskImpl<?> me = payOp(timeoutNanos > 0, where);
        Cell cell;
        acquire();
        try {
            if (permits >= wanted && line.peek() == null) {
                permits -= wanted;
                return true;
            }
            if (timeoutNanos <= 0) {
                return false;
            }
            cell = join(line, me, wanted, "permits of ");
        } finally {
            release();
        }
        boolean served = false;
        try {
            served = await(line, cell, timeoutNanos, where) == WaitNode.DATA;
        } finally {
            if (!served) {
                serve(); // those behind may want fewer
            }
        }
        return served;
    }

    private void ensureSound(long wanted, String where) {
        if (wanted < 1 || wanted > bound) {
            throw new IllegalArgumentException(
                    Outside.caller()
                            + " cannot "
                            + where
                            + " "
                            + wanted
                            + " permits of "
                            + this
                            + ": it has at most "
                            + bound
                            + ". Ask for 1 or more, and not for more than that.");
        }
    }

    void give(long given) {
        Headroom.ensure();
        Points.pass();
        if (given < 1) {
            throw new IllegalArgumentException(
                    Outside.caller()
                            + " cannot release "
                            + given
                            + " permits of "
                            + this
                            + ". Release 1 or more.");
        }
        boolean tooMany;
        acquire();
        try {
            tooMany = given > bound - permits;
            if (!tooMany) {
                permits += given;
            }
        } finally {
            release();
        }
        if (tooMany) {
            throw new IllegalStateException(
                    Outside.caller()
                            + " cannot release "
                            + given
                            + " permits of "
                            + this
                            + ": it would have more than "
                            + bound
                            + ". Release only what was acquired, and only once.");
        }
        serve();
    }

    /** Gives out what there is, in order. */
    private void serve() {
        Cell served;
        do {
            acquire();
            try {
                served = next();
            } finally {
                release();
            }
            wake(served);
        } while (served != null);
    }

    /** The first that waits, with its permits; null if there is none, or there are too few. */
    private @Nullable Cell next() {
        Cell first = line.peek();
        while (first != null && first.item instanceof Long wanted && wanted <= permits) {
            line.remove(first);
            if (first.take()) {
                permits -= wanted;
                return first;
            }
            first = line.peek(); // it has given up
        }
        return null;
    }

    Semaphore.Snapshot snapshot() {
        Headroom.ensure();
        Semaphore.Snapshot taken;
        acquire();
        try {
            taken = new Semaphore.Snapshot(name(), permits, bound, line.count());
        } finally {
            release();
        }
        Waits.payForLook(taken.waiting());
        return taken;
    }

    @Override
    public String toString() {
        return called("semaphore");
    }
}
