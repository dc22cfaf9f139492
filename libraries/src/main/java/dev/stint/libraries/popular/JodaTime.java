package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.joda.time.Days;
import org.joda.time.LocalDate;
import org.joda.time.Period;
import org.joda.time.format.DateTimeFormat;

/** Computes and formats dates. */
public final class JodaTime implements Callable<String> {
    @Override
    public String call() throws Exception {
        var begin = new DateTime(2024, 2, 28, 22, 30, DateTimeZone.forID("Europe/Berlin"));
        var end = begin.plusDays(2).withZone(DateTimeZone.UTC);
        var format = DateTimeFormat.forPattern("yyyy-MM-dd HH:mm ZZ");
        return format.print(begin)
                + format.print(end)
                + Days.daysBetween(new LocalDate(2024, 1, 1), new LocalDate(2024, 12, 31)).getDays()
                + Period.parse("P1Y2M").plusDays(3)
                + format.parseDateTime("2020-05-06 07:08 +02:00").getMillis();
    }
}
