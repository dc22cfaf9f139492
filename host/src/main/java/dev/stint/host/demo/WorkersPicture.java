package dev.stint.host.demo;

import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.TaskSnapshot;
import dev.stint.event.WorkerSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A scheduler now, compared with a moment ago: as a table, or as one line.
 *
 * @param between nanoseconds from {@code before} to {@code now}
 * @param since nanoseconds from the start of the scene to {@code now}
 */
record WorkersPicture(SchedulerSnapshot before, SchedulerSnapshot now, long between, long since)
        implements Picture {
    /** More would not fit on a small terminal. */
    private static final int MAX_ROWS = 16;

    private static final List<String> HEADER =
            List.of("worker", "state", "task", "queued", "steps/s", "started", "stolen");

    /** For a log. */
    @Override
    public String line() {
        return Text.seconds(since)
                + "  "
                + totals()
                + ", workers "
                + now.workers().stream()
                        .collect(
                                Collectors.groupingBy(WorkersPicture::state, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(e -> e.getValue() + " " + e.getKey())
                        .collect(Collectors.joining(", "));
    }

    private String totals() {
        return Text.rate(now.finished() - before.finished(), between)
                + " tasks/s, "
                + Text.number(now.finished())
                + " ended, "
                + Text.number(now.activeTasks())
                + " active";
    }

    /** For a terminal. */
    @Override
    public List<String> rows(Ink ink) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(HEADER);
        now.workers().stream().limit(MAX_ROWS).map(this::cells).forEach(cells::add);
        List<String> rows = new ArrayList<>(Text.align(cells));
        rows.set(0, ink.faint(rows.getFirst()));
        int more = now.workers().size() - MAX_ROWS;
        if (more > 0) {
            rows.add(ink.faint("and " + more + " more workers"));
        }
        rows.add(Text.seconds(since) + "  " + totals());
        return rows;
    }

    private List<String> cells(WorkerSnapshot worker) {
        return List.of(
                worker.id() + (worker.temporary() ? "+" : ""),
                state(worker),
                task(worker.task()),
                Text.number(worker.queued()),
                Text.rate(worker.steps() - stepsBefore(worker), between),
                Text.number(worker.tasksStarted()),
                Text.number(worker.tasksStolen()));
    }

    private static String state(WorkerSnapshot worker) {
        if (worker.stalled()) {
            return "stalled";
        }
        return worker.asleep() ? "asleep" : "running";
    }

    /** Its name, which says more than its number. */
    private String task(long id) {
        if (id < 0) {
            return pad("-");
        }
        return pad(
                now.tasks().stream()
                        .filter(task -> task.id() == id && !task.name().isEmpty())
                        .map(TaskSnapshot::name)
                        .findFirst()
                        .orElse("#" + id));
    }

    /** As wide as most names are, so that the table does not twitch. */
    private static String pad(String task) {
        return String.format(Locale.ROOT, "%-10s", task);
    }

    private long stepsBefore(WorkerSnapshot worker) {
        return before.workers().stream()
                .filter(w -> w.id() == worker.id() && w.steps() <= worker.steps())
                .mapToLong(WorkerSnapshot::steps)
                .findFirst()
                .orElse(0);
    }
}
