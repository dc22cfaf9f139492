package dev.stint.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import dev.stint.budget.Budget;
import dev.stint.libraries.Library;
import dev.stint.libraries.Linking;
import dev.stint.libraries.Linking.Trust;
import dev.stint.libraries.Popular;
import dev.stint.libraries.Shelf;
import dev.stint.task.Outcome;
import dev.stint.verify.Row.Verdict;
import dev.stint.verify.library.TenantTrial;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** A share of them. All: ./stint verify --only Popular */
    @SideBySide
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commonmark",
                "re2j",
                "fastcsv",
                "ST4",
                "luaj",
                "exp4j",
                "commons-lang3",
                "commons-csv",
                "jmustache",
                "minimal-json",
                "org.json",
                "vavr",
                "guava",
                "trove4j",
                "tomlj",
                "zxing"
            })
    void popular_asATenants_isAsTheTableSays(String label) throws Exception {
        Popular library = Popular.of(label);
        try (Shelf shelf = Shelf.open()) {
            var ran = TenantTrial.run(shelf, library);

            assertThat(TenantTrial.judge(library, ran)).isNull();
        }
    }

    /** What does not run must say what stops it, or the table tells nothing. */
    @SideBySide
    @Test
    void judge_ofWhatIsNotAsTheTableSays_tells() {
        Popular runs = Popular.of("commonmark");
        var refused =
                new Popular("x", "x", List.of("x"), "x", "java.lang.System.exit: it is the host's");
        var same = new TenantTrial.Ran("a", new Outcome.Success<>("a"), Budget.ofOps(5));
        var other = new TenantTrial.Ran("a", new Outcome.Success<>("b"), Budget.ofOps(5));
        var free = new TenantTrial.Ran("a", new Outcome.Success<>("a"), Budget.ZERO);
        var stopped =
                new TenantTrial.Ran(
                        "a",
                        new Outcome.Failure<>(
                                new ExceptionInInitializerError(
                                        new SecurityException(
                                                "code that calls java.lang.System.exit(int)"))),
                        Budget.ofOps(5));

        assertThat(TenantTrial.judge(runs, same)).isNull();
        assertThat(TenantTrial.judge(runs, other)).contains("unwoven it says 'a'");
        assertThat(TenantTrial.judge(runs, free)).isNotNull();
        assertThat(TenantTrial.judge(runs, stopped)).contains("System.exit");
        assertThat(TenantTrial.judge(refused, stopped)).isNull();
        assertThat(TenantTrial.judge(refused, same)).contains("and it runs");
        assertThat(TenantTrial.judge(refused, other)).contains("and not");
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
