package dev.stint.testkit.internal.search;

import dev.stint.env.Decisions;
import dev.stint.env.Xoshiro256;
import dev.stint.testkit.search.Candidates;
import dev.stint.testkit.search.Search;

/** The search that lets each task run in turn, by the order of their ids. */
public final class RoundRobinSearch implements Search {
    private final RandomChoices odds = new RandomChoices();
    private Xoshiro256 random = new Xoshiro256(0);
    private long last = -1;

    @Override
    public boolean begin(long seed) {
        random = new Xoshiro256(seed);
        odds.begin(random);
        last = -1;
        return true;
    }

    @Override
    public int next(Candidates candidates) {
        int pick = last < 0 ? random.nextInt(candidates.count()) : after(candidates);
        last = candidates.task(pick);
        return pick;
    }

    private int after(Candidates candidates) {
        for (int i = 0; i < candidates.count(); i++) {
            if (candidates.task(i) > last) {
                return i;
            }
        }
        return 0;
    }

    @Override
    public int choose(Decisions.Kind kind, int alternatives) {
        return odds.choose(kind, alternatives);
    }
}
