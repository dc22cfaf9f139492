package dev.stint.testkit.internal.search;

import dev.stint.env.Decisions;
import dev.stint.env.Decisions.Kind;
import dev.stint.testkit.search.Candidates;
import dev.stint.testkit.search.Search;
import org.jspecify.annotations.Nullable;

/**
 * The search that repeats the decisions of a recording, once. Where the program asks for something
 * else than it did then, or for more, it notes where, and goes on with the task that runs.
 */
public final class ReplaySearch implements Search {
    private final Choices recorded;
    private boolean begun;
    private int at;
    private @Nullable String divergence;

    public ReplaySearch(Choices recorded) {
        this.recorded = recorded;
    }

    @Override
    public boolean begin(long seed) {
        boolean first = !begun;
        begun = true;
        return first;
    }

    @Override
    public int next(Candidates candidates) {
        return decide(candidates.kind(), candidates.count(), Math.max(0, candidates.running()));
    }

    @Override
    public int choose(Decisions.Kind kind, int alternatives) {
        return decide(kind, alternatives, 0);
    }

    private int decide(Kind kind, int alternatives, int otherwise) {
        int i = at++;
        if (divergence != null) {
            return otherwise;
        }
        if (i >= recorded.size()) {
            divergence = "decision " + (i + 1) + ": the recording has ended, the program goes on";
            return otherwise;
        }
        if (recorded.kind(i) != kind || recorded.alternatives(i) != alternatives) {
            divergence =
                    "decision "
                            + (i + 1)
                            + ": the program asks for "
                            + inWords(kind, alternatives)
                            + ", the recording has "
                            + inWords(recorded.kind(i), recorded.alternatives(i));
            return otherwise;
        }
        return recorded.pick(i);
    }

    private static String inWords(Kind kind, int alternatives) {
        return kind + " of " + alternatives;
    }

    /** Where the program left the recording; null if it did not. */
    public @Nullable String divergence() {
        if (divergence == null && at < recorded.size()) {
            return "decision "
                    + (at + 1)
                    + ": the program has ended, the recording goes on to decision "
                    + recorded.size();
        }
        return divergence;
    }
}
