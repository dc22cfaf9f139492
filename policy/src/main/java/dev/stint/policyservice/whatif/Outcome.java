package dev.stint.policyservice.whatif;

import java.util.List;

/**
 * How a replay went. Times are those of the model: ten nanoseconds an operation, unless said
 * otherwise.
 *
 * @param policy its name
 * @param nanos until all was done
 */
public record Outcome(String policy, long nanos, List<Tenant> tenants) {
    /** Into so many parts the time is divided. */
    public static final int PARTS = 100;

    /**
     * What one tenant had.
     *
     * @param weight that the policy gave it
     * @param isAdmitted whether the policy took it in
     * @param bursts how often it wanted a worker and was done with it
     * @param operations that it did
     * @param contendedShare its part of what was done while several tenants wanted workers
     * @param p50 from when it wanted a worker until it was done, in nanoseconds; half are below
     * @param p99 the same; 99 of 100 are below
     * @param longest the same
     * @param misses how many took longer than the deadline
     * @param unfinished tasks that could not pay, or did not end
     * @param parts operations in each part of the time
     */
    public record Tenant(
            String name,
            int weight,
            boolean isAdmitted,
            int bursts,
            long operations,
            double contendedShare,
            long p50,
            long p99,
            long longest,
            int misses,
            int unfinished,
            List<Long> parts) {
        public Tenant {
            parts = List.copyOf(parts);
        }
    }

    public Outcome {
        tenants = List.copyOf(tenants);
    }
}
