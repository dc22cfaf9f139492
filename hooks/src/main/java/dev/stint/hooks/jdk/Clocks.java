package dev.stint.hooks.jdk;

import dev.stint.hooks.Delegate;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** Time, from the clock that the task may read. Where no zone is named it is UTC. */
public final class Clocks {
    private static final ZoneId HERE = ZoneOffset.UTC;

    private Clocks() {}

    public static long nanoTime() {
        return Delegate.current().nanoTime();
    }

    public static long currentTimeMillis() {
        return now().toEpochMilli();
    }

    public static long millis() {
        return currentTimeMillis();
    }

    public static Instant now() {
        return Delegate.current().now();
    }

    public static ZoneId zone() {
        return HERE;
    }

    /** A clock that asks each time. */
    private static final class Asking extends Clock {
        private final ZoneId zone;

        Asking(ZoneId zone) {
            this.zone = zone;
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new Asking(other);
        }

        @Override
        public Instant instant() {
            return now();
        }
    }

    public static Clock clock() {
        return new Asking(HERE);
    }

    public static Clock clock(ZoneId zone) {
        return new Asking(zone);
    }

    public static InstantSource source() {
        return clock();
    }

    public static LocalDate date() {
        return LocalDate.ofInstant(now(), HERE);
    }

    public static LocalDate date(ZoneId zone) {
        return LocalDate.ofInstant(now(), zone);
    }

    public static LocalTime time() {
        return LocalTime.ofInstant(now(), HERE);
    }

    public static LocalTime time(ZoneId zone) {
        return LocalTime.ofInstant(now(), zone);
    }

    public static LocalDateTime dateTime() {
        return LocalDateTime.ofInstant(now(), HERE);
    }

    public static LocalDateTime dateTime(ZoneId zone) {
        return LocalDateTime.ofInstant(now(), zone);
    }

    public static ZonedDateTime zoned() {
        return now().atZone(HERE);
    }

    public static ZonedDateTime zoned(ZoneId zone) {
        return now().atZone(zone);
    }

    public static OffsetDateTime offset() {
        return OffsetDateTime.ofInstant(now(), HERE);
    }

    public static OffsetDateTime offset(ZoneId zone) {
        return OffsetDateTime.ofInstant(now(), zone);
    }

    public static OffsetTime offsetTime() {
        return OffsetTime.ofInstant(now(), HERE);
    }

    public static OffsetTime offsetTime(ZoneId zone) {
        return OffsetTime.ofInstant(now(), zone);
    }

    public static Year year() {
        return Year.from(date());
    }

    public static Year year(ZoneId zone) {
        return Year.from(date(zone));
    }

    public static YearMonth month() {
        return YearMonth.from(date());
    }

    public static YearMonth month(ZoneId zone) {
        return YearMonth.from(date(zone));
    }

    public static MonthDay day() {
        return MonthDay.from(date());
    }

    public static MonthDay day(ZoneId zone) {
        return MonthDay.from(date(zone));
    }
}
