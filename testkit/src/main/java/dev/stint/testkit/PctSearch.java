package dev.stint.testkit;

import dev.stint.env.Decisions;
import dev.stint.env.Xoshiro256;
import java.util.HashMap;
import java.util.Map;

/**
 * Probabilistic concurrency testing (Burckhardt and others, ASPLOS 2010): each task gets a random
 * priority, the highest that can run does, and at {@code depth - 1} random steps the one that runs
 * drops below all others.
 *
 * <p>The number of steps that the bound needs is taken from the longest schedule so far. A task
 * that gives way, or goes on for very long while others could run, drops, too: it may wait for them
 * in a loop.
 */
final class PctSearch implements Search {
    /** So many decisions in a row for one task, and it is taken for a loop that waits. */
    private static final int MOST_IN_A_ROW = 1_000;

    private final int depth;
    private final int[] drops; // at which decisions
    private final Map<Long, Long> priorities = new HashMap<>();
    private final Odds odds = new Odds();
    private Xoshiro256 random = new Xoshiro256(0);
    private int longest = 16;
    private long lowest;
    private long last;
    private int inARow;

    PctSearch(int depth) {
        this.depth = depth;
        this.drops = new int[depth - 1];
    }

    @Override
    public boolean begin(long seed) {
        random = new Xoshiro256(seed);
        odds.begin(random);
        priorities.clear();
        lowest = 0;
        last = -1;
        inARow = 0;
        for (int i = 0; i < depth - 1; i++) {
            drops[i] = random.nextInt(longest);
        }
        return true;
    }

    @Override
    public int next(Turn turn) {
        if (turn.yielding() >= 0) {
            drop(turn.yielding()); // if it does so in a loop, others must get on
        }
        int best = highest(turn);
        for (int drop : drops) {
            if (drop == turn.depth()) {
                drop(turn.task(best));
                best = highest(turn);
            }
        }
        long task = turn.task(best);
        inARow = task == last ? inARow + 1 : 0;
        last = task;
        if (inARow >= MOST_IN_A_ROW) {
            inARow = 0;
            drop(task);
        }
        return best;
    }

    private int highest(Turn turn) {
        int best = 0;
        long most = Long.MIN_VALUE;
        for (int i = 0; i < turn.count(); i++) {
            long priority = priority(turn.task(i));
            if (priority > most) {
                most = priority;
                best = i;
            }
        }
        return best;
    }

    private long priority(long task) {
        return priorities.computeIfAbsent(task, t -> 1 + (random.nextLong() >>> 1));
    }

    private void drop(long task) {
        priorities.put(task, --lowest);
    }

    @Override
    public int choose(Decisions.Kind kind, int alternatives) {
        return odds.choose(kind, alternatives);
    }

    @Override
    public void end(int decisions) {
        longest = Math.max(longest, Math.min(decisions, 1 << 20));
    }
}
