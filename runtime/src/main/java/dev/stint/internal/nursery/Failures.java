package dev.stint.internal.nursery;

import dev.stint.internal.task.Ending;
import dev.stint.internal.task.TaskImpl;
import dev.stint.nursery.ChildError;
import dev.stint.nursery.NurseryResult;
import dev.stint.task.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

    /**
     * Reports those of a nursery in whose block nobody stands, to be told of them at its end. That
     * a guard has stopped the tenant is told otherwise.
     */
    static void report(NurseryImpl of, @Nullable TaskImpl<?>[] ended, int count) {
        for (int i = 0; i < count; i++) {
            TaskImpl<?> task = Objects.requireNonNull(ended[i]);
            if (task.outcomeOrBug() instanceof Outcome.Failure<?>(var cause)
                    && cause != of.tenant.stopped()
                    && !task.isSeen()
                    && !Ending.isByCancel(task, cause)) {
                of.home.failed(of, task, cause, true);
            }
        }
    }

    static long countOf(@Nullable Failures failures) {
        return failures == null ? 0 : failures.count;
    }
}
