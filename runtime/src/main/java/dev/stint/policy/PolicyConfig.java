package dev.stint.policy;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a scheduler deals with its policy service. Immutable; the {@code with} methods return a
 * changed copy.
 *
 * @param service who makes the policies
 * @param fallback what is in force while no policy of the service's is
 * @param askEvery how long after an answer it is asked again
 * @param patience how long it may take to answer before it counts as slow; so long opening a
 *     scheduler waits for the first answer
 * @param blockedAfter how long it may take before it counts as blocked
 * @param keepFor how long its last policy is kept when it does not stand by it any more
 * @param check what is wrong with a policy, in the eyes of who has opened the scheduler; such a one
 *     is not taken
 * @param journal who writes down what is decided
 */
public record PolicyConfig(
        PolicyService service,
        Policy fallback,
        Duration askEvery,
        Duration patience,
        Duration blockedAfter,
        Duration keepFor,
        Function<Policy, Optional<String>> check,
        PolicyJournal journal) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(365);

    public PolicyConfig {
        Objects.requireNonNull(service, "policy service");
        Objects.requireNonNull(fallback, "fallback policy");
        Objects.requireNonNull(check, "check of policies");
        Objects.requireNonNull(journal, "journal of policies");
        ensure("askEvery", askEvery);
        ensure("patience", patience);
        ensure("blockedAfter", blockedAfter);
        ensure("keepFor", keepFor);
        ensureLonger(keepFor, askEvery);
        if (blockedAfter.compareTo(patience) < 0) {
            throw new IllegalArgumentException(
                    "a policy service cannot be blocked after "
                            + blockedAfter
                            + " and slow only after "
                            + patience
                            + ". Make blockedAfter at least as long as patience.");
        }
    }

    private static void ensureLonger(Duration keepFor, Duration askEvery) {
        if (keepFor.compareTo(askEvery) <= 0) {
            throw new IllegalArgumentException(
                    "a policy is kept for "
                            + keepFor
                            + " and the service asked every "
                            + askEvery
                            + ", so that each would be dropped before the next can come. Keep it"
                            + " for longer.");
        }
    }

    private static void ensure(String what, Duration is) {
        Objects.requireNonNull(is, what);
        if (is.compareTo(SHORTEST) < 0 || is.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    what + " is " + is + "; it must be from " + SHORTEST + " to " + LONGEST + ".");
        }
    }

    /**
     * Asks this one each second, is patient for a tenth of one, calls it blocked after two seconds,
     * and keeps its last policy for ten minutes.
     */
    public static PolicyConfig of(PolicyService service) {
        return new PolicyConfig(
                service,
                Policy.builtIn(),
                Duration.ofSeconds(1),
                Duration.ofMillis(100),
                Duration.ofSeconds(2),
                Duration.ofMinutes(10),
                policy -> Optional.empty(),
                decision -> {});
    }

    public PolicyConfig withFallback(Policy fallback) {
        return new PolicyConfig(
                service, fallback, askEvery, patience, blockedAfter, keepFor, check, journal);
    }

    public PolicyConfig withAskEvery(Duration pause) {
        return new PolicyConfig(
                service, fallback, pause, patience, blockedAfter, keepFor, check, journal);
    }

    /** When it counts as slow, and when as blocked. */
    public PolicyConfig withPatience(Duration slowAfter, Duration blockedAfter) {
        return new PolicyConfig(
                service, fallback, askEvery, slowAfter, blockedAfter, keepFor, check, journal);
    }

    public PolicyConfig withKeepFor(Duration time) {
        return new PolicyConfig(
                service, fallback, askEvery, patience, blockedAfter, time, check, journal);
    }

    public PolicyConfig withCheck(Function<Policy, Optional<String>> whatIsWrong) {
        return new PolicyConfig(
                service, fallback, askEvery, patience, blockedAfter, keepFor, whatIsWrong, journal);
    }

    public PolicyConfig withJournal(PolicyJournal journal) {
        return new PolicyConfig(
                service, fallback, askEvery, patience, blockedAfter, keepFor, check, journal);
    }
}
