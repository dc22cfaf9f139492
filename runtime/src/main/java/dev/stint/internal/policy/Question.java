package dev.stint.internal.policy;

import dev.stint.policy.Policy;
import dev.stint.policy.PolicyReply;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A question that was asked, and its first answer. The desk's, but for the answer: any thread gives
 * it, by CAS, so that there is one.
 */
final class Question implements PolicyReply {
    /** One of three: a policy, a failure, or neither, for what stays as it is. */
    record Answer(boolean isPolicy, @Nullable Policy policy, @Nullable Throwable failure) {}

    private final PolicyDesk desk;
    final long askedAt;
    final long knownVersion;
    private final AtomicReference<@Nullable Answer> answer = new AtomicReference<>();

    Question(PolicyDesk desk, long askedAt, long knownVersion) {
        this.desk = desk;
        this.askedAt = askedAt;
        this.knownVersion = knownVersion;
    }

    /** Null while there is none. */
    @Nullable Answer answer() {
        return answer.get();
    }

    @Override
    public void policy(Policy policy) {
        give(new Answer(true, policy, null));
    }

    @Override
    public void unchanged() {
        give(new Answer(false, null, null));
    }

    @Override
    @SuppressWarnings("NullAway") // a service of others, which may pass anything
    public void failed(Throwable why) {
        give(
                new Answer(
                        false,
                        null,
                        why == null ? new IllegalStateException("it does not say why") : why));
    }

    private void give(Answer given) {
        if (answer.compareAndSet(null, given)) {
            desk.answered();
        } else {
            desk.unasked(); // wakes nobody: a flood is a number
        }
    }
}
