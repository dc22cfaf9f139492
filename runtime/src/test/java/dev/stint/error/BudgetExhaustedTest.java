package dev.stint.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Bill;
import dev.stint.budget.Component;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which error comes of which bill, and what errors carry. */
class BudgetExhaustedTest {
    private static final Map<Component, Class<?>> TYPES =
            Map.of(
                    Component.OPS, OperationBudgetExhaustedException.class,
                    Component.MEMORY, MemoryBudgetExhaustedException.class,
                    Component.SPAWNS, SpawnBudgetExhaustedException.class,
                    Component.CHANNEL_OPS, ChannelBudgetExhaustedException.class,
                    Component.SYSCALLS, SyscallBudgetExhaustedException.class);

    @ParameterizedTest
    @EnumSource
    void of_eachComponent_isItsOwnErrorAndHasTheBill(Component component) {
        var bill = new Bill("task 7", 7, component, 100, 98, 5, Set.of());

        BudgetExhaustedException error = BudgetExhaustedException.of(bill);

        assertThat(error).isExactlyInstanceOf(TYPES.get(component));
        assertThat(error.bill()).isSameAs(bill);
        assertThat(error).hasMessageStartingWith(bill.inWords() + " ").hasNoCause();
    }

    @Test
    void cause_errorsThatHaveOne_keepIt() {
        var boom = new IllegalStateException("boom");
        var overflow = new StackOverflowError();

        assertThat(new TaskFailedException("task 7", boom).getCause()).isSameAs(boom);
        assertThat(new WorkerPanicException("worker 2", boom).getCause()).isSameAs(boom);
        assertThat(new StackOverflowException("task 7", overflow).getCause()).isSameAs(overflow);
        assertThat(new NurseryNotActiveException("nursery 3", boom).getCause()).isSameAs(boom);
        assertThat(new NurseryNotActiveException("nursery 3", null)).hasNoCause();
    }
}
