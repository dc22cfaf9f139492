package dev.stint.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The search for an order of single steps that explains a history: every call takes effect at one
 * moment between its begin and its end, and all answers are those that the {@link Account} gives.
 * After Wing and Gong, with a memory of what was tried.
 *
 * <p>A step can be put off until an end needs it: begins only add what can be done, and the end of
 * a call that is over changes nothing.
 */
public final class Linearization {
    /** So many steps are tried. Histories that need more are too long, or have too much at once. */
    private static final int MOST_STEPS = 1_000_000;

    /**
     * When a call was under way, on a clock that all callers share.
     *
     * @param begun a moment before it
     * @param ended a moment after its answer; {@link #NEVER} if there was none
     */
    public record Span(int begun, int ended) {
        /** The end of a call without one. */
        public static final int NEVER = Integer.MAX_VALUE;

        public Span {
            if (begun >= ended) {
                throw new IllegalArgumentException(
                        "a call that has begun at " + begun + " cannot have ended at " + ended);
            }
        }
    }

    private record Moment(int at, boolean ends, int call) {}

    private record Known(int next, Object key) {}

    private final List<Moment> moments = new ArrayList<>();
    private final Set<Known> tried = new HashSet<>();
    private int steps;

    private Linearization(List<Span> spans) {
        for (int i = 0; i < spans.size(); i++) {
            moments.add(new Moment(spans.get(i).begun(), false, i));
            if (spans.get(i).ended() != Span.NEVER) {
                moments.add(new Moment(spans.get(i).ended(), true, i));
            }
        }
        moments.sort(Comparator.comparingInt(Moment::at));
    }

    /**
     * Whether some order explains the history.
     *
     * @param spans when each call was under way, by its number
     * @param start an account in which nothing has happened yet
     * @throws IllegalStateException if that cannot be found out in reasonable time
     */
    public static boolean exists(List<Span> spans, Account start) {
        return new Linearization(spans).goesOn(0, start);
    }

    private boolean goesOn(int from, Account account) {
        int next = from;
        while (next < moments.size()
                && (!moments.get(next).ends || account.isOver(moments.get(next).call))) {
            next++;
        }
        if (next == moments.size() && account.isSettled()) {
            return true;
        }
        if (!tried.add(new Known(next, account.key()))) {
            return false;
        }
        for (Moment begun : moments.subList(0, next)) {
            if (!begun.ends && account.mayArrive(begun.call)) {
                countStep();
                Account then = account.copy();
                if (then.arrive(begun.call) && goesOn(next, then)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void countStep() {
        steps++;
        if (steps > MOST_STEPS) {
            throw new IllegalStateException(
                    "no verdict on a history of "
                            + moments.stream().filter(m -> !m.ends).count()
                            + " operations after "
                            + MOST_STEPS
                            + " steps: too many of them are under way at once. Use fewer tasks or"
                            + " fewer operations, or a model with equals and hashCode.");
        }
    }
}
