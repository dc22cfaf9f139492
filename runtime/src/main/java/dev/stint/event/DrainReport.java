package dev.stint.event;

import java.util.List;

/**
 * How a drain ended: whether everything did, and if not, what is still there and where.
 *
 * @param told tasks that waited, when all was at rest, for what only a thread outside or the clock
 *     could have brought, and were cancelled; as they were then
 * @param failures how many tasks had failed, since the scheduler was opened, that nobody awaited
 * @param firstFailures the first of those
 */
public record DrainReport(
        boolean complete,
        long activeTasks,
        List<TaskSnapshot> remaining,
        List<TaskSnapshot> told,
        long failures,
        List<TaskFailure> firstFailures) {

    public DrainReport {
        remaining = List.copyOf(remaining);
        told = List.copyOf(told);
        firstFailures = List.copyOf(firstFailures);
    }

    @Override
    public String toString() {
        if (complete) {
            return "drained" + toldInWords() + failuresInWords();
        }
        var text =
                new StringBuilder()
                        .append(activeTasks)
                        .append(activeTasks == 1 ? " task has" : " tasks have")
                        .append(" not ended");
        text.append(TaskSnapshot.toLines(remaining));
        long unstarted = activeTasks - remaining.size();
        if (unstarted > 0) {
            text.append("\n  and ").append(unstarted).append(" that never started");
        }
        return text.append(toldInWords()).append(failuresInWords()).toString();
    }

    private String failuresInWords() {
        if (failures == 0) {
            return "";
        }
        var text = new StringBuilder("; ").append(failures);
        text.append(failures == 1 ? " task" : " tasks").append(" failed and nobody awaited it:");
        firstFailures.forEach(failure -> text.append("\n  ").append(failure));
        long more = failures - firstFailures.size();
        return more > 0
                ? text.append("\n  and ").append(more).append(" more").toString()
                : text.toString();
    }

    private String toldInWords() {
        if (told.isEmpty()) {
            return "";
        }
        return "; "
                + told.size()
                + (told.size() == 1 ? " task" : " tasks")
                + " waited in vain and had to be cancelled"
                + TaskSnapshot.toLines(told);
    }
}
