package dev.stint.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.error.PolicyRefusedException;
import dev.stint.event.Event;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * [EVOLUTION:stage-7] A service that is dead, blocked, slow, stale or hostile, under a virtual
 * clock: what is safe stays in force, it is reported, and the service is heard again when it is
 * back.
 */
class PolicyFailuresTest {
    private static final Policy FIRST =
            Policy.of("first", 5).withTenant(TenantRule.of("a").withWeight(7));
    private static final Policy SECOND =
            Policy.of("second", 6).withTenant(TenantRule.of("a").withWeight(9));

    private static final Duration ASK_EVERY = Duration.ofSeconds(1);
    private static final Duration KEEP_FOR = Duration.ofSeconds(10);

    private final ScriptedService service = new ScriptedService(FIRST);
    private final List<Event> events = new ArrayList<>();
    private final List<PolicyDecision> journal = new ArrayList<>();

    private Scheduler open() {
        return Scheduler.open(
                c ->
                        c.withSeed(1)
                                .withWorkers(1)
                                .withName("s")
                                .withSink(this::note)
                                .withPolicy(
                                        PolicyConfig.of(service)
                                                .withAskEvery(ASK_EVERY)
                                                .withPatience(
                                                        Duration.ofMillis(100),
                                                        Duration.ofSeconds(2))
                                                .withKeepFor(KEEP_FOR)
                                                .withJournal(journal::add)));
    }

    private void note(Event event) {
        if (event instanceof Event.PolicyChanged || event instanceof Event.PolicyServiceChanged) {
            events.add(event);
        }
    }

    private static void pass(Scheduler scheduler, Duration time) throws InterruptedException {
        long until = nanosOf(scheduler) + time.toNanos();
        scheduler.run(
                () -> {
                    while (Stint.nanoTime() < until) {
                        Stint.sleep(Duration.ofMillis(50));
                    }
                });
    }

    private static long nanosOf(Scheduler scheduler) throws InterruptedException {
        return scheduler.<Long>run(Stint::nanoTime);
    }

    private static PolicySnapshot now(Scheduler scheduler) {
        return scheduler.policy().orElseThrow();
    }

    private List<PolicyHealth> healths() {
        return events.stream()
                .filter(Event.PolicyServiceChanged.class::isInstance)
                .map(event -> ((Event.PolicyServiceChanged) event).to())
                .toList();
    }

    // ---- the five

    @Test
    @DisplayName("dead: the last policy is kept, then the fallback; when it is back it is heard")
    void service_dead_isKeptThenDroppedThenHeardAgain() throws Exception {
        try (var scheduler = open()) {
            service.does(
                    (question, reply) -> {
                        throw new IllegalStateException("no such process");
                    });
            pass(scheduler, ASK_EVERY.plusMillis(100));

            assertThat(now(scheduler).health()).isEqualTo(PolicyHealth.DEAD);
            assertThat(now(scheduler).why()).contains("no such process");
            assertThat(now(scheduler).policy()).isEqualTo(FIRST);
            assertThat(now(scheduler).origin()).isEqualTo(PolicyOrigin.LAST_SAFE);

            pass(scheduler, KEEP_FOR);

            assertThat(now(scheduler).policy()).isEqualTo(Policy.builtIn());
            assertThat(now(scheduler).origin()).isEqualTo(PolicyOrigin.FALLBACK);

            service.gives(SECOND);
            pass(scheduler, ASK_EVERY.plusMillis(100));

            assertThat(now(scheduler).policy()).isEqualTo(SECOND);
            assertThat(now(scheduler).health()).isEqualTo(PolicyHealth.WELL);
            assertThat(healths())
                    .containsExactly(PolicyHealth.WELL, PolicyHealth.DEAD, PolicyHealth.WELL);
            assertThat(journal).anyMatch(d -> d.reason().contains("no such process"));
        }
    }

