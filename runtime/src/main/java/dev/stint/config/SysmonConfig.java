package dev.stint.config;

import java.time.Duration;

/**
 * How the monitor watches the workers. It counts in ticks of {@code period}; the other durations
 * are rounded up to whole ticks.
 *
 * @param period time between two looks
 * @param stallAfter how long a worker may make no step, while work waits, before it counts as
 *     stalled
 * @param maxTemporary how many temporary workers may exist at once; those that stand in for workers
 *     that a {@linkplain dev.stint.tenant.TenantConfig#carriers held tenant} keeps come on top
 * @param scaleInterval the least time between two starts of a temporary worker
 * @param temporaryIdle how long a temporary worker must have been asleep before it retires
 * @param reportAfter how long one task may run without a step before a stall record is announced
 */
public record SysmonConfig(
        Duration period,
        Duration stallAfter,
        int maxTemporary,
        Duration scaleInterval,
        Duration temporaryIdle,
        Duration reportAfter) {

    /** The most temporary workers that a scheduler may have, for whatever reason. */
    public static final int MAX_TEMPORARY = 4_096;

    private static final SysmonConfig DEFAULT =
            new SysmonConfig(
                    Duration.ofMillis(2),
                    Duration.ofMillis(50),
                    64,
                    Duration.ofMillis(10),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1));

    public SysmonConfig {
        Checks.atLeast("sysmon.period", period, Duration.ofNanos(100_000));
        Checks.atMost("sysmon.period", period, Duration.ofDays(1));
        Checks.atLeast("sysmon.stallAfter", stallAfter, period);
        Checks.inRange("sysmon.maxTemporary", maxTemporary, 0, MAX_TEMPORARY);
        Checks.atLeast("sysmon.scaleInterval", scaleInterval, period);
        Checks.atLeast("sysmon.temporaryIdle", temporaryIdle, period);
        Checks.atLeast("sysmon.reportAfter", reportAfter, period);
    }

    /** A duration in ticks, at least one. */
    public int ticks(Duration duration) {
        if (duration.compareTo(period.multipliedBy(Integer.MAX_VALUE)) >= 0) {
            return Integer.MAX_VALUE;
        }
        long whole = duration.dividedBy(period);
        boolean isWhole = period.multipliedBy(whole).equals(duration);
        return (int) Math.max(1, isWhole ? whole : whole + 1);
    }

    /** The configuration that others are made from, by {@code with...}. */
    public static SysmonConfig defaults() {
        return DEFAULT;
    }

    public SysmonConfig withPeriod(Duration period) {
        return new SysmonConfig(
                period, stallAfter, maxTemporary, scaleInterval, temporaryIdle, reportAfter);
    }

    public SysmonConfig withStallAfter(Duration stallAfter) {
        return new SysmonConfig(
                period, stallAfter, maxTemporary, scaleInterval, temporaryIdle, reportAfter);
    }

    public SysmonConfig withMaxTemporary(int maxTemporary) {
        return new SysmonConfig(
                period, stallAfter, maxTemporary, scaleInterval, temporaryIdle, reportAfter);
    }

    public SysmonConfig withScaleInterval(Duration scaleInterval) {
        return new SysmonConfig(
                period, stallAfter, maxTemporary, scaleInterval, temporaryIdle, reportAfter);
    }

    public SysmonConfig withTemporaryIdle(Duration temporaryIdle) {
        return new SysmonConfig(
                period, stallAfter, maxTemporary, scaleInterval, temporaryIdle, reportAfter);
    }

    public SysmonConfig withReportAfter(Duration reportAfter) {
        return new SysmonConfig(
                period, stallAfter, maxTemporary, scaleInterval, temporaryIdle, reportAfter);
    }
}
