package dev.stint.testkit.internal.search;

import dev.stint.env.Decisions;
import dev.stint.env.Xoshiro256;
import dev.stint.testkit.search.Candidates;
import dev.stint.testkit.search.Search;

/** The search that decides everything by chance. */
public final class RandomSearch implements Search {
    private final RandomChoices odds = new RandomChoices();
    private Xoshiro256 random = new Xoshiro256(0);

    @Override
    public boolean begin(long seed) {
        random = new Xoshiro256(seed);
        odds.begin(random);
        return true;
    }

    @Override
    public int next(Candidates candidates) {
        return random.nextInt(candidates.count());
    }

    @Override
    public int choose(Decisions.Kind kind, int alternatives) {
        return odds.choose(kind, alternatives);
    }
}
