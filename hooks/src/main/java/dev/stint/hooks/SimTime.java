package dev.stint.hooks;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The clock and what waits by it, in place of the JDK's: virtual in a simulation, the JDK's own
 * elsewhere. A simulation begins at {@link #BEGINNING}, by nobody's calendar in particular.
 */
public final class SimTime {
    /** What the wall clock shows when a simulation begins. */
    static final Instant BEGINNING = Instant.parse("2020-01-01T00:00:00Z");

    private SimTime() {}

    // ---- reading it

    public static long nanoTime() {
        World w = SimHook.here();
        return w == null ? System.nanoTime() : w.nanos();
    }

    public static long currentTimeMillis() {
        World w = SimHook.here();
        return w == null
                ? System.currentTimeMillis()
                : BEGINNING.toEpochMilli() + w.nanos() / 1_000_000;
    }

    public static Clock systemUTC() {
        return new Here(ZoneOffset.UTC);
    }

    public static Clock systemDefaultZone() {
        return new Here(ZoneId.systemDefault());
    }

    public static Clock system(ZoneId zone) {
        return new Here(zone);
    }

    public static Instant instant() {
        World w = SimHook.here();
        return w == null ? Instant.now() : BEGINNING.plusNanos(w.nanos());
    }

    @SuppressWarnings("JavaUtilDate") // as the code that is woven has it
    public static Date newDate() {
        return new Date(currentTimeMillis());
    }

    public static LocalDate localDate() {
        return LocalDate.now(systemDefaultZone());
    }

    public static LocalDate localDate(ZoneId zone) {
        return LocalDate.now(system(zone));
    }

    public static LocalTime localTime() {
        return LocalTime.now(systemDefaultZone());
    }

    public static LocalTime localTime(ZoneId zone) {
        return LocalTime.now(system(zone));
    }

    public static LocalDateTime localDateTime() {
        return LocalDateTime.now(systemDefaultZone());
    }

    public static LocalDateTime localDateTime(ZoneId zone) {
        return LocalDateTime.now(system(zone));
    }

    public static OffsetDateTime offsetDateTime() {
        return OffsetDateTime.now(systemDefaultZone());
    }

    public static OffsetDateTime offsetDateTime(ZoneId zone) {
        return OffsetDateTime.now(system(zone));
    }

    public static ZonedDateTime zonedDateTime() {
        return ZonedDateTime.now(systemDefaultZone());
    }

    public static ZonedDateTime zonedDateTime(ZoneId zone) {
        return ZonedDateTime.now(system(zone));
    }

    /** The clock of whoever looks at it. */
    private static final class Here extends Clock {
        private final ZoneId zone;

        Here(ZoneId zone) {
            this.zone = zone;
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new Here(other);
        }

        @Override
        public Instant instant() {
            return SimTime.instant();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Here that && zone.equals(that.zone);
        }

        @Override
        public int hashCode() {
            return zone.hashCode();
        }

        @Override
        public String toString() {
            return "SimTime[" + zone + "]";
        }
    }

    // ---- waiting by it

    public static void sleep(long millis) throws InterruptedException {
        World w = SimHook.here();
        if (w == null || millis < 0) {
            Thread.sleep(millis); // also says what is wrong with a negative time
        } else {
            w.sleep(TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        World w = SimHook.here();
        if (w == null || millis < 0 || nanos < 0 || nanos > 999_999) {
            Thread.sleep(millis, nanos);
        } else {
            long most = Long.MAX_VALUE - 999_999;
            w.sleep(Math.min(TimeUnit.MILLISECONDS.toNanos(millis), most) + nanos);
        }
    }

    public static void sleep(Duration duration) throws InterruptedException {
        World w = SimHook.here();
        if (w == null) {
            Thread.sleep(duration);
        } else {
            w.sleep(Math.max(0, TimeUnit.NANOSECONDS.convert(duration)));
        }
    }

    public static void sleep(TimeUnit unit, long timeout) throws InterruptedException {
        World w = SimHook.here();
        if (w == null) {
            unit.sleep(timeout);
        } else {
            w.sleep(Math.max(0, unit.toNanos(timeout)));
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // as the code that is woven has it
    public static void giveWay() {
        World w = SimHook.here();
        if (w == null) {
            Thread.yield();
        } else {
            w.giveWay();
        }
    }

    public static void onSpinWait() {
        World w = SimHook.here();
        if (w == null) {
            Thread.onSpinWait();
        } else {
            w.giveWay();
        }
    }

    public static void parkNanos(long nanos) {
        World w = SimHook.here();
        if (w == null) {
            LockSupport.parkNanos(nanos);
        } else {
            w.parkNanos(null, nanos);
        }
    }

    public static void parkNanos(Object blocker, long nanos) {
        World w = SimHook.here();
        if (w == null) {
            LockSupport.parkNanos(blocker, nanos);
        } else {
            w.parkNanos(blocker, nanos);
        }
    }

    public static void parkUntil(long deadline) {
        World w = SimHook.here();
        if (w == null) {
            LockSupport.parkUntil(deadline);
        } else {
            w.parkNanos(null, nanosUntil(deadline));
        }
    }

    public static void parkUntil(Object blocker, long deadline) {
        World w = SimHook.here();
        if (w == null) {
            LockSupport.parkUntil(blocker, deadline);
        } else {
            w.parkNanos(blocker, nanosUntil(deadline));
        }
    }

    static long nanosUntil(long epochMillis) {
        return TimeUnit.MILLISECONDS.toNanos(epochMillis - currentTimeMillis());
    }
}
