package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BillTest {
    private static Bill bill(Component component, Set<Recharger> mayRecharge) {
        return new Bill("task 7 'parse'", 7, component, 100, 98, 5, mayRecharge);
    }

    @ParameterizedTest
    @EnumSource
    void inWords_eachComponent_saysWhoWhatItNeedsAndWhatItHad(Component component) {
        assertThat(bill(component, Set.of()).inWords())
                .isEqualTo(
                        "task 7 'parse' cannot pay 5 "
                                + component.inWords()
                                + ": it was given 100 and has spent 98.");
    }

    /** Most things are charged one at a time. */
    @Test
    void inWords_oneNeeded_isInTheSingular() {
        var bill = new Bill("nursery 3", 3, Component.SPAWNS, 1, 1, 1, Set.of());

        assertThat(bill.inWords()).startsWith("nursery 3 cannot pay 1 spawn: it was given 1");
    }

    @ParameterizedTest
    @EnumSource
    void inWords_oneHelper_namesIt(Recharger recharger) {
        assertThat(bill(Component.OPS, Set.of(recharger)).inWords())
                .endsWith("has spent 98. It can be recharged by " + recharger.inWords() + ".");
    }

    /** Always in the same order, whatever the order in the set. */
    @Test
    void inWords_allHelpers_namesThemNearestFirst() {
        assertThat(bill(Component.OPS, EnumSet.allOf(Recharger.class)).inWords())
                .endsWith(
                        "It can be recharged by the opener of its nursery or its supervisor or a"
                                + " holder of CapBudget.");
    }

    @Test
    void mayRecharge_setChangedLater_staysAsItWas() {
        var helpers = EnumSet.of(Recharger.SUPERVISOR);
        Bill bill = bill(Component.OPS, helpers);

        helpers.add(Recharger.CAP_BUDGET);

        assertThat(bill.mayRecharge()).containsExactly(Recharger.SUPERVISOR);
        assertThatThrownBy(() -> bill.mayRecharge().add(Recharger.CAP_BUDGET))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void equals_sameNumbers_isTrue() {
        assertThat(bill(Component.OPS, Set.of()))
                .isEqualTo(bill(Component.OPS, Set.of()))
                .isNotEqualTo(bill(Component.MEMORY, Set.of()));
    }
}
