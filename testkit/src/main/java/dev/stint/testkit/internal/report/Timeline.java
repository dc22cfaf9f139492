package dev.stint.testkit.internal.report;

import dev.stint.testkit.internal.report.RunOutline.Gap;
import dev.stint.testkit.internal.report.RunOutline.Jump;
import dev.stint.testkit.internal.report.RunOutline.Leg;
import dev.stint.testkit.internal.report.RunOutline.Link;
import dev.stint.testkit.internal.report.RunOutline.Part;
import dev.stint.testkit.internal.report.RunOutline.Stop;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A run as a drawing: a lane for each worker, below them one for each task, time from left to
 * right. It needs no script and no other file, and is well-formed XML.
 *
 * <p>Of a long run it shows the beginning and the end, and only so many tasks.
 */
final class Timeline {
    private static final int FIRST_COLUMNS = 150;
    private static final int LAST_COLUMNS = 450;
    private static final int MOST_TASKS = 40;
    private static final int COLOURS = 8;

    private static final int LEFT = 150; // where the lanes begin, in pixels
    private static final int TOP = 34;
    private static final int LANE = 30;
    private static final int BAR = 18;
    private static final int APART = 18; // between workers and tasks

    private final RunOutline outline;
    private final String verdict;
    private final StringBuilder svg = new StringBuilder();
    private final List<Integer> workers;
    private final List<Long> tasks;
    private final Map<Long, Integer> lanes = new HashMap<>(); // y of a task's middle
    private final int hiddenFrom; // columns that are left out
    private final int hiddenTo;
    private final double column; // width
    private final int tasksLeftOut;

    private Timeline(RunOutline outline, String verdict) {
        this.outline = outline;
        this.verdict = verdict;
        boolean isLong = outline.columns() > FIRST_COLUMNS + LAST_COLUMNS;
        this.hiddenFrom = isLong ? FIRST_COLUMNS : outline.columns();
        this.hiddenTo = isLong ? outline.columns() - LAST_COLUMNS : outline.columns();
        Set<Integer> crew = new TreeSet<>();
        Set<Long> seen = new TreeSet<>();
        for (Part part : outline.parts()) {
            if (part instanceof Leg leg && isShown(leg)) {
                seen.add(leg.task());
                if (leg.worker() >= 0) {
                    crew.add(leg.worker());
                }
            }
        }
        for (Link link : outline.links()) {
            if (link.column() < hiddenFrom || link.column() >= hiddenTo) {
                seen.add(link.task());
            }
        }
        this.workers = List.copyOf(crew);
        this.tasks = choose(seen);
        this.tasksLeftOut = seen.size() - tasks.size();
        this.column = Math.clamp(1000.0 / Math.max(1, shownColumns()), 7, 44);
        for (int i = 0; i < tasks.size(); i++) {
            lanes.put(tasks.get(i), TOP + (workers.size() + i) * LANE + APART + LANE / 2);
        }
    }

    /** The drawing alone. */
    static String of(RunOutline outline, String verdict) {
        return new Timeline(outline, verdict).draw();
    }

    /** Those that have failed, those that ran last, and then the first. */
    private List<Long> choose(Set<Long> seen) {
        if (seen.size() <= MOST_TASKS) {
            return List.copyOf(seen);
        }
        Set<Long> chosen = new TreeSet<>();
        for (Part part : outline.parts().reversed()) {
            boolean isEnough = chosen.size() >= MOST_TASKS / 2;
            if (part instanceof Leg leg
                    && seen.contains(leg.task())
                    && chosen.size() < MOST_TASKS
                    && (!isEnough || leg.stop() == Stop.FAILED)) {
                chosen.add(leg.task());
            }
        }
        for (long task : seen) {
            if (chosen.size() < MOST_TASKS) {
                chosen.add(task);
            }
        }
        return List.copyOf(chosen);
    }

    // ---- where things are

    private boolean isShown(Part part) {
        return part.from() < hiddenFrom || part.to() >= hiddenTo;
    }

    private int shownColumns() {
        return hiddenFrom + (outline.columns() - hiddenTo) + 1;
    }

    private double x(double at) {
        double shown =
                at <= hiddenFrom
                        ? at
                        : at >= hiddenTo ? hiddenFrom + 1 + at - hiddenTo : hiddenFrom + 0.5;
        return LEFT + shown * column;
    }

    private int workerY(int worker) {
        return TOP + workers.indexOf(worker) * LANE + LANE / 2;
    }

    private int height() {
        return TOP
                + (workers.size() + tasks.size()) * LANE
                + APART
                + (tasksLeftOut > 0 ? LANE : 0)
                + 14;
    }

    private int width() {
        return (int) Math.ceil(LEFT + (shownColumns() + 1) * column) + 20;
    }

    // ---- drawing, from the back to the front

