package dev.stint.bench;

import dev.stint.libraries.Work;
import java.util.ArrayList;
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

    private static final String WOVEN = "/woven";
    private static final String UNWOVEN = "/unwoven";

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
        Samples plain = all.get(impl.replace(WOVEN, UNWOVEN));
        if (impl.contains(WOVEN) && plain != null) {
            add(impl, RATIO, "x", ratios(samples, plain, Figure.TIME));
            add(impl, CPU_RATIO, "x", ratios(samples, plain, Figure.CPU));
        }
        compare(impl, samples, "jdk/beside", "jdk/alone");
        compare(impl, samples, "wasm/chicory-metered", "wasm/chicory");
        compare(impl, samples, "wasm/java-woven", "wasm/java");
    }

    /** For those that did not run by turns: the ratio of the medians. */
    private void compare(String impl, Samples samples, String which, String with) {
        Samples other = all.get(with);
        if (impl.equals(which) && other != null) {
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

    private void add(String impl, String metric, String unit, List<Double> values) {
        if (!values.isEmpty()) {
            var samples = new Samples();
            values.forEach(value -> samples.add(metric, value));
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
        Set<String> barred = labels(WeavePart.BARRED);
        Set<String> libraries = labels(WeavePart.LIBRARY_WORK);
        for (Place place : Place.values()) {
            summary(KERNELS, Set.copyOf(Kernel.labels()), place);
            summary(LIBRARIES, barred, place);
            summary(ALL_LIBRARIES, libraries, place);
        }
    }

    private static Set<String> labels(List<Work> works) {
        return works.stream().map(Work::label).collect(Collectors.toSet());
    }

    private void summary(String name, Set<String> labels, Place place) {
        Set<String> impls =
                labels.stream().map(label -> place.impl(label, true)).collect(Collectors.toSet());
        List<Double> ratios = values(impls, RATIO);
        if (!ratios.isEmpty()) {
            String impl = place.impl(name, true);
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
