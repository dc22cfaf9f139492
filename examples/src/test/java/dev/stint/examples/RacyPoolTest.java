package dev.stint.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.testkit.result.SimFailedError;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A race in a class that knows nothing of Stint is found, told and replayed. */
@Timeout(60)
class RacyPoolTest {
    @Test
    void simTest_ofAnOrdinaryClass_findsItsRaceAndReplaysIt() {
        SimFailedError first = Failing.run(RacyPool.class, Map.of());

        assertThat(first).hasRootCauseInstanceOf(NoSuchElementException.class);
        assertThat(first)
                .hasMessageContaining("waits for a notify of the monitor of ConnectionPool")
                .hasMessageContaining("locking ConnectionPool (ConnectionPool.java:");

        String trace = first.failure().files().trace().orElseThrow().toString();
        SimFailedError again = Failing.run(RacyPool.class, Map.of("stint.replay", trace));

        assertThat(again.failure().step()).isEqualTo(first.failure().step());
        assertThat(again.failure().summary()).isEqualTo(first.failure().summary());
    }
}
