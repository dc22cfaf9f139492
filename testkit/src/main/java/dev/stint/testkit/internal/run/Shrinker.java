package dev.stint.testkit.internal.run;

import dev.stint.env.Decisions.Kind;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.internal.search.Choices;
import dev.stint.testkit.internal.search.ExhaustiveSearch;
import dev.stint.testkit.internal.search.ReplaySearch;
import dev.stint.testkit.internal.search.RoundRobinSearch;
import dev.stint.testkit.internal.search.SchedulePlan;
import dev.stint.testkit.internal.search.SchedulePlan.Stretch;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.search.Search;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes a failing schedule simple: as few faults, interruptions, switches and other choices as
 * still make the program fail in the same way, in this order.
 *
 * <p>First by delta debugging (Zeller and Hildebrandt, TSE 2002) on the {@link SchedulePlan} of the
 * schedule: takes stretches out, lets tasks run on instead of being interrupted, joins what the
 * same task does. What each attempt really did becomes the next plan. Then, while runs are left, by
 * trying all schedules with fewer interruptions; if there are none that fail, that is certain.
 *
 * <p>Every run counts against a limit; the clock is there for programs whose runs are long.
 */
final class Shrinker {
    static final int MOST_RUNS = 2_000;
    static final Duration MOST_TIME = Duration.ofSeconds(5);

    /** A schedule that is to be simpler than this one does not need many more steps. */
    private static final int SPARE_STEPS = 1_000;

    /** How much of a livelock may be planned. */
    private static final int LONGEST_BEGINNING = 12;

    /**
     * What came of it.
     *
     * @param attempt the simplest run that fails in the same way; its choices are its own
     */
    record Result(Attempt attempt, SimFailure.Shrunk shrunk) {}

    /** How complicated a schedule is. */
    private record Cost(int faults, int preemptions, int switches, int others, int decisions)
            implements Comparable<Cost> {
        private static final Comparator<Cost> ORDER =
                Comparator.comparingInt(Cost::faults)
                        .thenComparingInt(Cost::preemptions)
                        .thenComparingInt(Cost::switches)
                        .thenComparingInt(Cost::others)
                        .thenComparingInt(Cost::decisions);

        static Cost of(Choices choices) {
            int faults = 0;
            int others = 0;
            for (int i = 0; i < choices.size(); i++) {
                boolean isFault = choices.kind(i) == Kind.FAULT;
                boolean isOther = !isFault && choices.kind(i) != Kind.TASK;
                faults += isFault && choices.pick(i) > 0 ? 1 : 0;
                others += isOther && choices.pick(i) > 0 ? 1 : 0;
            }
            int switches = SchedulePlan.of(choices).stretches().size();
            return new Cost(
                    faults, Shrinker.preemptions(choices), switches, others, choices.size());
        }

        @Override
        public int compareTo(Cost other) {
            return ORDER.compare(this, other);
        }
    }

    private final SimConfig config;
    private final boolean isShortened; // fewer steps are allowed than in the exploration
    private final Program program;
    private final Attempt found;
    private final int mostRuns;
    private final long deadline;
    private final Set<Integer> tried = new HashSet<>(); // hashes of plans; long ones are big
    private final Choices scratch = new Choices();
    private Attempt best;
    private Cost cost;
    private SchedulePlan plan;
    private int runs;

    private Shrinker(
            SimConfig config, Program program, Attempt found, int mostRuns, Duration mostTime) {
        long most = SPARE_STEPS + 4L * found.steps();
        this.config = config.withSteps((int) Math.min(config.steps(), most));
        this.isShortened = this.config.steps() < config.steps();
        this.program = program;
        this.found = found;
        this.mostRuns = mostRuns;
        this.deadline = System.nanoTime() + mostTime.toNanos();
        this.best = found;
        this.cost = Cost.of(found.choices());
        this.plan = SchedulePlan.of(found.choices());
    }

