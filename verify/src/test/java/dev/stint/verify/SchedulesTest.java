package dev.stint.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import dev.stint.verify.Row.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contracts and models under two schedules each. Under more of them: ./stint verify. */
class SchedulesTest {
    @SideBySide
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Schedules.Actors",
                "Schedules.Budgets",
                "Schedules.Capabilities",
                "Schedules.ChannelModel",
                "Schedules.Channels",
                "Schedules.Core",
                "Schedules.Nurseries",
                "Schedules.NurseryModel",
                "Schedules.Supervisors",
                "Schedules.Synchronisers",
            })
    void run_suite_holds(String suite) throws Exception {
        var row = new LinearRunner(1, 1).run(suite);

        assertThat(row.verdict()).as(row.toString()).isEqualTo(Verdict.HELD);
    }

    @SideBySide
    @ParameterizedTest
    @ValueSource(strings = "Schedules.ReceiveAgainstCancelWeakened")
    void run_twin_showsItsFailure(String twin) throws Exception {
        var row = new LinearRunner(1, 1).run(twin);

        assertThat(row.verdict()).as(row.toString()).isEqualTo(Verdict.SHOWN);
        assertThat(row.note()).contains("sent, cancelled");
    }
}
