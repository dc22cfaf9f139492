package dev.stint.policy;

/**
 * What a scheduler asks of its service: is there a policy newer than this?
 *
 * @param number of the question, from 1 on
 * @param scheduler its name
 * @param knownVersion of the policy in force; 0 if it has none of the service's, or none any more
 * @param tenants how many are open, the scheduler's own not counted
 * @param refused how many tenants and contexts were refused so far
 */
public record PolicyQuestion(
        long number, String scheduler, long knownVersion, int tenants, long refused) {}
