package dev.stint.verify.hostile.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.Finding;
import dev.stint.verify.hostile.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * A few programs, and that the oracles turn red. For longer: ./stint verify --hostile-programs
 * MINUTES.
 */
class HostileProgramsTest {
    private static final int PROGRAMS = 10;

    /** So many that each three ways come several times. */
    private static final int MANY = 500_000;

    private static List<Finding> hunt(Flaw flaw) throws Exception {
        var found = new ArrayList<Finding>();
        try (var hunter = new HostilePrograms(flaw)) {
            var seeds = new Draw(1);
            for (int i = 0; i < PROGRAMS; i++) {
                found.addAll(hunter.attempt(seeds.seed()));
                if (flaw != Flaw.NONE && isShown(flaw, found)) {
                    return found;
                }
            }
            assertThat(hunter.counts().get("calls")).isGreaterThan(PROGRAMS);
        }
        return found;
    }

    private static Attack.Result result(long ops, long paid, long nanos, long bytes) {
        return new Attack.Result(
                null,
                Duration.ZERO,
                Duration.ofSeconds(2),
                "its own end",
                new Budget(ops, paid, 0, 0, 0),
                new Usage(nanos, bytes),
                true);
    }

    private static boolean isShown(Flaw flaw, List<Finding> found) {
        return found.stream().anyMatch(each -> each.what().contains(flaw.symptom()));
    }

    /** What an operation takes is for the long run: it depends on what was compiled before. */
    @Test
    void attempt_programs_hurtNobody() throws Exception {
        assertThat(hunt(Flaw.NONE))
                .extracting(each -> each.seed() + ": " + each.what())
                .allMatch(each -> each.contains(" paid: ") || each.contains("for an operation"));
    }

    @Test
    void costly_timeOrBytesThatNobodyPaid_areSaid() {
        assertThat(Siege.costly(result(1_000_000, 0, 900_000_000, 0), 0)).isNull();
        assertThat(Siege.costly(result(1_000_000, 0, 1_100_000_000, 0), 0))
                .isEqualTo("1,100 ns for an operation, 1,100 ms in all");
        assertThat(Siege.costly(result(1, 1 << 20, 0, 10 << 20), 0)).isNull();
        assertThat(Siege.costly(result(1, 1 << 20, 0, 11 << 20), 0))
                .isEqualTo("11,264 KB allocated, 1,024 paid");
    }

    /** It pays for few operations, and the victim and the monitor work on meanwhile. */
    @Test
    void costly_whatIsUsedAnyway_isNotHeldAgainstOneThatWaits() {
        assertThat(Siege.costly(result(12_050, 0, 129_000_000, 0), 0.06)).isNull();
        assertThat(Siege.costly(result(12_050, 0, 230_000_000, 0), 0.06))
                .isEqualTo("9,129 ns for an operation, 110 ms in all");
        assertThat(Siege.costly(result(12_050, 0, 2_000_000_000, 0), 0.06))
                .isEqualTo("156,017 ns for an operation, 1,880 ms in all");
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"NONE", "UNPAID"})
    void attempt_withAFlaw_isFound(Flaw flaw) throws Exception {
        assertThat(isShown(flaw, hunt(flaw))).as(flaw.symptom()).isTrue();
    }

    /** The whole way: a program whose calls cost nothing is run, measured, and said to be dear. */
    @Test
    void attempt_pricesThatAreNotPaid_areFound() throws Exception {
        Catalogue catalogue = Catalogue.ofTenant();
        Member member =
                catalogue.all().stream()
                        .filter(m -> m.toString().equals("java.util.BitSet.toByteArray()"))
                        .findAny()
                        .orElseThrow();
        Program dear = null;
        try (var hunter = new HostilePrograms(Flaw.UNPAID)) {
            for (long seed = 0; seed < 100 && dear == null; seed++) { // not all draw a large set
                Program program = Program.of(member, 20_000, seed, catalogue);
                boolean isFound =
                        hunter.attempt(program).stream()
                                .anyMatch(each -> each.what().contains(" paid: "));
                dear = isFound ? program : null;
            }
        }
        assertThat(dear).as("one that is dear if nobody pays").isNotNull();
        try (var hunter = new HostilePrograms(Flaw.NONE)) {
            assertThat(hunter.attempt(Objects.requireNonNull(dear))).isEmpty();
        }
    }

    @Test
    void program_sameSeed_sameFile() throws Exception {
        Catalogue catalogue = Catalogue.ofTenant();

        for (long seed = 0; seed < 20; seed++) {
            Program once = Program.of(seed, catalogue);
            Program again = Program.of(seed, catalogue);

            assertThat(again.file()).isEqualTo(once.file());
            assertThat(again.calls()).isEqualTo(once.calls());
        }
    }

    /** A limit that the guide states: who waits for a child holds nothing that the child wants. */
    @Test
    void deed_manySeeds_neverHoldsWhatItsChildWants() throws Exception {
        Catalogue catalogue = Catalogue.ofTenant();
        var seen = new HashSet<String>();

        for (long seed = 0; seed < MANY; seed++) {
            List<String> ways = Program.deed(new Draw(seed), catalogue).ways();
            seen.add(String.join(" ", ways));
        }

        assertThat(seen)
                .doesNotContain("locked spawned locked", "initialised spawned initialised")
                .contains("locked spawned", "spawned locked", "locked locked spawned")
                .contains("spawned initialised", "locked spawned initialised");
    }

    @Test
    void waitsForItself_holderOfWhatAChildWants_isTrue() {
        assertThat(Program.waitsForItself(List.of("locked", "spawned"), "locked")).isTrue();
        assertThat(Program.waitsForItself(List.of("locked", "loop", "spawned", "deep"), "locked"))
                .isTrue();
        assertThat(Program.waitsForItself(List.of("spawned", "locked"), "locked")).isFalse();
        assertThat(Program.waitsForItself(List.of("locked", "sent"), "locked")).isFalse();
        assertThat(Program.waitsForItself(List.of("locked", "spawned"), "initialised")).isFalse();
    }

    @Test
    void catalogue_ofTenant_hasWhatIsOpen() throws Exception {
        assertThat(Catalogue.ofTenant().size()).isGreaterThan(3_000);
    }
}
