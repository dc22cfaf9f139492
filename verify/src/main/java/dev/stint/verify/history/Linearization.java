package dev.stint.verify.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The search for an order of single steps that explains a history: every call takes effect at one
 * moment between its begin and its end, and all answers are those that the {@link Model} gives.
 * After Wing and Gong, with a memory of what was tried.
 *
 * <p>A step can be put off until an end needs it: begins only add what can be done, and the end of
 * a call that is over changes nothing.
 */
final class Linearization {
    private record Moment(int at, boolean ends, int call) {}

    private final List<Moment> moments = new ArrayList<>();
    private final Set<String> tried = new HashSet<>();

    private Linearization(List<Call> calls) {
        for (int i = 0; i < calls.size(); i++) {
            moments.add(new Moment(calls.get(i).begun(), false, i));
            moments.add(new Moment(calls.get(i).ended(), true, i));
        }
        moments.sort(Comparator.comparingInt(Moment::at));
    }

    static boolean exists(List<Shape> shapes, List<Call> calls) {
        return new Linearization(calls).goesOn(0, new Model(shapes, calls));
    }

    private boolean goesOn(int from, Model model) {
        int next = from;
        while (next < moments.size()
                && (!moments.get(next).ends || model.isOver(moments.get(next).call))) {
            next++;
        }
        if (next == moments.size()) {
            return true;
        }
        if (!tried.add(next + model.key())) {
            return false;
        }
        for (Moment begun : moments.subList(0, next)) {
            if (!begun.ends && model.mayArrive(begun.call)) {
                Model then = model.copy();
                if (then.arrive(begun.call) && goesOn(next, then)) {
                    return true;
                }
            }
        }
        return false;
    }
}
