package dev.stint.host.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What tenants have had of a worker.
 *
 * @param since nanoseconds from the start of the scene
 */
record SharesPicture(List<Line> lines, long since) implements Picture {
    private static final List<String> HEADER =
            List.of("tenant", "weight", "share", "had", "over time");
    private static final String BLOCKS = " ▁▂▃▄▅▆▇█";
    private static final int WIDTH = 48; // of the past, one character a look

    /**
     * One tenant; all in hundredths of the worker.
     *
     * @param share what it should have
     * @param had what it had since the last one came
     * @param past what it had, look by look
     */
    record Line(String tenant, int weight, long share, long had, List<Long> past) {}

    @Override
    public String line() {
        return Text.seconds(since) + "  " + totals();
    }

    /** Who had how much of what share. */
    String totals() {
        return lines.stream()
                .map(each -> each.tenant + " had " + each.had + " of " + each.share + " %")
                .collect(Collectors.joining(", "));
    }

    @Override
    public List<String> rows(Ink ink) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(HEADER);
        for (Line each : lines) {
            cells.add(
                    List.of(
                            each.tenant,
                            Text.number(each.weight),
                            Text.number(each.share),
                            Text.number(each.had),
                            drawn(each.past)));
        }
        List<String> rows = new ArrayList<>(Text.align(cells));
        rows.set(0, ink.faint(rows.getFirst()));
        rows.add(line());
        return rows;
    }

    /** A character for each of the last looks; a full block is all of the worker. */
    static String drawn(List<Long> past) {
        var text = new StringBuilder();
        for (long had : past.subList(Math.max(0, past.size() - WIDTH), past.size())) {
            long block = Math.round(had * (BLOCKS.length() - 1) / 100.0);
            text.append(BLOCKS.charAt(Math.clamp(block, 0, BLOCKS.length() - 1)));
        }
        return text.toString();
    }
}
