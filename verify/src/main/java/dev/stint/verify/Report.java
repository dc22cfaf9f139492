package dev.stint.verify;

import dev.stint.verify.Row.Verdict;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The table, row by row as they come, the summary line, and the same as JSON. */
final class Report {
    private final PrintWriter out;
    private final List<Row> rows = new ArrayList<>();
    private final long begun = System.nanoTime();

    Report(PrintWriter out) {
        this.out = out;
    }

    void begin(String title) {
        out.println(title);
        out.println();
        print("proof", "result", "samples", "seconds", "seen");
    }

    void add(Row row) {
        rows.add(row);
        print(
                row.name(),
                row.verdict().words(),
                String.format(Locale.ROOT, "%,d", row.samples()),
                String.format(Locale.ROOT, "%.1f", row.seconds()),
                row.note());
    }

    private void print(String... cells) {
        out.println(
                String.format(Locale.ROOT, "%-46s %-26s %13s %7s  %s", (Object[]) cells)
                        .stripTrailing());
        out.flush();
    }

    boolean isGood() {
        return rows.stream().allMatch(row -> row.verdict().isGood());
    }

    void end() {
        out.println();
        out.println(summary());
        out.flush();
    }

    private String summary() {
        return String.format(
                Locale.ROOT,
                "%s: %d proofs held, %d twins showed their failure; %d broken, %d not shown on this"
                        + " machine, %d errors; %.0f s",
                isGood() ? "ok" : "FAILED",
                count(Verdict.HELD),
                count(Verdict.SHOWN),
                count(Verdict.BROKEN),
                count(Verdict.NOT_SHOWN),
                count(Verdict.ERROR),
                seconds());
    }

    private long count(Verdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).count();
    }

    private double seconds() {
        return (System.nanoTime() - begun) / 1e9;
    }

    String json(boolean quick, int processors) {
        String header =
                String.format(
                        Locale.ROOT,
                        "{\"ok\": %s, \"quick\": %s, \"jdk\": %s, \"processors\": %d,"
                                + " \"seconds\": %.1f, \"rows\": [%n",
                        isGood(),
                        quick,
                        text(Runtime.version().toString()),
                        processors,
                        seconds());
        return rows.stream().map(Report::json).collect(Collectors.joining(",\n", header, "\n]}\n"));
    }

    private static String json(Row row) {
        return String.format(
                Locale.ROOT,
                "  {\"name\": %s, \"twin\": %s, \"verdict\": %s, \"samples\": %d, \"seconds\":"
                        + " %.1f, \"note\": %s}",
                text(row.name()),
                StressRunner.isTwin(row.name()),
                text(row.verdict().name().toLowerCase(Locale.ROOT)),
                row.samples(),
                row.seconds(),
                text(row.note()));
    }

    private static String text(String s) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
