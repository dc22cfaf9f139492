package dev.stint.event;

import java.time.Duration;
import java.util.List;

/** Who keeps a worker from making a step, since when, and where in its code. */
public record StallRecord(
        int worker, long task, String name, Duration age, List<StackTraceElement> stack) {

    public StallRecord {
        stack = List.copyOf(stack);
    }

    @Override
    public String toString() {
        var text =
                new StringBuilder("worker ")
                        .append(worker)
                        .append(" has made no step for ")
                        .append(age.toMillis())
                        .append(" ms: task ")
                        .append(task);
        if (!name.isEmpty()) {
            text.append(" '").append(name).append('\'');
        }
        text.append(stack.isEmpty() ? " runs" : " runs in");
        for (StackTraceElement frame : stack) {
            text.append("\n    at ").append(frame);
        }
        return text.toString();
    }
}
