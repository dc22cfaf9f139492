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
        Simulation sim = SimHook.here();
        return sim == null ? System.nanoTime() : sim.nanos();
    }

    public static long currentTimeMillis() {
        Simulation sim = SimHook.here();
        return sim == null
                ? System.currentTimeMillis()
                : BEGINNING.toEpochMilli() + sim.nanos() / 1_000_000;
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
        Simulation sim = SimHook.here();
        return sim == null ? Instant.now() : BEGINNING.plusNanos(sim.nanos());
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
        Simulation sim = SimHook.here();
        if (sim == null || millis < 0) {
            Thread.sleep(millis); // also says what is wrong with a negative time
        } else {
            sim.sleep(TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        Simulation sim = SimHook.here();
        if (sim == null || millis < 0 || nanos < 0 || nanos > 999_999) {
            Thread.sleep(millis, nanos);
        } else {
            long most = Long.MAX_VALUE - 999_999;
            sim.sleep(Math.min(TimeUnit.MILLISECONDS.toNanos(millis), most) + nanos);
        }
    }

    public static void sleep(Duration duration) throws InterruptedException {
        Simulation sim = SimHook.here();
        if (sim == null) {
            Thread.sleep(duration);
        } else {
            sim.sleep(Math.max(0, TimeUnit.NANOSECONDS.convert(duration)));
        }
    }

    public static void sleep(TimeUnit unit, long timeout) throws InterruptedException {
        Simulation sim = SimHook.here();
        if (sim == null) {
            unit.sleep(timeout);
        } else {
            sim.sleep(Math.max(0, unit.toNanos(timeout)));
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // as the code that is woven has it
    public static void giveWay() {
        Simulation sim = SimHook.here();
        if (sim == null) {
            Thread.yield();
        } else {
            sim.giveWay();
        }
    }

    public static void onSpinWait() {
        Simulation sim = SimHook.here();
        if (sim == null) {
            Thread.onSpinWait();
        } else {
            sim.giveWay();
        }
    }

    public static void parkNanos(long nanos) {
        Simulation sim = SimHook.here();
        if (sim == null) {
            LockSupport.parkNanos(nanos);
        } else {
            sim.parkNanos(null, nanos);
        }
    }

    public static void parkNanos(Object blocker, long nanos) {
        Simulation sim = SimHook.here();
        if (sim == null) {
            LockSupport.parkNanos(blocker, nanos);
        } else {
            sim.parkNanos(blocker, nanos);
        }
    }

    public static void parkUntil(long deadline) {
        Simulation sim = SimHook.here();
        if (sim == null) {
            LockSupport.parkUntil(deadline);
        } else {
            sim.parkNanos(null, nanosUntil(deadline));
        }
    }

    public static void parkUntil(Object blocker, long deadline) {
        Simulation sim = SimHook.here();
        if (sim == null) {
            LockSupport.parkUntil(blocker, deadline);
        } else {
            sim.parkNanos(blocker, nanosUntil(deadline));
        }
    }

    static long nanosUntil(long epochMillis) {
        return TimeUnit.MILLISECONDS.toNanos(epochMillis - currentTimeMillis());
    }
}
