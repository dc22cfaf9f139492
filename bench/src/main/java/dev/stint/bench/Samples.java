package dev.stint.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the iterations of one implementation yielded, by metric. */
final class Samples {
    private final Map<String, List<Double>> byMetric = new LinkedHashMap<>();

    void add(String metric, double value) {
        byMetric.computeIfAbsent(metric, m -> new ArrayList<>()).add(value);
    }

    void addAll(Samples others) {
        others.byMetric.forEach((metric, values) -> values.forEach(v -> add(metric, v)));
    }

    List<Double> of(String metric) {
        return Collections.unmodifiableList(byMetric.getOrDefault(metric, List.of()));
    }

    double median(String metric) {
        return median(of(metric));
    }

    /** Half of the values lie within this distance of the median: the median absolute deviation. */
    double error(String metric) {
        double median = median(metric);
        return median(of(metric).stream().map(v -> Math.abs(v - median)).toList());
    }

    static double median(List<Double> values) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        var sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
