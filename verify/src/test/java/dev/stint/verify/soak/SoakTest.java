package dev.stint.verify.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.config.Cores;
import dev.stint.verify.soak.Round.Result;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A moment of the soak, and that it turns red. For longer: ./stint verify --soak MINUTES. */
class SoakTest {
    private static final Duration MOMENT = Duration.ofSeconds(1);

    @ParameterizedTest
    @CsvSource({"VIRTUAL, 2", "BARE, 2", "VIRTUAL, 16", "BARE, 4"})
    void round_ofEverything_losesNothing(Cores cores, int workers) throws Exception {
        Result result = new Round(workers, cores, workers, MOMENT, Flaw.NONE).run();

        assertThat(result.problems()).isEmpty();
        assertThat(result.counts()).hasSize(15);
        assertThat(result.counts().values()).allMatch(count -> count > 0);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void round_withAFlaw_isFound(Flaw flaw) throws Exception {
        Result result = new Round(1, Cores.VIRTUAL, 2, MOMENT, flaw).run();

        assertThat(result.problems()).anyMatch(problem -> problem.contains(flaw.symptom()));
    }
}
