package dev.stint.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.guard.Limits;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TenantConfigTest {
    private static final TenantConfig DEFAULT = TenantConfig.defaults();

    @Test
    void default_mayRunAsItIs() {
        assertThat(DEFAULT)
                .isEqualTo(
                        new TenantConfig(
                                "tenant",
                                Budget.UNLIMITED,
                                Budget.DEFAULT,
                                OnExhaustion.DRAW,
                                false,
                                1,
                                4,
                                Limits.defaults(),
                                OptionalLong.empty()));
    }

    @Test
    void with_anything_returnsACopyAndChangesOneField() {
        var changed =
                DEFAULT.withName("acme")
                        .withBudget(Budget.ofOps(9))
                        .withChildBudget(Budget.ofOps(1))
                        .withOnExhaustion(OnExhaustion.FAIL)
                        .withSelfRecharge(true)
                        .withWeight(7)
                        .withCarriers(2)
                        .withLimits(l -> l.withOutput(5))
                        .withProcessorTime(Duration.ofSeconds(3))
                        .withSlice(2_000);

        assertThat(changed)
                .isEqualTo(
                        new TenantConfig(
                                "acme",
                                Budget.ofOps(9),
                                Budget.ofOps(1),
                                OnExhaustion.FAIL,
                                true,
                                7,
                                2,
                                Limits.defaults()
                                        .withOutput(5)
                                        .withProcessorTime(Duration.ofSeconds(3)),
                                OptionalLong.of(2_000)));
        assertThat(DEFAULT.name()).isEqualTo("tenant");
    }

    @Test
    void withSlice_none_saysThatItIsANumberOfOperations() {
        assertThatThrownBy(() -> DEFAULT.withSlice(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("slice of tenant 'tenant' is 0")
                .hasMessageContaining("at least 1");
    }

    @Test
    void withProcessorTime_none_saysThatNothingWouldRun() {
        assertThatThrownBy(() -> DEFAULT.withProcessorTime(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lets nothing run");
    }

    @Test
    void withLimits_negative_saysTheLeast() {
        assertThatThrownBy(() -> DEFAULT.withLimits(l -> l.withFiles(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a limit of -1 on open files cannot be kept; the least is 0.");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 4_097})
    void carriers_outOfRange_isRefused(int carriers) {
        assertThatThrownBy(() -> DEFAULT.withCarriers(carriers))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("carriers is " + carriers + "; it must be from 1 to 4096.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n"})
    void named_blank_saysWhyANameIsNeeded(String name) {
        assertThatThrownBy(() -> DEFAULT.withName(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tenant needs a name")
                .hasMessageContaining("billed");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1_001, Integer.MAX_VALUE})
    void withWeight_outOfRange_saysValueAndRange(int weight) {
        assertThatThrownBy(() -> DEFAULT.withWeight(weight))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("weight is " + weight)
                .hasMessageContaining("from 1 to 1000");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1_000})
    void withWeight_limitsOfTheRange_areTaken(int weight) {
        assertThat(DEFAULT.withWeight(weight).weight()).isEqualTo(weight);
    }

    static Stream<Arguments> noOperations() {
        return Stream.of(
                change("its own", c -> c.withBudget(Budget.UNLIMITED.withOps(0))),
                change("its tasks'", c -> c.withChildBudget(Budget.UNLIMITED.withOps(0))));
    }

    private static Arguments change(String what, UnaryOperator<TenantConfig> change) {
        return arguments(what, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("noOperations")
    void with_noOperations_saysWhoAndWhatToGive(String what, UnaryOperator<TenantConfig> change) {
        assertThatThrownBy(() -> change.apply(DEFAULT.withName("acme")))
                .as(what)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tenant 'acme' with 0 operations")
                .hasMessageContaining("at least 1");
    }

    @SuppressWarnings("NullAway") // null is what is tested
    static Stream<Arguments> nulls() {
        return Stream.of(
                change("name of a tenant", c -> c.withName(null)),
                change("budget of a tenant", c -> c.withBudget(null)),
                change("budget of a tenant's tasks", c -> c.withChildBudget(null)),
                change("what a tenant does on exhaustion", c -> c.withOnExhaustion(null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nulls")
    void with_null_namesTheField(String field, UnaryOperator<TenantConfig> change) {
        assertThatThrownBy(() -> change.apply(DEFAULT))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(field);
    }
}
