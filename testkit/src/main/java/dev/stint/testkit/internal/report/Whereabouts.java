package dev.stint.testkit.internal.report;

import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.stack.Core;
import dev.stint.internal.task.Causes;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.WaitNode;
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
 * Who is where at this moment: the tree of nurseries, in each its tasks, and below a task the
 * nurseries that it has opened. A line each; what has ended well is left out.
 */
final class Whereabouts {
    private static final int MOST_LINES = 50;

    private final Collection<TaskImpl<?>> tasks;
    private final @Nullable Throwable thrown;
    private final StringBuilder text = new StringBuilder();
    private int lines;

    private Whereabouts(Collection<TaskImpl<?>> tasks, @Nullable Throwable thrown) {
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
            @Nullable NurseryImpl root, Collection<TaskImpl<?>> known, @Nullable Throwable thrown) {
        Set<NurseryImpl> roots = new LinkedHashSet<>();
        if (root != null) {
            roots.add(root);
        }
        for (TaskImpl<?> task : known) {
            roots.add(NurseryImpl.of(task).tenant().root());
        }
        var where = new Whereabouts(known, thrown);
        for (NurseryImpl each : roots) {
            where.tasksOf(each, 0);
            List<NurseryImpl> guests = new ArrayList<>(each.openBelow());
            guests.removeIf(nursery -> nursery.owner() != null);
            guests.sort(Comparator.comparingLong(NurseryImpl::id));
            guests.forEach(guest -> where.nursery(guest, 0));
        }
        if (where.lines > MOST_LINES) {
            where.text.append("\nand ").append(where.lines - MOST_LINES).append(" lines more");
        }
        return where.text.isEmpty() ? "all tasks had ended" : where.text.substring(1);
    }

    private static boolean hasThrown(TaskImpl<?> task, @Nullable Throwable thrown) {
        Throwable mine = task.failure();
        return mine != null && Causes.of(thrown).stream().anyMatch(at -> at == mine);
    }

    private void nursery(NurseryImpl nursery, int depth) {
        line(depth, nursery + " " + nursery.state());
        tasksOf(nursery, depth + 1);
    }

    private void tasksOf(NurseryImpl nursery, int depth) {
        List<TaskImpl<?>> shown = new ArrayList<>();
        for (TaskImpl<?> task : nursery.childrenNow()) {
            if (!task.state().isFinal()) {
                shown.add(task);
            }
        }
        for (TaskImpl<?> task : tasks) {
            if (task.nursery() == nursery && hasThrown(task, thrown)) {
                shown.add(task);
            }
        }
        shown.sort(Comparator.comparingLong(TaskImpl::id));
        List<NurseryImpl> open = shown.isEmpty() ? List.of() : nursery.openBelow();
        for (TaskImpl<?> task : shown) {
            line(depth, inWords(task));
            for (NurseryImpl own : open) {
                if (own.owner() == task) {
                    nursery(own, depth + 1);
                }
            }
        }
    }

    private String inWords(TaskImpl<?> task) {
        if (hasThrown(task, thrown)) {
            Throwable e = Thrown.root(Objects.requireNonNull(task.failure()));
            return task + " failed" + at(SourceLine.of(e));
        }
        var line = new StringBuilder(task.toString()).append(' ').append(task.state());
        WaitNode on = task.waitingOn();
        boolean waits =
                task.state() == TaskState.BLOCKED || task.state() == TaskState.BUDGET_EXHAUSTED;
        if (on != null && waits) {
            line.append(", waits for ").append(on.describe());
        }
        Core core = lines < MOST_LINES ? task.core() : null;
        if (core != null) {
            line.append(at(SourceLine.of(List.of(core.stackTrace()))));
        } else if (task.isUnstarted()) {
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
