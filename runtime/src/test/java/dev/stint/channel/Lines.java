package dev.stint.channel;

import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * A look into the lines of a channel. A snapshot counts only who still waits; here those count,
 * too, whose wait is over and who ought to have left.
 */
final class Lines {
    private static final Field SENDERS = field(Exchange.class, "senders");
    private static final Field RECEIVERS = field(Exchange.class, "receivers");
    private static final Field FIRST = field(Line.class, "first");
    private static final Field BEHIND = field(Cell.class, "behind");

    private Lines() {}

    private static Field field(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** How many stand in both lines of a channel that nobody uses meanwhile. */
    static int standing(Channel<?> channel) {
        return length(SENDERS, channel) + length(RECEIVERS, channel);
    }

    private static int length(Field line, Channel<?> channel) {
        try {
            int count = 0;
            @Nullable Object cell = FIRST.get(line.get(channel));
            while (cell != null) {
                count++;
                cell = BEHIND.get(cell);
            }
            return count;
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
