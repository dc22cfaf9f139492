package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.error.CapabilityExceededException;
import dev.stint.error.CapabilityMissingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CapabilityUseTest {
    private static final String WHO = "task 7 'parse'";
    private static final Budget TEN = new Budget(10, 10, 10, 10, 10);

    private final Issuer acme = new Issuer("acme", () -> 0);
    private final Issuer evil = new Issuer("evil", () -> 0);

    private void start(CapSpawn right, Budget allowance) {
        right.use(acme, allowance, WHO, "start a task");
    }

    private void recharge(CapBudget right, Budget amount) {
        right.use(acme, amount, WHO, "recharge itself");
    }

    // ---- counting

    @Test
    void use_derived_countsInAllItDescendsFrom() {
        CapSpawn root = acme.spawn();
        CapSpawn ten = root.atMostEver(10);
        CapSpawn four = ten.atMostEver(4);
        CapSpawn sibling = ten.atMostEver(8);

        start(four, Budget.ZERO);
        start(four, Budget.ZERO);

        assertThat(four.spawnsLeft()).isEqualTo(2);
        assertThat(sibling.spawnsLeft()).as("8 by its own count, 8 by its parent's").isEqualTo(8);
        assertThat(ten.spawnsLeft()).isEqualTo(8);
        assertThat(root.spawnsLeft()).isEqualTo(Budget.MOST - 2);
    }

    @Test
    void use_parentUsedUp_isRefusedAndCountedNowhere() {
        CapSpawn root = acme.spawn();
        CapSpawn two = root.atMostEver(2);
        CapSpawn derived = two.atMostEver(100).withBudgetAtMost(TEN);
        start(two, Budget.ZERO);
        start(derived, Budget.ZERO);
        long before = root.spawnsLeft();

        assertThatThrownBy(() -> start(derived, Budget.ZERO))
                .isInstanceOf(CapabilityExceededException.class)
                .hasMessageContaining(WHO + " cannot start a task")
                .hasMessageContaining("CapSpawn of acme (derived once) has 0 spawns left")
                .hasMessageContaining("needs 1");

        assertThat(root.spawnsLeft()).isEqualTo(before);
        derived.unuse(acme);
        assertThat(derived.spawnsLeft()).as("its own count was rolled back").isOne();
        assertThat(two.spawnsLeft()).isOne();
    }

    /** What was taken of the components before the lacking one is given back. */
    @ParameterizedTest
    @EnumSource
    void use_oneComponentLacking_isRefusedAndTakesNoneOfTheOthers(Component lacking) {
        CapBudget root = acme.budget(Budget.UNLIMITED);
        CapBudget right = root.atMost(TEN);
        Budget tooMuch = new Budget(3, 3, 3, 3, 3).with(lacking, 11);

        assertThatThrownBy(() -> recharge(right, tooMuch))
                .isInstanceOf(CapabilityExceededException.class)
                .hasMessageContaining(WHO + " cannot recharge itself")
                .hasMessageContaining("has 10 " + lacking.inWords() + " left")
                .hasMessageContaining("needs 11");

        assertThat(right.budgetLeft()).isEqualTo(TEN);
        assertThat(root.budgetLeft()).isEqualTo(Budget.UNLIMITED);
    }

    @Test
    void use_exactlyWhatIsLeft_isTheLast() {
        CapBudget right = acme.budget(TEN);

        recharge(right, TEN);

        assertThat(right.budgetLeft()).isEqualTo(Budget.ZERO);
        assertThatCode(() -> recharge(right, Budget.ZERO)).doesNotThrowAnyException();
        assertThatThrownBy(() -> recharge(right, Budget.ofOps(1)))
                .isInstanceOf(CapabilityExceededException.class);
    }

    @Test
    void use_unlimited_doesNotWrapAround() {
        CapBudget right = acme.budget(Budget.UNLIMITED);

        recharge(right, Budget.UNLIMITED);

        assertThat(right.budgetLeft()).isEqualTo(Budget.ZERO);
        assertThatThrownBy(() -> recharge(right, Budget.UNLIMITED))
                .isInstanceOf(CapabilityExceededException.class);
    }

    // ---- weakening

    @Test
    void atMost_moreThanTheParent_allowsNoMore() {
        CapSpawn three = acme.spawn().atMostEver(3);
        assertThat(three.atMostEver(1_000).spawnsLeft()).isEqualTo(3);
        assertThat(three.withBudgetAtMost(Budget.UNLIMITED).spawnsLeft()).isEqualTo(3);

        CapBudget ten = acme.budget(TEN);
        assertThat(ten.atMost(Budget.UNLIMITED).budgetLeft()).isEqualTo(TEN);
        assertThat(ten.atMost(TEN.withOps(50).withMemory(5)).budgetLeft())
                .isEqualTo(TEN.withMemory(5));
    }

    @Test
    void mostPerTask_derivedTwice_isTheLesserOfEachComponent() {
        CapSpawn right =
                acme.spawn()
                        .withBudgetAtMost(new Budget(1, 9, 1, 9, 1))
                        .withBudgetAtMost(new Budget(9, 1, 9, 1, 9));

        assertThat(right.mostPerTask()).isEqualTo(new Budget(1, 1, 1, 1, 1));
        assertThat(right.atMostEver(5).mostPerTask()).isEqualTo(right.mostPerTask());
        assertThat(acme.spawn().mostPerTask()).isEqualTo(Budget.UNLIMITED);
    }

    @ParameterizedTest
    @EnumSource
    void use_moreForOneTaskThanAllowed_isRefusedAndNotCounted(Component component) {
        CapSpawn right = acme.spawn().atMostEver(5).withBudgetAtMost(TEN);
        start(right, TEN);

        assertThatThrownBy(() -> start(right, TEN.with(component, 11)))
                .isInstanceOf(CapabilityExceededException.class)
                .hasMessageContaining(WHO + " cannot start a task with 11 " + component.inWords())
                .hasMessageContaining("CapSpawn of acme (derived 2 times) allows 10 ")
                .hasMessageContaining("Start it with less");

        assertThat(right.spawnsLeft()).isEqualTo(4);
    }

    @Test
    void derive_tooManyInARow_isRefused() {
        CapSpawn right = acme.spawn();
        CapBudget money = acme.budget(TEN);
        for (int i = 0; i < Capability.MOST_DERIVATIONS; i++) {
            right = right.atMostEver(5);
            money = money.atMost(TEN);
        }
        CapSpawn last = right;
        CapBudget lastMoney = money;
        start(last, Budget.ZERO);

        assertThatThrownBy(() -> last.atMostEver(5))
                .isInstanceOf(CapabilityExceededException.class)
                .hasMessageContaining("CapSpawn of acme")
                .hasMessageContaining("65th in a row")
                .hasMessageContaining("64 are allowed")
                .hasMessageContaining("Derive from an earlier one");
        assertThatThrownBy(() -> lastMoney.atMost(TEN))
                .isInstanceOf(CapabilityExceededException.class);
    }

    // ---- forging

    @Test
    void use_rightOfAnotherIssuer_isRefusedAndNotCounted() {
        CapSpawn forged = evil.spawn().atMostEver(3);
        CapBudget forgedMoney = evil.budget(TEN);

        assertThatThrownBy(() -> start(forged, Budget.ZERO))
                .isInstanceOf(CapabilityMissingException.class)
                .hasMessageContaining(WHO + " cannot start a task")
                .hasMessageContaining("CapSpawn of evil (derived once) is not a right of acme")
                .hasMessageContaining("Use one that this tenant issued");
        assertThatThrownBy(() -> recharge(forgedMoney, Budget.ZERO))
                .isInstanceOf(CapabilityMissingException.class)
                .hasMessageContaining("CapBudget of evil is not a right of acme");

        assertThat(forged.spawnsLeft()).isEqualTo(3);
        assertThat(forgedMoney.budgetLeft()).isEqualTo(TEN);
    }

    /** It is who issued that counts, not what it is called. */
    @Test
    void use_rightOfAnIssuerOfTheSameName_isRefused() {
        CapSpawn forged = new Issuer("acme", () -> 0).spawn();

        assertThatThrownBy(() -> start(forged, Budget.ZERO))
                .isInstanceOf(CapabilityMissingException.class);
    }
}
