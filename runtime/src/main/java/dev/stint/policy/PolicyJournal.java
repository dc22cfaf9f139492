package dev.stint.policy;

/**
 * Who writes down what is decided by policies. Called without any lock by who has asked, so it
 * should not take long. What it throws is dropped and counted nowhere: a journal that must not lose
 * anything sees to that itself.
 */
@FunctionalInterface
public interface PolicyJournal {
    void write(PolicyDecision decision);
}
