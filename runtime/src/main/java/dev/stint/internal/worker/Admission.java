package dev.stint.internal.worker;

import dev.stint.context.ContextConfig;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether another scheduling context fits beside those that are open, by two tests, and the
 * arithmetic for who is refused.
 *
 * <p>By utilisation: what all may use, each its time divided by its period, is at most three
 * quarters of the workers; the rest is for everybody else. By demand: with earliest deadline first
 * on m workers all is on time if the sum of the densities (time divided by deadline) is at most m
 * less (m − 1) times the largest one (Goossens, Funk and Baruah 2003).
 */
final class Admission {
    /** What contexts may have of each worker. */
    static final double MOST = 0.75;

    /** For sums of fractions that should be exact. */
    private static final double ROUNDING = 1e-9;

    private Admission() {}

    /** Why contexts do not fit on so many workers, with the sum; null if they do. */
    static @Nullable String whatForbids(List<ContextImpl> open, int workers) {
        double used = 0;
        for (ContextImpl context : open) {
            used += utilisation(context.config());
        }
        return used <= MOST * workers + ROUNDING
                ? null
                : open.size()
                        + " scheduling contexts are open and have "
                        + inWords(used)
                        + " of a worker, and all together may have "
                        + inWords(MOST * workers)
                        + " of the "
                        + workers
                        + " workers that would be left. Ask for fewer workers, or close a context.";
    }

    /** Throws if it does not fit. */
    static void ensureFits(
            ContextConfig config, List<ContextImpl> others, int workers, String scheduler) {
        ensureInOrder(config);
        double used = 0;
        double density = density(config);
        double densest = density;
        double densities = density;
        for (ContextImpl other : others) {
            used += utilisation(other.config());
            densities += density(other.config());
            densest = Math.max(densest, density(other.config()));
        }
        double asked = utilisation(config);
        double most = MOST * workers;
        if (used + asked > most + ROUNDING) {
            throw refused(
                    config,
                    scheduler,
                    "it asks for "
                            + quotient(config.timeOrDefault(), config.period(), asked)
                            + " of a worker, "
                            + others.size()
                            + " open contexts have "
                            + inWords(used)
                            + ", and all together may have "
                            + inWords(most)
                            + " of "
                            + workers
                            + " workers. Ask for less time or fewer operations in a period, for a"
                            + " longer period, or close another context.");
        }
        double bound = workers - (workers - 1) * densest;
        if (densities > bound + ROUNDING) {
            throw refused(
                    config,
                    scheduler,
                    "not all would be in time: it asks for "
                            + quotient(config.timeOrDefault(), config.deadlineOrDefault(), density)
                            + " of a worker until its deadline, which with those of "
                            + others.size()
                            + " open contexts makes "
                            + inWords(densities)
                            + ", and the most is "
                            + workers
                            + " - "
                            + (workers - 1)
                            + " * "
                            + inWords(densest)
                            + " = "
                            + inWords(bound)
                            + ". Ask for less, or for a later deadline.");
        }
    }

    /** Time, deadline and period, each within the next. */
    private static void ensureInOrder(ContextConfig config) {
        Duration time = config.timeOrDefault();
        Duration deadline = config.deadlineOrDefault();
        if (time.isNegative() || time.isZero() || time.compareTo(deadline) > 0) {
            throw new IllegalArgumentException(
                    "context '"
                            + config.name()
                            + "' asks for "
                            + time
                            + " within "
                            + deadline
                            + ". Its time must be more than nothing and fit before the deadline;"
                            + " if none is set it is 10 ns an operation. Set withTime(...), or ask"
                            + " for fewer operations.");
        }
        if (deadline.compareTo(config.period()) > 0) {
            throw new IllegalArgumentException(
                    "context '"
                            + config.name()
                            + "' has a deadline of "
                            + deadline
                            + " in a period of "
                            + config.period()
                            + "; a deadline may be as long as the period at most.");
        }
    }

    private static IllegalArgumentException refused(
            ContextConfig config, String scheduler, String why) {
        return new IllegalArgumentException(
                "scheduler '"
                        + scheduler
                        + "' has no room for context '"
                        + config.name()
                        + "': "
                        + why);
    }

    private static double utilisation(ContextConfig config) {
        return (double) config.timeOrDefault().toNanos() / config.period().toNanos();
    }

    private static double density(ContextConfig config) {
        return (double) config.timeOrDefault().toNanos() / config.deadlineOrDefault().toNanos();
    }

    private static String quotient(Duration time, Duration in, double value) {
        return time.toNanos() + " ns / " + in.toNanos() + " ns = " + inWords(value);
    }

    private static String inWords(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
