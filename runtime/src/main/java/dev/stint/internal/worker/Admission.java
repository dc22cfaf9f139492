package dev.stint.internal.worker;

import dev.stint.context.ContextConfig;
import dev.stint.context.WorkerMask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether another scheduling context fits beside those that are open, by two tests, and the
 * arithmetic for who is refused.
 *
 * <p>By utilisation: what those have that may run on certain workers only, each its time divided by
 * its period, is at most three quarters of these workers; the rest is for everybody else.
 *
 * <p>By demand, for each context by itself, against all that may run where it does and are as
 * critical or more so, on its workers alone. A context that is passed over only while all of its
 * workers do something that comes before it is in time if it is so there (Gujarati, Cerqueira and
 * Brandenburg 2013). If none is more critical, that is earliest deadline first: the sum of the
 * densities (time divided by deadline) is at most m less (m − 1) times the largest one (Goossens,
 * Funk and Baruah 2003). Otherwise what comes before it until its deadline, at most, must leave it
 * its time: the sum is less than m times the deadline less its own time (Bertogna and Cirinei
 * 2007).
 */
final class Admission {
    /** What contexts may have of each worker. */
    static final double MOST = 0.75;

    /** For sums of fractions that should be exact. */
    private static final double ROUNDING = 1e-9;

    private Admission() {}

    /** Why contexts do not fit on so many workers, with the sum; null if they do. */
    static @Nullable String whatForbids(List<ContextImpl> open, int workers, String scheduler) {
        double used = 0;
        for (ContextImpl context : open) {
            used += utilisation(context.config());
        }
        if (used > MOST * workers + ROUNDING) {
            return open.size()
                    + " scheduling contexts are open and have "
                    + inWords(used)
                    + " of a worker, and all together may have "
                    + inWords(MOST * workers)
                    + " of the "
                    + workers
                    + " workers that would be left. Ask for fewer workers, or close a context.";
        }
        return open.isEmpty() || fit(open, workers, scheduler)
                ? null
                : "of "
                        + open.size()
                        + " scheduling contexts that are open not all would be in time on the "
                        + workers
                        + " workers that would be left. Ask for fewer workers, or close a context.";
    }

