package dev.stint.testkit.internal.search;

import dev.stint.env.Decisions.Kind;
import dev.stint.testkit.search.Candidates;
import dev.stint.testkit.search.Search;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A schedule as somebody would tell it: which task runs next and for how long, in stretches, and
 * what else is chosen. Unlike recorded {@link Choices} it still means something after a part of it
 * was taken out.
 *
 * @param stretches in order
 * @param others all other choices in the order in which they are asked for, by kind
 */
public record SchedulePlan(List<Stretch> stretches, Map<Kind, List<Integer>> others) {
    /**
     * A task runs.
     *
     * @param turns how many times in a row it is chosen; {@link #TO_THE_END} if it goes on until it
     *     waits, gives way or ends
     */
    public record Stretch(long task, int turns) {
        public static final int TO_THE_END = Integer.MAX_VALUE;

        public boolean isInterrupted() {
            return turns != TO_THE_END;
        }

        public Stretch toTheEnd() {
            return new Stretch(task, TO_THE_END);
        }
    }

    /** So many turns in a row beyond the plan, and a task is taken for a loop that waits. */
    private static final int MOST_IN_A_ROW = 500;

    public SchedulePlan {
        stretches = List.copyOf(stretches);
        others = Map.copyOf(others);
    }

    public static SchedulePlan of(Choices choices) {
        List<Stretch> stretches = new ArrayList<>();
        Map<Kind, List<Integer>> others = new EnumMap<>(Kind.class);
        long task = -1;
        int turns = 0;
        for (int i = 0; i < choices.size(); i++) {
            if (choices.kind(i) != Kind.TASK) {
                others.computeIfAbsent(choices.kind(i), k -> new ArrayList<>())
                        .add(choices.pick(i));
                continue;
            }
            if (turns > 0 && choices.running(i) == task && choices.task(i) == task) {
                turns++;
                continue;
            }
            if (turns > 0) {
                boolean interrupted = choices.running(i) == task;
                stretches.add(new Stretch(task, interrupted ? turns : Stretch.TO_THE_END));
            }
            task = choices.task(i);
            turns = 1;
        }
        if (turns > 0) {
            stretches.add(new Stretch(task, Stretch.TO_THE_END));
        }
        return new SchedulePlan(stretches, others);
    }

    public SchedulePlan with(List<Stretch> changed) {
        return new SchedulePlan(changed, others);
    }

    public SchedulePlan with(Kind kind, List<Integer> changed) {
        Map<Kind, List<Integer>> all = new EnumMap<>(Kind.class);
        all.putAll(others);
        all.put(kind, List.copyOf(changed));
        return new SchedulePlan(stretches, all);
    }

    /** Follows the plan where it can: a stretch of a task that cannot run is passed over. */
    public Search toSearch() {
        return new Follower(this);
    }

    private static final class Follower implements Search {
        private final SchedulePlan plan;
        private final Map<Kind, Integer> asked = new EnumMap<>(Kind.class);
        private int next; // stretch
        private long task = -1; // of the stretch that has begun
        private int left; // turns of it
        private long last = -1;
        private int inARow; // beyond the plan

        Follower(SchedulePlan plan) {
            this.plan = plan;
        }

        @Override
        public boolean begin(long seed) {
            return true;
        }

        @Override
        public int next(Candidates candidates) {
            if (plan.others.containsKey(Kind.WORKER)) {
                return choose(Kind.WORKER, candidates.count());
            }
            int pick = planned(candidates);
            if (pick < 0) {
                pick = unplanned(candidates);
            }
            last = candidates.task(pick);
            return pick;
        }

        /** -1 if the plan has nothing to say any more. */
        private int planned(Candidates candidates) {
            int running = candidates.running();
            if (running >= 0 && candidates.task(running) == task && left > 0) {
                left--;
                return running;
            }
            while (next < plan.stretches.size()) {
                Stretch stretch = plan.stretches.get(next++);
                int at = indexOf(candidates, stretch.task());
                if (at >= 0) {
                    task = stretch.task();
                    left = stretch.turns() - 1;
                    return at;
                }
            }
            task = -1;
            return -1;
        }

        /** The one that runs goes on; when it stops, the others follow in order. */
        private int unplanned(Candidates candidates) {
            int running = candidates.running();
            inARow = running >= 0 && candidates.task(running) == last ? inARow + 1 : 0;
            if (running >= 0 && inARow < MOST_IN_A_ROW) {
                return running;
            }
            inARow = 0;
            for (int i = 0; i < candidates.count(); i++) {
                if (candidates.task(i) > last) {
                    return i;
                }
            }
            return 0;
        }

        private static int indexOf(Candidates candidates, long task) {
            for (int i = 0; i < candidates.count(); i++) {
                if (candidates.task(i) == task) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public int choose(Kind kind, int alternatives) {
            List<Integer> picks = plan.others.getOrDefault(kind, List.of());
            int at = asked.merge(kind, 1, Integer::sum) - 1;
            return at < picks.size() && picks.get(at) < alternatives ? picks.get(at) : 0;
        }
    }
}
