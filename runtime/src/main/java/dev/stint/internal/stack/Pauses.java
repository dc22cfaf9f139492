package dev.stint.internal.stack;

/**
 * What a job that was suspended has had: why that was, how often, how long it has run and waited. A
 * stack brings one along, so that nothing is allocated where it is suspended; the job that needs it
 * first takes it and keeps it.
 */
final class Pauses {
    long yields;
    long preemptions;
    long blocks;
    long jdkBlocks;
    long steals;
    long waited; // nanoseconds, after the first run
    long ran; // nanoseconds
}
