package dev.stint.context;

import java.util.Objects;

/**
 * That a context was used up, once or several times since the last notice of it.
 *
 * @param context its name
 * @param times how often since the last notice
 * @param nanos when it was the last time, on the scheduler's clock
 */
public record DepletionNotice(String context, long times, long nanos) {
    public DepletionNotice {
        Objects.requireNonNull(context, "name of a context");
    }
}
