package dev.stint.testkit.internal.report;

import dev.stint.event.Event;
import dev.stint.nursery.NurseryState;
import dev.stint.task.TaskState;
import dev.stint.testkit.internal.report.RunLog.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outline of a run, made of its {@link RunLog} to be told or drawn: which task ran from when to
 * when, what it did, and why it stopped. Time is counted in columns: one for each step, each turn
 * of the body, each jump of the clock.
 */
public final class RunOutline {
    /** Why a task stopped. */
    enum Stop {
        /** The schedule went on with another, and it could have gone on. */
        INTERRUPTED,
        GAVE_WAY,
        WAITS,
        WAITS_IN_JDK,
        ENDED,
        CANCELLED,
        FAILED,
        /** It has not: the run was over. */
        NONE
    }

    /** What kind of thing a task did. */
    enum Sort {
        OPERATION,
        STARTS,
        WAKES,
        CANCELS,
        NOTE
    }

    /**
     * Something that a task did.
     *
     * @param other the task that it did it to; -1 if none
     */
    record Deed(int column, Sort sort, String what, long other, SourceLine place) {}

    /** A part of a run. */
    sealed interface Part {
        int from();

        int to();
    }

    /**
     * A task, or the body, runs without a switch.
     *
     * @param step the first of its steps
     * @param worker -1 for the body
     * @param on what it waits for, what it has failed with, or what it was about to do
     */
    record Leg(
            long task,
            int worker,
            int step,
            int from,
            int to,
            long nanos,
            List<Deed> deeds,
            Stop stop,
            String on,
            SourceLine where)
            implements Part {}

    /** The virtual clock goes on, because nothing can run. */
    record Jump(int from, long nanos, long then) implements Part {
        @Override
        public int to() {
            return from;
        }
    }

    /** So many things happened here that the log has not kept. */
    record Gap(int from, long left) implements Part {
        @Override
        public int to() {
            return from;
        }
    }

    /** Who causes what, for arrows: {@code by} starts or wakes {@code task}. */
    record Link(int column, long by, long task, boolean starts, SourceLine place) {}

    private final List<Part> parts = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final Map<Long, String> names;

    // ---- while it is made
    private final Map<Long, SourceLine> pending = new HashMap<>(); // what a task is about to do
    private final Map<Long, Integer> workers = new HashMap<>();
    private Entry.@Nullable At here;
    private @Nullable Draft draft;
    private int column = -1;
    private long nanos;

    /** A leg that goes on. */
    private static final class Draft {
        final long task;
        final int step;
        final int from;
        final long nanos;
        final List<Deed> deeds = new ArrayList<>();
        int to;
        Stop stop = Stop.NONE;
        String on = "";
        SourceLine where = SourceLine.NOWHERE;

        Draft(long task, int step, int from, long nanos) {
            this.task = task;
            this.step = step;
            this.from = from;
            this.to = from;
            this.nanos = nanos;
        }
    }

    private RunOutline(Map<Long, String> names) {
        this.names = names;
    }

    public static RunOutline of(RunLog log) {
        var outline = new RunOutline(log.names());
        for (Entry entry : log.entries()) {
            outline.add(entry);
        }
        outline.close();
        return outline;
    }

    List<Part> parts() {
        return parts;
    }

    List<Link> links() {
        return links;
    }

    int columns() {
        return column + 1;
    }

    String name(long task) {
        if (task == RunLog.BODY) {
            return "body";
        }
        if (task == RunLog.CLOCK) {
            return "the clock";
        }
        String name = names.getOrDefault(task, "");
        return name.isEmpty() ? "task " + task : name;
    }

    String inWords(Deed deed) {
        return switch (deed.sort()) {
            case OPERATION, NOTE -> deed.what();
            case STARTS -> "starts " + name(deed.other());
            case WAKES -> "wakes " + name(deed.other());
            case CANCELS -> "cancels " + deed.what();
        };
    }

    static String inWords(long nanos) {
        return Duration.ofNanos(nanos).toString().substring(2).toLowerCase(Locale.ROOT);
    }

    // ---- making it

    private void add(Entry entry) {
        switch (entry) {
            case Entry.At at -> here = at;
            case Entry.Pick pick -> picked(pick);
            case Entry.Note(int step, long task, String text) ->
                    deed(turnOf(task, step), Sort.NOTE, text, -1, SourceLine.NOWHERE);
            case Entry.Waits(int step, long task, SourceLine place) -> {
                if (draft != null && draft.task == task) {
                    draft.where = place;
                }
            }
            case Entry.Failed(int step, long task, Throwable thrown) -> failed(task, thrown);
            case Entry.Gap gap -> {
                close();
                pending.clear();
                here = null;
                parts.add(new Gap(++column, gap.left()));
            }
            case Entry.Told told -> heard(told);
        }
    }

