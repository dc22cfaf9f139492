package dev.stint.policy;

/**
 * One thing that was decided by a policy, or about one.
 *
 * @param atNanos when, on the scheduler's clock
 * @param scheduler whose it was
 * @param who asked: a task, a thread, or the service
 * @param what was asked
 * @param verdict what was decided
 * @param reason why; the rule and its numbers
 * @param policy name of the policy in force
 * @param version of it
 */
public record PolicyDecision(
        long atNanos,
        String scheduler,
        String who,
        String what,
        Verdict verdict,
        String reason,
        String policy,
        long version) {

    /** What can come out of a question. */
    public enum Verdict {
        /** As was asked. */
        GRANTED,

        /** But not all as was asked; the reason says what. */
        CHANGED,

        /** Not at all. */
        REFUSED,

        /** Something happened to the service or to the policy in force. */
        NOTED
    }
}
