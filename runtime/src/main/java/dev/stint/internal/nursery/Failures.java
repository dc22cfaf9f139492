package dev.stint.internal.nursery;

import dev.stint.nursery.ChildError;
import dev.stint.nursery.NurseryResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The children of a nursery that have failed: all are counted, the first few are kept.
 *
 * @param first the one that wins
 */
record Failures(long count, ChildError first, List<ChildError> others) {
    static Failures add(@Nullable Failures before, ChildError error) {
        if (before == null) {
            return new Failures(1, error, List.of());
        }
        List<ChildError> others = before.others;
        if (others.size() < NurseryResult.ChildFailed.MOST_KEPT) {
            others = new ArrayList<>(others);
            others.add(error);
        }
        return new Failures(before.count + 1, before.first, others);
    }

    static long countOf(@Nullable Failures failures) {
        return failures == null ? 0 : failures.count;
    }
}
