package dev.stint.bench;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What weaving costs, for people: a line for each program, then the rest. */
final class WeaveTable {
    private static final String LINE = "  %-16s %12s %14s %8s %14s %8s %14s%n";

    private final List<Row> rows;

    private WeaveTable(List<Row> rows) {
        this.rows = rows;
    }

    static String text(List<Row> rows) {
        var table = new WeaveTable(rows);
        return table.programs() + table.others();
    }

    private String programs() {
        var text = new StringBuilder();
        text.append(
                String.format(
                        LINE,
                        "woven / unwoven",
                        "unwoven",
                        "virtual",
                        "cpu",
                        "bare",
                        "cpu",
                        "outside"));
        for (String label : labels()) {
            text.append(
                    String.format(
                            LINE,
                            label,
                            value(Place.VIRTUAL.impl(label, false), Figure.TIME)
                                    .map(ns -> Table.number(ns / 1e6) + " ms")
                                    .orElse(""),
                            ratio(label, Place.VIRTUAL),
                            cpu(label, Place.VIRTUAL),
                            ratio(label, Place.BARE),
                            cpu(label, Place.BARE),
                            ratio(label, Place.OUTSIDE)));
        }
        return text.toString();
    }

    /** In the order of the rows. */
    private Set<String> labels() {
        Set<String> labels = new LinkedHashSet<>();
        for (Row row : rows) {
            boolean isProgram =
                    row.metric().equals(WeaveRows.CPU_RATIO)
                            || row.metric().equals(WeaveRows.CPU_GEOMEAN);
            if (isProgram) {
                labels.add(row.impl().substring(0, row.impl().indexOf('/')));
            }
        }
        return labels;
    }

    private String ratio(String label, Place place) {
        String impl = place.impl(label, true);
        Optional<Double> mean = value(impl, WeaveRows.GEOMEAN);
        if (mean.isPresent()) {
            return Table.number(mean.get())
                    + value(impl, WeaveRows.WORST).map(w -> " / " + Table.number(w)).orElse("");
        }
        return find(impl, WeaveRows.RATIO)
                .map(row -> Table.number(row.value()) + " +-" + Table.number(row.error()))
                .orElse("");
    }

    private String cpu(String label, Place place) {
        String impl = place.impl(label, true);
        return value(impl, WeaveRows.CPU_RATIO)
                .or(() -> value(impl, WeaveRows.CPU_GEOMEAN))
                .map(Table::number)
                .orElse("");
    }

    private String others() {
        Set<String> shown = labels();
        var text = new StringBuilder();
        for (Row row : rows) {
            int slash = row.impl().indexOf('/');
            String label = slash < 0 ? row.impl() : row.impl().substring(0, slash);
            if (!shown.contains(label)) {
                text.append(
                        String.format(
                                Locale.ROOT,
                                "  %-24s %-12s %12s %s %10s%n",
                                row.impl(),
                                row.metric(),
                                Table.number(row.value()),
                                row.unit(),
                                Table.number(row.error())));
            }
        }
        return text.toString();
    }

    private Optional<Double> value(String impl, String metric) {
        return find(impl, metric).map(Row::value);
    }

    private Optional<Row> find(String impl, String metric) {
        return rows.stream()
                .filter(row -> row.impl().equals(impl) && row.metric().equals(metric))
                .findFirst();
    }
}
