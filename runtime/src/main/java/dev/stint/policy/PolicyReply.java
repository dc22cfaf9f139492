package dev.stint.policy;

/**
 * Where the answer to one question goes. Any thread, at any time, once: what comes after the first
 * answer is not looked at, and reported.
 */
public interface PolicyReply {
    /** This is the policy that should be in force. */
    void policy(Policy policy);

    /** The one that the scheduler knows should stay. */
    void unchanged();

    /** The service cannot say; or has something unsound, if it is an IllegalArgumentException. */
    void failed(Throwable why);
}
