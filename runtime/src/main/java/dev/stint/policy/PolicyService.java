package dev.stint.policy;

/**
 * Who makes policies. A scheduler asks it now and then, never more than one question at a time, and
 * decides by what it was told last; nobody who opens a tenant ever waits for it. So a service that
 * is dead, blocked, slow, out of date or hostile costs a scheduler nothing but news.
 *
 * <p>One service may serve several schedulers. Whoever made it closes it, after them.
 */
public interface PolicyService extends AutoCloseable {
    /**
     * Takes a question and returns at once; the answer may come later. What needs time is a {@link
     * PolicySource}, which {@link #inThread} gives a thread of its own.
     */
    void ask(PolicyQuestion question, PolicyReply reply);

    /** Answers no more. */
    @Override
    default void close() {}

    /** Always gives this one, at once. Its version is 1 or more. */
    static PolicyService of(Policy policy) {
        if (policy.version() < 1) {
            throw new IllegalArgumentException(
                    policy.describe()
                            + " cannot come from a service: versions begin at 1. Give it one:"
                            + " withVersion(...).");
        }
        return (question, reply) -> {
            if (question.knownVersion() == policy.version()) {
                reply.unchanged();
            } else {
                reply.policy(policy);
            }
        };
    }

    /**
     * Asks the source in a thread of its own, which lives from the first question until the service
     * is closed. Under a seed its answers come in real time, so that runs are not repeatable.
     */
    static PolicyService inThread(PolicySource source) {
        return new ServiceThread(source);
    }
}
