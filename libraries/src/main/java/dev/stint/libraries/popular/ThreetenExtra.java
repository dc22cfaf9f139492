package dev.stint.libraries.popular;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.Callable;
import org.threeten.extra.AmountFormats;
import org.threeten.extra.Interval;
import org.threeten.extra.YearQuarter;
import org.threeten.extra.YearWeek;

/** Computes with dates. */
public final class ThreetenExtra implements Callable<String> {
    @Override
    public String call() throws Exception {
        return YearQuarter.from(LocalDate.of(2024, 5, 1)).plusQuarters(3)
                + ""
                + YearWeek.of(2024, 9).plusWeeks(50)
                + Interval.of(Instant.EPOCH, Duration.ofHours(2))
                        .contains(Instant.ofEpochSecond(60))
                + AmountFormats.iso8601(java.time.Period.ofDays(3), Duration.ofMinutes(5));
    }
}
