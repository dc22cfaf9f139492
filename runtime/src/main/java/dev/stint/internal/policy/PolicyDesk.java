package dev.stint.internal.policy;

import dev.stint.env.Clock;
import dev.stint.event.Event;
import dev.stint.internal.policy.Question.Answer;
import dev.stint.policy.Policy;
import dev.stint.policy.PolicyConfig;
import dev.stint.policy.PolicyDecision;
import dev.stint.policy.PolicyDecision.Verdict;
import dev.stint.policy.PolicyHealth;
import dev.stint.policy.PolicyOrigin;
import dev.stint.policy.PolicyQuestion;
import dev.stint.policy.PolicySnapshot;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Where a scheduler asks its policy service, judges what it answers, and keeps the policy in force.
 *
 * <p>One thread at a time {@link #tick}s: the opener of the scheduler, then a thread of its own;
 * under a seed the driver, where it moves the clock. All is its own but for the answers, and for
 * the state, which is published as a whole. A question:
 *
 * <pre>
 *   NONE -> OPEN   tick()   one is due
 *   OPEN -> OPEN   tick()   no answer yet: the service is SLOW, then BLOCKED
 *   OPEN -> NONE   tick()   an answer, however late, is judged
 * </pre>
 *
 * <p>So a service that never answers is asked once. A policy is in force until a sound one comes,
 * or until the service has not stood by it for the time that it is kept; then the fallback is. What
 * is older than what was seen is not taken, until the fallback is in force: a service that starts
 * anew may count anew.
 */
public final class PolicyDesk {
    /** What it asks of its scheduler. */
    public interface Home {
        String name();

        Clock clock();

        int openTenants();

        /** Has those that are open go on by this policy. No lock of the scheduler is held. */
        void apply(Policy policy);

        void announce(Event event);
    }

    private record State(
            Policy policy,
            PolicyOrigin origin,
            PolicyHealth health,
            String why,
            long asked,
            long answered) {}

    private final PolicyConfig config;
    private final Home home;
    private final AtomicLong unasked = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile State state;
    private volatile @Nullable Runnable waker; // the thread that ticks, once it has one

    // ---- of who ticks
    private @Nullable Question open;
    private long nextAt;
    private long goodAt;
    private long newest; // version of the last sound policy; 0 if none counts

    public PolicyDesk(PolicyConfig config, Home home) {
        this.config = config;
        this.home = home;
        this.state =
                new State(config.fallback(), PolicyOrigin.FALLBACK, PolicyHealth.NEW, "", 0, 0);
    }

    // ---- any thread

    /** The policy in force. */
    public Policy policy() {
        return state.policy;
    }

    public PolicySnapshot snapshot() {
        State now = state;
        return new PolicySnapshot(
                now.policy,
                now.origin,
                now.health,
                now.why,
                now.asked,
                now.answered,
                refused.get());
    }

    /** Who is to be woken when an answer comes. */
    public void wakes(Runnable waker) {
        this.waker = waker;
    }

    /** Something was refused. */
    void countRefused() {
        refused.incrementAndGet();
    }

    /** The open question has its answer. */
    void answered() {
        Runnable wake = waker;
        if (wake != null) {
            wake.run();
        }
    }

    /** There was an answer too many. */
    void unasked() {
        unasked.incrementAndGet();
    }

    /** Writes down what was decided. No lock is held. */
    void write(PolicyDecision decision) {
        try {
            config.journal().write(decision);
        } catch (Throwable e) {
            // its own affair: a journal must not disturb what it is about
        }
    }

    PolicyDecision decision(
            String who, String what, Verdict verdict, String reason, Policy policy) {
        return new PolicyDecision(
                home.clock().nanos(),
                home.name(),
                who,
                what,
                verdict,
                reason,
                policy.name(),
                policy.version());
    }

    // ---- asking

    /** True while the service has never answered and may still be waited for. */
    public boolean isFirstAwaited() {
        return state.health == PolicyHealth.NEW;
    }

    /** How long the first answer is waited for. */
    public long patienceNanos() {
        return config.patience().toNanos();
    }

    /** Listens, asks if that is due, and looks at how old things are; when to look next. */
    public long tick() {
        long now = home.clock().nanos();
        long extra = unasked.getAndSet(0);
        if (extra > 0) {
            move(PolicyHealth.UNSOUND, "it gave " + extra + " answers that nobody asked for");
        }
        listen(now);
        if (open == null && now >= nextAt) {
            ask(now);
            listen(now);
        }
        lookForLateness(now);
        age(now);
        return nextLook(now);
    }

    private void ask(long now) {
        State was = state;
        long known = was.origin == PolicyOrigin.FALLBACK ? 0 : was.policy.version();
        var question = new Question(this, now, known);
        open = question;
        state = new State(was.policy, was.origin, was.health, was.why, was.asked + 1, was.answered);
        try {
            config.service()
                    .ask(
                            new PolicyQuestion(
                                    was.asked + 1,
                                    home.name(),
                                    known,
                                    home.openTenants(),
                                    refused.get()),
                            question);
        } catch (Throwable e) {
            question.failed(e);
        }
    }

    private void listen(long now) {
        Question question = open;
        Answer answer = question == null ? null : question.answer();
        if (question == null || answer == null) {
            return;
        }
        open = null;
        nextAt = now + config.askEvery().toNanos();
        State was = state;
        state = new State(was.policy, was.origin, was.health, was.why, was.asked, was.answered + 1);
        if (answer.failure() instanceof IllegalArgumentException unsound) {
            move(PolicyHealth.UNSOUND, String.valueOf(unsound.getMessage()));
        } else if (answer.failure() != null) {
            move(PolicyHealth.DEAD, String.valueOf(answer.failure()));
        } else if (answer.isPolicy()) {
            judge(answer.policy(), question, now);
        } else if (question.knownVersion == 0) {
            move(PolicyHealth.UNSOUND, "it says that nothing has changed, and has given nothing");
        } else {
            standBy(question, now);
        }
    }

    private void judge(@Nullable Policy policy, Question question, long now) {
        if (policy == null) {
            move(PolicyHealth.UNSOUND, "it gave null for a policy");
        } else if (policy.version() < 1) {
            move(PolicyHealth.UNSOUND, policy.describe() + ": versions of a service begin at 1");
        } else if (policy.version() < newest) {
            move(PolicyHealth.STALE, "it gave " + policy.describe() + " after version " + newest);
        } else if (policy.version() == newest && !policy.equals(state.policy)) {
            move(PolicyHealth.UNSOUND, "it gave two policies of version " + newest);
        } else {
            Optional<String> wrong = check(policy);
            if (wrong.isPresent()) {
                move(PolicyHealth.UNSOUND, policy.describe() + ": " + wrong.get());
            } else {
                take(policy, question, now);
            }
        }
    }

    private Optional<String> check(Policy policy) {
        try {
            return config.check().apply(policy);
        } catch (Throwable e) {
            return Optional.of("the check of the scheduler's owner threw " + e);
        }
    }

    private void take(Policy policy, Question question, long now) {
        boolean isNew = policy.version() != newest;
        newest = policy.version();
        if (isNew) {
            putInForce(policy, PolicyOrigin.SERVICE, "the service gave it");
        }
        standBy(question, now);
    }

    /** The policy in force is what the service wants. */
    private void standBy(Question question, long now) {
        goodAt = now;
        long took = now - question.askedAt;
        if (took >= config.patience().toNanos()) {
            move(PolicyHealth.SLOW, "it took " + took + " ns to answer");
        } else {
            move(PolicyHealth.WELL, "");
        }
    }

    // ---- time

    private void lookForLateness(long now) {
        Question question = open;
        if (question == null) {
            return;
        }
        long waited = now - question.askedAt;
        if (waited >= config.blockedAfter().toNanos()) {
            move(PolicyHealth.BLOCKED, "it has not answered for " + waited + " ns");
        } else if (waited >= config.patience().toNanos() && state.health != PolicyHealth.BLOCKED) {
            move(PolicyHealth.SLOW, "it has not answered for " + waited + " ns");
        }
    }

    /** What the service has not stood by for long does not count any more. */
    private void age(long now) {
        if (state.origin == PolicyOrigin.FALLBACK
                || now - goodAt < config.keepFor().toNanos()
                || isJustAsked(now)) {
            return;
        }
        newest = 0;
        putInForce(
                config.fallback(),
                PolicyOrigin.FALLBACK,
                "the service has not stood by the last one for " + (now - goodAt) + " ns");
    }

    private boolean isJustAsked(long now) {
        Question question = open;
        return question != null && now - question.askedAt < config.patience().toNanos();
    }

    private long nextLook(long now) {
        long next = Long.MAX_VALUE;
        Question question = open;
        if (question == null) {
            next = nextAt;
        } else {
            long slow = question.askedAt + config.patience().toNanos();
            long blocked = question.askedAt + config.blockedAfter().toNanos();
            next = now < slow ? slow : now < blocked ? blocked : next;
        }
        if (state.origin != PolicyOrigin.FALLBACK) {
            next = Math.min(next, goodAt + config.keepFor().toNanos());
        }
        return next;
    }

    // ---- what changes

    private void putInForce(Policy policy, PolicyOrigin origin, String why) {
        State was = state;
        state = new State(policy, origin, was.health, was.why, was.asked, was.answered);
        String applied = why;
        try {
            home.apply(policy);
        } catch (Throwable e) {
            applied += "; not all tenants could be changed: " + e;
        }
        home.announce(new Event.PolicyChanged(policy.name(), policy.version(), origin));
        write(decision("the service", "put a policy in force", Verdict.NOTED, applied, policy));
    }

    private void move(PolicyHealth to, String why) {
        State was = state;
        PolicyOrigin origin = was.origin;
        if (origin != PolicyOrigin.FALLBACK) {
            boolean stands = to == PolicyHealth.WELL || to == PolicyHealth.SLOW;
            origin = stands ? PolicyOrigin.SERVICE : PolicyOrigin.LAST_SAFE;
        }
        state = new State(was.policy, origin, to, why, was.asked, was.answered);
        if (to != was.health) {
            home.announce(new Event.PolicyServiceChanged(was.health, to, why));
            write(
                    decision(
                            "the service",
                            was.health + " -> " + to,
                            Verdict.NOTED,
                            why,
                            was.policy));
        }
    }
}
