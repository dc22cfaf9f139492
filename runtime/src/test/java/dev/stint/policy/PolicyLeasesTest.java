package dev.stint.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.error.PolicyRefusedException;
import dev.stint.lease.CpuLease;
import dev.stint.lease.LeaseConfig;
import dev.stint.policy.PolicyDecision.Verdict;
import dev.stint.tenant.Tenant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * [EVOLUTION:stage-7] Who may have workers of its own, how many and which, is for a policy to say.
 */
class PolicyLeasesTest {
    private final List<PolicyDecision> decisions = new ArrayList<>();

    private Scheduler open(Policy policy) {
        return Scheduler.open(
                c ->
                        c.withSeed(1)
                                .withWorkers(5)
                                .withPolicy(
                                        PolicyConfig.of(PolicyService.of(policy))
                                                .withJournal(decisions::add)));
    }

    @Test
    void whyNot_asksForMoreThanTheRule_saysWhat() {
        LeaseRule rule = LeaseRule.of("sound-*").withMostWorkers(2).withProcessors(List.of(2, 3));
        LeaseConfig asked = LeaseConfig.defaults();

        assertThat(rule.whyNot(asked)).isEmpty();
        assertThat(rule.whyNot(asked.withWorkers(2).withProcessors(List.of(3, 2)))).isEmpty();
        assertThat(rule.whyNot(asked.withWorkers(3)))
                .contains(
                        "the rule for leases of 'sound-*' allows 2 workers, and it asks for 3. Ask"
                                + " for fewer.");
        assertThat(rule.whyNot(asked.withWorkers(2).withProcessors(List.of(3, 5))))
                .contains(
                        "the rule for leases of 'sound-*' allows processors [2, 3], and it asks"
                                + " for [5], too. Name processors among these, or none.");
        assertThat(rule.refused().whyNot(asked))
                .contains("the rule for leases of 'sound-*' admits none.");
    }

    @Test
    void rule_thatCannotBe_isRefused() {
        assertThatThrownBy(() -> LeaseRule.of("t").withMostWorkers(0))
                .hasMessageContaining("must be at least 1");
        assertThatThrownBy(() -> LeaseRule.of("t").withProcessors(List.of(1_024)))
                .hasMessageContaining("numbered from 0 to 1023");
        assertThatThrownBy(() -> LeaseRule.of("a*b")).hasMessageContaining("is for nobody");
        assertThatThrownBy(() -> Policy.of("p", 1).withMostLeasedWorkers(-1))
                .hasMessageContaining("none of them can be less than 0");
    }

    @Test
    void openLease_underAPolicy_isAnsweredByItsRulesAndWrittenDown() {
        Policy policy =
                Policy.of("p", 1)
                        .withMostLeasedWorkers(3)
                        .withLease(LeaseRule.of("sound-*").withMostWorkers(2))
                        .withLease(LeaseRule.of("*").refused());
        try (var scheduler = open(policy)) {
            Tenant one = scheduler.openTenant(t -> t.withName("sound-1"));
            Tenant two = scheduler.openTenant(t -> t.withName("sound-2"));
            Tenant web = scheduler.openTenant(t -> t.withName("web"));
            decisions.clear();

            CpuLease lease = scheduler.openLease(one, l -> l.withName("a").withWorkers(2));
            assertThat(lease.config().workers()).isEqualTo(2);
            assertThatThrownBy(() -> scheduler.openLease(two, l -> l.withWorkers(3)))
                    .isInstanceOf(PolicyRefusedException.class)
                    .hasMessageContaining("allows 2 workers");
            assertThatThrownBy(() -> scheduler.openLease(two, l -> l.withWorkers(2)))
                    .isInstanceOf(PolicyRefusedException.class)
                    .hasMessageContaining("2 workers are leased, and it allows 3");
            assertThatThrownBy(() -> scheduler.openLease(web, l -> l.withName("b")))
                    .isInstanceOf(PolicyRefusedException.class)
                    .hasMessageContaining(
                            "cannot open lease 'b' of 1 workers for tenant 'web': policy 'p'"
                                    + " version 1 forbids it: the rule for leases of '*' admits"
                                    + " none.");
            assertThatThrownBy(() -> scheduler.openLease(one, l -> l.withName("c")))
                    .isInstanceOf(IllegalStateException.class); // it has one: no rule's affair

            assertThat(decisions)
                    .extracting(PolicyDecision::verdict)
                    .containsExactly(
                            Verdict.GRANTED,
                            Verdict.REFUSED,
                            Verdict.REFUSED,
                            Verdict.REFUSED,
                            Verdict.REFUSED);
            assertThat(decisions.getFirst().what())
                    .isEqualTo("open lease 'a' of 2 workers for tenant 'sound-1'");
            one.close();
            two.close();
            web.close();
        }
    }
}
