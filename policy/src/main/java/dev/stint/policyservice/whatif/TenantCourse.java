package dev.stint.policyservice.whatif;

import java.util.Arrays;

/** What one tenant had in a replay, as it is counted. */
final class TenantCourse {
    private static final int MOST_BUCKETS = 256;

    private double width = 100_000; // of a bucket, in nanoseconds
    private long[] buckets = new long[MOST_BUCKETS];
    private double[] latencies = new double[64];
    private int bursts;
    private long operations;
    private long contended;
    private int misses;
    private int unfinished;

    void did(long amount, double now, boolean isContended) {
        operations += amount;
        contended += isContended ? amount : 0;
        while (now >= width * MOST_BUCKETS) {
            widen();
        }
        buckets[(int) (now / width)] += amount;
    }

    private void widen() {
        var wider = new long[MOST_BUCKETS];
        for (int i = 0; i < MOST_BUCKETS; i++) {
            wider[i / 2] += buckets[i];
        }
        buckets = wider;
        width *= 2;
    }

    void answered(double latency, double deadline) {
        if (bursts == latencies.length) {
            latencies = Arrays.copyOf(latencies, 2 * bursts);
        }
        latencies[bursts++] = latency;
        misses += latency > deadline ? 1 : 0;
    }

    void failed() {
        unfinished++;
    }

    long contended() {
        return contended;
    }

    /** Operations in each of so many parts of a time. */
    long[] parts(int count, double end) {
        var parts = new long[count];
        for (int i = 0; i < MOST_BUCKETS; i++) {
            int part = (int) Math.min(count - 1, i * width * count / Math.max(1, end));
            parts[part] += buckets[i];
        }
        return parts;
    }

    Outcome.Tenant toOutcome(
            String name, int weight, boolean isAdmitted, long allContended, long[] parts) {
        double[] sorted = Arrays.copyOf(latencies, bursts);
        Arrays.sort(sorted);
        return new Outcome.Tenant(
                name,
                weight,
                isAdmitted,
                bursts,
                operations,
                allContended == 0 ? 0 : (double) contended / allContended,
                at(sorted, 0.5),
                at(sorted, 0.99),
                at(sorted, 1),
                misses,
                unfinished,
                Arrays.stream(parts).boxed().toList());
    }

    private static long at(double[] sorted, double part) {
        if (sorted.length == 0) {
            return 0;
        }
        int index = (int) Math.ceil(part * sorted.length) - 1;
        return Math.round(sorted[Math.max(0, index)]);
    }
}
