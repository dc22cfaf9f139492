package dev.stint.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.libraries.Library;
import dev.stint.libraries.Linking;
import dev.stint.libraries.Shelf;
import dev.stint.verify.Row.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Three libraries whole, and some classes of the others. All of them: ./stint verify. */
class LibrariesTest {
    private static final int EVERY = 60;

    @ParameterizedTest
    @EnumSource(
            value = Library.class,
            names = {"JACKSON", "GUAVA", "KOTLIN"})
    void linking_allClasses_areWovenAndVerified(Library library) throws Exception {
        try (Shelf shelf = Shelf.open()) {
            Linking linking = Linking.of(shelf, library);

            assertThat(linking.isWhole()).as(linking.inWords()).isTrue();
            assertThat(linking.classes()).isGreaterThan(900);
            System.out.println(library.label() + ": " + linking.inWords());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Library.class,
            mode = Mode.EXCLUDE,
            names = {"JACKSON", "GUAVA", "KOTLIN"})
    void linking_someClasses_areWovenAndVerified(Library library) throws Exception {
        try (Shelf shelf = Shelf.open()) {
            Linking linking = Linking.of(shelf, library, EVERY);

            assertThat(linking.isWhole()).as(linking.inWords()).isTrue();
        }
    }

    @Test
    void run_libraryAtWork_saysSo() throws Exception {
        var row = new LinearRunner(1, 1).run("Work.rhino");

        assertThat(row.verdict()).as(row.toString()).isEqualTo(Verdict.HELD);
        assertThat(row.note()).isEqualTo("same results, same receipts");
    }
}
