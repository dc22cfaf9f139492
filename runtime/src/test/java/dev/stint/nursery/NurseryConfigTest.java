package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.capability.Capabilities;
import dev.stint.capability.Issuer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NurseryConfigTest {
    private static final NurseryConfig DEFAULT = NurseryConfig.defaults();

    @Test
    void default_namesNothingAndLivesOffItsParent() {
        assertThat(DEFAULT.name()).isEmpty();
        assertThat(DEFAULT.budget()).isEmpty();
        assertThat(DEFAULT.childBudget()).isEqualTo(Budget.DEFAULT);
        assertThat(DEFAULT.onExhaustion()).isEqualTo(OnExhaustion.DRAW);
        assertThat(DEFAULT.policy()).isSameAs(Policy.allSucceed());
        assertThat(DEFAULT.deadline()).isEmpty();
        assertThat(DEFAULT.capabilities().all()).isEmpty();
    }

    @Test
    void with_anything_returnsACopyAndChangesOneField() {
        var right = new Issuer("acme", () -> 0).spawn();
        var changed =
                DEFAULT.withName("page")
                        .withBudget(Budget.UNLIMITED)
                        .withChildBudget(Budget.ofOps(1))
                        .withOnExhaustion(OnExhaustion.WAIT)
                        .withSelfRecharge(true)
                        .withPolicy(Policy.runAll())
                        .withDeadline(Duration.ofSeconds(2))
                        .withCapabilities(right)
                        .withWeight(3)
                        .withSlice(5_000);

        Capabilities held = changed.capabilities();
        assertThat(changed)
                .isEqualTo(
                        new NurseryConfig(
                                "page",
                                Optional.of(Budget.UNLIMITED),
                                Budget.ofOps(1),
                                OnExhaustion.WAIT,
                                true,
                                Policy.runAll(),
                                Optional.of(Duration.ofSeconds(2)),
                                held,
                                OptionalInt.of(3),
                                OptionalLong.of(5_000),
                                Optional.empty()));
        assertThat(changed.isGroup()).isTrue();
        assertThat(DEFAULT.isGroup()).isFalse();
        assertThat(held.all()).containsExactly(right);
        assertThat(DEFAULT.name()).isEmpty();
    }

    @Test
    void withWeight_outOfRange_saysTheRange() {
        assertThatThrownBy(() -> DEFAULT.withWeight(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("weight of a nursery is 0")
                .hasMessageContaining("from 1 to 1000");
        assertThatThrownBy(() -> DEFAULT.withWeight(1_001))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DEFAULT.withSlice(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1");
    }

    @Test
    void withCancelOnError_isAllSucceedOrRunAll() {
        assertThat(DEFAULT.withCancelOnError(false).policy()).isSameAs(Policy.runAll());
        assertThat(DEFAULT.withCancelOnError(false).withCancelOnError(true).policy())
                .isSameAs(Policy.allSucceed());
    }

    static Stream<Arguments> goodValues() {
        return Stream.of(
                change("a pool of nothing", c -> c.withBudget(Budget.ZERO)),
                change("a pool without spawns", c -> c.withBudget(Budget.ofOps(5))),
                change("a pool of bytes only", c -> c.withBudget(Budget.ZERO.withMemory(1))),
                change("no time", c -> c.withDeadline(Duration.ZERO)),
                change("all time", c -> c.withDeadline(Duration.ofSeconds(Long.MAX_VALUE))),
                change("one operation each", c -> c.withChildBudget(Budget.ofOps(1))));
    }

    private static Arguments change(String what, UnaryOperator<NurseryConfig> change) {
        return arguments(what, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("goodValues")
    void with_limitOfTheRange_isTaken(String what, UnaryOperator<NurseryConfig> change) {
        assertThat(change.apply(DEFAULT)).as(what).isNotEqualTo(DEFAULT);
    }

    @Test
    void withChildBudget_noOperations_saysWhatToGive() {
        assertThatThrownBy(() -> DEFAULT.withChildBudget(Budget.UNLIMITED.withOps(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 operations")
                .hasMessageContaining("at least 1")
                .hasMessageContaining("withChildBudget");
    }

    @Test
    void withBudget_spawnsButNoOperations_saysWhatToGive() {
        assertThatThrownBy(() -> DEFAULT.withBudget(Budget.ZERO.withSpawns(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 spawns and 0 operations")
                .hasMessageContaining("Give it operations")
                .hasMessageContaining("withBudget");
    }

    @Test
    void withDeadline_negative_saysTheValueAndTheRule() {
        assertThatThrownBy(() -> DEFAULT.withDeadline(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deadline of PT-0.000000001S")
                .hasMessageContaining("must not be negative");
    }

    @SuppressWarnings("NullAway") // null is what is tested
    static Stream<Arguments> nulls() {
        return Stream.of(
                change("name of a nursery", c -> c.withName(null)),
                change("budget of a nursery's children", c -> c.withChildBudget(null)),
                change("what a nursery does on exhaustion", c -> c.withOnExhaustion(null)),
                change("budget of a nursery", c -> c.withBudget(null)),
                change("deadline of a nursery", c -> c.withDeadline(null)),
                change("policy of a nursery", c -> c.withPolicy(null)),
                change(
                        "a capability",
                        c -> c.withCapabilities(new Issuer("a", () -> 0).spawn(), null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nulls")
    void with_null_namesTheField(String field, UnaryOperator<NurseryConfig> change) {
        assertThatThrownBy(() -> change.apply(DEFAULT))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(field);
    }
}
