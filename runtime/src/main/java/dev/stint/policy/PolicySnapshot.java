package dev.stint.policy;

/**
 * The policy of a scheduler at one moment.
 *
 * @param policy in force
 * @param origin where it is from
 * @param health of the service
 * @param why the service is not well; empty if it is
 * @param asked questions so far
 * @param answered answers so far, of whatever kind
 * @param refused tenants and contexts that were refused so far
 */
public record PolicySnapshot(
        Policy policy,
        PolicyOrigin origin,
        PolicyHealth health,
        String why,
        long asked,
        long answered,
        long refused) {}
