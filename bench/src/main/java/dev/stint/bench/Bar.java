package dev.stint.bench;

import java.util.List;
import java.util.Optional;

/** [SCHED:13.1.1] A figure that Stint has set itself; section "Speed" of the design. */
sealed interface Bar {
    List<Bar> ALL =
            List.of(
                    new Ratio("spawn", Impl.STINT, Impl.VIRTUAL_THREADS, 3),
                    new Ratio("spawn", Impl.STINT, Impl.KOTLIN, 4),
                    new Ratio("spawn", Impl.STINT, Impl.GO, 5),
                    new Ratio("skynet", Impl.STINT, Impl.VIRTUAL_THREADS, 10),
                    new Ratio("skynet", Impl.STINT, Impl.KOTLIN, 10),
                    new Ratio("skynet", Impl.STINT, Impl.GO, 5),
                    new Ratio("yield", Impl.STINT, Impl.VIRTUAL_THREADS, 1.5),
                    new Ratio("yield", Impl.STINT, Impl.KOTLIN, 1),
                    new Ratio("yield", Impl.STINT, Impl.GO, 1.2),
                    new Ratio("yield", Impl.STINT_BARE, Impl.KOTLIN, 1.8),
                    new Ratio("pingpong", Impl.STINT, Impl.JOX, 2.4),
                    new Ratio("pingpong", Impl.STINT, Impl.VIRTUAL_THREADS, 1.25),
                    new Ratio("pingpong", Impl.STINT, Impl.KOTLIN, 1.2),
                    new Ratio("pingpong", Impl.STINT, Impl.GO, 1),
                    new Ratio("pingpong", Impl.STINT_BARE, Impl.KOTLIN, 1.8),
                    new Ratio("pingpong", Impl.STINT_BARE, Impl.GO, 1.5),
                    new Ratio("buffered", Impl.STINT, Impl.KOTLIN, 2),
                    new Ratio("buffered", Impl.STINT, Impl.JOX, 2),
                    new Ratio("buffered", Impl.STINT, Impl.GO, 1),
                    new Ratio("fanin", Impl.STINT, Impl.KOTLIN, 2),
                    new Ratio("fanin", Impl.STINT, Impl.JOX, 2),
                    new Ratio("fanin", Impl.STINT, Impl.GO, 1),
                    new Ratio("select2", Impl.STINT, Impl.KOTLIN, 1),
                    new Ratio("select2", Impl.STINT, Impl.JOX, 2),
                    new Ratio("select8", Impl.STINT, Impl.KOTLIN, 1),
                    new Ratio("select8", Impl.STINT, Impl.JOX, 2),
                    // The targets of the specification: a switch, a spawn and a parked task.
                    new AtMost("yield", Impl.STINT, "ns/op", 1_000),
                    new AtMost("spawn", Impl.STINT, "ns/op", 1_000),
                    new AtMost("parked", Impl.STINT, "bytes", 16 * 1024),
                    new AtMost("steal", Impl.STINT, "p99-ns", 10_000),
                    new AtLeast("scaling", Impl.STINT, Figure.SPEEDUP, 1.8),
                    new AtMost("parked", Impl.STINT, "bytes", 1024),
                    new AtMost("sleepers", Impl.STINT, "bytes", 1024),
                    // A cost that followed the armed would make this a thousand.
                    new Within("sleepers", "ns/op-few-among-many", "ns/op-few-alone", 10),
                    // A machine that is busy does not make the monitor do harm.
                    new Ratio("busy", Impl.STINT, Impl.VIRTUAL_THREADS, 0.9),
                    new AtMost("guards", Impl.STINT, "spawn-ratio", 1.01),
                    new AtMost("guards", Impl.STINT, "kernel-ratio", 1.01),
                    new AtMost("heap", Impl.STINT, "churn-ratio", 1.01),
                    new AtMost("heap", Impl.STINT, "kernel-ratio", 1.01),
                    // Five milliseconds, where stock virtual threads never answer.
                    new AtMost("interactive", Impl.STINT, InteractiveBench.P99, 5_000_000),
                    new AtMost("shares", Impl.STINT, SharesBench.TWO, 2),
                    new AtMost("shares", Impl.STINT, SharesBench.TEN, 2),
                    // Who is idle costs nothing; who is busy as the logarithm: 13 to 3.
                    new Within(
                            "tenants", TenantsBench.IDLE + "10000", TenantsBench.IDLE + "1", 1.1),
                    new Within("tenants", TenantsBench.BUSY + "10000", TenantsBench.BUSY + "10", 4),
                    new AtMost("tenants", Impl.STINT, "bytes", 4096),
                    new AtMost("tenants", Impl.STINT, TenantsBench.FAIR, 1.1),
                    new AtMost("tenants", Impl.STINT, TenantsBench.FAIR_OF_TWO, 1.1),
                    new AtMost("native", Impl.STINT, NativePeers.SWITCH, 60),
                    new AtMost("native", Impl.STINT, NativePeers.SPAWN, 300),
                    new Times("native", Impl.STINT, Impl.JAVA_TASKS, NativePeers.ROUND_TRIP, 1),
                    new AtMost("native", Impl.STINT, "metered", 3),
                    // Metered, half again what plain Java takes, and less than who has no meter.
                    new Times("language", Impl.STINT, Impl.JAVA, Figure.TIME, 1.5),
                    new Times("language", Impl.STINT, Impl.RHINO, Figure.TIME, 1),
                    new Times("language", Impl.STINT, Impl.GROOVY, Figure.TIME, 1),
                    new Times("language", Impl.STINT, Impl.LUAJ, Figure.TIME, 1),
                    new Times("language", Impl.STINT, Impl.JRUBY, Figure.TIME, 1),
                    new Times("language", Impl.STINT, Impl.KOTLIN_SCRIPT, Figure.TIME, 1),
                    new AtMost("language", Impl.STINT, "prepared-hello-ms", 20),
                    new AtMost("language", Impl.STINT, "hello-ms", 20),
                    new AtLeast("language", Impl.STINT, "compile-lines/s", 100_000),
                    new Times("language", Impl.STINT, Impl.JAVA, NativePeers.SPAWN, 1.3),
                    new Times("language", Impl.STINT, Impl.JAVA, NativePeers.ROUND_TRIP, 1.3),
                    new Times("language", Impl.STINT, Impl.JAVA, "skynet-ns", 1.3),
                    // 20,000 schedules a second.
                    new AtMost("sim", Impl.SIM_RANDOM, "ns/op", 50_000),
                    new AtMost("sim", Impl.SIM_PCT, "ns/op", 50_000),
                    new AtMost("sim", Impl.SIM_POS, "ns/op", 50_000),
                    new AtMost("sim", Impl.SIM_ROUND_ROBIN, "ns/op", 50_000),
                    new AtMost("sim", Impl.SIM_EXHAUSTIVE, "ns/op", 50_000),
                    new Woven(WeaveRows.KERNELS, Place.VIRTUAL, WeaveRows.GEOMEAN, 1.2),
                    new Woven(WeaveRows.KERNELS, Place.VIRTUAL, WeaveRows.WORST, 1.45),
                    new Woven(WeaveRows.LIBRARIES, Place.VIRTUAL, WeaveRows.GEOMEAN, 1.45),
                    new Woven(WeaveRows.LIBRARIES, Place.VIRTUAL, WeaveRows.WORST, 1.75),
                    new Woven(WeaveRows.KERNELS, Place.BARE, WeaveRows.GEOMEAN, 1.15),
                    new Woven(WeaveRows.KERNELS, Place.BARE, WeaveRows.WORST, 1.4),
                    new Woven(WeaveRows.LIBRARIES, Place.BARE, WeaveRows.GEOMEAN, 1.35),
                    new Woven(WeaveRows.LIBRARIES, Place.BARE, WeaveRows.WORST, 1.6),
                    new Beside(1.02));

