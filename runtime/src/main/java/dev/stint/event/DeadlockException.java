package dev.stint.event;

import java.util.List;

/**
 * Thrown under a seed when nothing can run, no timer is armed and nothing is blocked inside the
 * JDK: whoever waits would wait for ever. Says who waits for what.
 */
public final class DeadlockException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final transient List<TaskSnapshot> waiting;

    public DeadlockException(long seed, long steps, List<TaskSnapshot> waiting) {
        super(describe(seed, steps, waiting));
        this.waiting = List.copyOf(waiting);
    }

    /** As above, found while somebody outside waited: {@code "thread 'main' waits for ..."}. */
    public DeadlockException(long seed, long steps, List<TaskSnapshot> waiting, String outside) {
        super(describe(seed, steps, waiting) + "\n  " + outside);
        this.waiting = List.copyOf(waiting);
    }

    /** The tasks that wait. */
    public List<TaskSnapshot> waiting() {
        return waiting;
    }

    private static String describe(long seed, long steps, List<TaskSnapshot> waiting) {
        var text =
                new StringBuilder("deadlock under seed ")
                        .append(seed)
                        .append(" after ")
                        .append(steps)
                        .append(" steps: nothing can run, no timer is armed, and ")
                        .append(waiting.size())
                        .append(waiting.size() == 1 ? " task waits:" : " tasks wait:");
        return text.append(TaskSnapshot.toLines(waiting)).toString();
    }
}
