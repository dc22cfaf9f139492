package dev.stint.testkit;

import dev.stint.env.Decisions;
import java.util.ArrayList;
import java.util.List;

/**
 * All schedules with at most so many preemptions, depth first: the next schedule is the last one up
 * to its latest decision that has an alternative left, and that alternative.
 */
final class ExhaustiveSearch implements Search {
    /** So many decisions in a row for one task, and it is taken for a loop that waits. */
    private static final int MOST_IN_A_ROW = 200;

    /** One decision of the current schedule: which alternatives there are and which is tried. */
    private static final class Node {
        final int first; // tried first; the others follow in order
        final int alternatives; // how many may be tried
        int tried;

        Node(int first, int alternatives) {
            this.first = first;
            this.alternatives = alternatives;
        }

        int choice() {
            if (tried == 0) {
                return first;
            }
            return tried <= first ? tried - 1 : tried;
        }
    }

    private final int preemptions;
    private final List<Node> path = new ArrayList<>();
    private boolean begun;
    private int at;
    private int used;
    private long last;
    private int inARow;

    ExhaustiveSearch(int preemptions) {
        this.preemptions = preemptions;
    }

    @Override
    public boolean begin(long seed) {
        at = 0;
        used = 0;
        last = -1;
        inARow = 0;
        if (!begun) {
            begun = true;
            return true;
        }
        while (!path.isEmpty()) {
            Node latest = path.getLast();
            if (++latest.tried < latest.alternatives) {
                return true;
            }
            path.removeLast();
        }
        return false;
    }

    @Override
    public int next(Turn turn) {
        int running = turn.running();
        boolean loops = running >= 0 && inARow >= MOST_IN_A_ROW;
        boolean mayPreempt = running < 0 || used < preemptions;
        int first = Math.max(0, running);
        if (loops) {
            first = (running + 1) % turn.count();
        }
        int choice = decide(first, mayPreempt && !loops ? turn.count() : 1);
        if (running >= 0 && choice != running && !loops) {
            used++;
        }
        long task = turn.task(choice);
        inARow = task == last ? inARow + 1 : 0;
        last = task;
        return choice;
    }

    @Override
    public int choose(Decisions.Kind kind, int alternatives) {
        return decide(0, alternatives);
    }

    private int decide(int first, int alternatives) {
        if (at == path.size()) {
            path.add(new Node(first, alternatives));
        }
        return path.get(at++).choice();
    }

    @Override
    public void end(int decisions) {
        while (path.size() > at) { // the program has left the path: it is not repeatable
            path.removeLast();
        }
    }
}
