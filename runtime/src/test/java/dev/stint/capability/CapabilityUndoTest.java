package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Budget;
import dev.stint.error.CapabilityMissingException;
import org.junit.jupiter.api.Test;

/**
 * A use can be undone, but not by whoever holds the right: that would be a right without limits.
 */
class CapabilityUndoTest {
    private static final Budget TEN = new Budget(10, 10, 10, 10, 10);

    private final Issuer acme = new Issuer("acme", () -> 0);
    private final Issuer evil = new Issuer("evil", () -> 0);

    @Test
    void unuse_afterAUse_isAsBeforeEverywhere() {
        CapSpawn root = acme.spawn();
        CapSpawn right = root.atMostEver(3).atMostEver(2);
        CapBudget pool = acme.budget(Budget.UNLIMITED);
        CapBudget money = pool.atMost(TEN);
        right.use(acme, Budget.ZERO, "task 1", "start a task");
        money.use(acme, new Budget(1, 2, 3, 4, 5), "task 1", "recharge itself");

        right.unuse(acme);
        money.unuse(acme, new Budget(1, 2, 3, 4, 5));

        assertThat(right.spawnsLeft()).isEqualTo(2);
        assertThat(root.spawnsLeft()).isEqualTo(Budget.MOST);
        assertThat(money.budgetLeft()).isEqualTo(TEN);
        assertThat(pool.budgetLeft()).isEqualTo(Budget.UNLIMITED);
    }

    @Test
    void unuse_withoutTheIssuer_isRefusedAndGivesNothingBack() {
        CapSpawn right = acme.spawn().atMostEver(1);
        CapBudget money = acme.budget(TEN);
        right.use(acme, Budget.ZERO, "task 1", "start a task");
        money.use(acme, TEN, "task 1", "recharge itself");

        assertThatThrownBy(() -> right.unuse(evil))
                .isInstanceOf(CapabilityMissingException.class)
                .hasMessageContaining("cannot undo a use")
                .hasMessageContaining("CapSpawn of acme (derived once) is not a right of evil");
        assertThatThrownBy(() -> money.unuse(evil, TEN))
                .isInstanceOf(CapabilityMissingException.class);

        assertThat(right.spawnsLeft()).isZero();
        assertThat(money.budgetLeft()).isEqualTo(Budget.ZERO);
    }

    @Test
    void unuse_whatWasNeverUsed_doesNotWiden() {
        CapSpawn root = acme.spawn();
        CapSpawn right = root.atMostEver(1);
        CapBudget pool = acme.budget(TEN);
        CapBudget money = pool.atMost(TEN.withOps(5));

        right.unuse(acme);
        money.unuse(acme, Budget.UNLIMITED);

        assertThat(right.spawnsLeft()).isOne();
        assertThat(root.spawnsLeft()).isEqualTo(Budget.MOST);
        assertThat(money.budgetLeft()).isEqualTo(TEN.withOps(5));
        assertThat(pool.budgetLeft()).isEqualTo(TEN);
    }
}
