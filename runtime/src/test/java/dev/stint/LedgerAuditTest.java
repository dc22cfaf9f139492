package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.nursery.Nursery;
import java.lang.reflect.Field;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The audit finds what is planted, wherever it is. */
class LedgerAuditTest {
    private static final int GRANTED_OPS = 0;
    private static final int HELD_OPS = 15;
    private static final int POOLED_OPS = 20;
    private static final int REFUNDED_OPS = 25;

    @Test
    void audit_everyTest_isOn() {
        assertThat(LedgerAudit.isWatching()).isTrue();
    }

    @Test
    void check_booksApart_fails() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1))) {
            LedgerAudit.check();
            book(scheduler.root(), GRANTED_OPS, -1);
            assertFinds("do not balance");
            book(scheduler.root(), GRANTED_OPS, 1);
            LedgerAudit.check();
        }
    }

    @Test
    void check_booksApartBelowATaskAndBelowAGuest_fails() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1));
                Nursery guest = scheduler.nursery(n -> n.withName("guest"))) {
            book(guest, POOLED_OPS, 1);
            assertFinds("'guest'");
            book(guest, POOLED_OPS, -1);
            scheduler.run(
                    () -> {
                        try (Nursery outer = Stint.nursery()) {
                            outer.spawn(LedgerAuditTest::plantBelow);
                        }
                    });
        }
    }

    private static void plantBelow() throws Exception {
        try (Nursery deep = Stint.nursery(n -> n.withName("deep"))) {
            deep.spawn(() -> Stint.sleep(Duration.ofMillis(1)));
            book(deep, HELD_OPS, 1);
            assertFinds("'deep'");
            book(deep, HELD_OPS, -1);
        }
    }

    @Test
    void check_closedAndSomethingHeld_fails() throws Exception {
        Scheduler scheduler = Scheduler.open(c -> c.withWorkers(1));
        scheduler.run(() -> 1);
        scheduler.close();
        book(scheduler.root(), HELD_OPS, 5);
        book(scheduler.root(), REFUNDED_OPS, -5);
        assertFinds("still held");
        LedgerAudit.check(); // it is closed, and was told of
    }

    @Test
    void check_amountBelowZero_fails() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1))) {
            book(scheduler.root(), HELD_OPS, -1);
            assertFinds("below zero");
            book(scheduler.root(), HELD_OPS, 1);
        }
    }

    private static void assertFinds(String problem) {
        assertThatThrownBy(LedgerAudit::check)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(problem);
    }

    /** Writes into the books behind everybody's back. */
    private static void book(Nursery nursery, int row, long amount)
            throws ReflectiveOperationException {
        Object books = field(nursery.getClass(), "books").get(nursery);
        assertThat(books).isNotNull();
        long[] rows = (long[]) field(books.getClass(), "rows").get(books);
        assertThat(rows).isNotNull();
        rows[row] += amount;
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(name);
    }
}
