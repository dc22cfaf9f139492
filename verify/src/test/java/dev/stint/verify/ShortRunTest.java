package dev.stint.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.verify.Row.Verdict;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jcstress.infra.StateCase;
import org.openjdk.jcstress.infra.runners.TestList;

/** A few proofs for a few seconds, so that the others cannot rot. All of them: ./stint verify. */
class ShortRunTest {
    private static final int MILLIS = 200;

    private static StressRunner stress;

    @BeforeAll
    static void probe() throws Exception {
        stress = Main.open();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ParkProofs.ParkAgainstWake",
                "SleepProofs.DequePush",
                "WorkDequeProofs.LastTwo",
                "ChannelProofs.GiveAgainstTimeout",
                "OwnershipProofs.DoubledEntry",
                "SignalProofs.RingAgainstSleep",
            })
    void run_proof_holds(String proof) throws Exception {
        var row = stress.run(proof, Shot.few(MILLIS).subList(0, 1));

        assertThat(row.verdict()).as(row.toString()).isEqualTo(Verdict.HELD);
    }

    /** Those that show it in a large share of all meetings, on any machine with two processors. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "OwnershipProofs.DoubledEntryWeakened",
                "QueueProofs.PushAgainstTakeWeakened",
                "ChannelProofs.GiveAgainstTimeoutWeakened",
                "SyncProofs.TwoReleasesWeakened",
            })
    void run_twin_showsItsFailure(String twin) throws Exception {
        var row = stress.run(twin, Shot.untilShown(MILLIS, 10));

        assertThat(row.verdict()).as(row.toString()).isEqualTo(Verdict.SHOWN);
    }

    @Test
    void lincheck_findsTheBrokenDeque() throws Exception {
        var row = new LinearRunner(10, 500).run("Lincheck.WorkDequeWeakened");

        assertThat(row.verdict()).as(row.toString()).isEqualTo(Verdict.SHOWN);
    }

    @Test
    void lincheck_acceptsTheDeque() throws Exception {
        var row = new LinearRunner(3, 200).run("Lincheck.WorkDeque");

        assertThat(row.verdict()).as(row.toString()).isEqualTo(Verdict.HELD);
    }

    /** [SCHED:13.1.1] A few rounds each: only a gross miss fails here. */
    @ParameterizedTest
    @ValueSource(strings = {"Targets.Switch", "Targets.Spawn", "Targets.Memory", "Targets.Steal"})
    void run_target_isNotGrosslyMissed(String target) throws Exception {
        var row = new LinearRunner(1, 1).run(target);

        assertThat(row.verdict()).as(row.toString()).isEqualTo(Verdict.HELD);
        assertThat(row.note()).matches("\\d+ (ns|bytes), below \\d+");
    }

    /** The same with a burden: the gate can fail. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Targets.SwitchWeakened",
                "Targets.SpawnWeakened",
                "Targets.MemoryWeakened",
                "Targets.StealWeakened",
            })
    void run_burdenedTarget_isMissed(String target) throws Exception {
        var row = new LinearRunner(1, 1).run(target);

        assertThat(row.verdict()).as(row.toString()).isEqualTo(Verdict.SHOWN);
        assertThat(row.note()).contains("NOT below");
    }

    @Test
    void tests_eachHasItsTwin() {
        List<String> proofs =
                StressRunner.tests().stream()
                        .filter(Predicate.not(StressRunner::isTwin))
                        .map(name -> name + StressRunner.TWIN)
                        .toList();

        assertThat(proofs)
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(
                        StressRunner.tests().stream().filter(StressRunner::isTwin).toList());
    }

    @Test
    void tests_eachOutcomeCarriesAReason() {
        for (String name : TestList.tests()) {
            var info = TestList.getInfo(name);

            assertThat(info.cases())
                    .as(name)
                    .extracting(StateCase::description)
                    .allSatisfy(reason -> assertThat(reason).isNotBlank());
            assertThat(info.unmatched().description()).as(name).isNotBlank();
        }
    }
}