    String bench();

    /** What came of it; empty if the rows do not say. */
    Optional<Verdict> judge(List<Row> rows);

    record Verdict(String text, boolean met) {
        static Verdict of(String claim, double seen, boolean met) {
            return new Verdict(
                    claim + ": " + Table.number(seen) + (met ? ", met" : ", missed"), met);
        }
    }

    /** Ours takes the peer's time divided by this, or less. */
    record Ratio(String bench, Impl ours, Impl peer, double least) implements Bar {
        @Override
        public Optional<Verdict> judge(List<Row> rows) {
            var claim = ours.label() + " >= " + least + " x " + peer.label();
            return quotient(
                            find(rows, bench, peer, Figure.TIME),
                            find(rows, bench, ours, Figure.TIME))
                    .map(ratio -> Verdict.of(claim, ratio, ratio >= least));
        }
    }

    record AtMost(String bench, Impl ours, String metric, double limit) implements Bar {
        @Override
        public Optional<Verdict> judge(List<Row> rows) {
            var claim = ours.label() + " " + metric + " <= " + limit;
            return find(rows, bench, ours, metric)
                    .map(value -> Verdict.of(claim, value, value <= limit));
        }
    }

    /** At most so many times what the peer has of something. */
    record Times(String bench, Impl ours, Impl peer, String metric, double limit) implements Bar {
        @Override
        public Optional<Verdict> judge(List<Row> rows) {
            var claim = ours.label() + " " + metric + " <= " + limit + " x " + peer.label();
            return quotient(find(rows, bench, ours, metric), find(rows, bench, peer, metric))
                    .map(ratio -> Verdict.of(claim, ratio, ratio <= limit));
        }
    }

