package dev.stint.policy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** A service that does with each question what the test says at that time. */
final class ScriptedService implements PolicyService {
    private final List<PolicyQuestion> questions = new CopyOnWriteArrayList<>();
    private volatile BiConsumer<PolicyQuestion, PolicyReply> act;

    ScriptedService(Policy policy) {
        this.act = PolicyService.of(policy)::ask;
    }

    @Override
    public void ask(PolicyQuestion question, PolicyReply reply) {
        questions.add(question);
        act.accept(question, reply);
    }

    /** From now on it gives this. */
    void gives(Policy policy) {
        act = (question, reply) -> reply.policy(policy);
    }

    /** From now on it says this. */
    void does(BiConsumer<PolicyQuestion, PolicyReply> act) {
        this.act = act;
    }

    List<PolicyQuestion> questions() {
        return questions;
    }
}
