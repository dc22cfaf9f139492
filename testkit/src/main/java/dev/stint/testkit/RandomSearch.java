package dev.stint.testkit;

import dev.stint.env.Decisions;
import dev.stint.env.Xoshiro256;

/** Everything by chance. */
final class RandomSearch implements Search {
    private final Odds odds = new Odds();
    private Xoshiro256 random = new Xoshiro256(0);

    @Override
    public boolean begin(long seed) {
        random = new Xoshiro256(seed);
        odds.begin(random);
        return true;
    }

    @Override
    public int next(Turn turn) {
        return random.nextInt(turn.count());
    }

    @Override
    public int choose(Decisions.Kind kind, int alternatives) {
        return odds.choose(kind, alternatives);
    }
}