    @Test
    @DisplayName("blocked: it is asked once, and openings go on by the last policy")
    void service_blocked_holdsNobodyUp() throws Exception {
        try (var scheduler = open()) {
            var kept = new AtomicReference<PolicyReply>();
            service.does((question, reply) -> kept.set(reply));
            int asked = service.questions().size();
            pass(scheduler, Duration.ofSeconds(5));

            assertThat(now(scheduler).health()).isEqualTo(PolicyHealth.BLOCKED);
            assertThat(service.questions()).hasSize(asked + 1);
            try (Tenant tenant = scheduler.openTenant(t -> t.withName("a"))) {
                assertThat(tenant.weight()).isEqualTo(7);
            }

            pass(scheduler, KEEP_FOR);
            assertThat(now(scheduler).origin()).isEqualTo(PolicyOrigin.FALLBACK);

            Objects.requireNonNull(kept.get()).policy(SECOND);
            service.gives(SECOND);
            pass(scheduler, Duration.ofMillis(100));

            assertThat(now(scheduler).policy()).isEqualTo(SECOND);
            pass(scheduler, ASK_EVERY);
            assertThat(healths())
                    .containsExactly(
                            PolicyHealth.WELL,
                            PolicyHealth.SLOW,
                            PolicyHealth.BLOCKED,
                            PolicyHealth.SLOW,
                            PolicyHealth.WELL);
        }
    }

    @Test
    @DisplayName("slow: a late answer counts, and is called late")
    void service_slow_isHeardLate() throws Exception {
        try (var scheduler = open()) {
            var kept = new AtomicReference<PolicyReply>();
            service.does((question, reply) -> kept.set(reply));
            pass(scheduler, ASK_EVERY.plusMillis(500));
            assertThat(now(scheduler).health()).isEqualTo(PolicyHealth.SLOW);
            assertThat(now(scheduler).policy()).isEqualTo(FIRST);

            Objects.requireNonNull(kept.get()).policy(SECOND);
            pass(scheduler, Duration.ofMillis(100));

            assertThat(now(scheduler).policy()).isEqualTo(SECOND);
            assertThat(now(scheduler).health()).isEqualTo(PolicyHealth.SLOW);
            assertThat(now(scheduler).origin()).isEqualTo(PolicyOrigin.SERVICE);
            service.gives(SECOND);
            pass(scheduler, ASK_EVERY);
            assertThat(now(scheduler).health()).isEqualTo(PolicyHealth.WELL);
        }
    }

    @Test
    @DisplayName("stale: an older policy is not taken, until nothing newer counts any more")
    void service_stale_isNotBelieved() throws Exception {
        try (var scheduler = open()) {
            service.gives(SECOND);
            pass(scheduler, ASK_EVERY.plusMillis(100));
            service.gives(FIRST);
            pass(scheduler, ASK_EVERY);

            assertThat(now(scheduler).health()).isEqualTo(PolicyHealth.STALE);
            assertThat(now(scheduler).policy()).isEqualTo(SECOND);
            assertThat(now(scheduler).why()).contains("version 5").contains("version 6");

            pass(scheduler, KEEP_FOR.plus(ASK_EVERY));

            assertThat(now(scheduler).policy()).isEqualTo(FIRST);
            assertThat(now(scheduler).health()).isEqualTo(PolicyHealth.WELL);
        }
    }

    @Test
    @DisplayName("malicious: what no policy may be, what the owner forbids, and floods")
    void service_hostile_changesNothing() throws Exception {
        try (var scheduler = open()) {
            service.does((question, reply) -> reply.policy(nothing()));
            pass(scheduler, ASK_EVERY.plusMillis(100));
            assertThat(now(scheduler).why()).contains("null");

            service.gives(SECOND.withVersion(5));
            pass(scheduler, ASK_EVERY);
            assertThat(now(scheduler).why()).contains("two policies of version 5");

            service.gives(SECOND.withVersion(0));
            pass(scheduler, ASK_EVERY);
            assertThat(now(scheduler).why()).contains("begin at 1");

            service.does(
                    (question, reply) -> {
                        for (int i = 0; i < 10_000; i++) {
                            reply.unchanged();
                        }
                    });
            pass(scheduler, ASK_EVERY);
            pass(scheduler, ASK_EVERY);
            assertThat(journal).anyMatch(d -> d.reason().contains("9999 answers"));

            assertThat(now(scheduler).policy()).isEqualTo(FIRST);
            service.gives(SECOND);
            pass(scheduler, ASK_EVERY.multipliedBy(2));
            assertThat(now(scheduler).policy()).isEqualTo(SECOND);
            assertThat(now(scheduler).health()).isEqualTo(PolicyHealth.WELL);
        }
    }

