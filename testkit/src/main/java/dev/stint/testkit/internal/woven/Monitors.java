package dev.stint.testkit.internal.woven;

import dev.stint.internal.sim.SimLock;
import dev.stint.task.Task;
import dev.stint.testkit.internal.run.DecisionStream;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The monitors of woven code that are in use, by the object. One table for all simulations of a
 * JVM, and for threads outside of them: so exclusion holds between all of these.
 */
final class Monitors {
    private final IdentityHashMap<Object, Monitor> table = new IdentityHashMap<>();
    private final SimLock.Guard guard = new SimLock.Guard(); // of the table

    /** The monitor, for one who is about to enter it; he owes a {@link #drop}. */
    Monitor use(Object object) {
        guard.acquire();
        try {
            Monitor monitor = table.computeIfAbsent(object, o -> new Monitor());
            monitor.users++;
            return monitor;
        } finally {
            guard.release();
        }
    }

    /** One who has entered it is out again, or has not come in. */
    void drop(Object object, Monitor monitor) {
        guard.acquire();
        try {
            monitor.users--;
            if (monitor.users == 0) {
                table.remove(object, monitor);
            }
        } finally {
            guard.release();
        }
    }

    /** Null if nobody is in it, or wants to be. */
    @Nullable Monitor find(Object object) {
        guard.acquire();
        try {
            return table.get(object);
        } finally {
            guard.release();
        }
    }

    /** Forgets those that tasks of a run hold that did not end with it. */
    void forget(DecisionStream run) {
        guard.acquire();
        try {
            if (!table.isEmpty()) {
                table.values()
                        .removeIf(
                                monitor ->
                                        monitor.holder() instanceof Task<?> task
                                                && DecisionStream.of(task) == run);
            }
        } finally {
            guard.release();
        }
    }
}
