package dev.stint.testkit;

import dev.stint.env.Decisions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All schedules with at most so many preemptions, each once, those with fewer first, as in
 * iterative context bounding (Musuvathi and Qadeer, PLDI 2007): most bugs need few, and a failing
 * schedule with few is easy to read.
 *
 * <p>A schedule is known by its beginning up to its last preemption, and by what it chooses for
 * free after that. All free choices after one beginning are tried depth first, as long as there is
 * a latest one with an alternative left. Where a preemption would be possible on the way, the
 * beginning that ends with it is put off to the next round. So each schedule belongs to one
 * beginning, and to one way on from there.
 *
 * <p>Orders of accesses that do not compete are not pruned. Sleep sets would, but they leave out a
 * schedule because an equal one was tried, and that one may need a preemption more: with a bound it
 * may not have been tried at all.
 */
final class ExhaustiveSearch implements Search {
    /** So many decisions in a row for one task, and it is taken for a loop that waits. */
    private static final int MOST_IN_A_ROW = 200;

    /** When more is put off than this, what was put off last goes first, to save memory. */
    private static final int MOST_PUT_OFF = 1_000_000;

    /** The choices up to one of them, from that one back; what they share they share. */
    private record Step(@Nullable Step before, int choice, int length) {
        static int lengthOf(@Nullable Step step) {
            return step == null ? 0 : step.length;
        }

        static Step after(@Nullable Step before, int choice) {
            return new Step(before, choice, lengthOf(before) + 1);
        }

        static int[] choices(@Nullable Step last) {
            int[] all = new int[lengthOf(last)];
            for (Step step = last; step != null; step = step.before) {
                all[step.length - 1] = step.choice;
            }
            return all;
        }
    }

    /** One free decision of the current schedule: how many alternatives, and which is tried. */
    private static final class Node {
        final int first; // tried first
        final int alternatives; // if there is only one it is the first, else they go round
        int tried;
        @Nullable Step step; // this choice; null until somebody needs it

        Node(int first, int alternatives) {
            this.first = first;
            this.alternatives = alternatives;
        }

        int choice() {
            return alternatives == 1 ? first : (first + tried) % alternatives;
        }
    }

    private final int preemptions;
    private final List<Deque<Step>> putOff = new ArrayList<>(); // by how many preemptions they have
    private final int mostPutOff;
    private int countPutOff;

    private boolean begun;
    private int level; // how many preemptions the beginning has
    private @Nullable Step beginning;
    private int[] given = {}; // the choices of the beginning
    private final List<Node> path = new ArrayList<>(); // the free choices after it

    // ---- where the current schedule is

    private int at;
    private @Nullable Step latest;
    private long last;
    private int inARow;

    ExhaustiveSearch(int preemptions) {
        this(preemptions, MOST_PUT_OFF);
    }

    ExhaustiveSearch(int preemptions, int mostPutOff) {
        this.preemptions = preemptions;
        this.mostPutOff = mostPutOff;
    }

    @Override
    public boolean begin(long seed) {
        at = 0;
        last = -1;
        inARow = 0;
        if (!begun) {
            begun = true;
            return true;
        }
        while (!path.isEmpty()) {
            Node newest = path.getLast();
            newest.step = null;
            if (++newest.tried < newest.alternatives) {
                latest = beginning;
                return true;
            }
            path.removeLast();
        }
        return takeBeginning();
    }

    private boolean takeBeginning() {
        if (countPutOff == 0) {
            return false;
        }
        boolean few = countPutOff <= mostPutOff;
        int from = few ? 0 : putOff.size() - 1;
        while (putOff.get(from).isEmpty()) {
            from += few ? 1 : -1;
        }
        beginning = few ? putOff.get(from).removeFirst() : putOff.get(from).removeLast();
        countPutOff--;
        level = from;
        given = Step.choices(beginning);
        latest = beginning;
        return true;
    }

    @Override
    public int next(Turn turn) {
        int running = turn.running();
        int choice;
        if (running < 0) {
            choice = decide(0, turn.count());
        } else if (inARow >= MOST_IN_A_ROW) {
            choice = decide((running + 1) % turn.count(), 1);
        } else {
            if (isNew() && level < preemptions) {
                putOffOthers(turn.count(), running);
            }
            choice = decide(running, 1);
        }
        long task = turn.task(choice);
        inARow = task == last ? inARow + 1 : 0;
        last = task;
        return choice;
    }

    /** Whether nobody has decided this yet, after the same decisions before. */
    private boolean isNew() {
        return at == given.length + path.size();
    }

    private void putOffOthers(int count, int running) {
        while (putOff.size() <= level + 1) {
            putOff.add(new ArrayDeque<>());
        }
        for (int i = 0; i < count; i++) {
            if (i != running) {
                putOff.get(level + 1).add(Step.after(latest, i));
                countPutOff++;
            }
        }
    }

    @Override
    public int choose(Decisions.Kind kind, int alternatives) {
        return decide(0, alternatives);
    }

    private int decide(int first, int alternatives) {
        int i = at++;
        if (i < given.length) {
            return given[i];
        }
        if (i == given.length + path.size()) {
            path.add(new Node(first, alternatives));
        }
        Node node = path.get(i - given.length);
        if (level < preemptions) {
            if (node.step == null) {
                node.step = Step.after(latest, node.choice());
            }
            latest = node.step;
        }
        return node.choice();
    }

    @Override
    public void end(int decisions) {
        while (given.length + path.size() > Math.max(at, given.length)) {
            path.removeLast(); // the program has left the path: it is not repeatable
        }
    }
}
