package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Budget;
import dev.stint.error.CapabilityRevokedException;
import org.junit.jupiter.api.Test;

class RevocationTest {
    private final Issuer acme = new Issuer("acme", () -> 0);
    private final CapSpawn root = acme.spawn();
    private final CapSpawn child = root.atMostEver(10);
    private final CapSpawn grandchild = child.withBudgetAtMost(Budget.DEFAULT);
    private final CapSpawn sibling = root.atMostEver(10);

    @Test
    void revoke_derived_endsItAndAllBelowItAndNothingElse() {
        root.revoke(child);

        assertThat(child.isValid()).isFalse();
        assertThat(grandchild.isValid()).isFalse();
        assertThat(child.atMostEver(1).isValid()).as("derived afterwards").isFalse();
        assertThat(root.isValid()).isTrue();
        assertThat(sibling.isValid()).isTrue();
    }

    @Test
    void revoke_farBelow_endsThatOnly() {
        root.revoke(grandchild);

        assertThat(grandchild.isValid()).isFalse();
        assertThat(child.isValid()).isTrue();
    }

    @Test
    void revoke_twice_isTheSameAsOnce() {
        root.revoke(child);
        root.revoke(child);
        acme.revoke(child);

        assertThat(child.isValid()).isFalse();
        assertThat(root.isValid()).isTrue();
    }

    @Test
    void use_revoked_isRefusedAndNotCounted() {
        CapBudget pool = acme.budget(Budget.DEFAULT);
        CapBudget money = pool.atMost(Budget.DEFAULT);
        root.revoke(child);
        pool.revoke(money);

        assertThatThrownBy(() -> grandchild.use(acme, Budget.ZERO, "task 7", "start a task"))
                .isInstanceOf(CapabilityRevokedException.class)
                .hasMessageContaining("task 7 cannot start a task")
                .hasMessageContaining("CapSpawn of acme (derived 2 times) was revoked")
                .hasMessageContaining("Ask for a new one");
        assertThatThrownBy(() -> money.use(acme, Budget.ofOps(1), "task 7", "recharge itself"))
                .isInstanceOf(CapabilityRevokedException.class)
                .hasMessageContaining("task 7 cannot recharge itself")
                .hasMessageContaining("CapBudget of acme");
        assertThat(child.spawnsLeft()).isEqualTo(10);
        assertThat(pool.budgetLeft()).isEqualTo(Budget.DEFAULT);
    }

    @Test
    void revoke_itself_isRefused() {
        assertNotRevocableBy(child, child);
        assertNotRevocableBy(root, root);
    }

    @Test
    void revoke_whatItDescendsFrom_isRefused() {
        assertNotRevocableBy(root, child);
        assertNotRevocableBy(child, grandchild);
    }

    @Test
    void revoke_siblingOrStranger_isRefused() {
        assertNotRevocableBy(child, sibling);
        assertNotRevocableBy(grandchild, sibling);
        assertNotRevocableBy(child, acme.spawn());
        assertNotRevocableBy(child, acme.budget(Budget.UNLIMITED));
        assertNotRevocableBy(child, new Issuer("evil", () -> 0).spawn());
    }

    private static void assertNotRevocableBy(Capability victim, Capability by) {
        assertThatThrownBy(() -> by.revoke(victim))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(victim + " cannot be revoked by " + by)
                .hasMessageContaining("not derived from it")
                .hasMessageContaining("the tenant that issued it");
        assertThat(victim.isValid()).isTrue();
    }

    @Test
    void issuer_revokesWhatItIssuedAndWhatWasDerivedFromIt() {
        acme.revoke(grandchild);
        assertThat(grandchild.isValid()).isFalse();
        assertThat(child.isValid()).isTrue();

        acme.revoke(root);
        assertThat(root.isValid()).isFalse();
        assertThat(child.isValid()).isFalse();
        assertThat(sibling.isValid()).isFalse();
        assertThat(acme.spawn().isValid()).as("issued anew").isTrue();
    }

    @Test
    void issuer_revokingWhatAnotherIssued_isRefused() {
        assertThatThrownBy(() -> new Issuer("evil", () -> 0).revoke(child))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("CapSpawn of acme (derived once) cannot be revoked by evil")
                .hasMessageContaining("did not issue it")
                .hasMessageContaining("Only the tenant that did");
        assertThat(child.isValid()).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void revoke_null_saysWhat() {
        assertThatThrownBy(() -> root.revoke(null)).hasMessage("the capability to revoke");
        assertThatThrownBy(() -> acme.revoke(null)).hasMessage("the capability to revoke");
    }
}
