package dev.stint.verify.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Some histories with every build. More of them: ./stint verify. */
class HistoriesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Histories.SeededTasks",
                "Histories.Threads",
                "Histories.MutexThreads",
                "Histories.SemaphoreThreads",
            })
    void judge_theRuntime_isExplained(String check) throws Exception {
        assertThat(Histories.judge(check, 1500)).isNull();
    }

    /** Those under a seed, which show it under the same one everywhere. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Histories.SeededWithdrawalWeakened",
                "Histories.SeededSelectWeakened",
                "Histories.SeededCloseWeakened",
            })
    void judge_aTwin_isRejected(String check) throws Exception {
        assertThat(Histories.judge(check, 1500)).startsWith("no order explains");
    }

    @Test
    void judge_unknownName_saysWhatThereIs() {
        assertThatThrownBy(() -> Histories.judge("Histories.Nonsense", 1))
                .hasMessageStartingWith(
                        "no check Histories.Nonsense; there are [Histories.MutexThreads,");
    }
}
