package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.hooks.AccessRefusedException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No way leads a tenant to the clock of the host. */
class TenantClockTest {
    @TempDir private Path folder;

    private Object run(String expression) throws Exception {
        return TenantProgram.run(
                        folder,
                        "package acme; import java.time.*; import java.time.chrono.*; public class"
                                + " Program { public static Object run() throws Exception { return "
                                + expression
                                + "; } }")
                .result();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HijrahDate.now()",
                "JapaneseDate.now()",
                "MinguoDate.now()",
                "ThaiBuddhistDate.now()",
                "ThaiBuddhistDate.now(ZoneOffset.UTC)",
                "IsoChronology.INSTANCE.dateNow()",
                "IsoChronology.INSTANCE.dateNow(ZoneOffset.UTC)",
                "JapaneseChronology.INSTANCE.dateNow()",
                "HijrahChronology.INSTANCE.dateNow(ZoneOffset.UTC)",
                "MinguoChronology.INSTANCE.dateNow()",
                "ThaiBuddhistChronology.INSTANCE.dateNow()",
                "((Chronology) IsoChronology.INSTANCE).dateNow()",
                "Clock.tickSeconds(ZoneOffset.UTC).instant()",
            })
    void run_whatReadsTheClockOfTheHost_isRefused(String expression) throws Exception {
        assertThat(run(expression)).isInstanceOf(AccessRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "IsoChronology.INSTANCE.dateNow(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC))"
                        + ".toEpochDay()",
                "ThaiBuddhistDate.now(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)).toEpochDay()",
                "JapaneseChronology.INSTANCE.dateNow(Clock.fixed(Instant.EPOCH,"
                        + " ZoneOffset.UTC)).toEpochDay()",
            })
    void run_whatIsGivenAClock_readsThat(String expression) throws Exception {
        assertThat(run(expression)).isEqualTo(0L);
    }
}
