package dev.stint.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import dev.stint.libraries.Library;
import dev.stint.libraries.Linking;
import dev.stint.libraries.Linking.Trust;
import dev.stint.libraries.Shelf;
import dev.stint.verify.Row.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Two libraries whole, and some classes of the others. All of them: ./stint verify. */
class LibrariesTest {
    private static final int EVERY = 100;
    private static final int EVERY_OF_TENANT = 300;

    @SideBySide
    @ParameterizedTest
    @EnumSource(
            value = Library.class,
            names = {"JACKSON", "KOTLIN"})
    void linking_allClasses_areWovenAndVerified(Library library) throws Exception {
        try (Shelf shelf = Shelf.open()) {
            Linking linking = Linking.of(shelf, library, Trust.OPEN);

            assertThat(linking.isWhole()).as(linking.inWords()).isTrue();
            assertThat(linking.classes()).isGreaterThan(900);
            System.out.println(library.label() + ": " + linking.inWords());
        }
    }

    @SideBySide
    @ParameterizedTest
    @EnumSource(
            value = Library.class,
            mode = Mode.EXCLUDE,
            names = {"JACKSON", "KOTLIN"})
    void linking_someClasses_areWovenAndVerified(Library library) throws Exception {
        try (Shelf shelf = Shelf.open()) {
            Linking linking = Linking.of(shelf, library, Trust.OPEN, EVERY);

            assertThat(linking.isWhole()).as(linking.inWords()).isTrue();
        }
    }

    @SideBySide
    @ParameterizedTest
    @EnumSource
    void linking_someClassesOfATenant_areWovenAndVerifiedOrRefused(Library library)
            throws Exception {
        try (Shelf shelf = Shelf.open()) {
            Linking linking = Linking.of(shelf, library, Trust.TENANT, EVERY_OF_TENANT);

            assertThat(linking.isSound()).as(linking.inWords()).isTrue();
        }
    }

    @SideBySide
    @Test
    void names_ofLinking_areThreeForEachLibrary() {
        assertThat(LinearRunner.names())
                .contains("Linking.scala", "LinkingStacked.scala", "LinkingTenant.scala");
        assertThat(LinearRunner.names().stream().filter(name -> name.startsWith("Linking")))
                .hasSize(3 * Library.values().length);
    }

    @SideBySide
    @Test
    void run_libraryAtWork_saysSo() throws Exception {
        var row = new LinearRunner(1, 1).run("Work.rhino");

        assertThat(row.verdict()).as(row.toString()).isEqualTo(Verdict.HELD);
        assertThat(row.note()).isEqualTo("same results, same receipts");
    }
}