    /** For some kinds a simpler schedule would show something else. */
    static boolean makesSense(SimFailure.Kind kind) {
        return switch (kind) {
            case FAILED, DEADLOCK, LIVELOCK, LEFTOVER, ORPHAN, LEDGER, NOT_LINEARIZABLE -> true;
            case STARVATION, NONDETERMINISM -> false;
        };
    }

    static Result shrink(SimConfig config, Program program, Attempt found)
            throws InterruptedException {
        return shrink(config, program, found, MOST_RUNS, MOST_TIME);
    }

    /**
     * On the simulating thread.
     *
     * @param found with choices of its own
     */
    static Result shrink(
            SimConfig config, Program program, Attempt found, int mostRuns, Duration mostTime)
            throws InterruptedException {
        return new Shrinker(config, program, found, mostRuns, mostTime).shrink();
    }

    static int preemptions(Choices choices) {
        int count = 0;
        for (int i = 0; i < choices.size(); i++) {
            count += choices.kind(i) == Kind.TASK && choices.isPreemption(i) ? 1 : 0;
        }
        return count;
    }

    private Result shrink() throws InterruptedException {
        if (!run(new ReplaySearch(found.choices())).isLike(found)) {
            return toResult(false);
        }
        if (found.kind() == SimFailure.Kind.LIVELOCK) {
            tryFair();
            return toResult(false);
        }
        Cost before;
        do {
            before = cost;
            dropOthers(); // faults first: a shorter plan may come to need one as a switch
            cutTail();
            dropStretches();
            runOn();
            join();
        } while (cost.compareTo(before) < 0 && goesOn());
        boolean least = tryAllSimpler();
        return toResult(least);
    }

    private Result toResult(boolean least) {
        int before = preemptions(found.choices());
        int after = preemptions(best.choices());
        return new Result(best, new SimFailure.Shrunk(before, after, runs, least));
    }

    // ---- what is tried

    /**
     * Where nobody gets on, only schedules that let everybody get on say something: one that leaves
     * out a task makes any program that waits in a loop go round for ever. So only the beginning is
     * planned, as little of it as will do, and then all have their turns.
     */
    private void tryFair() throws InterruptedException {
        List<Stretch> asFound = plan.stretches();
        int most = Math.min(LONGEST_BEGINNING, asFound.size());
        for (int kept = 0; kept <= most && goesOn(); kept++) {
            if (attempt(plan.with(asFound.subList(0, kept)))) {
                return;
            }
        }
        if (goesOn()) {
            var search = new RoundRobinSearch();
            search.begin(0);
            accept(run(search));
        }
    }

    /** Follows the plan only at the beginning. */
    private void cutTail() throws InterruptedException {
        for (int kept = 0; kept < plan.stretches().size() && goesOn(); kept += 1 + kept / 2) {
            if (attempt(plan.with(plan.stretches().subList(0, kept)))) {
                return;
            }
        }
    }

    /** Chooses 0 instead of something else: no fault, the first clause. */
    private void dropOthers() throws InterruptedException {
        for (Kind kind : Kind.values()) {
            List<Integer> picks = plan.others().getOrDefault(kind, List.of());
            for (int size = picks.size(); size > 0 && goesOn(); size /= 2) {
                for (int at = 0; at < picks.size() && goesOn(); at += size) {
                    List<Integer> changed = new ArrayList<>(picks);
                    Collections.fill(changed.subList(at, Math.min(at + size, picks.size())), 0);
                    if (!changed.equals(picks) && attempt(plan.with(kind, changed))) {
                        picks = plan.others().getOrDefault(kind, List.of());
                    }
                }
            }
        }
    }

    /** Takes stretches out, many at a time and then one by one, from the end. */
    private void dropStretches() throws InterruptedException {
        for (int size = plan.stretches().size() / 2; size > 0 && goesOn(); size /= 2) {
            for (int end = plan.stretches().size(); end > 0 && goesOn(); end -= size) {
                int from = Math.max(0, end - size);
                if (end <= plan.stretches().size()) {
                    List<Stretch> changed = new ArrayList<>(plan.stretches());
                    changed.subList(from, end).clear();
                    attempt(plan.with(joined(changed)));
                }
            }
        }
    }