    private void picked(Entry.Pick pick) {
        nanos = pick.nanos();
        Entry.At at = here;
        here = null;
        if (at != null) {
            if (pick.before() == at.task() && pick.task() != at.task()) {
                pending.put(at.task(), at.place());
                interrupted(at);
            } else if (draft != null && draft.task == at.task()) {
                int when = pick.task() == at.task() ? column + 1 : column;
                operation(draft, when, at.place());
                if (pick.before() != at.task()) {
                    draft.stop = Stop.GAVE_WAY;
                }
            }
        }
        column++;
        if (draft != null && draft.task == pick.task() && draft.stop == Stop.NONE) {
            draft.to = column;
            return;
        }
        begin(pick.task(), pick.step());
    }

    private void interrupted(Entry.At at) {
        if (draft != null && draft.task == at.task()) {
            draft.stop = Stop.INTERRUPTED;
            draft.on = at.place().deed();
            draft.where = at.place();
        }
    }

    private Draft begin(long task, int step) {
        close();
        draft = new Draft(task, step, column, nanos);
        SourceLine place = pending.remove(task);
        if (place != null) {
            operation(draft, column, place);
        }
        return draft;
    }

    private static void operation(Draft draft, int column, SourceLine place) {
        if (!place.deed().isEmpty()) {
            draft.deeds.add(new Deed(column, Sort.OPERATION, place.deed(), -1, place));
        }
    }

    private static void deed(
            @Nullable Draft draft, Sort sort, String what, long other, SourceLine place) {
        if (draft != null) {
            draft.deeds.add(new Deed(draft.to, sort, what, other, place));
        }
    }

    /** The leg that goes on, if it is his; the body has a turn when it does something. */
    private @Nullable Draft turnOf(long task, int step) {
        if (draft != null && draft.task == task) {
            return draft;
        }
        if (task != RunLog.BODY) {
            return null;
        }
        close();
        column++;
        return begin(RunLog.BODY, step);
    }

    private void close() {
        Draft d = draft;
        draft = null;
        if (d == null) {
            return;
        }
        int worker = d.task == RunLog.BODY ? -1 : workers.getOrDefault(d.task, 0);
        parts.add(
                new Leg(
                        d.task, worker, d.step, d.from, d.to, d.nanos, d.deeds, d.stop, d.on,
                        d.where));
    }

    private void heard(Entry.Told told) {
        switch (told.event()) {
            case Event.TaskSpawned(long task, String name) -> {
                deed(turnOf(told.by(), told.step()), Sort.STARTS, "", task, told.place());
                links.add(new Link(Math.max(0, column), told.by(), task, true, told.place()));
            }
            case Event.TaskMounted(long task, int worker) -> {
                workers.put(task, worker);
                if (draft == null || draft.task != task || draft.stop != Stop.NONE) {
                    column++; // nobody has picked it: it is workers that are picked
                    begin(task, told.step());
                }
            }
            case Event.TaskYielded(long task, int worker) -> stop(task, Stop.GAVE_WAY, "");
            case Event.TaskParked(long task, int worker, String on) -> stop(task, Stop.WAITS, on);
            case Event.TaskBlockedInJdk(long task, int worker) -> stop(task, Stop.WAITS_IN_JDK, "");
            case Event.TaskWoken(long task) -> woken(told, task);
            case Event.TaskFinished(long task, int worker, TaskState state) ->
                    stop(task, state == TaskState.CANCELLED ? Stop.CANCELLED : Stop.ENDED, "");
            case Event.NurseryChanged(long id, String name, NurseryState to) -> {
                if (to == NurseryState.CANCELLING) {
                    String what = name.isEmpty() ? "nursery " + id : "nursery '" + name + "'";
                    deed(turnOf(told.by(), told.step()), Sort.CANCELS, what, -1, told.place());
                }
            }
            case Event.TaskExhausted(long task, var bill) ->
                    deed(
                            turnOf(task, told.step()),
                            Sort.NOTE,
                            "cannot pay",
                            -1,
                            SourceLine.NOWHERE);
            case Event.ClockJumped(long from, long to) -> {
                close();
                nanos = to;
                parts.add(new Jump(++column, from, to));
            }
            default -> {}
        }
    }

    private void woken(Entry.Told told, long task) {
        links.add(new Link(Math.max(0, column), told.by(), task, false, told.place()));
        if (told.by() != RunLog.CLOCK) {
            deed(turnOf(told.by(), told.step()), Sort.WAKES, "", task, told.place());
        }
    }

    private void stop(long task, Stop why, String on) {
        Draft d = draft;
        if (d == null || d.task != task || d.stop == Stop.INTERRUPTED) {
            return; // it is known better already
        }
        Entry.At at = here;
        if (at != null && at.task() == task) {
            here = null;
        }
        d.stop = why;
        d.on = on;
    }

    private void failed(long task, Throwable thrown) {
        if (draft != null && draft.task == task) {
            Throwable root = Thrown.root(thrown);
            draft.stop = Stop.FAILED;
            draft.on = String.valueOf(root);
            draft.where = SourceLine.of(root);
        }
    }
}
