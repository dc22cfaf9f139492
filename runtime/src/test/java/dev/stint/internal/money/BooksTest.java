package dev.stint.internal.money;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is overdrawn is paid back before anything else. */
class BooksTest {
    private static final Budget CHILD = new Budget(10, 100, 0, 0, 0);

    private final Books books = new Books();

    /** A child that has spent all it was given, and so many bytes more. */
    private static Account overdrawn(long bytes) {
        var account = new Account();
        account.spent[Amounts.OPS] = CHILD.ops();
        account.spent[Amounts.MEMORY] = CHILD.memory() + bytes;
        account.debt[Amounts.MEMORY] = bytes;
        return account;
    }

    private void runChild(long overdrawnBytes) {
        assertThat(books.spawn(CHILD)).isEqualTo(CHILD);
        books.settle(overdrawn(overdrawnBytes));
        assertThat(books.isBalanced()).isTrue();
    }

    @Test
    void settle_overdrawnChild_isRepaidFromThePool() {
        books.grant(new Budget(100, 1_000, 5, 0, 0));

        runChild(300);

        assertThat(books.owed(Amounts.MEMORY)).isZero();
        assertThat(books.pooled(Amounts.MEMORY)).isEqualTo(1_000 - 100 - 300);
    }

    @Test
    @DisplayName("[SCHED:15.1.1] tasks that overdraw one after the other end with what they owe")
    void spawn_poolOwesMemory_isRefusedUntilItIsRepaid() {
        books.grant(new Budget(100, 150, 5, 0, 0));
        runChild(300);
        assertThat(books.owed(Amounts.MEMORY)).isEqualTo(250);

        assertThat(books.spawn(CHILD)).isNull();
        assertThat(books.spawnExactly(Budget.ofOps(10))).isFalse();
        books.grant(Budget.ZERO.withMemory(250));

        assertThat(books.spawnExactly(Budget.ofOps(10))).isTrue();
        assertThat(books.isBalanced()).isTrue();
    }
}