    private String draw() {
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                                + " viewBox=\"0 0 %d %d\" role=\"img\">%n<title>%s</title>%n",
                        width(),
                        height(),
                        width(),
                        height(),
                        FailurePage.escaped("Timeline: " + verdict)));
        svg.append(
                "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\""
                        + " markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\">"
                        + "<path class=\"tip\" d=\"M0 0.8 L8 4 L0 7.2 z\"/></marker></defs>\n");
        lanes();
        times();
        for (Spans.Span span : Spans.of(outline)) {
            span(span);
        }
        for (Part part : outline.parts()) {
            if (part instanceof Leg leg && isShown(leg)) {
                leg(leg);
            }
        }
        outline.links().forEach(this::link);
        end();
        return svg.append("</svg>\n").toString();
    }

    private void lanes() {
        for (int worker : workers) {
            lane("worker " + worker, workerY(worker), "lane w");
        }
        for (long task : tasks) {
            lane(outline.name(task), laneOf(task), "lane");
        }
        if (tasksLeftOut > 0) {
            text(LEFT - 10, height() - 22, "end", "m", "and " + tasksLeftOut + " tasks more");
        }
    }

    private int laneOf(long task) {
        return lanes.getOrDefault(task, 0);
    }

    private void lane(String name, int y, String style) {
        rect(style, LEFT, y - LANE / 2.0 + 2, width() - LEFT - 20, LANE - 4, "");
        String shown = name.length() > 20 ? name.substring(0, 19) + "\u2026" : name;
        text(LEFT - 10, y + 4, "end", "l", shown);
    }

    /** Steps along the top, jumps of the clock and what is left out as bands. */
    private void times() {
        double free = 0;
        for (Part part : outline.parts()) {
            if (!isShown(part)) {
                continue;
            }
            double at = x(part.from());
            switch (part) {
                case Leg leg -> {
                    boolean begins = leg.from() < hiddenFrom || leg.from() >= hiddenTo;
                    if (leg.task() != RunLog.BODY && begins && at >= free) {
                        text(at + 2, TOP - 10, "start", "m", Integer.toString(leg.step()));
                        free = at + 34;
                    }
                }
                case Jump jump -> {
                    String by = "+" + RunOutline.inWords(jump.then() - jump.nanos());
                    band("jump", at, by, "the virtual clock goes on by " + by.substring(1));
                    free = Math.max(free, at + column + 8);
                }
                case Gap gap -> band("gap", at, "", gap.left() + " events that were not kept");
            }
        }
        if (hiddenTo > hiddenFrom) {
            String left = (hiddenTo - hiddenFrom) + " steps are not shown";
            band("gap", LEFT + hiddenFrom * column, "\u2026", left);
        }
        text(LEFT - 10, TOP - 10, "end", "m", "step");
    }

    private void band(String style, double at, String label, String title) {
        rect(style, at, TOP, column, height() - TOP - 12, title);
        if (!label.isEmpty()) {
            text(at + column / 2, 12, "middle", "m", label);
        }
    }

    private void span(Spans.Span span) {
        if (!lanes.containsKey(span.task())
                || (span.from() >= hiddenFrom && span.to() <= hiddenTo)) {
            return;
        }
        double from = x(span.from());
        double to = x(span.to());
        int y = laneOf(span.task());
        String name = outline.name(span.task());
        if (span.state() == Spans.State.READY) {
            rect("ready", from, y - 1.5, to - from, 3, name + " could run");
        } else {
            String title = name + " waits" + (span.on().isEmpty() ? "" : " for " + span.on());
            rect("wait", from, y - 5, to - from, 10, title);
        }
    }

    private void leg(Leg leg) {
        double from = x(leg.from());
        double to = x(leg.to() + 1);
        String style = "run c" + colour(leg.task());
        String title = title(leg);
        if (leg.worker() >= 0) {
            int y = workerY(leg.worker());
            rect(style, from + 0.5, y - BAR / 2.0, to - from - 1, BAR, title);
            String name = outline.name(leg.task());
            if (to - from > 7 * name.length() + 6) {
                text((from + to) / 2, y + 4, "middle", "on", name);
            }
        }
        if (!lanes.containsKey(leg.task())) {
            return;
        }
        int y = laneOf(leg.task());
        rect(style, from + 0.5, y - BAR / 2.0, to - from - 1, BAR, title);
        leg.deeds().forEach(deed -> operation(deed, y));
        switch (leg.stop()) {
            case INTERRUPTED -> mark("cut", "M%s %s l6 5 l-6 5 z", to - 1, y - 5, title);
            case ENDED, CANCELLED -> mark("done", "M%s %s v22", to, y - 11, title);
            case FAILED -> {
                mark("bad", "M%s %s l10 10 m0 -10 l-10 10", to + 3, y - 5, title);
            }
            default -> {}
        }
    }

    /** A dot in its column, to point at. */
    private void operation(RunOutline.Deed deed, int y) {
        boolean hidden = deed.column() >= hiddenFrom && deed.column() < hiddenTo;
        if (hidden || deed.sort() != RunOutline.Sort.OPERATION) {
            return;
        }
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<circle class=\"op\" cx=\"%.1f\" cy=\"%d\" r=\"2.2\">"
                                + "<title>%s%s</title></circle>%n",
                        x(deed.column() + 0.5),
                        y,
                        FailurePage.escaped(deed.what()),
                        deed.place().isKnown() ? FailurePage.escaped(" at " + deed.place()) : ""));
    }

    private static int colour(long task) {
        return task == RunLog.BODY ? COLOURS : (int) (task % COLOURS);
    }

    private String title(Leg leg) {
        var text = new StringBuilder(outline.name(leg.task())).append(", step ").append(leg.step());
        if (leg.nanos() > 0) {
            text.append(", after ").append(RunOutline.inWords(leg.nanos()));
        }
        int shown = 0;
        for (RunOutline.Deed deed : leg.deeds()) {
            if (++shown > 12) {
                text.append("\nand ").append(leg.deeds().size() - 12).append(" more");
                break;
            }
            text.append('\n').append(outline.inWords(deed));
            if (deed.place().isKnown()) {
                text.append(" at ").append(deed.place());
            }
        }
        String stop =
                switch (leg.stop()) {
                    case INTERRUPTED ->
                            "is interrupted" + (leg.on().isEmpty() ? "" : " before " + leg.on());
                    case GAVE_WAY -> "gives way";
                    case WAITS -> "waits" + (leg.on().isEmpty() ? "" : " for " + leg.on());
                    case WAITS_IN_JDK -> "waits inside the JDK";
                    case ENDED -> "ends";
                    case CANCELLED -> "ends, cancelled";
                    case FAILED -> "fails with " + Story.shortened(leg.on());
                    case NONE -> "";
                };
        if (!stop.isEmpty()) {
            text.append('\n').append(stop);
            text.append(leg.where().isKnown() ? " at " + leg.where() : "");
        }
        return text.toString();
    }

    private void link(Link link) {
        Integer to = lanes.get(link.task());
        boolean hidden = link.column() >= hiddenFrom && link.column() < hiddenTo;
        if (to == null || hidden || link.by() == link.task()) {
            return;
        }
        double x = x(link.column() + 0.5);
        Integer from = lanes.get(link.by());
        if (from == null) {
            from = link.by() == RunLog.CLOCK ? TOP : to;
        }
        boolean down = to > from;
        double y1 = from + (down ? BAR / 2.0 : -BAR / 2.0);
        double y2 = to + (down ? -5 : 5);
        String what =
                outline.name(link.by())
                        + (link.starts() ? " starts " : " wakes ")
                        + outline.name(link.task())
                        + (link.place().isKnown() ? " at " + link.place() : "");
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<path class=\"%s\" marker-end=\"url(#tip)\" d=\"M%.1f %.1f V%.1f\">"
                                + "<title>%s</title></path>%n",
                        link.starts() ? "link starts" : "link",
                        x,
                        y1,
                        y2,
                        FailurePage.escaped(what)));
    }

    private void end() {
        double at = x(outline.columns()) + 8;
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<path class=\"end\" d=\"M%.1f %d V%d\"><title>%s</title></path>%n",
                        at,
                        TOP - 4,
                        height() - 12,
                        FailurePage.escaped(verdict)));
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<path class=\"bad\" d=\"M%.1f %d l10 10 m0 -10 l-10 10\">"
                                + "<title>%s</title></path>%n",
                        at - 5,
                        TOP - 20,
                        FailurePage.escaped(verdict)));
    }

    // ---- shapes

    private void rect(String style, double x, double y, double w, double h, String title) {
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"",
                        style,
                        x,
                        y,
                        Math.max(0.5, w),
                        h));
        svg.append(
                title.isEmpty()
                        ? "/>\n"
                        : "><title>" + FailurePage.escaped(title) + "</title></rect>\n");
    }

    private void mark(String style, String shape, double x, double y, String title) {
        String path =
                String.format(
                        Locale.ROOT,
                        shape,
                        String.format(Locale.ROOT, "%.1f", x),
                        String.format(Locale.ROOT, "%.1f", y));
        svg.append("<path class=\"").append(style).append("\" d=\"").append(path).append("\">");
        svg.append("<title>").append(FailurePage.escaped(title)).append("</title></path>\n");
    }

    private void text(double x, double y, String anchor, String style, String text) {
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                        style,
                        x,
                        y,
                        anchor,
                        FailurePage.escaped(text)));
    }
}
