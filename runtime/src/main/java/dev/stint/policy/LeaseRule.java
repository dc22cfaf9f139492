package dev.stint.policy;

import dev.stint.lease.LeaseConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a policy says of the leases of the tenants of one name, or of all whose names begin alike.
 * Immutable; the {@code with} methods return a changed copy.
 *
 * @param tenant a name, or the beginning of one and {@code *}
 * @param isAdmitted whether such a tenant may have workers of its own
 * @param mostWorkers how many it may have at most; 1 or more
 * @param processors the processors that it may keep them on; none: any that it asks for
 */
public record LeaseRule(
        String tenant, boolean isAdmitted, int mostWorkers, List<Integer> processors) {

    public LeaseRule {
        NamePattern.ensure("tenant", tenant);
        processors = List.copyOf(processors);
        if (mostWorkers < 1) {
            throw new IllegalArgumentException(
                    "the rule for leases of '"
                            + tenant
                            + "' allows "
                            + mostWorkers
                            + " workers; it must be at least 1. Who is to have none is not"
                            + " admitted.");
        }
        for (int processor : processors) {
            if (processor < 0 || processor > LeaseConfig.MAX_PROCESSOR) {
                throw new IllegalArgumentException(
                        "the rule for leases of '"
                                + tenant
                                + "' names processor "
                                + processor
                                + "; they are numbered from 0 to "
                                + LeaseConfig.MAX_PROCESSOR
                                + ".");
            }
        }
    }

    /** Admits leases of tenants of this name as they ask. */
    public static LeaseRule of(String tenant) {
        return new LeaseRule(tenant, true, Integer.MAX_VALUE, List.of());
    }

    /** The same, which admits none. */
    public LeaseRule refused() {
        return new LeaseRule(tenant, false, mostWorkers, processors);
    }

    public LeaseRule withMostWorkers(int most) {
        return new LeaseRule(tenant, isAdmitted, most, processors);
    }

    /** On these processors and no others. */
    public LeaseRule withProcessors(List<Integer> processors) {
        return new LeaseRule(tenant, isAdmitted, mostWorkers, processors);
    }

    /** Why such a lease may not be opened; empty if it may. */
    public Optional<String> whyNot(LeaseConfig asked) {
        if (!isAdmitted) {
            return Optional.of("the rule for leases of '" + tenant + "' admits none.");
        }
        if (asked.workers() > mostWorkers) {
            return Optional.of(
                    "the rule for leases of '"
                            + tenant
                            + "' allows "
                            + mostWorkers
                            + " workers, and it asks for "
                            + asked.workers()
                            + ". Ask for fewer.");
        }
        var others = new ArrayList<>(asked.processors());
        others.removeAll(processors);
        return processors.isEmpty() || others.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the rule for leases of '"
                                + tenant
                                + "' allows processors "
                                + processors
                                + ", and it asks for "
                                + others
                                + ", too. Name processors among these, or none.");
    }
}
