package dev.stint.testkit.internal.report;

import dev.stint.testkit.internal.report.RunOutline.Deed;
import dev.stint.testkit.internal.report.RunOutline.Gap;
import dev.stint.testkit.internal.report.RunOutline.Jump;
import dev.stint.testkit.internal.report.RunOutline.Leg;
import dev.stint.testkit.internal.report.RunOutline.Link;
import dev.stint.testkit.internal.report.RunOutline.Part;
import dev.stint.testkit.internal.report.RunOutline.Stop;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A run in Chrome's trace event format, which the Perfetto viewer reads: a track for each worker
 * and each task, arrows for starts and wakes. A column of the run is a millisecond there, because
 * the virtual clock stands still while anything can run; the virtual time is among the arguments.
 */
public final class PerfettoExport {
    private static final int WORKERS = 1; // process ids
    private static final int TASKS = 2;
    private static final long COLUMN = 1_000; // in microseconds

    private final RunOutline outline;
    private final StringBuilder json = new StringBuilder();
    private final Map<Long, TreeSet<Integer>> legs = new HashMap<>(); // columns, by task
    private boolean begun;

    private PerfettoExport(RunOutline outline) {
        this.outline = outline;
    }

    /** The whole file. */
    public static String of(RunOutline outline, String name, String verdict) {
        var export = new PerfettoExport(outline);
        export.json.append("{\"displayTimeUnit\":\"ms\",\"otherData\":{\"name\":");
        export.json.append(quoted(name)).append(",\"verdict\":").append(quoted(verdict));
        export.json.append("},\"traceEvents\":[");
        export.tracks();
        export.parts();
        export.waits();
        export.links();
        export.instant("failure", verdict, outline.columns() * COLUMN, WORKERS, 0, "g");
        return export.json.append("\n]}\n").toString();
    }

    private void tracks() {
        Set<Integer> workers = new TreeSet<>();
        Set<Long> tasks = new TreeSet<>();
        for (Part part : outline.parts()) {
            if (part instanceof Leg leg) {
                tasks.add(leg.task());
                if (leg.worker() >= 0) {
                    workers.add(leg.worker());
                }
            }
        }
        for (Link link : outline.links()) {
            tasks.add(link.task());
        }
        name("process_name", WORKERS, 0, "workers");
        name("process_name", TASKS, 0, "tasks");
        for (int worker : workers) {
            name("thread_name", WORKERS, worker + 1L, "worker " + worker);
        }
        for (long task : tasks) {
            name("thread_name", TASKS, task + 1, outline.name(task));
        }
    }

    private void name(String what, int process, long thread, String name) {
        begin("M", what, process, thread);
        json.append(",\"args\":{\"name\":").append(quoted(name)).append("}}");
    }

    private void parts() {
        for (Part part : outline.parts()) {
            switch (part) {
                case Leg leg -> leg(leg);
                case Jump jump ->
                        instant(
                                "the clock goes on",
                                jump.nanos() + " ns to " + jump.then() + " ns",
                                jump.from() * COLUMN,
                                WORKERS,
                                0,
                                "g");
                case Gap gap ->
                        instant(
                                "gap",
                                gap.left() + " events that were not kept",
                                gap.from() * COLUMN,
                                WORKERS,
                                0,
                                "g");
            }
        }
    }

    private void leg(Leg leg) {
        legs.computeIfAbsent(leg.task(), task -> new TreeSet<>()).add(leg.from());
        long from = leg.from() * COLUMN;
        long length = (leg.to() + 1L - leg.from()) * COLUMN;
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("step", Integer.toString(leg.step()));
        facts.put("virtual time", leg.nanos() + " ns");
        facts.put("stops", leg.stop() + (leg.on().isEmpty() ? "" : ": " + leg.on()));
        int number = 0;
        for (Deed deed : leg.deeds()) {
            if (deed.sort() == RunOutline.Sort.OPERATION || deed.sort() == RunOutline.Sort.NOTE) {
                String place = deed.place().isKnown() ? " at " + deed.place() : "";
                facts.put("does " + ++number, deed.what() + place);
            }
        }
        if (leg.worker() >= 0) {
            complete(outline.name(leg.task()), WORKERS, leg.worker() + 1L, from, length, facts);
        }
        complete("runs", TASKS, leg.task() + 1, from, length, facts);
        if (leg.stop() == Stop.INTERRUPTED) {
            instant("interrupted", leg.on(), from + length, TASKS, leg.task() + 1, "t");
        } else if (leg.stop() == Stop.FAILED) {
            instant("failed", leg.on(), from + length, TASKS, leg.task() + 1, "t");
        }
    }

    private void waits() {
        for (Spans.Span span : Spans.of(outline)) {
            if (span.state() == Spans.State.WAITS) {
                long from = Math.round(span.from() * COLUMN);
                long to = Math.round(span.to() * COLUMN);
                String what = span.on().isEmpty() ? "waits" : "waits for " + span.on();
                complete(what, TASKS, span.task() + 1, from, to - from, Map.of());
            }
        }
    }

    /** An arrow begins in the middle of the column of who causes it, and ends at the other. */
    private void links() {
        int id = 0;
        for (Link link : outline.links()) {
            if (link.by() == RunLog.CLOCK) {
                continue;
            }
            id++;
            long at = link.column() * COLUMN + COLUMN / 2;
            String what = link.starts() ? "starts" : "wakes";
            begin("s", what, TASKS, link.by() + 1);
            json.append(",\"cat\":\"links\",\"id\":").append(id);
            json.append(",\"ts\":").append(at).append('}');
            begin("f", what, TASKS, link.task() + 1);
            json.append(",\"cat\":\"links\",\"id\":").append(id).append(",\"bp\":\"e\"");
            json.append(",\"ts\":").append(nextLeg(link)).append('}');
        }
    }

    /** Where the other runs next; the format ties arrows to slices. */
    private long nextLeg(Link link) {
        TreeSet<Integer> his = legs.get(link.task());
        Integer next = his == null ? null : his.higher(link.column());
        return (next == null ? outline.columns() : next) * COLUMN;
    }

    // ---- events

    private void begin(String phase, String name, int process, long thread) {
        json.append(begun ? ",\n" : "\n");
        begun = true;
        json.append(
                String.format(
                        Locale.ROOT,
                        "{\"ph\":\"%s\",\"name\":%s,\"pid\":%d,\"tid\":%d",
                        phase,
                        quoted(name),
                        process,
                        thread));
    }

    private void complete(
            String name,
            int process,
            long thread,
            long from,
            long length,
            Map<String, String> facts) {
        begin("X", name, process, thread);
        json.append(",\"ts\":").append(from).append(",\"dur\":").append(length);
        json.append(",\"args\":{");
        boolean more = false;
        for (Map.Entry<String, String> fact : facts.entrySet()) {
            json.append(more ? "," : "").append(quoted(fact.getKey())).append(':');
            json.append(quoted(fact.getValue()));
            more = true;
        }
        json.append("}}");
    }

    private void instant(
            String name, String what, long at, int process, long thread, String scope) {
        begin("i", name, process, thread);
        json.append(",\"ts\":").append(at).append(",\"s\":").append(quoted(scope));
        json.append(",\"args\":{\"what\":").append(quoted(what)).append("}}");
    }

    static String quoted(String text) {
        var out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                default -> {
                    if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
