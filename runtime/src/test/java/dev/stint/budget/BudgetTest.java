package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** [SCHED:3.1.1] [SCHED:3.1.2] A budget has five components, none of them ever negative. */
class BudgetTest {
    private static final Budget EACH = new Budget(1, 2, 3, 4, 5);

    @Test
    void get_eachComponent_isTheFieldOfThatName() {
        assertThat(EACH.get(Component.OPS)).isEqualTo(EACH.ops()).isEqualTo(1);
        assertThat(EACH.get(Component.MEMORY)).isEqualTo(EACH.memory()).isEqualTo(2);
        assertThat(EACH.get(Component.SPAWNS)).isEqualTo(EACH.spawns()).isEqualTo(3);
        assertThat(EACH.get(Component.CHANNEL_OPS)).isEqualTo(EACH.channelOps()).isEqualTo(4);
        assertThat(EACH.get(Component.SYSCALLS)).isEqualTo(EACH.syscalls()).isEqualTo(5);
        assertThat(Component.values()).hasSize(Budget.class.getRecordComponents().length);
    }

    @ParameterizedTest
    @EnumSource
    void with_oneComponent_changesThatOneOnly(Component component) {
        Budget changed = EACH.with(component, 99);

        for (Component c : Component.values()) {
            assertThat(changed.get(c)).as("%s", c).isEqualTo(c == component ? 99 : EACH.get(c));
        }
        assertThat(EACH).isEqualTo(new Budget(1, 2, 3, 4, 5));
    }

    @Test
    void with_named_isTheSameAsByComponent() {
        assertThat(EACH.withOps(9)).isEqualTo(EACH.with(Component.OPS, 9));
        assertThat(EACH.withMemory(9)).isEqualTo(EACH.with(Component.MEMORY, 9));
        assertThat(EACH.withSpawns(9)).isEqualTo(EACH.with(Component.SPAWNS, 9));
        assertThat(EACH.withChannelOps(9)).isEqualTo(EACH.with(Component.CHANNEL_OPS, 9));
        assertThat(EACH.withSyscalls(9)).isEqualTo(EACH.with(Component.SYSCALLS, 9));
    }

    @ParameterizedTest
    @EnumSource
    void of_oneComponent_hasNoneOfTheOthers(Component component) {
        assertThat(Budget.of(component, 7)).isEqualTo(Budget.ZERO.with(component, 7));
        assertThat(Budget.of(component, 7).minus(Budget.of(component, 7))).isEqualTo(Budget.ZERO);
    }

    @Test
    void ofOps_amount_isOperationsOnly() {
        assertThat(Budget.ofOps(7)).isEqualTo(new Budget(7, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @EnumSource
    void with_negativeAmount_saysWhichComponentAndWhatIsAllowed(Component component) {
        for (long bad : new long[] {-1, -7, Long.MIN_VALUE}) {
            assertThatThrownBy(() -> EACH.with(component, bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cannot hold " + bad + " " + component.inWords())
                    .hasMessageContaining("from 0 to Budget.MOST");
        }
    }

    @ParameterizedTest
    @EnumSource
    void with_limitsOfTheRange_areKept(Component component) {
        assertThat(EACH.with(component, 0).get(component)).isZero();
        assertThat(EACH.with(component, Budget.MOST).get(component)).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void times_negative_isRefused(long factor) {
        assertThatThrownBy(() -> EACH.times(factor))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("budget cannot be taken " + factor + " times")
                .hasMessageContaining("must not be negative");
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void combine_null_namesTheOtherBudget() {
        assertThatThrownBy(() -> EACH.plus(null)).hasMessage("the other budget");
        assertThatThrownBy(() -> EACH.minus(null)).hasMessage("the other budget");
        assertThatThrownBy(() -> EACH.min(null)).hasMessage("the other budget");
        assertThatThrownBy(() -> EACH.covers(null)).hasMessage("the other budget");
    }

    /** [SCHED:3.1.2] 0 of a component means that it is used up: it covers no further unit. */
    @ParameterizedTest
    @EnumSource
    void covers_oneComponentUsedUp_isFalseForOneMoreOfIt(Component component) {
        Budget usedUp = EACH.with(component, 0);

        assertThat(usedUp.covers(Budget.of(component, 1))).isFalse();
        assertThat(usedUp.covers(EACH.with(component, 0))).isTrue();
        assertThat(EACH.covers(EACH)).isTrue();
        assertThat(EACH.covers(EACH.with(component, EACH.get(component) + 1))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void isZero_oneUnitOfAnything_isFalse(Component component) {
        assertThat(Budget.of(component, 1).isZero()).isFalse();
        assertThat(Budget.of(component, Budget.MOST).isZero()).isFalse();
        assertThat(Budget.ZERO.isZero()).isTrue();
    }

    @Test
    void constants_haveTheAmountsTheyPromise() {
        for (Component c : Component.values()) {
            assertThat(Budget.ZERO.get(c)).isZero();
            assertThat(Budget.UNLIMITED.get(c)).isEqualTo(Budget.MOST);
        }
        assertThat(Budget.DEFAULT.spawns()).as("children cannot spawn by default").isZero();
        assertThat(Budget.DEFAULT.withSpawns(1).covers(new Budget(1, 1, 1, 1, 1))).isTrue();
    }

    @Test
    void component_index_isItsPlaceInAnArrayOfAllFive() {
        assertThat(Arrays.stream(Component.values()).mapToInt(Component::index))
                .containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void component_inWords_isAUnitAndItsOwn() {
        assertThat(Arrays.stream(Component.values()).map(Component::inWords))
                .containsExactly(
                        "operations", "bytes", "spawns", "channel operations", "system calls");
    }

    @Test
    void component_inWordsOfAnAmount_isInTheSingularForOne() {
        assertThat(Component.OPS.inWords(1)).isEqualTo("1 operation");
        assertThat(Component.CHANNEL_OPS.inWords(1)).isEqualTo("1 channel operation");
        assertThat(Component.SYSCALLS.inWords(0)).isEqualTo("0 system calls");
        assertThat(Component.MEMORY.inWords(24)).isEqualTo("24 bytes");
    }

    @Test
    void onExhaustion_values_areTheThreeWaysOut() {
        assertThat(OnExhaustion.values())
                .containsExactly(OnExhaustion.FAIL, OnExhaustion.WAIT, OnExhaustion.DRAW);
    }
}
