package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.language.Library;
import dev.stint.language.ModuleSource;
import dev.stint.language.Script;
import dev.stint.language.Scripts;
import dev.stint.language.diagnostic.Diagnostic;
import dev.stint.language.internal.syntax.Parser;
import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.syntax.Source;
import dev.stint.language.profile.LanguageProfile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What profiles allow, by the names of the scenarios. */
class ProfileRowsTest {
    private static final String CONCURRENT =
            """
            func work() -> i64 do return 1 end
            async func main() do
                nursery do
                    let t = spawn work()
                    let x = await t
                end
            end
            """;

    @Test
    @DisplayName("profileBudget: returns correct defaults")
    void profileBudget() {
        assertThat(LanguageProfile.CORE.poolBudget().isZero()).isTrue();
        assertThat(LanguageProfile.SERVICE.poolBudget().ops()).isEqualTo(100_000);
        assertThat(LanguageProfile.CLUSTER.poolBudget().spawns()).isEqualTo(1_000);
        assertThat(LanguageProfile.SERVICE.taskBudget().spawns()).isZero();
    }

    /** [SCHED:10.2.1] */
    @Test
    @DisplayName("PROF-001 core rejects async")
    void coreRejectsAsync() {
        assertThat(Scripts.errors("{.profile: core.}\n" + CONCURRENT)).containsOnly("S0100");
    }

    @Test
    @DisplayName("PROF-002 core takes the basics")
    void coreTakesTheBasics() {
        assertThat(Scripts.errors("{.profile: core.}\nfunc main() do var x = [1]\nx[0] = 2 end"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{.profile: service.}",
                "{.profile: :service.}",
                "profile :service",
                "{.profile: go.}",
                "{.profile: service!.}",
                "{.profile: cluster.}"
            })
    @DisplayName("PROF-003 service takes nursery, spawn, await")
    void serviceTakesConcurrency(String head) {
        assertThat(Scripts.errors(head + "\n" + CONCURRENT)).isEmpty();
    }

    @Test
    @DisplayName("PROF-004 no declaration means core")
    void noDeclarationMeansCore() {
        assertThat(Scripts.errors(CONCURRENT)).contains("S0100");
    }

    @Test
    @DisplayName("PROF-007 sovereign takes all")
    void sovereignTakesAll() {
        assertThat(
                        Scripts.errors(
                                Scripts.SOVEREIGN
                                        + """
                                        func work() do end
                                        func run(c: CapSpawn) do
                                            nursery with c.at_most(5) do
                                                spawn work()
                                                spawn with c.at_most(2) work()
                                            end
                                        end
                                        """))
                .isEmpty();
    }

    @Test
    @DisplayName("PROF-009 the error names the profile to switch to")
    void errorNamesTheProfile() {
        List<Diagnostic> found = Scripts.diagnose(CONCURRENT);

        assertThat(found)
                .allMatch(d -> d.message().contains("it needs ':service' or higher"))
                .allMatch(d -> d.help().getFirst().contains("{.profile: service.}"));
    }

    @Test
    @DisplayName("the host's profile wins over the text's")
    void hostWins() {
        var reports = new Reports(new Source("a.jan", Scripts.SERVICE + CONCURRENT));

        Parser.parse(reports, LanguageProfile.CORE);

        assertThat(reports.all()).isNotEmpty().allMatch(d -> d.code().equals("S0100"));
    }

    @Test
    @DisplayName("PROF-005 core cannot import service")
    void coreCannotImportService() {
        var found = checked("import m\nfunc main() do m.f() end", "{.profile: service.}\n");

        assertThat(found).containsExactly("S4003");
    }

    @Test
    @DisplayName("PROF-006 script cannot be published")
    void scriptCannotBePublished() {
        assertThat(checked("import m\nfunc main() do m.f() end", "{.profile: script.}\n"))
                .containsExactly("S4003");
        assertThat(
                        checked(
                                "{.profile: script.}\nimport m\nfunc main() do m.f() end",
                                "{.profile: script.}\n"))
                .isEmpty();
    }

    private static List<String> checked(String text, String headOfModule) {
        Library library =
                Library.none()
                        .withModules(
                                ModuleSource.of(Map.of("m", headOfModule + "pub func f() do end")));
        return Script.check("main.jan", text, library).stream()
                .filter(Diagnostic::isError)
                .map(Diagnostic::code)
                .toList();
    }
}