    @SuppressWarnings("NullAway") // what a hostile service would pass
    private static Policy nothing() {
        return null;
    }

    @Test
    void policy_thatTheOwnerForbids_isNotTaken() throws Exception {
        var config =
                PolicyConfig.of(service)
                        .withCheck(
                                policy ->
                                        policy.mostTenants() < 10
                                                ? Optional.empty()
                                                : Optional.of("more than 10 tenants"));
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withPolicy(config))) {
            assertThat(now(scheduler).origin()).isEqualTo(PolicyOrigin.FALLBACK);
            assertThat(now(scheduler).health()).isEqualTo(PolicyHealth.UNSOUND);
            assertThat(now(scheduler).why()).contains("more than 10 tenants");

            service.gives(FIRST.withMostTenants(9));
            pass(scheduler, Duration.ofSeconds(2));
            assertThat(now(scheduler).policy().mostTenants()).isEqualTo(9);
        }
    }

    // ---- what is decided by it

    @Test
    void tenant_thatNoRuleAdmits_isRefusedWithTheRule() {
        service.does(
                (question, reply) ->
                        reply.policy(
                                FIRST.withTenant(TenantRule.of("x*").refused())
                                        .withMostTenants(1)));
        try (var scheduler = open()) {
            assertThatThrownBy(() -> scheduler.openTenant(t -> t.withName("xy")))
                    .isInstanceOf(PolicyRefusedException.class)
                    .hasMessageContaining("open tenant 'xy' with weight 1")
                    .hasMessageContaining("policy 'first' version 5")
                    .hasMessageContaining("rule for 'x*' admits none");
            try (Tenant one = scheduler.openTenant(t -> t.withName("a").withWeight(2))) {
                assertThat(one.weight()).isEqualTo(7);
                assertThatThrownBy(() -> scheduler.openTenant(t -> t.withName("b")))
                        .hasMessageContaining("1 tenants are open");
            }
            assertThat(now(scheduler).refused()).isEqualTo(2);
            assertThat(journal)
                    .extracting(PolicyDecision::verdict)
                    .contains(
                            PolicyDecision.Verdict.REFUSED,
                            PolicyDecision.Verdict.CHANGED,
                            PolicyDecision.Verdict.REFUSED);
            assertThat(journal).anyMatch(d -> d.reason().contains("weight 7 and not 2"));
        }
    }

    @Test
    void context_thatAsksForMoreThanTheRule_isRefusedWithTheSum() {
        service.gives(
                FIRST.withContext(ContextRule.of("*").withMostOfAWorker(0.1)).withMostContexts(1));
        try (var scheduler = open()) {
            assertThatThrownBy(
                            () ->
                                    scheduler.openContext(
                                            c ->
                                                    c.withName("big")
                                                            .withTime(Duration.ofMillis(2))
                                                            .withPeriod(Duration.ofMillis(10))))
                    .isInstanceOf(PolicyRefusedException.class)
                    .hasMessageContaining("allows 0.100 of a worker")
                    .hasMessageContaining("= 0.200");
            try (var context = scheduler.openContext(c -> c.withTime(Duration.ofMillis(1)))) {
                assertThatThrownBy(() -> scheduler.openContext(c -> c.withName("second")))
                        .hasMessageContaining("1 contexts are open");
                assertThat(context.config().time()).contains(Duration.ofMillis(1));
            }
        }
    }

    @Test
    void context_thatDoesNotFit_isInTheJournalAndThrowsAsWithoutAPolicy() {
        try (var scheduler = open()) {
            assertThatThrownBy(
                            () ->
                                    scheduler.openContext(
                                            c -> c.withTime(c.period()).withName("whole")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no room");
            assertThat(journal)
                    .anyMatch(
                            d ->
                                    d.verdict() == PolicyDecision.Verdict.REFUSED
                                            && d.reason().contains("no room"));
        }
    }
}
