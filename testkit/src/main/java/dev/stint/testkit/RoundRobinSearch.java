package dev.stint.testkit;

import dev.stint.env.Decisions;
import dev.stint.env.Xoshiro256;

/** Each task in turn, by the order of their ids. */
final class RoundRobinSearch implements Search {
    private final Odds odds = new Odds();
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
    public int next(Turn turn) {
        int pick = last < 0 ? random.nextInt(turn.count()) : after(turn);
        last = turn.task(pick);
        return pick;
    }

    private int after(Turn turn) {
        for (int i = 0; i < turn.count(); i++) {
            if (turn.task(i) > last) {
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
