package dev.stint.bench;

import dev.stint.libraries.Work;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** From samples of twins to rows: times, ratios, and what they come to. */
final class WeaveRows {
    static final String BENCH = "weave";
    static final String RATIO = "ratio";
    static final String CPU_RATIO = "cpu-ratio";
    static final String GEOMEAN = "geomean";
    static final String CPU_GEOMEAN = "cpu-geomean";
    static final String WORST = "worst";

    /** Kernels. */
    static final String KERNELS = "kernels";

    /** The libraries that there is a bar for. */
    static final String LIBRARIES = "libraries";

    /** All libraries. */
    static final String ALL_LIBRARIES = "all-libraries";

    private final Map<String, Samples> all;
    private final List<Row> rows = new ArrayList<>();

    private WeaveRows(Map<String, Samples> all) {
        this.all = all;
    }

    static List<Row> of(Map<String, Samples> all) {
        var rows = new WeaveRows(all);
        all.forEach(rows::of);
        rows.summaries();
        return rows.rows;
    }

    private void of(String impl, Samples samples) {
        add(impl, Figure.TIME, "ns", samples.of(Figure.TIME));
        add(impl, Figure.CPU, "ns", samples.of(Figure.CPU));
        add(impl, WeaveRun.COLD, "MB/s", samples.of(WeaveRun.COLD));
        add(impl, WeaveRun.WARM, "MB/s", samples.of(WeaveRun.WARM));
        add(
                impl,
                "ms/MB-cold",
                "ms",
                samples.of(WeaveRun.COLD).stream().map(speed -> 1000 / speed).toList());
        Entry.parse(impl)
                .filter(entry -> !entry.equals(entry.unwoven()))
                .ifPresent(entry -> compare(impl, samples, entry.unwoven().impl()));
        switch (impl) {
            // JVMs that took turns.
            case "jdk/beside", "jdk/rewoven" -> compare(impl, samples, "jdk/alone");
            case "wasm/chicory-metered" -> compareMedians(impl, samples, "wasm/chicory");
            case "wasm/java-woven" -> compareMedians(impl, samples, "wasm/java-unwoven");
            default -> {}
        }
    }

    private void compare(String impl, Samples samples, String with) {
        Samples other = all.get(with);
        if (other != null) {
            add(impl, RATIO, "x", ratios(samples, other, Figure.TIME));
            add(impl, CPU_RATIO, "x", ratios(samples, other, Figure.CPU));
        }
    }

    /** For those that did not run by turns. */
    private void compareMedians(String impl, Samples samples, String with) {
        Samples other = all.get(with);
        if (other != null) {
            double ratio = samples.median(Figure.TIME) / other.median(Figure.TIME);
            double error =
                    ratio
                            * (samples.error(Figure.TIME) / samples.median(Figure.TIME)
                                    + other.error(Figure.TIME) / other.median(Figure.TIME));
            rows.add(new Row(BENCH, impl, RATIO, "x", ratio, error));
        }
    }

    /** Of laps that were run one right after the other. */
    private static List<Double> ratios(Samples woven, Samples plain, String metric) {
        List<Double> over = woven.of(metric);
        List<Double> under = plain.of(metric);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(over.size(), under.size()); i++) {
            ratios.add(over.get(i) / under.get(i));
        }
        return ratios;
    }

    /** Times on the processor can be unknown: those are left out. */
    private void add(String impl, String metric, String unit, List<Double> values) {
        var samples = new Samples();
        values.stream().filter(Double::isFinite).forEach(value -> samples.add(metric, value));
        if (!samples.of(metric).isEmpty()) {
            rows.add(
                    new Row(
                            BENCH,
                            impl,
                            metric,
                            unit,
                            samples.median(metric),
                            samples.error(metric)));
        }
    }

    private void summaries() {
        for (Entry raced : raced()) {
            summary(KERNELS, Set.copyOf(Kernel.labels()), raced);
            summary(LIBRARIES, labels(WeavePart.BARRED), raced);
            summary(ALL_LIBRARIES, labels(WeavePart.LIBRARY_WORK), raced);
        }
    }

    /** Versions and places, as those of no program. */
    private Set<Entry> raced() {
        return rows.stream()
                .filter(row -> row.metric().equals(CPU_RATIO))
                .flatMap(row -> Entry.parse(row.impl()).stream())
                .map(entry -> new Entry("", entry.version(), entry.place()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<String> labels(List<Work> works) {
        return works.stream().map(Work::label).collect(Collectors.toSet());
    }

    private void summary(String name, Set<String> labels, Entry raced) {
        Set<String> impls =
                labels.stream()
                        .map(label -> new Entry(label, raced.version(), raced.place()).impl())
                        .collect(Collectors.toSet());
        List<Double> ratios = values(impls, RATIO);
        if (!ratios.isEmpty()) {
            String impl = new Entry(name, raced.version(), raced.place()).impl();
            rows.add(new Row(BENCH, impl, GEOMEAN, "x", geomean(ratios), 0));
            rows.add(new Row(BENCH, impl, CPU_GEOMEAN, "x", geomean(values(impls, CPU_RATIO)), 0));
            double worst = ratios.stream().mapToDouble(r -> r).max().orElse(Double.NaN);
            rows.add(new Row(BENCH, impl, WORST, "x", worst, 0));
        }
    }

    private List<Double> values(Set<String> impls, String metric) {
        return rows.stream()
                .filter(row -> row.metric().equals(metric) && impls.contains(row.impl()))
                .map(Row::value)
                .toList();
    }

    static double geomean(List<Double> values) {
        return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
    }
}
