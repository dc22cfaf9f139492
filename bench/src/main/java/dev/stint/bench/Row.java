package dev.stint.bench;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Collectors;

/** One line of the result, as scripts read it. */
record Row(String bench, String impl, String metric, String unit, double value, double error) {
    /** A JSON array, a row to a line. */
    static String toJson(List<Row> rows) {
        return rows.stream()
                .map(Row::toJson)
                .collect(Collectors.joining(",\n  ", "[\n  ", "\n]\n"));
    }

    /** The names are our own and hold nothing that JSON would have to escape. */
    private String toJson() {
        return "{\"bench\": \"%s\", \"impl\": \"%s\", \"metric\": \"%s\", \"unit\": \"%s\","
                        .formatted(bench, impl, metric, unit)
                + " \"value\": %s, \"error\": %s}".formatted(number(value), number(error));
    }

    private static String number(double value) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value)
                        .setScale(3, RoundingMode.HALF_EVEN)
                        .stripTrailingZeros()
                        .toPlainString()
                : "null";
    }
}
