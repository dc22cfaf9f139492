package dev.stint.internal.stack;

import dev.stint.hooks.Stop;

/**
 * Whoever fills the meter of a carrier for the job that is mounted there, and takes back what is
 * left. Called on that carrier.
 */
public interface Lender {
    /** Fills the meter again if nothing else is to be done; false if {@link #ranOut} must look. */
    boolean glance(Carrier meter);

    /** The meter shows less than nothing; of that, so much is still to be done. */
    void ranOut(Carrier meter, int operations, long memory) throws Exception;

    /** Pays for something rare, which is not counted in the meter. */
    void payRarely(long operations, long memory, long syscalls) throws Exception;

    /** Makes what is in the meter its own, also if nothing was lent. */
    void ensureMeter();

    /** Books what was counted, and empties the meter. */
    void settleMeter();

    /** What metered code is stopped with. */
    Stop stop(Throwable why);
}
