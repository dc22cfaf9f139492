package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Budget;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What a task holds, and where it comes from. */
class CapabilitiesTest {
    private final Issuer acme = new Issuer("acme", () -> 0);
    private final CapSpawn spawn = acme.spawn();
    private final CapBudget money = acme.budget(Budget.DEFAULT);

    @Test
    void find_none_isEmpty() {
        assertThat(Capabilities.NONE.find(CapSpawn.class)).isEmpty();
        assertThat(Capabilities.of(money).find(CapSpawn.class)).isEmpty();
        assertThat(Capabilities.of()).isSameAs(Capabilities.NONE);
    }

    @Test
    void find_severalKinds_isTheOneOfThatKind() {
        var held = Capabilities.of(money, spawn);

        assertThat(held.find(CapSpawn.class)).containsSame(spawn);
        assertThat(held.find(CapBudget.class)).containsSame(money);
    }

    @Test
    void find_firstOfItsKindRevoked_isTheNextThatIsValid() {
        CapSpawn revoked = spawn.atMostEver(5);
        CapSpawn valid = spawn.atMostEver(6);
        spawn.revoke(revoked);

        assertThat(Capabilities.of(revoked, valid, spawn).find(CapSpawn.class)).containsSame(valid);
    }

    /** So that the error can say that it was revoked, and not that there was none. */
    @Test
    void find_allOfItsKindRevoked_isTheFirst() {
        CapSpawn first = spawn.atMostEver(5);
        CapSpawn second = spawn.atMostEver(6);
        spawn.revoke(first);
        spawn.revoke(second);

        assertThat(Capabilities.of(money, first, second).find(CapSpawn.class)).containsSame(first);
    }

    @Test
    void all_arrayChangedLater_staysAsItWas() {
        var array = new Capability[] {spawn};
        var held = Capabilities.of(array);

        array[0] = money;

        assertThat(held.all()).containsExactly(spawn);
        assertThatThrownBy(() -> held.all().add(money))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    /** Configurations that hold the same rights are equal, as records are. */
    @Test
    void equals_sameRights_isTrue() {
        assertThat(Capabilities.of(spawn, money))
                .isEqualTo(Capabilities.of(spawn, money))
                .hasSameHashCodeAs(Capabilities.of(spawn, money))
                .isNotEqualTo(Capabilities.of(spawn))
                .isNotEqualTo(Capabilities.of(acme.spawn(), money))
                .isNotEqualTo(Capabilities.NONE);
    }

    @Test
    void toString_rights_saysKindIssuerAndDepth() {
        assertThat(Capabilities.of(money, spawn.atMostEver(5).atMostEver(4)))
                .hasToString("[CapBudget of acme, CapSpawn of acme (derived 2 times)]");
        assertThat(Capabilities.NONE).hasToString("[]");
    }

    @Test
    void atMost_negative_isRefused() {
        assertThatThrownBy(() -> spawn.atMostEver(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1 spawns");
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void anything_null_saysWhat() {
        LongSupplier clock = () -> 0;
        assertThatThrownBy(() -> new Issuer(null, clock)).hasMessage("name of an issuer");
        assertThatThrownBy(() -> new Issuer("acme", null)).hasMessage("clock of an issuer");
        assertThatThrownBy(() -> acme.budget(null)).hasMessage("the limit of a capability");
        assertThatThrownBy(() -> money.atMost(null)).hasMessage("the limit of a capability");
        assertThatThrownBy(() -> spawn.withBudgetAtMost(null))
                .hasMessage("the most that a task may be started with");
        assertThatThrownBy(() -> Capabilities.of(spawn, null)).hasMessage("a capability");
    }
}
