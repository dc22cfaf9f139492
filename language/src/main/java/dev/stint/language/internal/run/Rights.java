package dev.stint.language.internal.run;

import dev.stint.language.internal.type.PanicException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The right to start tasks, as a script holds it. It can be narrowed; what a narrowed one uses up
 * is used up in those that it came from. The runtime asks for its own right beneath.
 */
public final class Rights {
    private final @Nullable Rights parent;
    private final long mostAlive;
    private final AtomicLong alive = new AtomicLong();
    private final AtomicLong left;

    private Rights(@Nullable Rights parent, long mostAlive, long mostEver) {
        this.parent = parent;
        this.mostAlive = mostAlive;
        this.left = new AtomicLong(mostEver);
    }

    public static Rights whole() {
        return new Rights(null, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    public Rights atMost(long tasks) {
        return new Rights(this, notNegative(tasks), Long.MAX_VALUE);
    }

    public Rights atMostEver(long tasks) {
        return new Rights(this, Long.MAX_VALUE, notNegative(tasks));
    }

    private static long notNegative(long tasks) {
        if (tasks < 0) {
            throw new PanicException(
                    PanicException.OVERFLOW, "a right to " + tasks + " tasks; the fewest are 0");
        }
        return tasks;
    }

    /** Counts a task in, here and in all above, or panics and counts nothing. */
    public void enter() {
        for (Rights at = this; at != null; at = at.parent) {
            if (!at.enterHere()) {
                for (Rights in = this; in != null && in != at; in = in.parent) {
                    in.alive.decrementAndGet();
                    in.left.incrementAndGet();
                }
                throw new PanicException(
                        "P008",
                        "TaskLimitExceeded: the right allows %s"
                                .formatted(
                                        at.mostAlive == Long.MAX_VALUE
                                                ? "no more tasks"
                                                : at.mostAlive + " tasks at once"));
            }
        }
    }

    private boolean enterHere() {
        if (alive.incrementAndGet() > mostAlive) {
            alive.decrementAndGet();
            return false;
        }
        if (left.getAndDecrement() <= 0) {
            left.incrementAndGet();
            alive.decrementAndGet();
            return false;
        }
        return true;
    }

    /** A task that was counted in has ended. */
    public void leave() {
        for (Rights at = this; at != null; at = at.parent) {
            at.alive.decrementAndGet();
        }
    }
}
