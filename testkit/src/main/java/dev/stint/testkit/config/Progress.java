package dev.stint.testkit.config;

import java.time.Duration;

/** A listener that is told a few times a second how far an exploration has come. It may end it. */
@FunctionalInterface
public interface Progress {
    /**
     * So many schedules were run, so many of them differed from all before.
     *
     * @return whether to go on; if not, what was found so far is the result
     */
    boolean at(long schedules, long distinct, Duration elapsed);
}
