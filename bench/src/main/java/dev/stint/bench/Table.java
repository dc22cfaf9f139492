package dev.stint.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The result for people: a block per shape, with ratios and bars. */
final class Table {
    static final String DISCLAIMER =
            "Ratios of one run on one machine; not a claim about your workload.";

    private Table() {}

    static String text(List<Row> rows, boolean quick) {
        var text = new StringBuilder();
        for (Shape shape : Shape.values()) {
            var own = of(shape, rows);
            if (!own.isEmpty()) {
                text.append(block(shape, own, quick)).append('\n');
            }
        }
        return text.append(DISCLAIMER).append('\n').toString();
    }

    static List<Row> of(Shape shape, List<Row> rows) {
        return rows.stream().filter(row -> row.bench().equals(shape.label())).toList();
    }

    private static String block(Shape shape, List<Row> rows, boolean quick) {
        var text = new StringBuilder(shape.label() + ": " + shape.title(quick) + '\n');
        text.append(shape == Shape.WEAVE ? WeaveTable.text(rows) : lines(rows));
        for (var verdict : verdicts(shape, rows)) {
            text.append("  bar: ").append(verdict.text()).append('\n');
        }
        return text.toString();
    }

    private static String lines(List<Row> rows) {
        var text = new StringBuilder();
        text.append(
                String.format(
                        "  %-21s %-21s %12s %10s %14s%n",
                        "impl", "metric", "value", "+-", "peer / stint"));
        for (Row row : rows) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "  %-21s %-21s %12s %10s %14s%n",
                            row.impl(),
                            row.metric(),
                            number(row.value()) + " " + row.unit(),
                            number(row.error()),
                            ratio(row, rows).map(r -> number(r) + " x").orElse("")));
        }
        return text.toString();
    }

    static List<Bar.Verdict> verdicts(Shape shape, List<Row> rows) {
        return Bar.ALL.stream()
                .filter(bar -> bar.bench().equals(shape.label()))
                .flatMap(bar -> bar.judge(rows).stream())
                .toList();
    }

    /** How many times Stint's value the row's is. */
    static Optional<Double> ratio(Row row, List<Row> rows) {
        return rows.stream()
                .filter(other -> other.impl().equals(Impl.STINT.label()))
                .filter(other -> other.bench().equals(row.bench()))
                .filter(other -> other.metric().equals(row.metric()))
                .filter(other -> other.value() != 0)
                .findFirst()
                .map(stint -> row.value() / stint.value());
    }

    static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }
}
