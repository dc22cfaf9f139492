package dev.stint.internal.nursery;

import dev.stint.internal.task.TaskImpl;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.Policy;
import org.jspecify.annotations.Nullable;

/**
 * What the policy of a nursery says. A policy is somebody else's code: it is never asked under the
 * nursery's lock, and one that may keep things is told by one worker at a time.
 */
final class Judgement {
    private Judgement() {}

    /** What is held while a policy is told; null if it keeps nothing. */
    static @Nullable Object turnOf(Policy policy) {
        return policy == Policy.allSucceed() || policy == Policy.runAll() ? null : new Object();
    }

    /** Tells the policy of a child that has ended. What it throws is the caller's to report. */
    static Policy.Then tell(Policy policy, @Nullable Object turn, TaskImpl<?> ended) {
        if (turn == null) {
            return policy.childEnded(ended, ended.outcomeOrBug());
        }
        synchronized (turn) {
            return policy.childEnded(ended, ended.outcomeOrBug());
        }
    }

    /** Why a policy cancels the others after so many failures. */
    static CancelReason whyCancelled(Policy policy, long failed) {
        return failed > 0 && !isSuccessDespite(policy, failed)
                ? CancelReason.CHILD_FAILED
                : CancelReason.POLICY;
    }

    static boolean isSuccessDespite(Policy policy, long failed) {
        try {
            return policy.isSuccessDespite(failed);
        } catch (Throwable e) {
            return false; // the failures are what there is to report
        }
    }
}
