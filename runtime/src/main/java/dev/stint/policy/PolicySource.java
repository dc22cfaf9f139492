package dev.stint.policy;

import java.util.Optional;

/**
 * Something that a policy can be had from, in its own time: a file, a process, a database. May
 * block, throw or be wrong. {@link PolicyService#inThread} makes a service of one.
 */
@FunctionalInterface
public interface PolicySource {
    /**
     * The policy that should be in force.
     *
     * @return empty if the one that the scheduler knows should stay
     * @throws IllegalArgumentException if what should be one is none: the service is unsound
     * @throws Exception if there is none now: the service is dead. Either way the scheduler goes on
     *     with what it has
     */
    Optional<Policy> policy(PolicyQuestion question) throws Exception;
}