    private static boolean fit(List<ContextImpl> open, int workers, String scheduler) {
        try {
            ensureFits(open.getFirst().config(), open.subList(1, open.size()), workers, scheduler);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Throws if it does not fit. */
    static void ensureFits(
            ContextConfig config, List<ContextImpl> others, int workers, String scheduler) {
        ensureInOrder(config);
        var all = new ArrayList<ContextConfig>();
        all.add(config);
        others.forEach(other -> all.add(other.config()));
        for (ContextConfig one : all) {
            ensureShare(config, one, all, workers, scheduler);
        }
        for (ContextConfig one : all) {
            ensureInTime(config, one, all, workers, scheduler);
        }
    }

    /** By utilisation, of the workers that one context names. */
    private static void ensureShare(
            ContextConfig config,
            ContextConfig one,
            List<ContextConfig> all,
            int workers,
            String scheduler) {
        int where = countWorkers(one, workers);
        double used = 0;
        int open = 0;
        for (ContextConfig other : all) {
            if (other != config && isWithin(other, one)) {
                used += utilisation(other);
                open++;
            }
        }
        double asked = isWithin(config, one) ? utilisation(config) : 0;
        double most = MOST * where;
        if (used + asked > most + ROUNDING) {
            throw refused(
                    config,
                    scheduler,
                    "it asks for "
                            + quotient(config.timeOrDefault(), config.period(), asked)
                            + " of a worker, "
                            + open
                            + " open contexts have "
                            + inWords(used)
                            + ", and all together may have "
                            + inWords(most)
                            + " of "
                            + (one.workers().isPresent() ? one.workers().get() : where + " workers")
                            + ". Ask for less time or fewer operations in a period, for a"
                            + " longer period, or close another context.");
        }
    }

    /** By demand, of one context. */
    private static void ensureInTime(
            ContextConfig config,
            ContextConfig one,
            List<ContextConfig> all,
            int workers,
            String scheduler) {
        int where = countWorkers(one, workers);
        var before = new ArrayList<ContextConfig>();
        boolean isMostCritical = true;
        for (ContextConfig other : all) {
            boolean isThere = other != one && mayMeet(one, other);
            if (isThere && other.criticality().compareTo(one.criticality()) >= 0) {
                before.add(other);
                isMostCritical &= other.criticality() == one.criticality();
            }
        }
        if (isMostCritical) {
            ensureDense(config, one, before, where, scheduler);
        } else {
            ensureLeaves(config, one, before, where, scheduler);
        }
    }

    private static void ensureDense(
            ContextConfig config,
            ContextConfig one,
            List<ContextConfig> before,
            int workers,
            String scheduler) {
        double densities = density(one);
        double densest = densities;
        for (ContextConfig other : before) {
            densities += density(other);
            densest = Math.max(densest, density(other));
        }
        double bound = workers - (workers - 1) * densest;
        if (densities > bound + ROUNDING) {
            throw refused(
                    config,
                    scheduler,
                    "not all would be in time: it asks for "
                            + quotient(
                                    config.timeOrDefault(),
                                    config.deadlineOrDefault(),
                                    density(config))
                            + " of a worker until its deadline, which with those of "
                            + before.size()
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

    private static void ensureLeaves(
            ContextConfig config,
            ContextConfig one,
            List<ContextConfig> before,
            int workers,
            String scheduler) {
        long deadline = one.deadlineOrDefault().toNanos();
        long slack = deadline - one.timeOrDefault().toNanos();
        double demand = 0;
        for (ContextConfig other : before) {
            demand += Math.min(demand(other, deadline), slack + 1.0);
        }
        if (demand >= workers * (slack + 1.0)) { // whole nanoseconds, so less means in time
            throw refused(
                    config,
                    scheduler,
                    "'"
                            + one.name()
                            + "' would not be in time: until its deadline of "
                            + deadline
                            + " ns, "
                            + before.size()
                            + " contexts that are as critical or more so may take "
                            + Math.round(demand)
                            + " ns, and "
                            + workers
                            + " workers have "
                            + workers * slack
                            + " ns besides its own. Ask for less, or for a later deadline, or for"
                            + " the same criticality.");
        }
    }

    /** What a context that is in time itself uses within a span, at most, wherever that begins. */
    private static double demand(ContextConfig config, long span) {
        long time = config.timeOrDefault().toNanos();
        long period = config.period().toNanos();
        long reach = span + config.deadlineOrDefault().toNanos() - time;
        long whole = reach / period;
        return (double) whole * time + Math.min(time, reach - whole * period);
    }

    private static int countWorkers(ContextConfig config, int workers) {
        return config.workers().map(WorkerMask::size).orElse(workers);
    }

    /** True if all workers that one may run on are among those of the other. */
    private static boolean isWithin(ContextConfig inner, ContextConfig around) {
        Optional<WorkerMask> outer = around.workers();
        return outer.isEmpty()
                || (inner.workers().isPresent() && inner.workers().get().isWithin(outer.get()));
    }

    private static boolean mayMeet(ContextConfig one, ContextConfig other) {
        return one.workers().isEmpty()
                || other.workers().isEmpty()
                || one.workers().get().intersects(other.workers().get());
    }

    /** Throws if it names workers that the scheduler does not have. */
    static void ensureThere(ContextConfig config, int workers) {
        config.workers()
                .filter(mask -> mask.last() >= workers)
                .ifPresent(
                        mask -> {
                            throw new IllegalArgumentException(
                                    "context '"
                                            + config.name()
                                            + "' is to run on "
                                            + mask
                                            + ", and the scheduler has "
                                            + workers
                                            + ", numbered from 0. Name some of these.");
                        });
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
