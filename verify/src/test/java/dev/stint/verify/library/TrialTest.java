package dev.stint.verify.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import dev.stint.libraries.Shelf;
import dev.stint.libraries.Work;
import dev.stint.verify.library.Trial.Done;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Libraries at work, woven and unwoven: those whose receipts do not depend on identity hashes. All
 * of them: ./stint verify --only Work.
 */
class TrialTest {
    private static final List<Object> SAID = List.of("a", "b");

    private static List<Done> done(String first, String second, long ops) {
        Budget spent = new Budget(ops, 8, 0, 0, 0);
        return List.of(new Done(first, spent), new Done(second, spent));
    }

    @ParameterizedTest
    @EnumSource(
            value = Work.class,
            names = {"XERCES", "GUAVA", "BC_CIPHER", "KOTLIN"})
    void judge_libraryAtWork_isTheSameWoven(Work work) throws Exception {
        try (Shelf shelf = Shelf.open()) {
            assertThat(Trial.judge(shelf, work)).isNull();
        }
    }

    @Test
    void compare_allTheSame_findsNothing() {
        assertThat(Trial.compare(SAID, done("a", "b", 7), done("a", "b", 7))).isNull();
    }

    @Test
    void compare_otherResult_saysBoth() {
        assertThat(Trial.compare(SAID, done("a", "c", 7), done("a", "c", 7)))
                .isEqualTo("unwoven it says 'b', woven 'c'");
    }

    @Test
    void compare_otherReceipt_isFound() {
        assertThat(Trial.compare(SAID, done("a", "b", 7), done("a", "b", 8)))
                .startsWith("task 1: once Done[");
    }

    @Test
    void compare_nothingSpent_isFound() {
        assertThat(Trial.compare(SAID, done("a", "b", 0), done("a", "b", 0)))
                .isEqualTo("it was not metered");
    }
}
