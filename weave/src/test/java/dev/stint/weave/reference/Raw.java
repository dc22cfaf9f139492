package dev.stint.weave.reference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object between {@code new} and the constructor of the first ancestor that is not interpreted:
 * the JVM makes it there, because only a constructor can be given an object to initialise.
 *
 * <p>Operand stacks and local variables may hold a raw object long after it is made; {@link #of}
 * looks through it.
 */
final class Raw {
    /** An assignment to a field before the object exists. */
    private record Early(Fields.Place place, @Nullable Object value) {}

    /** Those whose JDK constructor is running now: it may call methods of the new object. */
    private static final ThreadLocal<Deque<Raw>> IN_THE_MAKING =
            ThreadLocal.withInitial(ArrayDeque::new);

    private final Class<?> type;
    private final List<Early> early = new ArrayList<>();
    private @Nullable Object made;

    Raw(Class<?> type) {
        this.type = type;
    }

    static @Nullable Object of(@Nullable Object value) {
        return value instanceof Raw raw && raw.made != null ? raw.made : value;
    }

    Class<?> type() {
        return type;
    }

    void assignEarly(Fields.Place place, @Nullable Object value) {
        early.add(new Early(place, value));
    }

    void begin() {
        IN_THE_MAKING.get().push(this);
    }

    void end(@Nullable Object object) {
        IN_THE_MAKING.get().pop();
        if (object != null) {
            become(object);
        }
    }

    /** An object was called by the JDK. It may be one whose constructor is not through yet. */
    static void met(Object object) {
        Raw raw = IN_THE_MAKING.get().peek();
        if (raw != null && raw.made == null && raw.type == object.getClass()) {
            raw.become(object);
        }
    }

    private void become(Object object) {
        if (made == null) {
            made = object;
            for (Early assignment : early) {
                assignment.place().set(object, assignment.value());
            }
        }
    }
}
