package dev.stint.testkit.internal.report;

import dev.stint.internal.sim.SimNursery;
import dev.stint.internal.sim.SimTask;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A list of who is where at this moment: the tree of nurseries, in each its tasks, and below a task
 * the nurseries that it has opened. A line each; what has ended well is left out.
 */
final class Whereabouts {
    private static final int MOST_LINES = 50;

    private final Collection<Task<?>> tasks;
    private final @Nullable Throwable thrown;
    private final StringBuilder text = new StringBuilder();
    private int lines;

    private Whereabouts(Collection<Task<?>> tasks, @Nullable Throwable thrown) {
        this.tasks = tasks;
        this.thrown = thrown;
    }

    /**
     * On the simulating thread.
     *
     * @param root the scheduler's; null if it is not known
     * @param known tasks, ended or not; those of other tenants, and the one that has failed
     * @param thrown what goes wrong just now
     */
    static String of(
            @Nullable SimNursery root, Collection<Task<?>> known, @Nullable Throwable thrown) {
        Set<SimNursery> roots = new LinkedHashSet<>();
        if (root != null) {
            roots.add(root);
        }
        for (Task<?> task : known) {
            roots.add(SimNursery.rootOf(task));
        }
        var where = new Whereabouts(known, thrown);
        for (SimNursery each : roots) {
            where.tasksOf(each, 0);
            List<SimNursery> guests = new ArrayList<>(each.openBelow());
            guests.removeIf(nursery -> nursery.owner() != null);
            guests.sort(Comparator.comparingLong(SimNursery::id));
            guests.forEach(guest -> where.nursery(guest, 0));
        }
        if (where.lines > MOST_LINES) {
            where.text.append("\nand ").append(where.lines - MOST_LINES).append(" lines more");
        }
        return where.text.isEmpty() ? "all tasks had ended" : where.text.substring(1);
    }

    private static boolean hasThrown(Task<?> task, @Nullable Throwable thrown) {
        Throwable mine = SimTask.failureOf(task);
        return mine != null && SimTask.causesOf(thrown).stream().anyMatch(at -> at == mine);
    }

    private void nursery(SimNursery nursery, int depth) {
        line(depth, nursery + " " + nursery.state());
        tasksOf(nursery, depth + 1);
    }

    private void tasksOf(SimNursery nursery, int depth) {
        List<Task<?>> shown = new ArrayList<>();
        for (Task<?> task : nursery.children()) {
            if (!task.state().isFinal()) {
                shown.add(task);
            }
        }
        for (Task<?> task : tasks) {
            if (SimNursery.of(task).equals(nursery) && hasThrown(task, thrown)) {
                shown.add(task);
            }
        }
        shown.sort(Comparator.comparingLong(Task::id));
        List<SimNursery> open = shown.isEmpty() ? List.of() : nursery.openBelow();
        for (Task<?> task : shown) {
            line(depth, inWords(task));
            for (SimNursery own : open) {
                if (own.owner() == task) {
                    nursery(own, depth + 1);
                }
            }
        }
    }

    private String inWords(Task<?> task) {
        if (hasThrown(task, thrown)) {
            Throwable e = Thrown.root(Objects.requireNonNull(SimTask.failureOf(task)));
            return task + " failed" + at(SourceLine.of(e));
        }
        var line = new StringBuilder(task.toString()).append(' ').append(task.state());
        String on = SimTask.waitsFor(task);
        boolean waits =
                task.state() == TaskState.BLOCKED || task.state() == TaskState.BUDGET_EXHAUSTED;
        if (on != null && waits) {
            line.append(", waits for ").append(on);
        }
        List<StackTraceElement> stack = lines < MOST_LINES ? SimTask.stackOf(task) : null;
        if (stack != null) {
            line.append(at(SourceLine.of(stack)));
        } else if (SimTask.isUnstarted(task)) {
            line.append(", has not begun");
        }
        return line.toString();
    }

    private static String at(SourceLine place) {
        return place.isKnown() ? ", at " + place : "";
    }

    private void line(int depth, String words) {
        if (lines++ < MOST_LINES) {
            text.append('\n').append("  ".repeat(depth)).append(words);
        }
    }
}
