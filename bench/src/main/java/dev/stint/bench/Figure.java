package dev.stint.bench;

/**
 * One number that a shape yields.
 *
 * @param metric its name in rows; {@link #TIME} for the one that ratios are made of
 * @param unit its unit in rows and tables
 * @param source the counter of the bench class it comes from; {@link #CLOCK} for the time of an
 *     invocation, divided by its operations
 */
record Figure(String metric, String unit, String source) {
    static final String TIME = "ns/op";
    static final String SPEEDUP = "speedup";
    static final String CPU = "cpu-ns/op";
    static final String CLOCK = "";

    static Figure time() {
        return new Figure(TIME, "ns", CLOCK);
    }

    static Figure cpuTime() {
        return new Figure(CPU, "ns", "cpu");
    }

    /** True if a larger value is the better one. */
    boolean moreIsBetter() {
        return metric.equals(SPEEDUP);
    }
}
