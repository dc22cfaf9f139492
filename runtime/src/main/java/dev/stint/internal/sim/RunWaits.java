package dev.stint.internal.sim;

import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.WaitNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The waits of one run that perhaps nobody but the run itself can end, because whoever could is
 * stuck as well. The simulating thread only.
 */
public final class RunWaits {
    /**
     * Ends a task of a run whose verdict is known, where it would wait for ever: for a monitor, or
     * for a notify. Nobody sees it but the code of the task on its way out.
     */
    static final class Unwound extends Error {
        private static final long serialVersionUID = 1L;

        Unwound() {
            super("the run of the simulation is over", null, false, false);
        }
    }

    private final Set<Cell> open = new LinkedHashSet<>();
    private boolean over;

    /** Ends all of them, and from here on each as soon as it begins. */
    public void endAll() {
        over = true;
        for (Cell wait : List.copyOf(open)) {
            wait.notifyWaiter(WaitNode.CLOSE);
        }
    }

    static void begin(@Nullable RunWaits waits, Cell cell) {
        if (waits != null) {
            waits.open.add(cell);
        }
    }

    static void end(@Nullable RunWaits waits, Cell cell) {
        if (waits != null) {
            waits.open.remove(cell);
        }
    }

    static void throwIfOver(@Nullable RunWaits waits) {
        if (waits != null && waits.over) {
            throw new Unwound();
        }
    }
}
