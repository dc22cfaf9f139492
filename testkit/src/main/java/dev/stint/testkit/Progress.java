package dev.stint.testkit;

import java.time.Duration;

/** Who is told how far an exploration has come, a few times a second. */
@FunctionalInterface
public interface Progress {
    /** So many schedules were run, so many of them differed from all before. */
    void at(long schedules, long distinct, Duration elapsed);
}