    record AtLeast(String bench, Impl ours, String metric, double limit) implements Bar {
        @Override
        public Optional<Verdict> judge(List<Row> rows) {
            var claim = ours.label() + " " + metric + " >= " + limit;
            return find(rows, bench, ours, metric)
                    .map(value -> Verdict.of(claim, value, value >= limit));
        }
    }

    /** One metric of Stint is at most so many times another. */
    record Within(String bench, String metric, String of, double factor) implements Bar {
        @Override
        public Optional<Verdict> judge(List<Row> rows) {
            var claim = Impl.STINT.label() + " " + metric + " <= " + factor + " x " + of;
            return quotient(
                            find(rows, bench, Impl.STINT, metric),
                            find(rows, bench, Impl.STINT, of))
                    .map(ratio -> Verdict.of(claim, ratio, ratio <= factor));
        }
    }

    /** So many times the time of unwoven code, over many programs. */
    record Woven(String programs, Place place, String metric, double limit) implements Bar {
        @Override
        public String bench() {
            return WeaveRows.BENCH;
        }

        @Override
        public Optional<Verdict> judge(List<Row> rows) {
            String impl = new Entry(programs, Version.WOVEN.label(), place).impl();
            return find(rows, bench(), impl, metric)
                    .map(
                            seen ->
                                    Verdict.of(
                                            impl + " " + metric + " <= " + limit,
                                            seen,
                                            seen <= limit));
        }
    }

    /**
     * Threads outside take at most so many times what they take without Stint: on the processor,
     * because two JVMs do not meet the same moments of a busy machine.
     */
    record Beside(double limit) implements Bar {
        @Override
        public String bench() {
            return WeaveRows.BENCH;
        }

        @Override
        public Optional<Verdict> judge(List<Row> rows) {
            return find(rows, bench(), "jdk/beside", WeaveRows.CPU_RATIO)
                    .map(
                            seen ->
                                    Verdict.of(
                                            "jdk/beside cpu <= " + limit + " x jdk/alone",
                                            seen,
                                            seen <= limit));
        }
    }

    private static Optional<Double> quotient(Optional<Double> over, Optional<Double> under) {
        return over.flatMap(o -> under.map(u -> o / u));
    }

    private static Optional<Double> find(List<Row> rows, String bench, Impl impl, String metric) {
        return find(rows, bench, impl.label(), metric);
    }

    private static Optional<Double> find(List<Row> rows, String bench, String impl, String metric) {
        return rows.stream()
                .filter(row -> row.bench().equals(bench))
                .filter(row -> row.impl().equals(impl))
                .filter(row -> row.metric().equals(metric))
                .map(Row::value)
                .findFirst();
    }
}
