package dev.stint.event;

import java.util.List;

/**
 * How a drain ended: whether everything did, and if not, what is still there and where.
 *
 * @param told tasks that waited, when all was at rest, for what only a thread outside or the clock
 *     could have brought, and were cancelled; as they were then
 */
public record DrainReport(
        boolean complete, long activeTasks, List<TaskSnapshot> remaining, List<TaskSnapshot> told) {

    public DrainReport {
        remaining = List.copyOf(remaining);
        told = List.copyOf(told);
    }

    @Override
    public String toString() {
        if (complete) {
            return told.isEmpty() ? "drained" : "drained" + toldInWords();
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
        if (!told.isEmpty()) {
            text.append(toldInWords());
        }
        return text.toString();
    }

    private String toldInWords() {
        return "; "
                + told.size()
                + (told.size() == 1 ? " task" : " tasks")
                + " waited in vain and had to be cancelled"
                + TaskSnapshot.toLines(told);
    }
}
