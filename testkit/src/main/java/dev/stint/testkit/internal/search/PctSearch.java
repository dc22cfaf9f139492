package dev.stint.testkit.internal.search;

import dev.stint.env.Decisions;
import dev.stint.env.Xoshiro256;
import dev.stint.testkit.search.Candidates;
import dev.stint.testkit.search.Search;
import java.util.HashMap;
import java.util.Map;

/**
 * The search by probabilistic concurrency testing (Burckhardt and others, ASPLOS 2010): each task
 * gets a random priority, the highest that can run does, and at {@code depth - 1} random steps the
 * one that runs drops below all that have not dropped. Which of those that drop is lowest is
 * random, too: it need not be the last one.
 *
 * <p>The steps that are drawn from are the decisions between tasks, as many as the longest of the
 * latest schedules had. A task that gives way, or goes on for very long while others could run,
 * drops below all: it may wait for them in a loop.
 */
public final class PctSearch implements Search {
    /** So many decisions in a row for one task, and it is taken for a loop that waits. */
    private static final int MOST_IN_A_ROW = 1_000;

    private static final int MOST_STEPS = 1 << 20;

    private final int[] drops; // at which decisions; to priority 1, 2 and so on
    private final Map<Long, Long> priorities = new HashMap<>();
    private final RandomChoices odds = new RandomChoices();
    private Xoshiro256 random = new Xoshiro256(0);
    private int longest = 16;
    private int decided;
    private long lowest;
    private long last;
    private int inARow;

    public PctSearch(int depth) {
        this.drops = new int[depth - 1];
    }

    @Override
    public boolean begin(long seed) {
        random = new Xoshiro256(seed);
        odds.begin(random);
        priorities.clear();
        decided = 0;
        lowest = 0;
        last = -1;
        inARow = 0;
        for (int i = 0; i < drops.length; i++) {
            // To drop at the very first decision is only to begin with other priorities.
            drops[i] = 1 + random.nextInt(Math.max(1, longest - 1));
        }
        return true;
    }

    @Override
    public int next(Candidates candidates) {
        if (candidates.yielding() >= 0) {
            dropBelowAll(candidates.yielding()); // if it does so in a loop, others must get on
        }
        int best = highest(candidates);
        for (int i = 0; i < drops.length; i++) {
            if (drops[i] == decided) {
                priorities.put(candidates.task(best), 1L + i);
                best = highest(candidates);
            }
        }
        decided++;
        long task = candidates.task(best);
        inARow = task == last ? inARow + 1 : 0;
        last = task;
        if (inARow >= MOST_IN_A_ROW) {
            inARow = 0;
            dropBelowAll(task);
        }
        return best;
    }

    private int highest(Candidates candidates) {
        int best = 0;
        long most = Long.MIN_VALUE;
        for (int i = 0; i < candidates.count(); i++) {
            long priority = priority(candidates.task(i));
            if (priority > most) {
                most = priority;
                best = i;
            }
        }
        return best;
    }

    private long priority(long task) {
        return priorities.computeIfAbsent(task, t -> drops.length + 1 + (random.nextLong() >>> 2));
    }

    private void dropBelowAll(long task) {
        priorities.put(task, --lowest);
    }

    @Override
    public int choose(Decisions.Kind kind, int alternatives) {
        return odds.choose(kind, alternatives);
    }

    @Override
    public void end(int decisions) {
        // One schedule that was very long must not make drops rare for good.
        int fading = longest - longest / 8;
        int had = decided > 0 ? decided : decisions; // 0: somebody says what to expect
        longest = Math.max(Math.min(had, MOST_STEPS), fading);
    }
}
