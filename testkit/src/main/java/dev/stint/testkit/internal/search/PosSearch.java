package dev.stint.testkit.internal.search;

import dev.stint.env.Decisions;
import dev.stint.env.Xoshiro256;
import dev.stint.testkit.search.Candidates;
import dev.stint.testkit.search.Search;
import java.util.HashMap;
import java.util.Map;

/**
 * The search by partial order sampling (Yuan, Yang and Gu, CAV 2018): what each task is about to do
 * has a random priority, the highest is done, and then those that compete with it draw again.
 */
public final class PosSearch implements Search {
    private final Map<Long, Long> priorities = new HashMap<>();
    private final RandomChoices odds = new RandomChoices();
    private Xoshiro256 random = new Xoshiro256(0);

    @Override
    public boolean begin(long seed) {
        random = new Xoshiro256(seed);
        odds.begin(random);
        priorities.clear();
        return true;
    }

    @Override
    public int next(Candidates candidates) {
        int best = 0;
        long most = Long.MIN_VALUE;
        for (int i = 0; i < candidates.count(); i++) {
            long priority = priorities.computeIfAbsent(candidates.task(i), t -> random.nextLong());
            if (priority > most) {
                most = priority;
                best = i;
            }
        }
        for (int i = 0; i < candidates.count(); i++) {
            if (i == best || compete(candidates, i, best)) {
                priorities.remove(candidates.task(i));
            }
        }
        return best;
    }

    private static boolean compete(Candidates candidates, int a, int b) {
        return candidates.target(a) == candidates.target(b)
                && (candidates.mayWrite(a) || candidates.mayWrite(b));
    }

    @Override
    public void ranAlone(long task) {
        priorities.remove(task); // what it does next is something else
    }

    @Override
    public int choose(Decisions.Kind kind, int alternatives) {
        return odds.choose(kind, alternatives);
    }
}
