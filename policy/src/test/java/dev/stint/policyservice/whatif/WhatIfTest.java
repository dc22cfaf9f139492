package dev.stint.policyservice.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.policy.Policy;
import dev.stint.policy.TenantRule;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** [EVOLUTION:stage-7] A recorded run, played again. */
class WhatIfTest {
    private final List<Long> receipts = new ArrayList<>();

    /** Two hogs and one that answers now and then, on one worker. */
    private Trace record() throws Exception {
        var recorder = new TraceRecorder();
        try (var scheduler = Scheduler.open(c -> c.withSeed(4).withWorkers(1).withSink(recorder))) {
            var tenants = new ArrayList<Tenant>();
            for (String name : List.of("hog", "rival", "web")) {
                tenants.add(scheduler.openTenant(t -> t.withName(name)));
            }
            for (int i = 0; i < 4; i++) {
                for (Tenant hog : tenants.subList(0, 2)) {
                    hog.root().spawn(() -> Stint.checkpoint(5_000_000));
                }
            }
            for (int i = 0; i < 10; i++) {
                tenants.get(2)
                        .root()
                        .spawn(
                                () -> {
                                    for (int j = 0; j < 20; j++) {
                                        Stint.checkpoint(700);
                                        Stint.sleep(Duration.ofMillis(10));
                                    }
                                });
            }
            scheduler.run(() -> Stint.sleep(Duration.ofSeconds(2)));
            tenants.forEach(tenant -> receipts.add(tenant.usage().ops()));
            tenants.forEach(Tenant::close);
            return recorder.toTrace(scheduler.config());
        }
    }

    private static Outcome play(Trace trace, Policy policy) throws InterruptedException {
        return WhatIf.play(trace, policy, WhatIf.Settings.defaults());
    }

    @Test
    void play_underTheSamePolicy_givesTheSameReceipts() throws Exception {
        Trace trace = record();
        Outcome outcome = play(trace, Policy.builtIn());

        for (int i = 0; i < 3; i++) {
            assertThat(trace.operations(i)).as("recorded").isEqualTo(receipts.get(i));
            assertThat(outcome.tenants().get(i).operations())
                    .as("tenant %d", i)
                    .isEqualTo(receipts.get(i));
            assertThat(outcome.tenants().get(i).unfinished()).isZero();
        }
        assertThat(outcome.tenants().get(2).bursts()).isEqualTo(10 * 21);
        assertThat(play(trace, Policy.builtIn())).isEqualTo(outcome);
    }

    @Test
    void play_underOtherWeights_givesOtherShares() throws Exception {
        Trace trace = record();
        Outcome alike = play(trace, Policy.builtIn());
        Outcome other =
                play(trace, Policy.of("hog 3", 1).withTenant(TenantRule.of("hog").withWeight(3)));

        assertThat(untilFirstIsDone(alike)).isCloseTo(0.5, within(0.02));
        assertThat(untilFirstIsDone(other)).isCloseTo(0.75, within(0.02));
        assertThat(other.tenants().get(0).weight()).isEqualTo(3);
    }

    /** The part that the hog had of what both did in the first half of the time. */
    private static double untilFirstIsDone(Outcome outcome) {
        long hog = 0;
        long both = 0;
        for (int part = 0; part < Outcome.PARTS / 2; part++) {
            hog += outcome.tenants().get(0).parts().get(part);
            both +=
                    outcome.tenants().get(0).parts().get(part)
                            + outcome.tenants().get(1).parts().get(part);
        }
        return (double) hog / both;
    }

    @Test
    void play_muchWeightForAHog_makesTheAnswersOfOthersLater() throws Exception {
        Trace trace = record();
        Outcome before = play(trace, Policy.builtIn());
        Outcome after =
                play(
                        trace,
                        Policy.of("hog first", 1)
                                .withTenant(TenantRule.of("hog").withWeight(1_000)));

        assertThat(after.tenants().get(2).p99()).isGreaterThan(10 * before.tenants().get(2).p99());
        assertThat(after.tenants().get(2).misses()).isPositive();
        var comparison = new Comparison(before, after);
        assertThat(comparison.toText()).contains("hog first").contains("built-in").contains("hog");
        assertThat(comparison.toSvg()).startsWith("<svg").contains("shares over time: hog first");
        assertThat(comparison.toMap()).containsOnlyKeys("before", "after");
    }

    @Test
    void play_tenantThatIsNotAdmitted_isSaidToBe() throws Exception {
        Trace trace = record();
        Outcome outcome =
                play(trace, Policy.of("no rival", 1).withTenant(TenantRule.of("rival").refused()));

        assertThat(outcome.tenants().get(1).isAdmitted()).isFalse();
        assertThat(outcome.tenants().get(1).operations()).isZero();
        assertThat(outcome.tenants().get(0).operations()).isEqualTo(receipts.get(0));
        assertThat(new Comparison(outcome, outcome).toText()).contains("not admitted");
    }

    @Test
    void text_ofATrace_isReadAsTheSame() throws Exception {
        Trace trace = record();

        assertThat(Trace.parse("t", trace.toText())).isEqualTo(trace);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "stint-trace 2\n",
                "stint-trace 1\nworkers 2\n",
                "stint-trace 1\nworkers 0\nslice 5\n",
                "stint-trace 1\nworkers 2\nslice x\n",
                "stint-trace 1\nworkers 2\nslice 5\ntask 0 0 5\n",
                "stint-trace 1\nworkers 2\nslice 5\ntenant 1 5 a\ntask 1 0 5\n",
                "stint-trace 1\nworkers 2\nslice 5\ntenant 1 5 a\ntask 0 0 5 6\n",
                "stint-trace 1\nworkers 2\nslice 5\ntenant 1 5 a\ntask 0 0 -5\n",
                "stint-trace 1\nworkers 2\nslice 5\ntenant 1 5\n",
                "stint-trace 1\nnonsense\n"
            })
    void parse_whatIsNoTrace_namesTheLine(String text) {
        assertThatThrownBy(() -> Trace.parse("t.trace", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("(?s)t\\.trace:\\d+: the line .*\\.");
    }
}
