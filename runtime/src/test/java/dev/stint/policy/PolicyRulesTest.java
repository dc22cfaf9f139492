package dev.stint.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Budget;
import dev.stint.tenant.TenantConfig;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyRulesTest {
    private static final long WHOLE = 100_000;
    private static final TenantConfig ASKED = TenantConfig.defaults().withName("t");

    @Test
    void ruleForTenant_severalFit_nameThenLongestBeginning() {
        var policy =
                Policy.of("p", 1)
                        .withTenant(TenantRule.of("web*"))
                        .withTenant(TenantRule.of("web-1"))
                        .withTenant(TenantRule.of("web-*"))
                        .withTenant(TenantRule.of("*").withWeight(3));

        var found =
                Map.of(
                        "web-1", policy.ruleForTenant("web-1").tenant(),
                        "web-10", policy.ruleForTenant("web-10").tenant(),
                        "website", policy.ruleForTenant("website").tenant(),
                        "db", policy.ruleForTenant("db").tenant());

        assertThat(found)
                .containsEntry("web-1", "web-1")
                .containsEntry("web-10", "web-*")
                .containsEntry("website", "web*")
                .containsEntry("db", "*");
        assertThat(policy.ruleForTenant("db").weight()).hasValue(3);
    }

    @Test
    void applyTo_ruleSaysNothing_givesWhatIsAsked() {
        assertThat(TenantRule.of("*").applyTo(ASKED, WHOLE)).isEqualTo(ASKED);
    }

    @Test
    void applyTo_budgets_givesTheLesserOfEachComponent() {
        var asked = ASKED.withBudget(Budget.ofOps(100).withMemory(10));
        var rule = TenantRule.of("t").withBudget(Budget.ofOps(50).withMemory(1_000));

        var given = rule.applyTo(asked, WHOLE).budget();

        assertThat(given.ops()).isEqualTo(50);
        assertThat(given.memory()).isEqualTo(10);
    }

    @Test
    void applyTo_hints_setTheSliceUnlessOneIsSet() {
        var quick = TenantRule.of("t").withHint(Hint.LATENCY_SENSITIVE);
        var batch = TenantRule.of("t").withHint(Hint.BATCH);

        assertThat(quick.applyTo(ASKED, WHOLE).slice()).isEqualTo(OptionalLong.of(10_000));
        assertThat(quick.applyTo(ASKED.withSlice(5_000), WHOLE).slice())
                .isEqualTo(OptionalLong.of(5_000));
        assertThat(batch.applyTo(ASKED.withSlice(5_000), WHOLE).slice())
                .isEqualTo(OptionalLong.of(WHOLE));
        assertThat(quick.withSlice(7).applyTo(ASKED, WHOLE).slice()).isEqualTo(OptionalLong.of(7));
        assertThat(quick.withSlice(WHOLE * 2).applyTo(ASKED, WHOLE).slice())
                .isEqualTo(OptionalLong.of(WHOLE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a*b", "*a"})
    void rule_forNobody_isRefused(String tenant) {
        assertThatThrownBy(() -> TenantRule.of(tenant))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is for nobody");
    }

    @Test
    void policy_twoRulesForOneName_isRefused() {
        assertThatThrownBy(
                        () ->
                                Policy.of("p", 1)
                                        .withTenant(TenantRule.of("a"))
                                        .withTenant(TenantRule.of("a")))
                .hasMessageContaining("two rules for 'a'");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1_001})
    void rule_weightOutOfRange_isRefused(int weight) {
        assertThatThrownBy(() -> TenantRule.of("a").withWeight(weight))
                .hasMessageContaining("from 1 to 1000");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.1, 1.1, Double.NaN})
    void rule_partOfAWorkerOutOfRange_isRefused(double part) {
        assertThatThrownBy(() -> ContextRule.of("a").withMostOfAWorker(part))
                .hasMessageContaining("more than 0 and at most 1");
    }

    @Test
    void config_keptForLessThanItIsAsked_isRefused() {
        var config = PolicyConfig.of(PolicyService.of(Policy.of("p", 1)));

        assertThatThrownBy(() -> config.withKeepFor(Duration.ofMillis(500)))
                .hasMessageContaining("Keep it for longer");
        assertThatThrownBy(() -> PolicyService.of(Policy.builtIn()))
                .hasMessageContaining("versions begin at 1");
    }
}
