package dev.stint.event;

import java.util.List;

/** How a drain ended: whether everything did, and if not, what is still there and where. */
public record DrainReport(boolean complete, long activeTasks, List<TaskSnapshot> remaining) {

    public DrainReport {
        remaining = List.copyOf(remaining);
    }

    @Override
    public String toString() {
        if (complete) {
            return "drained";
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
        return text.toString();
    }
}