    /** Lets a task that is interrupted go on. */
    private void runOn() throws InterruptedException {
        for (int i = 0; i < plan.stretches().size() && goesOn(); i++) {
            if (plan.stretches().get(i).isInterrupted()) {
                List<Stretch> changed = new ArrayList<>(plan.stretches());
                changed.set(i, changed.get(i).toTheEnd());
                attempt(plan.with(joined(changed)));
            }
        }
    }

    /** Brings two stretches of one task together, at the place of the one or of the other. */
    private void join() throws InterruptedException {
        for (int i = 0; i < plan.stretches().size() && goesOn(); i++) {
            int j = nextOfSameTask(i);
            if (j < 0) {
                continue;
            }
            List<Stretch> early = new ArrayList<>(plan.stretches());
            early.add(i + 1, early.remove(j));
            if (attempt(plan.with(joined(early)))) {
                continue;
            }
            List<Stretch> late = new ArrayList<>(plan.stretches());
            late.add(j - 1, late.remove(i));
            attempt(plan.with(joined(late)));
        }
    }

    private int nextOfSameTask(int i) {
        List<Stretch> all = plan.stretches();
        for (int j = i + 1; j < all.size(); j++) {
            if (all.get(j).task() == all.get(i).task()) {
                return j;
            }
        }
        return -1;
    }

    /** Interrupted and at once continued is not interrupted. */
    private static List<Stretch> joined(List<Stretch> stretches) {
        List<Stretch> all = new ArrayList<>();
        for (Stretch stretch : stretches) {
            Stretch last = all.isEmpty() ? null : all.getLast();
            if (last != null && last.task() == stretch.task() && last.isInterrupted()) {
                long turns = (long) last.turns() + stretch.turns();
                int most = (int) Math.min(Stretch.TO_THE_END, turns);
                all.set(all.size() - 1, new Stretch(stretch.task(), most));
            } else {
                all.add(stretch);
            }
        }
        return all;
    }

    /** True if it is certain that there is no schedule with fewer interruptions. */
    private boolean tryAllSimpler() throws InterruptedException {
        int fewest = Integer.MAX_VALUE; // of those that fail, and have more faults instead
        boolean all = true;
        int before = Integer.MAX_VALUE;
        while (cost.preemptions() > 0 && cost.preemptions() < before) {
            before = cost.preemptions();
            var search = new ExhaustiveSearch(before - 1);
            all = true;
            while (cost.preemptions() >= before && search.begin(0)) {
                if (!goesOn()) {
                    return false;
                }
                Attempt attempt = run(search);
                search.end(scratch.size());
                all &= !isCutShort(attempt);
                if (!accept(attempt) && attempt.isLike(found)) {
                    fewest = Math.min(fewest, preemptions(scratch));
                }
            }
            // It goes by all that it chooses: with fewer interruptions others may still follow.
            all &= search.isComplete();
        }
        return cost.preemptions() == 0 || (all && fewest >= cost.preemptions());
    }

    /** With as many steps as were allowed when it was found it might have failed. */
    private boolean isCutShort(Attempt attempt) {
        return isShortened && attempt.kind() == SimFailure.Kind.LIVELOCK;
    }

    // ---- trying

    private boolean goesOn() {
        return runs < mostRuns && System.nanoTime() < deadline;
    }

    private boolean attempt(SchedulePlan changed) throws InterruptedException {
        return tried.add(changed.hashCode()) && goesOn() && accept(run(changed.toSearch()));
    }

    private Attempt run(Search search) throws InterruptedException {
        runs++;
        return Attempt.run(config, program, search, scratch, null);
    }

    private boolean accept(Attempt attempt) {
        if (!attempt.isLike(found) || Cost.of(attempt.choices()).compareTo(cost) >= 0) {
            return false;
        }
        best = attempt.withOwnChoices();
        cost = Cost.of(best.choices());
        plan = SchedulePlan.of(best.choices());
        return true;
    }
}
