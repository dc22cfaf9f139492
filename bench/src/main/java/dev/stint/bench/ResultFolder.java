package dev.stint.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;

/** A result as it is kept: raw rows, the machine, a table and a chart per shape. */
final class ResultFolder {
    private final Machine machine;
    private final List<String> arguments;
    private final boolean quick;

    ResultFolder(Machine machine, List<String> arguments, boolean quick) {
        this.machine = machine;
        this.arguments = List.copyOf(arguments);
        this.quick = quick;
    }

    /**
     * Writes the folder {@code <date>-<commit>} below the given one, and returns it. If it is there
     * already, the next one gets a number: a run does not overwrite another.
     */
    Path write(Path below, List<Row> rows) throws IOException, InterruptedException {
        var day = machine.when().atZone(ZoneOffset.UTC).toLocalDate();
        String name = day + "-" + machine.commit();
        Path free = below.resolve(name);
        for (int run = 2; Files.exists(free); run++) {
            free = below.resolve(name + "-" + run);
        }
        var folder = Files.createDirectories(free);
        Files.writeString(folder.resolve("rows.json"), Row.toJson(rows));
        Files.writeString(folder.resolve("env.txt"), machine.text(arguments, quick));
        Files.writeString(folder.resolve("README.md"), readme(day + " " + machine.commit(), rows));
        for (Shape shape : Shape.values()) {
            var own = Table.of(shape, rows);
            if (!own.isEmpty()) {
                Files.writeString(
                        folder.resolve(shape.label() + ".svg"), Chart.svg(shape, own, quick));
                var plot = Plots.of(shape, own);
                if (plot.isPresent()) {
                    Files.writeString(folder.resolve(plot(shape)), plot.get());
                }
            }
        }
        return folder;
    }

    private static String plot(Shape shape) {
        return shape.label() + "-plot.svg";
    }

    private String readme(String which, List<Row> rows) {
        var text = new StringBuilder("# Results of " + which + "\n\n");
        text.append("**").append(Table.DISCLAIMER).append("**\n");
        text.append("Machine, JDK and command are in [env.txt](env.txt), the raw rows in");
        text.append(" [rows.json](rows.json).\n");
        for (Shape shape : Shape.values()) {
            var own = Table.of(shape, rows);
            if (own.isEmpty()) {
                continue;
            }
            text.append("\n## %s\n\n%s.\n\n".formatted(shape.label(), shape.title(quick)));
            text.append("![%1$s](%1$s.svg)\n\n".formatted(shape.label()));
            if (Plots.has(shape)) {
                text.append("![%s, drawn](%s)\n\n".formatted(shape.label(), plot(shape)));
            }
            if (shape == Shape.WEAVE) {
                text.append("```\n").append(WeaveTable.text(own)).append("```\n\n");
            }
            text.append("| impl | metric | value | ± | peer ÷ stint |\n|---|---|---|---|---|\n");
            for (Row row : own) {
                text.append(
                        "| %s | %s | %s %s | %s | %s |\n"
                                .formatted(
                                        row.impl(),
                                        row.metric(),
                                        Table.number(row.value()),
                                        row.unit(),
                                        Table.number(row.error()),
                                        Table.ratio(row, own).map(Table::number).orElse("")));
            }
            for (var verdict : Table.verdicts(shape, own)) {
                text.append("\n- bar: ").append(verdict.text());
            }
            text.append('\n');
        }
        return text.toString();
    }
}
