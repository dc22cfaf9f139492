package dev.stint.policy;

import dev.stint.context.ContextConfig;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What a policy says of the scheduling contexts of one name, or of all whose names begin alike.
 *
 * @param context a name, or the beginning of one and {@code *}
 * @param isAdmitted whether such a context may be opened
 * @param mostOfAWorker the largest part of a worker that one may ask for, its time divided by its
 *     period; more than 0
 * @param shortestPeriod the shortest period that one may have
 */
public record ContextRule(
        String context, boolean isAdmitted, double mostOfAWorker, Duration shortestPeriod) {

    public ContextRule {
        NamePattern.ensure("context", context);
        Objects.requireNonNull(shortestPeriod, "shortest period of a rule");
        if (!(mostOfAWorker > 0 && mostOfAWorker <= 1)) {
            throw new IllegalArgumentException(
                    "the rule for context '"
                            + context
                            + "' allows "
                            + mostOfAWorker
                            + " of a worker; it must be more than 0 and at most 1.");
        }
        if (shortestPeriod.compareTo(ContextConfig.MIN_PERIOD) < 0
                || shortestPeriod.compareTo(ContextConfig.MAX_PERIOD) > 0) {
            throw new IllegalArgumentException(
                    "the rule for context '"
                            + context
                            + "' has a shortest period of "
                            + shortestPeriod
                            + "; it must be from "
                            + ContextConfig.MIN_PERIOD
                            + " to "
                            + ContextConfig.MAX_PERIOD
                            + ".");
        }
    }

    /** Admits contexts of this name as they ask. */
    public static ContextRule of(String context) {
        return new ContextRule(context, true, 1, ContextConfig.MIN_PERIOD);
    }

    /** The same, which admits none. */
    public ContextRule refused() {
        return new ContextRule(context, false, mostOfAWorker, shortestPeriod);
    }

    public ContextRule withMostOfAWorker(double part) {
        return new ContextRule(context, isAdmitted, part, shortestPeriod);
    }

    public ContextRule withShortestPeriod(Duration period) {
        return new ContextRule(context, isAdmitted, mostOfAWorker, period);
    }

    /** Why such a context may not be opened; empty if it may. */
    public Optional<String> whyNot(ContextConfig asked) {
        if (!isAdmitted) {
            return Optional.of("the rule for '" + context + "' admits none.");
        }
        double part = (double) asked.timeOrDefault().toNanos() / asked.period().toNanos();
        if (part > mostOfAWorker) {
            return Optional.of(
                    String.format(
                            Locale.ROOT,
                            "the rule for '%s' allows %.3f of a worker, and it asks for %d ns / %d"
                                    + " ns = %.3f. Ask for less time in a period.",
                            context,
                            mostOfAWorker,
                            asked.timeOrDefault().toNanos(),
                            asked.period().toNanos(),
                            part));
        }
        if (asked.period().compareTo(shortestPeriod) < 0) {
            return Optional.of(
                    "the rule for '"
                            + context
                            + "' allows periods from "
                            + shortestPeriod
                            + " on, and it asks for "
                            + asked.period()
                            + ". Ask for a longer one.");
        }
        return Optional.empty();
    }
}
