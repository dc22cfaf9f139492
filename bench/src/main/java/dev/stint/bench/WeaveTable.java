package dev.stint.bench;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What weaving costs, for people: a line for each program, then the rest. */
final class WeaveTable {
    private static final double MILLI = 1e6; // in nanoseconds
    private static final String LINE = "  %-16s %12s %14s %8s %14s %8s %14s%n";

    private final List<Row> rows;

    private WeaveTable(List<Row> rows) {
        this.rows = rows;
    }

    static String text(List<Row> rows) {
        var table = new WeaveTable(rows);
        var text = new StringBuilder();
        for (String version : table.versions()) {
            text.append(table.programs(version));
        }
        return text + table.others();
    }

    private String programs(String version) {
        var text = new StringBuilder();
        text.append(
                String.format(
                        LINE,
                        version + " / unwoven",
                        "unwoven",
                        "virtual",
                        "cpu",
                        "bare",
                        "cpu",
                        "outside"));
        for (String label : labels(version)) {
            var unwoven = new Entry(label, version, Place.VIRTUAL).unwoven();
            text.append(
                    String.format(
                            LINE,
                            label,
                            value(unwoven.impl(), Figure.TIME)
                                    .map(ns -> Table.number(ns / MILLI) + " ms")
                                    .orElse(""),
                            ratio(new Entry(label, version, Place.VIRTUAL)),
                            cpu(new Entry(label, version, Place.VIRTUAL)),
                            ratio(new Entry(label, version, Place.BARE)),
                            cpu(new Entry(label, version, Place.BARE)),
                            ratio(new Entry(label, version, Place.OUTSIDE))));
        }
        return text.toString();
    }

    private Set<String> versions() {
        return programs().map(Entry::version).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Set<String> labels(String version) {
        return programs()
                .filter(entry -> entry.version().equals(version))
                .map(Entry::label)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** What was raced against its unwoven version, and the summaries of that; as rows have it. */
    private Stream<Entry> programs() {
        return rows.stream()
                .filter(WeaveTable::isOfRace)
                .flatMap(row -> Entry.parse(row.impl()).stream())
                .filter(entry -> isSummary(entry) || isThere(entry.unwoven()));
    }

    private static boolean isOfRace(Row row) {
        return row.metric().equals(WeaveRows.CPU_RATIO)
                || row.metric().equals(WeaveRows.CPU_GEOMEAN);
    }

    private boolean isSummary(Entry entry) {
        return find(entry.impl(), WeaveRows.GEOMEAN).isPresent();
    }

    private boolean isThere(Entry entry) {
        return rows.stream().anyMatch(row -> row.impl().equals(entry.impl()));
    }

    private String ratio(Entry entry) {
        Optional<Double> mean = value(entry.impl(), WeaveRows.GEOMEAN);
        if (mean.isPresent()) {
            return Table.number(mean.get())
                    + value(entry.impl(), WeaveRows.WORST)
                            .map(worst -> " / " + Table.number(worst))
                            .orElse("");
        }
        return find(entry.impl(), WeaveRows.RATIO)
                .map(row -> Table.number(row.value()) + " +-" + Table.number(row.error()))
                .orElse("");
    }

    private String cpu(Entry entry) {
        return value(entry.impl(), WeaveRows.CPU_RATIO)
                .or(() -> value(entry.impl(), WeaveRows.CPU_GEOMEAN))
                .map(Table::number)
                .orElse("");
    }

    private String others() {
        Set<String> shown = programs().map(Entry::label).collect(Collectors.toSet());
        var text = new StringBuilder();
        for (Row row : rows) {
            boolean isShown =
                    Entry.parse(row.impl()).filter(e -> shown.contains(e.label())).isPresent();
            if (!isShown) {
                boolean isLong = row.unit().equals("ns") && row.value() > MILLI;
                double scale = isLong ? MILLI : 1;
                text.append(
                        String.format(
                                Locale.ROOT,
                                "  %-24s %-12s %12s %-4s %10s%n",
                                row.impl(),
                                row.metric(),
                                Table.number(row.value() / scale),
                                isLong ? "ms" : row.unit(),
                                "+-" + Table.number(row.error() / scale)));
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
