package dev.stint.testkit.gallery;

import dev.stint.testkit.Sim;
import dev.stint.testkit.SimFailure;
import dev.stint.testkit.SimResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How many schedules each strategy needs for each exhibit, over several seeds.
 *
 * <p>What the numbers do not mean: that a bug of yours is found as soon. These programs are small.
 */
final class GalleryTable {
    static final int SEEDS = 11;

    /** After so many schedules a seed is given up. */
    static final int MOST = 5_000;

    /**
     * One exhibit under one strategy.
     *
     * @param schedules how many were needed under each seed, in order; {@link Integer#MAX_VALUE} if
     *     more than {@link #MOST}, or than there are
     */
    record Row(
            Exhibit exhibit,
            Finder finder,
            List<Integer> schedules,
            double perSecond,
            boolean complete,
            String otherKind) {
        int median() {
            return schedules.get(schedules.size() / 2);
        }

        int worst() {
            return schedules.getLast();
        }

        String inWords() {
            return inWords(median());
        }

        private String inWords(int count) {
            if (count != Integer.MAX_VALUE) {
                return Integer.toString(count);
            }
            return complete ? "none" : "> " + MOST;
        }
    }

    private final List<Row> rows = new ArrayList<>();

    static GalleryTable measure(List<Exhibit> exhibits) throws InterruptedException {
        var table = new GalleryTable();
        for (Exhibit exhibit : exhibits) {
            for (Finder finder : Finder.values()) {
                table.rows.add(measure(exhibit, finder));
            }
        }
        return table;
    }

    private static Row measure(Exhibit exhibit, Finder finder) throws InterruptedException {
        // What a seed decides nothing about needs to be looked at once.
        int seeds = finder == Finder.EXHAUSTIVE ? 1 : SEEDS;
        int[] needed = new int[seeds];
        boolean complete = false;
        String otherKind = "";
        for (int i = 0; i < seeds; i++) {
            SimResult result =
                    Sim.explore(
                            exhibit.config(finder, 1 + i).withSchedules(MOST).withShrinks(false),
                            exhibit.buggy());
            complete |= result.complete();
            SimFailure failure = result.failure().orElse(null);
            needed[i] = failure == null ? Integer.MAX_VALUE : (int) failure.schedule();
            if (failure != null && failure.kind() != exhibit.kind()) {
                otherKind = failure.kind() + " " + failure.summary();
            }
        }
        Arrays.sort(needed);
        SimResult fixed =
                Sim.explore(exhibit.config(finder, 1).withSchedules(1_000), exhibit.fixed());
        if (!fixed.isGreen()) {
            otherKind += " FIXED " + fixed.failure().orElseThrow().summary();
        }
        return new Row(
                exhibit,
                finder,
                Arrays.stream(needed).boxed().toList(),
                fixed.schedulesPerSecond(),
                complete,
                otherKind);
    }

    String toMarkdown() {
        var text = new StringBuilder("| bug | shows as |");
        for (Finder finder : Finder.values()) {
            text.append(" `").append(finder).append("` |");
        }
        text.append(" schedules/s |\n|---|---|---:|---:|---:|---:|---:|\n");
        for (int i = 0; i < rows.size(); i += Finder.values().length) {
            List<Row> line = rows.subList(i, i + Finder.values().length);
            Exhibit exhibit = line.getFirst().exhibit();
            text.append("| **").append(exhibit.name()).append("**: ").append(exhibit.wrong());
            text.append(" | ").append(exhibit.kind()).append(" |");
            for (Row row : line) {
                text.append(' ').append(row.inWords()).append(" |");
            }
            double perSecond = line.stream().mapToDouble(Row::perSecond).average().orElse(0);
            text.append(
                    String.format(Locale.ROOT, " %,d |%n", Math.round(perSecond / 1000) * 1000));
        }
        return text.toString();
    }

    String toJson() {
        var text = new StringBuilder("[\n");
        for (Row row : rows) {
            text.append(text.length() > 2 ? ",\n" : "");
            text.append(
                    String.format(
                            Locale.ROOT,
                            "  {\"bug\": \"%s\", \"kind\": \"%s\", \"strategy\": \"%s\","
                                    + " \"median\": %s, \"worst\": %s, \"schedulesPerSecond\": %d}",
                            row.exhibit().name(),
                            row.exhibit().kind(),
                            row.finder(),
                            orNull(row.median()),
                            orNull(row.worst()),
                            Math.round(row.perSecond())));
        }
        return text.append("\n]\n").toString();
    }

    private static String orNull(int count) {
        return count == Integer.MAX_VALUE ? "null" : Integer.toString(count);
    }

    List<Row> rows() {
        return rows;
    }

    /** Writes {@code gallery.md} and {@code gallery.json} into a folder. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("gallery.md"), toMarkdown());
        Files.writeString(folder.resolve("gallery.json"), toJson());
    }

    public static void main(String[] args) throws Exception {
        GalleryTable table = measure(Gallery.exhibits());
        System.out.println(table.toMarkdown());
        for (Row row : table.rows) {
            System.out.println(
                    row.exhibit()
                            + " "
                            + row.finder()
                            + " "
                            + row.schedules()
                            + (row.complete() ? " complete" : "")
                            + " "
                            + row.otherKind());
        }
    }
}
