package dev.stint.testkit.internal.report;

import dev.stint.testkit.internal.report.RunOutline.Leg;
import dev.stint.testkit.internal.report.RunOutline.Link;
import dev.stint.testkit.internal.report.RunOutline.Part;
import dev.stint.testkit.internal.report.RunOutline.Stop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The times in which the tasks of a run do not run: each could run, or waits. */
final class Spans {
    /** What a task does meanwhile. */
    enum State {
        READY,
        WAITS
    }

    /**
     * A time in which a task does not run.
     *
     * @param from in columns; a link is in the middle of one
     */
    record Span(long task, State state, double from, double to, String on) {}

    private record Since(State state, double from, String on) {}

    private final List<Span> all = new ArrayList<>();
    private final Map<Long, Since> now = new LinkedHashMap<>();

    private Spans() {}

    static List<Span> of(RunOutline outline) {
        var spans = new Spans();
        int next = 0;
        List<Link> links = outline.links();
        for (Part part : outline.parts()) {
            while (next < links.size() && links.get(next).column() < part.from()) {
                spans.linked(links.get(next++));
            }
            if (part instanceof Leg leg) {
                spans.end(leg.task(), leg.from());
                spans.stopped(leg);
            }
            while (next < links.size() && links.get(next).column() <= part.to()) {
                spans.linked(links.get(next++));
            }
        }
        while (next < links.size()) {
            spans.linked(links.get(next++));
        }
        for (long task : List.copyOf(spans.now.keySet())) {
            spans.end(task, outline.columns());
        }
        return spans.all;
    }

    /** A wake while it runs, of which its end was not told yet, is none of this lane's. */
    private void linked(Link link) {
        Since since = now.get(link.task());
        double at = link.column() + 0.5;
        if (link.starts() || (since != null && since.state == State.WAITS)) {
            end(link.task(), at);
            now.put(link.task(), new Since(State.READY, at, ""));
        }
    }

    private void stopped(Leg leg) {
        double at = leg.to() + 1;
        switch (leg.stop()) {
            case INTERRUPTED, GAVE_WAY -> now.put(leg.task(), new Since(State.READY, at, ""));
            case WAITS, WAITS_IN_JDK -> {
                String on = leg.stop() == Stop.WAITS ? leg.on() : "something inside the JDK";
                now.put(leg.task(), new Since(State.WAITS, at, on));
            }
            case ENDED, CANCELLED, FAILED, NONE -> {}
        }
    }

    private void end(long task, double at) {
        Since since = now.remove(task);
        if (since != null && at > since.from) {
            all.add(new Span(task, since.state, since.from, at, since.on));
        }
    }
}
