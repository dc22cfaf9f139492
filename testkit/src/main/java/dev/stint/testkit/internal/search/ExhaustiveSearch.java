package dev.stint.testkit.internal.search;

import dev.stint.env.Decisions;
import dev.stint.testkit.search.Candidates;
import dev.stint.testkit.search.Search;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The search of all schedules with at most so many preemptions, each once, the plain ones first, as
 * in iterative context bounding (Musuvathi and Qadeer, PLDI 2007): most bugs need little, and a
 * failing schedule with little in it is easy to read.
 *
 * <p>Rounds go by deviations: a preemption, and any other choice that is not the first, such as a
 * fault. Which task goes on when none could simply do so is free. A schedule is known by its
 * beginning up to its last deviation, and by what it chooses for free after that. All free choices
 * after one beginning are tried depth first. Where a deviation would be possible on the way, the
 * beginning that ends with it is put off to the next round. So each schedule belongs to one
 * beginning, and to one way on from there.
 *
 * <p>Orders of accesses that do not compete are not pruned. Sleep sets would, but they leave out a
 * schedule because an equal one was tried, and that one may need a preemption more: with a bound it
 * may not have been tried at all.
 */
public final class ExhaustiveSearch implements Search {
    /** So many decisions in a row for one task, and it is taken for a loop that waits. */
    private static final int MOST_IN_A_ROW = 200;

    /** When more is put off than this, what was put off last goes first, to save memory. */
    private static final int MOST_PUT_OFF = 1_000_000;

    /**
     * The choices up to one of them, from that one back; what they share they share.
     *
     * @param of how many tasks there were to choose from; of anything else, below 0
     * @param preemptions how many of them are
     */
    private record Step(@Nullable Step before, int choice, int of, int length, int preemptions) {
        static Step after(@Nullable Step before, int choice, int of, boolean preempts) {
            return new Step(
                    before,
                    choice,
                    of,
                    1 + (before == null ? 0 : before.length),
                    (preempts ? 1 : 0) + preemptionsOf(before));
        }

        static int preemptionsOf(@Nullable Step last) {
            return last == null ? 0 : last.preemptions;
        }

        Step[] all() {
            var all = new Step[length];
            for (Step step = this; step != null; step = step.before) {
                all[step.length - 1] = step;
            }
            return all;
        }
    }

    /** The deviations that are possible at one decision, after the choices before it. */
    private static final class Deviations {
        private final @Nullable Step before;
        private final int plain; // what is chosen there otherwise
        private final int alternatives;
        private final boolean preempt;
        private int next;

        Deviations(@Nullable Step before, int plain, int alternatives, boolean preempt) {
            this.before = before;
            this.plain = plain;
            this.alternatives = alternatives;
            this.preempt = preempt;
            this.next = plain == 0 ? 1 : 0;
        }

        Step take() {
            Step step = Step.after(before, next, preempt ? alternatives : -alternatives, preempt);
            next += next + 1 == plain ? 2 : 1;
            return step;
        }

        boolean isEmpty() {
            return next >= alternatives;
        }
    }

    /** One free decision of the current schedule: how many alternatives, and which is tried. */
    private static final class Node {
        final int first; // tried first
        final int alternatives; // if there is only one it is the first, else they go round
        final int of; // as in a step: how many there are, tried or not
        int tried;
        @Nullable Step step; // this choice; null until somebody needs it

        Node(int first, int alternatives, int of) {
            this.first = first;
            this.alternatives = alternatives;
            this.of = of;
        }

        int choice() {
            return alternatives == 1 ? first : (first + tried) % alternatives;
        }
    }

    private final int preemptions;
    private final List<Deque<Deviations>> putOff = new ArrayList<>(); // by round
    private final int mostPutOff;
    private int countPutOff;

    private boolean begun;
    private int round; // how many deviations the beginning has
    private @Nullable Step beginning;
    private Step[] given = {}; // the choices of the beginning
    private final List<Node> path = new ArrayList<>(); // the free choices after it
    private boolean hasForced; // a switch that it neither was free to make nor tried without
    private @Nullable String strayed; // from the path: nothing can be tried in order any more

    // ---- where the current schedule is

    private int at;
    private @Nullable Step latest;
    private long last;
    private int inARow;

    public ExhaustiveSearch(int preemptions) {
        this(preemptions, MOST_PUT_OFF);
    }

    public ExhaustiveSearch(int preemptions, int mostPutOff) {
        this.preemptions = preemptions;
        this.mostPutOff = mostPutOff;
    }

    @Override
    public boolean begin(long seed) {
        at = 0;
        last = -1;
        inARow = 0;
        if (strayed != null) {
            return false;
        }
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
        Deque<Deviations> there = putOff.get(from);
        Deviations some = few ? there.getFirst() : there.getLast();
        Step taken = some.take();
        if (some.isEmpty()) {
            var _ = few ? there.removeFirst() : there.removeLast();
            countPutOff--;
        }
        round = from;
        given = taken.all();
        beginning = taken;
        latest = taken;
        return true;
    }

    @Override
    public int next(Candidates candidates) {
        int running = candidates.running();
        int count = candidates.count();
        int choice;
        if (running < 0) {
            choice = decide(0, count, count);
        } else if (inARow >= MOST_IN_A_ROW) {
            hasForced = true;
            choice = decide((running + 1) % count, 1, count);
        } else {
            if (Step.preemptionsOf(beginning) < preemptions) {
                putOffOthers(count, running, true);
            }
            choice = decide(running, 1, count);
        }
        long task = candidates.task(choice);
        inARow = task == last ? inARow + 1 : 0;
        last = task;
        return choice;
    }

    @Override
    public int choose(Decisions.Kind kind, int alternatives) {
        putOffOthers(alternatives, 0, false);
        return decide(0, 1, -alternatives);
    }

    /** Unless that was done before, after the same decisions. */
    private void putOffOthers(int alternatives, int plain, boolean preempt) {
        if (at == known() && strayed == null) {
            while (putOff.size() <= round + 1) {
                putOff.add(new ArrayDeque<>());
            }
            putOff.get(round + 1).add(new Deviations(latest, plain, alternatives, preempt));
            countPutOff++;
        }
    }

    private int decide(int first, int alternatives, int of) {
        int i = at++;
        if (strayed == null && i < known() && ofKnown(i) != of) {
            stray(
                    "decision "
                            + (i + 1)
                            + " is between "
                            + inWords(of)
                            + ", and was between "
                            + inWords(ofKnown(i)));
        }
        if (strayed != null) {
            return first;
        }
        if (i < given.length) {
            return given[i].choice;
        }
        if (i == known()) {
            path.add(new Node(first, alternatives, of));
        }
        Node node = path.get(i - given.length);
        if (node.step == null) {
            node.step = Step.after(latest, node.choice(), of, false);
        }
        latest = node.step;
        return node.choice();
    }

    /** How many decisions of the current schedule were made before in another. */
    private int known() {
        return given.length + path.size();
    }

    private int ofKnown(int i) {
        return i < given.length ? given[i].of : path.get(i - given.length).of;
    }

    private static String inWords(int of) {
        return of > 0 ? of + " tasks" : -of + " alternatives";
    }

    private void stray(String how) {
        strayed = "the program is not repeatable: after the same decisions as before, " + how;
    }

    @Override
    public void end(int decisions) {
        if (strayed == null && at < known()) {
            stray("it ends, and before it went on to decision " + (at + 1));
        }
    }

    @Override
    public boolean isComplete() {
        return !hasForced && strayed == null;
    }

    @Override
    public Optional<String> strayed() {
        return Optional.ofNullable(strayed);
    }
}
