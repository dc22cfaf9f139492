package dev.stint.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.stint.budget.Budget;
import dev.stint.capability.Capabilities;
import dev.stint.capability.Issuer;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TaskOptionsTest {
    private static final TaskOptions DEFAULT = TaskOptions.defaults();
    private static final Issuer ISSUER = new Issuer("acme", () -> 0);

    /** A task has no rights unless it is given some. */
    @Test
    void default_hasNoNameNoRightsAndItsNurserysBudget() {
        assertThat(DEFAULT)
                .isEqualTo(
                        new TaskOptions("", Priority.NORMAL, Optional.empty(), Capabilities.NONE));
    }

    @Test
    void with_anything_returnsACopyAndChangesOneField() {
        var right = ISSUER.spawn();
        var changed =
                TaskOptions.named("parse")
                        .withPriority(Priority.HIGH)
                        .withBudget(Budget.ofOps(5))
                        .withCapabilities(right);

        assertThat(changed)
                .isEqualTo(
                        new TaskOptions(
                                "parse",
                                Priority.HIGH,
                                Optional.of(Budget.ofOps(5)),
                                changed.capabilities()));
        assertThat(changed.capabilities().all()).containsExactly(right);
        assertThat(changed.withName("fetch").name()).isEqualTo("fetch");
        assertThat(DEFAULT.name()).isEmpty();
        assertThat(DEFAULT.capabilities().all()).isEmpty();
    }

    @Test
    void withCapabilities_again_replacesThoseBefore() {
        var money = ISSUER.budget(Budget.DEFAULT);
        var options = DEFAULT.withCapabilities(ISSUER.spawn());

        assertThat(options.withCapabilities(money).capabilities().all()).containsExactly(money);
        assertThat(options.withCapabilities().capabilities()).isSameAs(Capabilities.NONE);
    }

    @Test
    void withBudget_noOperations_saysWhatToGive() {
        assertThatThrownBy(() -> DEFAULT.withBudget(Budget.UNLIMITED.withOps(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("task with 0 operations")
                .hasMessageContaining("at least 1")
                .hasMessageContaining("withBudget(Budget.ofOps(1))")
                .hasMessageContaining("leave the budget to its nursery");
    }

    @Test
    void withBudget_oneOperation_isTaken() {
        assertThat(DEFAULT.withBudget(Budget.ofOps(1)).budget()).contains(Budget.ofOps(1));
    }

    private static Arguments change(String what, UnaryOperator<TaskOptions> change) {
        return arguments(what, change);
    }

    @SuppressWarnings("NullAway") // null is what is tested
    static Stream<Arguments> nulls() {
        return Stream.of(
                change("name of a task", c -> c.withName(null)),
                change("priority of a task", c -> c.withPriority(null)),
                change("budget of a task", c -> c.withBudget(null)),
                change("a capability", c -> c.withCapabilities(ISSUER.spawn(), null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nulls")
    void with_null_namesTheField(String field, UnaryOperator<TaskOptions> change) {
        assertThatThrownBy(() -> change.apply(DEFAULT))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(field);
    }
}
